import { Button } from '@mantine/core'
import { Fragment, useState } from 'react'
import { saveHotkeys } from '#web/session/own-hotkeys.ts'
import { CallError } from '#web/state/call-error.ts'
import { ask } from '#web/ui/dialogs/ask.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import {
  hotkeys,
  keyName,
  useOwnHotkeys,
  type HotkeyId,
  type OwnHotkeys,
} from '#web/ui/keyboard/hotkeys.ts'
import { ActionButton } from '#web/ui/layout/action-button.tsx'
import stacked from '#web/ui/layout/stacked.module.css'
import { fixedKeys, hotkeyFacts, hotkeyPlaces, type HotkeyPlace } from './hotkey-facts.ts'
import { changeHotkey } from './hotkey-form.tsx'
import { problemOf, withHotkey } from './hotkey-rules.ts'
import rows from '../rows.module.css'
import styles from './hotkeys.module.css'

const IDS = Object.keys(hotkeys) as HotkeyId[]
const PLACES = Object.keys(hotkeyPlaces) as HotkeyPlace[]

/** All hotkeys of the product by place; the changeable ones can be put on other keys. */
export function HotkeysPanel() {
  const own = useOwnHotkeys()
  const [saving, setSaving] = useState(false)
  const save = async (change: Parameters<typeof saveHotkeys>[0], words: string) => {
    setSaving(true)
    await saveHotkeys(change)
      .then(
        (no) => (no === undefined ? toast.success(words) : toast.warning(no)),
        (error: unknown) => {
          if (!(error instanceof CallError)) throw error
          toast.error(error.message)
        },
      )
      .finally(() => setSaving(false))
  }
  const change = async (id: HotkeyId) => {
    if (await changeHotkey(id)) toast.success('Клавиши изменены')
  }
  const reset = async (id: HotkeyId) => {
    const make = (now: OwnHotkeys) => withHotkey(now, id, undefined)
    const problem = (now: OwnHotkeys) => problemOf(id, hotkeys[id], make(now))
    await save({ make, problem }, 'Клавиши возвращены')
  }
  const resetAll = async () => {
    const isSure = await ask.confirm({
      title: 'Вернуть все клавиши?',
      text: 'Действовать будут те, с которыми «Приёмка» приходит.',
      main: 'Вернуть все',
    })
    if (isSure) await save({ make: () => ({}) }, 'Клавиши возвращены')
  }
  const changed = Object.keys(own).length
  return (
    <div className={rows['part']}>
      <p className={rows['hint']}>
        Ваши клавиши действуют на всех компьютерах, где вы входите, и в открытых вкладках сразу.
        Подсказки кнопок и Shift+F1 показывают их же.
      </p>
      <div className={styles['list']}>
        <table className={`${rows['table']} ${styles['keys']} ${stacked['stacked']}`}>
          {PLACES.map((place) => (
            <tbody key={place} aria-label={hotkeyPlaces[place]}>
              <tr>
                <th colSpan={3} scope="rowgroup">
                  {hotkeyPlaces[place]}
                </th>
              </tr>
              {IDS.filter((id) => hotkeyFacts[id].places[0] === place).map((id) => (
                <HotkeyRow
                  key={id}
                  id={id}
                  own={own}
                  saving={saving}
                  change={() => void change(id)}
                  reset={() => void reset(id)}
                />
              ))}
              {fixedKeys
                .filter(({ places }) => places[0] === place)
                .map(({ title, combos }) => (
                  <FixedRow key={title} title={title} combos={combos} />
                ))}
            </tbody>
          ))}
        </table>
      </div>
      <div className={rows['buttons']}>
        <ActionButton
          variant="default"
          loading={saving}
          disabledReason={changed === 0 ? 'Все клавиши прежние' : undefined}
          onClick={() => void resetAll()}
        >
          Вернуть все
        </ActionButton>
      </div>
    </div>
  )
}

/** Of many in a row the first and the last are shown. */
function FixedRow({ title, combos }: { title: string; combos: readonly string[] }) {
  const isLong = combos.length > 3
  const shown = isLong ? [combos[0]!, combos.at(-1)!] : combos
  return (
    <tr>
      <td data-whole>{title}</td>
      <td>
        {shown.map((combo, at) => (
          <Fragment key={combo}>
            {at > 0 && (isLong ? ' … ' : ' ')}
            <kbd>{keyName(combo)}</kbd>
          </Fragment>
        ))}
      </td>
      <td data-end className={rows['hint']}>
        Не меняется
      </td>
    </tr>
  )
}

interface HotkeyRowProps {
  id: HotkeyId
  own: OwnHotkeys
  saving: boolean
  change: () => void
  reset: () => void
}

function HotkeyRow({ id, own, saving, change, reset }: HotkeyRowProps) {
  const { title } = hotkeyFacts[id]
  const mine = own[id]
  // A later release may have given the same keys to another one: then neither is sure.
  const problem = mine && problemOf(id, mine, own)
  return (
    <tr data-changed={mine !== undefined || undefined}>
      <td data-whole>{title}</td>
      <td>
        <kbd>{keyName(mine ?? hotkeys[id])}</kbd>
        {mine !== undefined && <span className={rows['hint']}> было {keyName(hotkeys[id])}</span>}
        {problem && <p className={rows['warning']}>{problem}</p>}
      </td>
      <td data-end data-whole>
        <div className={rows['buttons']}>
          {mine !== undefined && (
            <Button
              size="xs"
              variant="subtle"
              disabled={saving}
              aria-label={`Вернуть: ${title}`}
              onClick={reset}
            >
              Вернуть
            </Button>
          )}
          <Button size="xs" variant="default" aria-label={`Изменить: ${title}`} onClick={change}>
            Изменить
          </Button>
        </div>
      </td>
    </tr>
  )
}
