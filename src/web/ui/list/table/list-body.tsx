import { Button } from '@mantine/core'
import type { ListState } from '../address/list-address.ts'
import { isNarrowed } from '../address/list-address.ts'
import styles from '../list.module.css'
import table from './table.module.css'
import type { ListData } from '../list-types.ts'

interface ListBodyProps<Row> {
  data: ListData<Row>
  state: ListState
  /** The rendered columns with the checkboxes: one more would take the width that the heads leave. */
  columns: number
  reset: () => void
  create: { label: string; run: () => void } | undefined
  empty: string
}

const SKELETON_ROWS = 12

/** Shown instead of rows: loading, nothing, nothing by this filter, an error. */
export function ListBody<Row>({ data, state, columns, reset, create, empty }: ListBodyProps<Row>) {
  if (data.error?.code === 'access.denied' || data.error?.code === 'module.off') throw data.error
  if (data.loading) return <Skeleton columns={columns} />
  return (
    <tbody>
      <tr className={table['state']}>
        <td colSpan={columns}>
          <div className={styles['state']}>
            <State {...{ data, state, reset, create, empty }} />
          </div>
        </td>
      </tr>
    </tbody>
  )
}

function State<Row>({ data, state, reset, create, empty }: Omit<ListBodyProps<Row>, 'columns'>) {
  if (data.error)
    return (
      <>
        <p role="alert">{data.error.message}</p>
        <Button variant="default" onClick={data.refetch}>
          Повторить
        </Button>
      </>
    )
  if (isNarrowed(state) || state.page > 1)
    return (
      <>
        <p>По этим условиям ничего нет.</p>
        <Button variant="default" onClick={reset}>
          Сбросить фильтры
        </Button>
      </>
    )
  return (
    <>
      <p>{empty}</p>
      {create && <Button onClick={create.run}>{create.label}</Button>}
    </>
  )
}

function Skeleton({ columns }: { columns: number }) {
  return (
    <tbody aria-hidden>
      {Array.from({ length: SKELETON_ROWS }, (_, row) => (
        <tr key={row} className={table['skeleton']}>
          {Array.from({ length: columns }, (_, column) => (
            <td key={column} />
          ))}
        </tr>
      ))}
    </tbody>
  )
}
