import { platformActions, type Confirm } from '#contract/core/actions.ts'

/** One row of `action_access`: whom it names and what it says. */
export interface AccessRow {
  readonly action: string
  readonly company_id: string | null
  readonly subject: 'role' | 'user'
  readonly subject_code: string
  readonly allow: boolean
  readonly confirm: Confirm
  readonly limit: { max_kop?: number; max_bp?: number } | null
  /** Of one person, given or taken by a manager of the company (decisions/0054): it joins the rules and replaces none. */
  readonly by_manager: boolean
}

/** A right that a person holds: with whose confirmation and up to what sum or share. */
export interface Grant {
  readonly confirm: Confirm
  readonly maxKop: number | null
  readonly maxBp: number | null
}

export interface Subject {
  readonly userId: string
  readonly role: 'SUPERVISOR' | 'USER'
  readonly roles: readonly string[]
}

// The pseudo-role of every signed-in user: calls open to any user are granted to it.
export const EVERYBODY = 'USER'
const PLATFORM: ReadonlySet<string> = new Set(platformActions)
const WEAKEST: readonly Confirm[] = ['none', 'self', 'other']

/**
 * The rights of one person (domain.md 7.3): company rows of an action replace the global ones, but those that a manager laid for one
 * person; a user's deny, then a
 * user's allow, then a role's deny, then a role's allow decides; nothing said means no.
 */
export function grantsOf(subject: Subject, rows: readonly AccessRow[]): Map<string, Grant> {
  const grants = new Map<string, Grant>()
  for (const [action, all] of groupByAction(rows)) {
    const { grant } = explainRight(subject, action, all)
    if (grant) grants.set(action, grant)
  }
  return grants
}

/** Whether a person holds one right, and the rows that decide so. */
export interface RightExplanation {
  readonly grant: Grant | undefined
  /** Whose rows count: the company's own, or those of all companies; `none` when the right has no row. */
  readonly scope: 'company' | 'all' | 'none'
  /** Empty when no row names the person. */
  readonly deciding: readonly AccessRow[]
}

/** Applies the rules of `grantsOf` to the rows of one action. */
export function explainRight(
  subject: Subject,
  action: string,
  rows: readonly AccessRow[],
): RightExplanation {
  const personal = rows.filter((row) => row.by_manager)
  const own = rows.filter((row) => row.company_id !== null && !row.by_manager)
  const rules = own.length > 0 ? own : rows.filter((row) => row.company_id === null)
  const deciding = decidingRows(subject, [...rules, ...personal])
  const isOwn = own.length > 0 || deciding.some((row) => row.by_manager)
  const scope = isOwn ? 'company' : rules.length > 0 ? 'all' : 'none'
  const isAllowed = deciding.length > 0 && deciding.every((row) => row.allow)
  const grant = isAllowed && mayHold(subject, action) ? merge(deciding) : undefined
  return { grant, scope, deciding }
}

function groupByAction(rows: readonly AccessRow[]): Map<string, AccessRow[]> {
  const groups = new Map<string, AccessRow[]>()
  for (const row of rows) {
    const group = groups.get(row.action)
    if (group) group.push(row)
    else groups.set(row.action, [row])
  }
  return groups
}

function decidingRows(subject: Subject, rows: readonly AccessRow[]): readonly AccessRow[] {
  const ofUser = rows.filter((row) => row.subject === 'user' && row.subject_code === subject.userId)
  const ofRoles = rows.filter((row) => row.subject === 'role' && names(row, subject))
  for (const named of [ofUser, ofRoles]) {
    const denials = named.filter((row) => !row.allow)
    if (denials.length > 0) return denials
    if (named.length > 0) return named
  }
  return []
}

function names(row: AccessRow, subject: Subject): boolean {
  const { subject_code: role, action, allow } = row
  // A call is opened by the area, which weigher and operator share; so is a denial meant for both.
  if (role === 'OPERATOR' && allow && !action.includes('/') && hasNarrowerJob(subject)) return false
  return role === EVERYBODY || role === subject.role || subject.roles.includes(role)
}

const NARROWER_JOBS = ['WEIGHER', 'CASHIER', 'ACCOUNTANT']

/** Beside such a job OPERATOR opens the screens, and the rights are those of the job (domain.md 7.1). A manager's never get fewer by it. */
const hasNarrowerJob = ({ roles }: Subject): boolean =>
  !roles.includes('MANAGER') && NARROWER_JOBS.some((job) => roles.includes(job))

/** Platform rights accept only SUPERVISOR, company rights never do; calls (they hold a slash) say it by their rows. */
function mayHold(subject: Subject, action: string): boolean {
  if (action.includes('/')) return true
  return PLATFORM.has(action) === (subject.role === 'SUPERVISOR')
}

/** Of several granting rows the weakest confirmation and the largest limit count. */
function merge(rows: readonly AccessRow[]): Grant {
  const confirm = WEAKEST.find((level) => rows.some((row) => row.confirm === level)) ?? 'other'
  const largest = (key: 'max_kop' | 'max_bp') => {
    const limits = rows.map((row) => row.limit?.[key])
    return limits.some((limit) => limit === undefined) ? null : Math.max(...(limits as number[]))
  }
  return { confirm, maxKop: largest('max_kop'), maxBp: largest('max_bp') }
}
