import { TextInput } from '@mantine/core'
import { useState } from 'react'
import type { CallResult } from '#contract/call.ts'
import { price } from '#contract/price.ts'
import { useCall } from '#web/api/use-call.ts'
import { dateTime, money } from '#web/ui/format.ts'
import { Page } from '#web/ui/page.tsx'
import { Badge } from '#web/ui/status-badge.tsx'
import { Panel } from '#web/ui/tile.tsx'
import { Waiting } from '#web/ui/waiting.tsx'
import styles from './price.module.css'

type List = CallResult<typeof price.get>
type Row = List['rows'][number]

/** The price list for reading: goods down, columns across. */
export function Component() {
  const [words, setWords] = useState('')
  const list = useCall(price.get, {})
  if (list.error) throw list.error
  const asked = words.trim().toLocaleLowerCase('ru')
  return (
    <Page title="Прайс">
      <div className={styles['bar']}>
        <TextInput
          type="search"
          aria-label="Найти позицию"
          placeholder="Название или код"
          maxLength={100}
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
        <span className={styles['dimmed']}>
          Цены за тонну, у штучного товара за штуку
          {list.data && `, на ${dateTime(list.data.as_of)}`}
        </span>
      </div>
      {list.data ? <Grid list={list.data} rows={matching(list.data.rows, asked)} /> : <Waiting />}
    </Page>
  )
}

function matching(rows: Row[], words: string): Row[] {
  if (!words) return rows
  return rows.filter(({ product }) =>
    `${product.name} ${product.code ?? ''}`.toLocaleLowerCase('ru').includes(words),
  )
}

function Grid({ list, rows }: { list: List; rows: Row[] }) {
  if (rows.length === 0)
    return (
      <Panel title="Ничего нет">
        <p>Таких позиций в прайсе нет.</p>
      </Panel>
    )
  return (
    <div className={styles['scroller']}>
      <table className={styles['table']}>
        <thead>
          <tr>
            <th scope="col">Позиция</th>
            {list.columns.map((column) => (
              <th key={column.id} scope="col" data-end>
                {column.title}{' '}
                {column.is_default && <Badge tone="green" label="По умолчанию" icon="check" />}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <PriceRow key={row.product.id} row={row} columns={list.columns} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function PriceRow({ row, columns }: { row: Row; columns: List['columns'] }) {
  if (row.product.kind === 'group')
    return (
      <tr data-group>
        <th scope="rowgroup" colSpan={columns.length + 1}>
          {row.product.name}
        </th>
      </tr>
    )
  return (
    <tr>
      <th scope="row">
        {row.product.name}
        {row.product.measure === 'piece' && <span className={styles['dimmed']}>, за штуку</span>}
      </th>
      {columns.map((column) => {
        const cell = row.cells[column.id]
        return (
          <td key={column.id} data-end title={cell && `Изменена ${dateTime(cell.updated_at)}`}>
            {cell?.price_kop === undefined || cell.price_kop === null ? '—' : money(cell.price_kop)}
          </td>
        )
      })}
    </tr>
  )
}
