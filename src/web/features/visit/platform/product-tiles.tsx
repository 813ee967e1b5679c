import { TextInput } from '@mantine/core'
import { useHotkeyNames } from '#web/ui/keyboard/hotkeys.ts'
import { useState } from 'react'
import { product, type Product } from '#contract/price/product.ts'
import { REFERENCE_MS, useCall } from '#web/api/use-call.ts'
import { Panel } from '#web/ui/layout/tile.tsx'
import { focusOn } from '../scale/focus-on.ts'
import styles from '../scale/capture.module.css'
import frame from '../station.module.css'

interface ProductTilesProps {
  value: string | null
  choose: (id: string | null) => void
}

/** Products that a platform may weigh; all callers share one cache key. */
export const weighedProducts = {
  query: { filter: { kind: ['item' as const], status: ['active' as const] } },
}

/** Products as tiles large enough for a gloved finger, with their hazards; typing narrows, Enter takes the first. */
export function ProductTiles({ value, choose }: ProductTilesProps) {
  const [words, setWords] = useState('')
  const keyOf = useHotkeyNames()
  const catalogue = useCall(product.getAll, weighedProducts, { fresh: REFERENCE_MS })
  const shown = (catalogue.data?.items ?? []).filter(
    (one) => one.measure !== 'piece' && fits(one, words),
  )
  const take = (one: Product | undefined) => {
    if (!one) return
    choose(one.id)
    setWords('')
    focusOn('station-main')
  }
  return (
    <Panel title="Товар">
      <TextInput
        aria-label={`Товар (${keyOf('product')})`}
        id="station-product"
        placeholder={`Название или код (${keyOf('product')})`}
        autoComplete="off"
        value={words}
        onChange={(event) => setWords(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.ctrlKey) return
          // The same key press must not press the button that gets the focus.
          event.preventDefault()
          take(shown[0])
        }}
      />
      <div className={styles['tiles']} role="group" aria-label="Товары">
        {shown.map((one) => (
          <button
            key={one.id}
            type="button"
            aria-pressed={one.id === value}
            onClick={() => choose(one.id === value ? null : one.id)}
          >
            <strong>{one.name}</strong>
            {one.hazard_note && <small>⚠ {one.hazard_note}</small>}
          </button>
        ))}
        {catalogue.data && shown.length === 0 && (
          <p className={frame['dimmed']}>Ничего не найдено.</p>
        )}
      </div>
    </Panel>
  )
}

function fits({ name, code }: Product, words: string): boolean {
  const text = `${name} ${code ?? ''}`.toLocaleLowerCase('ru')
  return text.includes(words.trim().toLocaleLowerCase('ru'))
}
