import { actions } from '#contract/core/actions.ts'
import { paths } from '#contract/screen-paths.ts'
import { quote } from '#contract/words/quote.ts'
import { Refusal, refuse } from '#http/refusal.ts'
import { grantsOf, type Grant } from '../../../auth/rights/grants.ts'
import { callerNow, mustMay } from '../../../auth/rights/rights.ts'
import { accessRows } from '../../../auth/session-queries.ts'
import { isSupervisor, type Session } from '../../../auth/session.ts'
import { readPerson } from '../../../auth/sessions.ts'
import type { Db, Tx } from '../../../db/handle.ts'
import { alertManagers } from '../notices/notice-queries.ts'
import { superPlaces } from '../notices/super-places.ts'
import { countNewPcode, countPcodeTry } from '../pcode/pcode-tries.ts'
import { findUser } from '../user-queries.ts'
import type { UserRow } from '../user-shape.ts'

export const FOREIGN_PLACE = 'Компанию и вид учётной записи меняет администратор платформы'

export const managesPlatform = (db: Db): boolean =>
  !db.caller.session || isSupervisor(db.caller.session)

/** People whom the caller may look up: SUPERVISOR all, a manager those of the own company; others do not exist for the caller. */
export async function findManaged(db: Db, id: string): Promise<UserRow | undefined> {
  const row = await findUser(db, id)
  return row && (managesPlatform(db) || row.company_id === db.companyId) ? row : undefined
}

/** Refuses a caller who, by the current data, manages neither the people of the platform nor those of the own company. */
export async function mustManageNow(tx: Tx): Promise<Session | undefined> {
  const now = await callerNow(tx)
  mustMay(tx, managesPlatform(tx) ? 'user.manage' : 'people.manage', now)
  return now
}

interface Place {
  readonly role: string
  readonly roles: readonly string[]
  readonly company_id: string | null
}

/**
 * The people whom a manager may change (decision 54): those of the own company, never oneself, and no one who holds more than
 * the manager or may confirm for others: a manager who could appoint the second person of a payment would be both. Called under
 * the person's lock: the right itself is read again, since it may have been taken away while the call waited.
 */
export async function assertManageable(
  tx: Tx,
  id: string,
  ...places: readonly Place[]
): Promise<void> {
  const manager = await mustManageNow(tx)
  if (!manager || managesPlatform(tx)) return
  if (id === tx.caller.userId) refuse('user.self')
  if (places.some((place) => !isAtHome(manager, place)))
    refuse('user.beyond-own-rights', { message: FOREIGN_PLACE })
  const beyond = await findBeyond(tx, manager, id, places)
  if (beyond.length > 0) refuse('user.beyond-own-rights', { message: describe(beyond) })
}

/**
 * Whether the maker of a link may still let this person in: a manager who was blocked since, or whose colleague has risen, would
 * otherwise open by an old link what no new one would.
 */
export async function mayLetIn(
  tx: Tx,
  makerId: string,
  person: Place & { readonly id: string },
): Promise<boolean> {
  const maker = await readPerson(tx.q, makerId)
  if (!maker) return false
  if (isSupervisor(maker)) return maker.grants.has('user.manage')
  if (!maker.grants.has('people.manage') || makerId === person.id) return false
  return isAtHome(maker, person) && (await findBeyond(tx, maker, person.id, [person])).length === 0
}

/** Not the company of the handle: that one follows the record that is changed. */
function isAtHome(manager: Session, { role, company_id: at }: Place): boolean {
  return role === 'USER' && at === manager.companyId
}

type Held = readonly [string, Grant]

/** Rights that the person holds at these places and the manager may not give. */
export async function findBeyond(
  { q }: Db,
  { companyId, grants: own }: Session,
  userId: string,
  places: readonly Place[],
): Promise<Held[]> {
  const rows = await accessRows(q, companyId)
  return places
    .flatMap(({ roles }) => [...grantsOf({ userId, role: 'USER', roles }, rows)])
    .filter(([code, grant]) => isApproving(code, grant) || isMore(grant, own.get(code)))
}

const approverOf = new Map(
  Object.entries(actions).flatMap(([code, action]) =>
    'approver' in action && action.approver ? [[code, action.approver] as const] : [],
  ),
)
/** The rights by which one person confirms what another does. */
const APPROVING: ReadonlySet<string> = new Set(approverOf.values())

const STRENGTH = { none: 0, self: 1, other: 2 }

export const isWeaker = (confirm: Grant['confirm'], than: Grant['confirm']): boolean =>
  STRENGTH[confirm] < STRENGTH[than]

/** A right that names no other approving right is confirmed by its own holders. */
export function isApproving(code: string, { confirm }: Grant): boolean {
  return APPROVING.has(code) || (confirm === 'other' && !approverOf.has(code))
}

/** Whether a grant lets its holder do more than the other: it is missing there, confirmed more strongly, or has a lower limit. */
function isMore(grant: Grant, own: Grant | undefined): boolean {
  if (!own || isWeaker(grant.confirm, own.confirm)) return true
  return own.maxKop !== null && (grant.maxKop === null || grant.maxKop > own.maxKop)
}

function describe(beyond: readonly Held[]): string {
  const titles = [...new Set(beyond.map(([code]) => code))].flatMap((code) =>
    Object.hasOwn(actions, code) ? [quote(actions[code as keyof typeof actions].title)] : [],
  )
  const named = titles.length > 0 ? `: ${titles.slice(0, 3).join(', ')}` : ''
  return `Такие права даёт только администратор платформы${named}`
}

/**
 * "This PIN is taken" reveals to a manager that it belongs to a colleague. So, as at one's own PIN, the try is counted before
 * the comparison and taken back unless the PIN was taken; when the tries are used up, a free PIN is refused as well.
 */
export async function countTakenPcode<T>(
  db: Db,
  pcode: string | undefined,
  change: () => Promise<T>,
): Promise<T> {
  if (pcode === undefined || managesPlatform(db)) return change()
  await countNewPcode(db)
  const takeBack = await countPcodeTry(db)
  try {
    const done = await change()
    await takeBack()
    return done
  } catch (error) {
    if (!(error instanceof Refusal && error.code === 'pcode.taken')) await takeBack()
    throw error
  }
}

/** Super administrators and the other managers are notified of accounts, ways in and their contacts when a manager changes them. */
export async function tellOfPeople(
  tx: Tx,
  what: string,
  person: { id: string; full_name: string },
) {
  if (managesPlatform(tx)) return
  const { fullName, userId } = tx.caller.session!
  const card = `?card=${person.id}`
  await alertManagers(
    tx,
    {
      kind: 'people_changed',
      title: `${fullName}: ${what}: ${person.full_name}`,
      href: paths.people + card,
      superHref: superPlaces.person(person.id),
    },
    tx.companyId,
    { except: [userId] },
  )
}
