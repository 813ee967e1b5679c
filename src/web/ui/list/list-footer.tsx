import { ActionIcon } from '@mantine/core'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { count } from '../format.ts'
import { SIZES, type ListState } from './address/list-address.ts'
import styles from './list.module.css'
import type { ListData } from './list-types.ts'

interface ListFooterProps<Row> {
  state: ListState
  change: (part: Partial<ListState>) => void
  data: ListData<Row>
  /** Absent where a list leaves nothing out; empty while that is not known, or where there is nothing now. */
  leftOut: string | undefined
}

/** «1–50 из 3 412», pages and their size; the count appears when it has loaded. */
export function ListFooter<Row>({ state, change, data, leftOut }: ListFooterProps<Row>) {
  const { page, size } = state
  const shown = data.rows?.length ?? 0
  const first = (page - 1) * size + 1
  const more = data.total
    ? first - 1 + shown < data.total.count || data.total.capped
    : shown === size
  return (
    <footer className={styles['footer']}>
      <span role="status">
        {shown > 0 ? `${count(first)}–${count(first + shown - 1)} ` : ''}
        {totalText(data)}
      </span>
      {leftOut !== undefined && <span className={styles['left-out']}>{leftOut}</span>}
      <span className={styles['gap']} />
      <select
        className={styles['size']}
        aria-label="Строк на странице"
        value={size}
        onChange={(event) => change({ size: Number(event.currentTarget.value) })}
      >
        {SIZES.map((value) => (
          <option key={value}>{value}</option>
        ))}
      </select>
      <ActionIcon
        variant="default"
        aria-label="Предыдущая страница"
        disabled={page === 1}
        onClick={() => change({ page: page - 1 })}
      >
        <ChevronLeft size={16} aria-hidden />
      </ActionIcon>
      <span className={styles['page']}>{page}</span>
      <ActionIcon
        variant="default"
        aria-label="Следующая страница"
        disabled={!more}
        onClick={() => change({ page: page + 1 })}
      >
        <ChevronRight size={16} aria-hidden />
      </ActionIcon>
    </footer>
  )
}

function totalText<Row>({ total, rows }: ListData<Row>): string {
  if (!total) return rows ? 'считаем…' : ''
  if (total.capped) return `из более ${count(total.count)}`
  return total.count === 0 ? 'Нет строк' : `из ${count(total.count)}`
}
