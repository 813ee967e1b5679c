import styles from './cards.module.css'
import type { HeadCellProps } from './data-table.tsx'

/** The order of what has no column heads to press: cards and tiles. */
export function OrderChoice<Row>({ columns, sort, onOrder }: HeadCellProps<Row>) {
  const fields = columns.filter((column) => column.sort)
  const [field, direction] = sort[0] ?? []
  return (
    <div className={styles['order']}>
      <span>Порядок</span>
      {fields.length > 0 && (
        <select
          aria-label="Порядок строк"
          value={`${direction} ${field}`}
          onChange={(event) => {
            const [way, chosen] = event.currentTarget.value.split(' ')
            onOrder([[chosen!, way as 'asc' | 'desc']])
          }}
        >
          {fields.flatMap((column) =>
            (['asc', 'desc'] as const).map((way) => (
              <option key={`${way} ${column.sort}`} value={`${way} ${column.sort}`}>
                {column.title} {way === 'asc' ? '↑' : '↓'}
              </option>
            )),
          )}
        </select>
      )}
    </div>
  )
}
