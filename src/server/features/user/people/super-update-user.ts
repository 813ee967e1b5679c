import type { CallInput } from '#contract/core/call.ts'
import { givenFields } from '#contract/record/record-field.ts'
import { personFields } from '#contract/user/person-record.ts'
import type { User } from '#contract/user/user-entities.ts'
import type { user } from '#contract/user/user.ts'
import { refuse } from '#http/refusal.ts'
import { forgetRights } from '../../../auth/forget-rights-queries.ts'
import { acrossCompanies, forCompany, inTransaction, type Db, type Tx } from '../../../db/handle.ts'
import { addAuditEvent } from '../../../db/audit.ts'
import { NO_COMPANY } from '../../../db/uuid.ts'
import { lockRights } from '../rights/action-queries.ts'
import { assertManaged } from '../rights/still-held.ts'
import {
  changeUser,
  hasDocuments,
  insertOpening,
  otherActiveSupers,
  pcodeColumns,
} from './manage-queries.ts'
import { maskedPerson } from './masked-person.ts'
import {
  assertManageable,
  countTakenPcode,
  findManaged,
  mustManageNow,
  tellOfPeople,
} from './manageable.ts'
import { assertPcode, assertPlace } from './person-rules.ts'
import { companyExists, dropApprovals, findUser, lockUser } from '../user-queries.ts'
import { toUser, type UserRow } from '../user-shape.ts'

/** user/superUpdateUser: a user, their company and roles; their rights change with the next request. */
export async function superUpdateUser(
  db: Db,
  { body }: CallInput<typeof user.superUpdate>,
): Promise<User> {
  const home = await findManaged(db, body.id)
  if (!home) return refuse('common.not-found')
  return countTakenPcode(db, body.pcode, () =>
    // A move leads from one company to another.
    inTransaction(acrossCompanies(forCompany(db, home.company_id ?? NO_COMPANY)), async (tx) => {
      await mustManageNow(tx)
      await lockRights(tx)
      const before = (await lockUser(tx, body.id))!
      if (before.version !== body.version) refuse('common.stale')
      const { id, pcode } = body
      const place = {
        role: body.role ?? before.role,
        roles: body.roles ?? before.roles,
        company_id: body.company_id === undefined ? before.company_id : body.company_id,
      }
      assertPlace(place)
      await assertManageable(tx, id, before, place)
      if (pcode !== undefined) assertPcode(place.company_id, pcode)
      await assertMove(tx, before, place)
      const moved = place.company_id !== before.company_id
      await changeUser(tx, id, {
        ...givenFields(personFields, body),
        login: body.login ?? before.login,
        ...place,
        ...(moved && { person_id: null }),
        ...pcodeOf(tx, place.company_id, pcode, moved),
      })
      if (before.role === 'SUPERVISOR' && place.role !== 'SUPERVISOR') await assertManaged(tx)
      if ((moved || pcode !== undefined) && before.company_id !== null)
        await dropApprovals(tx, before.company_id, id)
      await forgetRights(tx, { userId: id })
      const after = (await findUser(tx, id))!
      addAuditEvent(tx, {
        action: 'user.super-update',
        entity: 'user',
        id,
        before: { ...maskedPerson(before), login: before.login, company_id: before.company_id },
        after: { ...maskedPerson(after), login: after.login, company_id: after.company_id },
      })
      const moves = waysChanged(before, after)
      if (pcode !== undefined || opensWay(before, after)) await insertOpening(tx, id)
      if (moves.length > 0) await tellOfPeople(tx, `изменено (${moves.join(', ')})`, after)
      return toUser(after, true)
    }),
  )
}

/** What somebody signs in with, gets links at, or may do. */
function waysChanged(before: UserRow, after: UserRow): string[] {
  return [
    ...(before.login === after.login ? [] : ['логин']),
    ...(before.email === after.email ? [] : ['эл. почта']),
    ...(before.roles.toSorted().join() === after.roles.toSorted().join() ? [] : ['роли']),
  ]
}

/** Links by letter go to the e-mail, and a new login is a new way in. */
const opensWay = (before: UserRow, after: UserRow): boolean =>
  before.login !== after.login || before.email !== after.email

async function assertMove(
  tx: Tx,
  before: UserRow,
  place: { role: string; company_id: string | null },
): Promise<void> {
  if (before.role === 'SUPERVISOR' && place.role !== 'SUPERVISOR' && before.status === 'active')
    if ((await otherActiveSupers(tx, before.id)) === 0) refuse('user.last-supervisor')
  if (place.company_id === before.company_id) return
  if (place.company_id !== null && !(await companyExists(tx, place.company_id)))
    refuse('common.not-found', { message: 'Компания не найдена' })
  if (before.company_id !== null && (await hasDocuments(tx, before.id)))
    refuse('user.has-documents')
}

/** A PIN belongs to a company: it does not move to another, and one given by SUPERVISOR is temporary. */
function pcodeOf(tx: Tx, companyId: string | null, pcode: string | undefined, moved: boolean) {
  if (pcode === undefined || companyId === null)
    return moved ? { pcode_hmac: null, pcode_set_at: null, pcode_temporary: false } : {}
  return pcodeColumns(tx, companyId, pcode, true)
}
