import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { product, type Product } from '#contract/product.ts'
import { useCall } from '#web/api/use-call.ts'
import { count, percent } from '#web/ui/format.ts'
import { Page } from '#web/ui/page.tsx'
import { Badge, StatusBadge } from '#web/ui/status-badge.tsx'
import { Panel } from '#web/ui/tile.tsx'
import { Waiting } from '#web/ui/waiting.tsx'
import styles from './product.module.css'

/** The catalogue as a tree for reading; a search keeps the groups above what it finds. */
export function Component() {
  const [words, setWords] = useState('')
  const all = useCall(product.getAll, { query: {} })
  if (all.error) throw all.error
  const rows = all.data && found(all.data.items, words.trim().toLocaleLowerCase('ru'))
  return (
    <Page title="Номенклатура">
      <div className={styles['bar']}>
        <TextInput
          type="search"
          aria-label="Найти позицию"
          placeholder="Название или код"
          maxLength={100}
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
        <span className={styles['dimmed']} role="status">
          {rows && `Позиций: ${count(rows.filter((row) => row.kind === 'item').length)}`}
        </span>
      </div>
      {rows ? <Tree rows={rows} /> : <Waiting />}
    </Page>
  )
}

function found(items: Product[], words: string): Product[] {
  if (!words) return items
  const kept = new Set<string>()
  const byId = new Map(items.map((row) => [row.id, row]))
  for (const row of items) {
    const text = `${row.name} ${row.code ?? ''}`.toLocaleLowerCase('ru')
    if (!text.includes(words)) continue
    let node: Product | undefined = row
    while (node && !kept.has(node.id)) {
      kept.add(node.id)
      node = node.parent_id ? byId.get(node.parent_id) : undefined
    }
  }
  return items.filter((row) => kept.has(row.id))
}

const CLASSES: Record<Product['metal_class'], string> = {
  none: '',
  ferrous: 'Чёрный лом',
  nonferrous: 'Цветной лом',
}
const UNITS: Record<Product['display_unit'], string> = { kg: 'кг', t: 'т', pcs: 'шт.' }

function Tree({ rows }: { rows: Product[] }) {
  if (rows.length === 0)
    return (
      <Panel title="Ничего нет">
        <p>Таких позиций в номенклатуре нет.</p>
      </Panel>
    )
  return (
    <table className={styles['table']}>
      <thead>
        <tr>
          <th scope="col">Название</th>
          <th scope="col">Код</th>
          <th scope="col">Ед.</th>
          <th scope="col">Вид</th>
          <th scope="col">ГОСТ</th>
          <th scope="col" data-end>
            Засор
          </th>
          <th scope="col">Особо</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Node key={row.id} row={row} />
        ))}
      </tbody>
    </table>
  )
}

function Node({ row }: { row: Product }) {
  const item = row.kind === 'item'
  return (
    <tr data-group={!item || undefined}>
      <td data-depth={row.depth}>{row.name}</td>
      <td>{row.code}</td>
      <td>{item && UNITS[row.display_unit]}</td>
      <td>{item && CLASSES[row.metal_class]}</td>
      <td>{item && row.gost_category}</td>
      <td data-end>{item && percent(row.default_zasor_bp)}</td>
      <td>
        <span className={styles['badges']}>
          {row.status === 'archived' && <StatusBadge kind="product" status={row.status} />}
          {item && row.requires_radiation_check && (
            <Badge tone="yellow" label="Радиационный контроль" icon="circle" />
          )}
          {item && !row.allowed_from_person && (
            <Badge tone="orange" label="Не от граждан" icon="stop" />
          )}
        </span>
      </td>
    </tr>
  )
}
