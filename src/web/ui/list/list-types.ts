import type { ActionCode } from '#contract/core/actions.ts'
import type { ReactNode } from 'react'
import type { Call } from '#contract/core/call.ts'
import type { CallError } from '../../state/call-error.ts'
import type { HotkeyId } from '../keyboard/hotkeys.ts'
import type { StatusKind } from '../feedback/status.ts'

/** A declared GET call that returns a list. */
export type ListCall = Call

/** A cell shows its text, and a dash where that is empty, unless the column draws something else. */
export interface Column<Row> extends ColumnFrame {
  cell?: (row: Row) => ReactNode
  /** The cell as text: tooltip, copying, the filter by value. */
  text: (row: Row) => string
  /** Whether the value says by itself what it is: on a card it then stands without the column's title. */
  speaks?: (row: Row) => boolean
  /** What chosen rows add up to, where the contract says what a row adds. */
  sum?: ((rows: readonly Row[]) => string) | undefined
}

/** What a screen alone says of a column that the contract describes. */
export type ColumnAppearance<Row> = Partial<Omit<Column<Row>, 'id' | 'title' | 'sort'>>

export type CardRole = 'title' | 'sentence' | 'subtitle' | 'amount' | 'status' | 'hidden'

interface ColumnFrame {
  id: string
  title: string
  /** Pixels; `grow` columns take what is left and never less than this. */
  width: number
  grow?: boolean
  /** Numbers are aligned to the right so that digits line up. */
  align?: 'end'
  /** The list's own filter that this column's value belongs to, when it is not named like the column. */
  filter?: string
  /** The search looks into this column: its text may narrow the list. */
  found?: boolean
  /** The contract's sort field. */
  sort?: string
  /** The sum over the whole filter, from the answer's `totals`. */
  total?: (totals: Record<string, number>) => string
  /** What a sum of this column adds up, shown on hovering over its head and its total. */
  meaning?: string
  /** Shown only when chosen in the columns menu. */
  hidden?: boolean
  /** Hidden as well where the window is narrower than a wide one (`WIDE`). */
  wide?: boolean
  /**
   * Its place on the card that a phone shows instead of the row; without one it is a note under the others. A sentence takes two
   * lines and leaves one for the subtitle.
   */
  card?: CardRole
}

/** A filter of this list alone: a choice among options, stored in the address under `key`; not drawn without any. */
export interface ListFilter {
  key: string
  label: string
  options: { value: string; label: string }[]
  /** The value that the contract's filter takes; by default the text under the same key. */
  toFilter?: (value: string) => Record<string, unknown>
  /** What the list shows while nothing is chosen, where that is not everything. */
  whenNone?: { label: string; filter: Record<string, unknown> }
}

export type BulkAction<Row> = {
  label: string
  /** Takes at most so many rows at once; 1 = works on a single record. */
  most?: number
  run: (rows: Row[]) => void | Promise<void>
  danger?: boolean
  /** Offered only to those who hold this right. */
  right?: ActionCode
  /** Works while rows are selected. */
  hotkey?: HotkeyId
} & (
  | {
      /** Whether every selected row allows it. */
      when: (row: Row) => boolean
      /** The reason shown when a row does not allow it. */
      why: string
    }
  | { when?: never; why?: never }
)

export interface ListStatuses {
  kind: StatusKind
  values: readonly string[]
  sum?: (value: number) => string
}

/** Rows of one status among those that all other filters leave. */
export interface StatusFigure {
  status: string
  count: number
  sum: number
}

export interface ListScreenProps<Row> {
  /** Names the stored settings of this list: «acts». */
  id: string
  title: string
  call: ListCall
  columns: Column<Row>[]
  rowId?: (row: Row) => string
  /** Statuses as chips, with the table of their looks; `sum` shows what the rows of one come to. */
  statuses?: ListStatuses
  /** Shows the period filter: the field to which `date_from` and `date_to` apply. */
  period?: boolean
  filters?: ListFilter[]
  /** Conditions that always hold: the tab of a screen, a company; null until they are known, and nothing is asked without them. */
  fixed?: Record<string, unknown> | null
  /** Default order, as written in the address: «-date». */
  sort?: string
  /** Words of the search field. */
  search?: string
  /** Enter and double click: an address, or an action. */
  open?: (row: Row) => string | void
  /** Space: the card at the right. */
  preview?: (row: Row) => ReactNode
  /** As `preview`, by the id alone: a link may name a record that is not on the page; Enter opens it too. */
  card?: (id: string) => ReactNode
  /** What a tile shows of a record: with it a person may switch from rows to tiles. */
  tile?: (row: Row) => ReactNode
  /** Insert: a new record, offered only to those who hold `right`. */
  create?: { label: string; run: () => void; right?: ActionCode }
  /** F9: a new record from this one, for those who may create one. */
  copy?: (row: Row) => void
  bulk?: BulkAction<Row>[]
  /** What this list is for, shown while it is empty. */
  empty: string
  /** Buttons left of «create». */
  actions?: ReactNode
  /** Tabs, right of the heading. */
  tabs?: ReactNode
  /** Banners between heading and filters. */
  above?: ReactNode
  /** What the sums leave out, said under the list; nothing where they leave nothing out. */
  leftOut?: (totals: Record<string, number>) => string | undefined
  /** Rows to strike through or mark. */
  rowTone?: (row: Row) => 'struck' | 'warning' | undefined
}

/** The page of rows as it was read, its count and sums. */
export interface ListData<Row> {
  rows: Row[] | undefined
  /** Undefined while the count loads. */
  total: { count: number; capped: boolean } | undefined
  totals: Record<string, number>
  /** Undefined while they load, and where more rows fit than are counted. */
  figures: readonly StatusFigure[] | undefined
  /** The figures are on their way. */
  isCounting: boolean
  error: CallError | null
  loading: boolean
  stale: boolean
  fetching: boolean
  refetch: () => void
}

/** Reading more rows than the page has, for an action over all of them. */
export interface AllMatching<Row> {
  /** All rows of the filter, once they have loaded. */
  rows: Row[] | undefined
  /** How many have loaded so far. */
  progress: number | undefined
  start: () => Promise<Row[] | undefined>
  stop: () => void
}
