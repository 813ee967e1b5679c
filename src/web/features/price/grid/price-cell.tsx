import { formatMoney } from '#contract/core/input-text.ts'
import { dateTime } from '#web/ui/format.ts'
import { isConflict, type CellValue, type Edit, type Stand } from '../edit/pending-prices.ts'
import type { ListRow } from './grid-rows.ts'
import styles from './price-grid.module.css'

/** The user who changed the price while this screen was open. */
export interface Foreign {
  readonly at: string
  readonly by: string | null
}

interface PriceCellProps {
  id: string
  col: number
  cell: ListRow['cells'][string] | undefined
  edit: Edit | undefined
  foreign: Foreign | undefined
  active: boolean
  chosen: boolean
  place: string
}

/** One price; its errors and news are shown by its mark and in its title. */
export function PriceCell(props: PriceCellProps) {
  const { id, col, cell, foreign, active, chosen, place } = props
  const stand: Stand = { kop: cell?.price_kop ?? null, version: cell?.version }
  const edit = props.edit?.value === stand.kop ? undefined : props.edit
  const value = edit ? edit.value : stand.kop
  const state = edit && stateOf(edit, stand)
  const text = cellText(value)
  return (
    <div
      id={id}
      role="gridcell"
      aria-colindex={col + 3}
      aria-selected={chosen}
      aria-invalid={state === 'wrong' || undefined}
      className={styles['cell']}
      style={{ left: place }}
      data-col={col}
      data-active={active || undefined}
      data-chosen={chosen || undefined}
      data-state={state}
      data-long={text.length > FITS || undefined}
      data-foreign={(foreign && !edit) || undefined}
      data-planned={cell?.planned ? true : undefined}
      title={titleOf(edit, stand, cell, foreign)}
    >
      {text}
    </div>
  )
}

// Silver costs tens of millions a tonne: if the first digit were cut off, the price would look like another one.
const FITS = 11

type State = 'changed' | 'wrong' | 'conflict'

function stateOf(edit: Edit, stand: Stand): State {
  if (typeof edit.value === 'string' || edit.problem) return 'wrong'
  return isConflict(edit, stand) ? 'conflict' : 'changed'
}

/** As it is shown and copied: roubles with kopecks, an absent price as nothing, another text as it was typed. */
export function cellText(value: CellValue): string {
  return typeof value === 'number' ? formatMoney(value) : (value ?? '')
}

const orNone = (value: CellValue) => (value === null ? 'нет цены' : cellText(value))

function titleOf(
  edit: Edit | undefined,
  stand: Stand,
  cell: PriceCellProps['cell'],
  foreign: Foreign | undefined,
): string | undefined {
  const lines: string[] = []
  if (edit && typeof edit.value === 'string')
    lines.push('Это не цена: напишите рубли, например 18500,50. Не будет отправлено')
  if (edit?.problem) lines.push(edit.problem)
  if (edit && isConflict(edit, stand))
    lines.push(`У вас ${orNone(edit.value)} · сейчас ${orNone(stand.kop)}`)
  else if (edit) lines.push(`Было: ${orNone(stand.kop)}`)
  if (foreign) lines.push(`Изменил: ${foreign.by ?? 'сервер'}, ${dateTime(foreign.at)}`)
  else if (cell) lines.push(`${cell.updated_by_name ?? 'Без автора'}, ${dateTime(cell.updated_at)}`)
  if (cell?.planned)
    lines.push(`С ${dateTime(cell.planned.from_at)}: ${orNone(cell.planned.price_kop)}`)
  return lines.length > 0 ? lines.join('\n') : undefined
}
