import type { CallInput } from '#contract/core/call.ts'
import { fieldNames, givenFields } from '#contract/record/record-field.ts'
import { managedPersonFields, ownPersonFields, personFields } from '#contract/user/person-record.ts'
import { pcodeProblem } from '#contract/user/pcode.ts'
import type { User } from '#contract/user/user-entities.ts'
import type { user } from '#contract/user/user.ts'
import { refuse } from '#http/refusal.ts'
import type { Answer } from '#http/serve.ts'
import { may } from '../../../auth/rights/rights.ts'
import { forgetRights } from '../../../auth/forget-rights-queries.ts'
import { refuseStaleSignIn } from '../../../auth/fresh-sign-in.ts'
import { inTransaction, type Db, type Tx } from '../../../db/handle.ts'
import { addAuditEvent } from '../../../db/audit.ts'
import { NO_COMPANY } from '../../../db/uuid.ts'
import { runBatch } from '../../../list/run-batch.ts'
import { changeUser, insertOpening, pcodeColumns } from './manage-queries.ts'
import { maskedPerson } from './masked-person.ts'
import { countNewPcode, countPcodeTry } from '../pcode/pcode-tries.ts'
import * as queries from '../user-queries.ts'
import { toUser, type UserRow } from '../user-shape.ts'

type Call = typeof user.updateInfo
type Change = Exclude<CallInput<Call>['body'], readonly unknown[]>

/** The caller's own phone, e-mail and PIN; with `user.manage` these and the name of any user, one or many. */
export async function updateUsersInfo(db: Db, { body }: CallInput<Call>): Promise<Answer<Call>> {
  return runBatch<Change, User>(body, (change) => updateOne(db, change))
}

async function updateOne(db: Db, change: Change): Promise<User> {
  const before = await findVisible(db, change.id)
  refuseForeign(db, change)
  const own = change.id === db.caller.userId
  if (own) refuseTakeover(db, before, change)
  // "This PIN is taken" reveals that it belongs to a user: such a request counts as a try of a PIN.
  const takeBack =
    change.pcode === undefined ? undefined : await assertPcodeFree(db, before, change.pcode)
  const home: Db = { ...db, companyId: before.company_id ?? NO_COMPANY }
  const user = await inTransaction(home, (tx) => write(tx, change, own))
  await takeBack?.()
  return user
}

async function findVisible(db: Db, id: string): Promise<UserRow> {
  const row = await queries.findUser(db, id)
  const visible =
    row &&
    (may(db, 'user.manage') || row.company_id === db.companyId || row.id === db.caller.userId)
  return visible ? row : refuse('common.not-found')
}

/** Others, and what is not one's own to change, are the business of who manages users. */
function refuseForeign(db: Db, change: Change): void {
  if (may(db, 'user.manage')) return
  if (change.id !== db.caller.userId) refuse('access.denied')
  if (fieldNames(managedPersonFields).some((name) => change[name] !== undefined))
    refuse('access.denied', { message: 'Имя и должность меняет администратор' })
}

function refuseTakeover(db: Db, before: UserRow, change: Change): void {
  const touched =
    change.pcode !== undefined ||
    fieldNames(ownPersonFields).some(
      (name) => change[name] !== undefined && change[name] !== before[name],
    )
  if (touched) refuseStaleSignIn(db.services.config, db.caller.session!)
}

async function assertPcodeFree(
  db: Db,
  before: UserRow,
  pcode: string,
): Promise<(() => Promise<void>) | undefined> {
  if (before.company_id === null)
    refuse('common.validation', {
      fields: { pcode: 'Суперадминистратор ничего не подтверждает: пин-код ему не нужен' },
    })
  const problem = pcodeProblem(pcode)
  if (problem) refuse('pcode.weak', { fields: { pcode: problem } })
  if (!may(db, 'user.manage')) await countNewPcode(db)
  return countPcodeTry(db)
}

async function write(tx: Tx, change: Change, own: boolean): Promise<User> {
  const { id, version, pcode } = change
  const row = (await queries.lockUser(tx, id))!
  if (row.version !== version) refuse('common.stale')
  await changeUser(tx, id, {
    ...givenFields(personFields, change),
    ...(pcode !== undefined && pcodeColumns(tx, tx.companyId, pcode, !own)),
  })
  if (!own && (pcode !== undefined || change.email !== undefined)) await insertOpening(tx, id)
  if (pcode !== undefined) await queries.dropApprovals(tx, tx.companyId, id)
  await forgetRights(tx, { userId: id })
  const after = (await queries.findUser(tx, id))!
  addAuditEvent(tx, {
    action: pcode === undefined ? 'user.update' : 'user.update-pcode',
    entity: 'user',
    id,
    before: maskedPerson(row),
    after: maskedPerson(after),
  })
  return toUser(after, may(tx, 'user.manage'))
}
