/** The columns that a source may have (domain.md 10); only `legacy_id` is a must. */
export const OLD_COLUMNS = [
  'legacy_id',
  'type',
  'last_name',
  'first_name',
  'middle_name',
  'full_name',
  'org_name',
  'birth_date',
  'doc_series',
  'doc_number',
  'doc_issued_by',
  'doc_issued_at',
  'doc_dept_code',
  'reg_address',
  'phone',
  'email',
  'inn',
  'snils',
  'kpp',
  'ogrn',
  'account',
  'bik',
  'bank_name',
  'plates',
] as const
export type OldColumn = (typeof OLD_COLUMNS)[number]

/**
 * Characters of a value that are read: more than any field may hold, so that a longer value is still reported as too long and
 * never taken for a complete one.
 */
export const MAX_VALUE = 1001

/** A row of the legacy database as it is: texts, not validated; missing ones are empty. */
export type OldValues = Readonly<Record<OldColumn, string>>

/** Values and what the source itself says of their row, for the caller that decides about the row. */
export type OldRow = OldValues & { readonly notes?: readonly string[] }

export function oldValues(valueOf: (column: OldColumn) => string): OldValues {
  return Object.fromEntries(OLD_COLUMNS.map((column) => [column, valueOf(column)])) as OldValues
}

/** A row of a file that could not be trusted and is not answered. */
export interface UnreadRow {
  /** From 1, as an editor counts. */
  readonly line: number
  readonly reason: string
}

export interface OldPage {
  readonly rows: readonly OldRow[]
  /** Counted up to a bound. */
  readonly total: number
  /** Of the whole file, the first of them by name; absent when every row was read. */
  readonly unread?: { readonly total: number; readonly rows: readonly UnreadRow[] }
}

/** The questions that a kind of database answers; when `signal` aborts, a begun one is given up. */
export interface Questions {
  search(signal: AbortSignal, text: string, limit: number, offset: number): Promise<OldPage>
  byIds(signal: AbortSignal, ids: readonly string[]): Promise<readonly OldRow[]>
}

/** The previous database could not be queried: a failure of an external machine, not a bug of the product. */
export class Unavailable extends Error {}
