import { actions } from '#contract/core/actions.ts'
import { Refusal, refuse } from '#http/refusal.ts'
import { grantsOf, type Grant } from '../../../auth/rights/grants.ts'
import { callerNow, mustMay } from '../../../auth/rights/rights.ts'
import { accessRows } from '../../../auth/session-queries.ts'
import { isSupervisor } from '../../../auth/session.ts'
import type { Db, Tx } from '../../../db/handle.ts'
import { alertManagers } from '../notices/notice-queries.ts'
import { countPcodeTry } from '../pcode/pcode-tries.ts'
import { findUser } from '../user-queries.ts'
import type { UserRow } from '../user-shape.ts'

export const managesPlatform = (db: Db): boolean =>
  !db.caller.session || isSupervisor(db.caller.session)

/** Whom the caller may look up: SUPERVISOR everybody, a manager the people of the own company; others do not exist. */
export async function findManaged(db: Db, id: string): Promise<UserRow | undefined> {
  const row = await findUser(db, id)
  return row && (managesPlatform(db) || row.company_id === db.companyId) ? row : undefined
}

/** Refuses a caller who, by the current data, manages neither the people of the platform nor those of the own company. */
export async function mustManageNow(tx: Tx): Promise<void> {
  const now = await callerNow(tx)
  mustMay(tx, managesPlatform(tx) ? 'user.manage' : 'people.manage', now)
}

interface Place {
  readonly role: string
  readonly roles: readonly string[]
  readonly company_id: string | null
}

/**
 * What a manager may make of people (decision 76): only those of the own company, never oneself, and nobody who holds more than
 * the manager or may confirm for others. Whoever could appoint the second person of a payment would be both persons.
 */
export async function assertManageable(
  tx: Tx,
  id: string,
  ...places: readonly Place[]
): Promise<void> {
  if (managesPlatform(tx)) return
  if (id === tx.caller.userId) refuse('user.self')
  // Not the company of the handle: that one follows the record that is changed.
  const home = tx.caller.session!.companyId
  if (places.some(({ role, company_id: at }) => role !== 'USER' || at !== home))
    refuse('user.beyond-own-rights', {
      message: 'Компанию и вид учётной записи меняет администратор платформы',
    })
  const rows = await accessRows(tx.q, home)
  const own = (await callerNow(tx))!.grants
  for (const { roles } of places) {
    const beyond = [...grantsOf({ userId: id, role: 'USER', roles }, rows)].filter(
      ([code, grant]) => APPROVING.has(code) || isMore(grant, own.get(code)),
    )
    if (beyond.length > 0) refuse('user.beyond-own-rights', { message: describe(beyond) })
  }
}

/** The rights by which one person confirms what another does. */
const APPROVING: ReadonlySet<string> = new Set(
  Object.values(actions).flatMap((action) =>
    'approver' in action && action.approver ? [action.approver] : [],
  ),
)

const STRENGTH = { none: 0, self: 1, other: 2 }

/** Whether a grant lets its holder do more than the other: it is missing there, confirmed more strongly, or has a lower limit. */
function isMore(grant: Grant, own: Grant | undefined): boolean {
  if (!own || STRENGTH[grant.confirm] < STRENGTH[own.confirm]) return true
  return own.maxKop !== null && (grant.maxKop === null || grant.maxKop > own.maxKop)
}

function describe(beyond: readonly (readonly [string, Grant])[]): string {
  const titles = beyond.flatMap(([code]) =>
    code in actions ? [`«${actions[code as keyof typeof actions].title}»`] : [],
  )
  const named = titles.length > 0 ? `: ${titles.slice(0, 3).join(', ')}` : ''
  return `Такие права даёт только администратор платформы${named}`
}

/**
 * "This PIN is taken" tells a manager that it belongs to a colleague: such a refusal counts as a wrong PIN, and where those are
 * used up it is `pcode.locked`, which tells nothing.
 */
export async function countTakenPcode<T>(db: Db, change: () => Promise<T>): Promise<T> {
  try {
    return await change()
  } catch (error) {
    const isTaken = error instanceof Refusal && error.code === 'pcode.taken'
    if (isTaken && !managesPlatform(db)) await countPcodeTry(db)
    throw error
  }
}

/** Accounts and ways in that a manager makes are told to super administrators and to the company's managers. */
export async function tellOfPeople(tx: Tx, what: string, person: { full_name: string }) {
  if (managesPlatform(tx)) return
  const { fullName } = tx.caller.session!
  await alertManagers(
    tx,
    {
      kind: 'people_changed',
      title: `${fullName}: ${what}: ${person.full_name}`,
      href: '/operator/people',
    },
    tx.companyId,
  )
}
