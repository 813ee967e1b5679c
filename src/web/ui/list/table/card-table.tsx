import { EllipsisVertical } from 'lucide-react'
import { buildCardColumn } from './card-column.tsx'
import styles from './cards.module.css'
export { FoldedChoices } from '../filters/folded-choices.tsx'
import { OrderChoice } from './order-choice.tsx'
import { DataTable, type DataTableProps, type HeadCellProps } from './data-table.tsx'
import type { Column } from '../list-types.ts'
import type { TotalsRowProps } from './totals-row.tsx'

/** The list on a phone: a table of the same rows, each a card, with a choice of the order and labelled sums. */
export function CardTable<Row>(props: DataTableProps<Row>) {
  const columns = [buildCardColumn(props.columns), buildMenuColumn(props)]
  return (
    <DataTable<Row> {...props} cards={{ columns, Head: CardHead<Row>, Totals: CardTotals<Row> }} />
  )
}

const TOUCH_WIDTH = 44

/** A phone has no right click: each card has a button for its menu. */
function buildMenuColumn<Row>({ onMenu, idOf }: DataTableProps<Row>): Column<Row> {
  return {
    id: 'menu',
    title: 'Действия',
    width: TOUCH_WIDTH,
    text: () => '',
    cell: (row) => <MenuButton open={() => onMenu(idOf(row))} />,
  }
}

function MenuButton({ open }: { open: () => void }) {
  return (
    <button
      type="button"
      className={styles['more']}
      tabIndex={-1}
      aria-label="Действия со строкой"
      onClick={open}
    >
      <EllipsisVertical size={18} aria-hidden />
    </button>
  )
}

/** The order of cards: they have no column heads to press. */
function CardHead<Row>({ columns, sort, onOrder }: HeadCellProps<Row>) {
  return (
    <th colSpan={2} scope="col">
      <OrderChoice {...{ columns, sort, onOrder }} />
    </th>
  )
}

/** Under cards each sum says its name. */
function CardTotals<Row>({ columns, totals, selectable }: TotalsRowProps<Row>) {
  const sums = columns.filter(({ total }) => total)
  return (
    <tfoot>
      <tr>
        <td colSpan={selectable ? 3 : 2}>
          <div
            className={styles['totals']}
            role="group"
            aria-label="Итого по отбору"
            // Several long sums are wider than a phone.
            tabIndex={0}
          >
            {sums.map(({ id, title, total, meaning }) => {
              const sum = total?.(totals)
              return (
                <span key={id} title={meaning} data-waits={sum ? undefined : ''}>
                  <small>{title}</small>
                  {sum}
                </span>
              )
            })}
          </div>
        </td>
      </tr>
    </tfoot>
  )
}
