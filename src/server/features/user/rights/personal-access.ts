import { declaredConfirm } from '#contract/core/actions.ts'
import type { CallInput } from '#contract/core/call.ts'
import type { AccessRow } from '#contract/user/user-access.ts'
import type { userRights } from '#contract/user/user-rights.ts'
import { quote } from '#contract/words/quote.ts'
import { refuse } from '#http/refusal.ts'
import type { Answer } from '#http/serve.ts'
import { forgetRights } from '../../../auth/forget-rights-queries.ts'
import { explainRight } from '../../../auth/rights/grants.ts'
import { accessRows } from '../../../auth/session-queries.ts'
import type { Session } from '../../../auth/session.ts'
import { addAuditEvent } from '../../../db/audit.ts'
import { inTransaction, type Db, type Tx } from '../../../db/handle.ts'
import {
  assertManageable,
  isApproving,
  isWeaker,
  mustManageNow,
  tellOfPeople,
} from '../people/manageable.ts'
import { lockUser } from '../user-queries.ts'
import type { UserRow } from '../user-shape.ts'
import { findAction, lockRights, replacePersonalAccess, storedAccess } from './action-queries.ts'
import { assertAccessRows } from './assert-access.ts'
import { assertApprovable, findGaps } from './still-held.ts'
import {
  isSameAccess,
  noteAccess,
  toAccessRow,
  withAction,
  type StoredRow,
} from './stored-access.ts'

type Call = typeof userRights.updateActionAccess
type Body = CallInput<Call>['body']

/**
 * user/updateActionAccess of a manager (decisions/0054): gives one right to people of the own company by name, takes it away or leaves it
 * to their roles again. `rows` and `former_rows` name the people; rows of others and of roles stay.
 */
export async function updatePersonalAccess(db: Db, body: Body): Promise<Answer<Call>> {
  const { action_id: actionId, rows = [], former_rows: previous, preset } = body
  if (body.company_id !== db.companyId) refuse('common.not-found')
  if (preset !== undefined || [...rows, ...(previous ?? [])].some((row) => row.subject !== 'user'))
    refuseChange('Права ролей меняет администратор платформы')
  return inTransaction(db, async (tx) => {
    await lockRights(tx)
    const manager = await mustManageNow(tx)
    const action = (await findAction(tx, actionId!)) ?? refuse('common.not-found')
    const problem = problemOfGiving(manager!, action.code)
    if (problem) refuseChange(problem)
    await assertAccessRows(tx, tx.companyId, action.code, rows)
    const ids = [
      ...new Set([...rows, ...(previous ?? [])].map((row) => row.subject_code)),
    ].toSorted()
    const people = await lockPeople(tx, ids)
    const [gaps, before] = [
      await findGaps(tx, tx.companyId),
      await storedAccess(tx, tx.companyId, [action.id]),
    ]
    const personal = before.filter((row) => row.by_manager && ids.includes(row.subject_code))
    if (previous && !isSameAccess(personal.map(toAccessRow), previous)) refuse('common.stale')
    await assertWithin(tx, manager!, action.code, people, rows)
    await replacePersonalAccess(tx, action.id, ids, rows)
    for (const person of people) await assertManageable(tx, person.id, person)
    await assertApprovable(tx, tx.companyId, gaps)
    const after = await storedAccess(tx, tx.companyId, [action.id])
    await report(tx, { action, people, before, after })
    return after.map(withAction)
  })
}

/**
 * Rights that a manager may never give: of a single call, one that the manager does not hold, or one by which a person confirms
 * for others.
 */
export function problemOfGiving({ grants }: Session, code: string): string | undefined {
  if (code.includes('/')) return 'Права отдельных вызовов меняет администратор платформы'
  const own = grants.get(code)
  if (!own) return 'У вас самих нет этого права: его даёт администратор платформы'
  if (isApproving(code, own))
    return 'Право подтверждать за других даёт только администратор платформы'
  // Without the role these rights open nothing.
  if (code === 'people.manage' || code === 'user.read')
    return 'Сотрудниками занимается управляющий: его назначает администратор платформы'
  return undefined
}

/** People of the own company whom the manager manages as they are now, locked in the order of their ids. */
async function lockPeople(tx: Tx, ids: readonly string[]): Promise<UserRow[]> {
  const people: UserRow[] = []
  for (const id of ids) {
    const person = UUID.test(id) ? await lockUser(tx, id) : undefined
    if (!person || person.company_id !== tx.companyId) return refuse('common.not-found')
    await assertManageable(tx, id, person)
    people.push(person)
  }
  return people
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** What a super administrator has said of the person stands; no confirmation becomes weaker and no limit exceeds the manager's own. */
async function assertWithin(
  tx: Tx,
  manager: Session,
  code: string,
  people: readonly UserRow[],
  rows: readonly AccessRow[],
): Promise<void> {
  const rules = (await accessRows(tx.q, tx.companyId)).filter(
    (row) => row.action === code && !row.by_manager,
  )
  const own = manager.grants.get(code)!
  for (const { id, roles } of people) {
    const { deciding, grant } = explainRight({ userId: id, role: 'USER', roles }, code, rules)
    if (deciding.some((row) => row.subject === 'user'))
      refuseChange('Это право человеку задал администратор платформы, он его и меняет')
    const row = rows.find((each) => each.subject_code === id)
    if (!row?.allow) continue
    const needed = grant?.confirm ?? declaredConfirm(code)
    if (isWeaker(row.confirm, needed) || isWeaker(row.confirm, own.confirm))
      refuseChange('Подтверждение не может быть слабее положенного и вашего собственного')
    if (own.maxKop !== null && (row.limit?.max_kop ?? Infinity) > own.maxKop)
      refuseChange('Предел суммы не может быть выше вашего собственного')
  }
}

function refuseChange(message: string): never {
  return refuse('user.beyond-own-rights', { message })
}

interface Change {
  readonly action: { readonly id: string; readonly code: string; readonly title: string }
  readonly people: readonly UserRow[]
  readonly before: readonly StoredRow[]
  readonly after: readonly StoredRow[]
}

/** The journal of the right and of each person, the bell of the others, and the sessions of those whom it concerns. */
async function report(tx: Tx, { action, people, before, after }: Change): Promise<void> {
  noteAccess(tx, action, before, after)
  for (const person of people) {
    const of = (rows: readonly StoredRow[]) =>
      rows
        .filter((row) => row.subject === 'user' && row.subject_code === person.id)
        .map(({ action_id: _id, ...row }) => toAccessRow(row))
    const [was, now] = [of(before), of(after)]
    if (isSameAccess(was, now)) continue
    addAuditEvent(tx, {
      action: 'user.right',
      entity: 'user',
      id: person.id,
      before: { title: action.title, rows: was },
      after: { title: action.title, rows: now },
    })
    await tellOfPeople(tx, `${changeText(now[0])} ${quote(action.title)}`, person)
    await forgetRights(tx, { userId: person.id })
  }
}

function changeText(row: AccessRow | undefined): string {
  if (!row) return 'по роли, как у всех, право'
  return row.allow ? 'лично дано право' : 'лично запрещено право'
}
