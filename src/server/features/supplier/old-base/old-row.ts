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

/** A row as the old base gives it: texts, unjudged; what it lacks is empty. */
export type OldRow = Readonly<Record<OldColumn, string>>

export interface OldPage {
  readonly rows: readonly OldRow[]
  /** Counted up to a bound. */
  readonly total: number
}

/** domain.md 10: no answer in five seconds is an answer. */
export const DEADLINE_MS = 5000

/** The former base could not be asked: a fact about somebody else's machine, not a bug of ours. */
export class Unavailable extends Error {}
