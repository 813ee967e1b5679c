import type { CallInput } from '#contract/core/call.ts'
import type { User } from '#contract/user/user-entities.ts'
import type { user } from '#contract/user/user.ts'
import { refuse } from '#http/refusal.ts'
import { forCompany, inTransaction, type Db } from '../../../db/handle.ts'
import { addAuditEvent } from '../../../db/audit.ts'
import { NO_COMPANY, uuidv7 } from '../../../db/uuid.ts'
import { idempotencyKeyOf } from '../../../idempotency.ts'
import { insertOpening, insertUser, pcodeColumns, userByClientId } from './manage-queries.ts'
import { maskedPerson } from './masked-person.ts'
import {
  assertManageable,
  countTakenPcode,
  findManaged,
  FOREIGN_PLACE,
  managesPlatform,
  mustManageNow,
  tellOfPeople,
} from './manageable.ts'
import { assertPcode, assertPlace } from './person-rules.ts'
import { companyExists, findUser } from '../user-queries.ts'
import { toUser } from '../user-shape.ts'

/** user/createUser: an invited person; a PIN given here is temporary, so it confirms nothing (domain.md 3.4). */
export async function createUser(db: Db, { body }: CallInput<typeof user.create>): Promise<User> {
  const { client_id: clientId, pcode, ...fields } = body
  const company_id = placeOfNew(db, body.company_id)
  assertPlace({ ...fields, company_id })
  if (pcode !== undefined) assertPcode(company_id, pcode)
  const stamp = idempotencyKeyOf(body)
  return countTakenPcode(db, pcode, () =>
    inTransaction(forCompany(db, company_id ?? NO_COMPANY), async (tx) => {
      await mustManageNow(tx)
      const earlierUser = clientId === undefined ? undefined : await userByClientId(tx, clientId)
      if (earlierUser && !earlierUser.client_hash?.equals(stamp.client_hash!))
        refuse('common.id-reused')
      if (earlierUser)
        return toUser((await findManaged(db, earlierUser.id)) ?? refuse('common.id-reused'), true)
      const id = uuidv7()
      await assertManageable(tx, id, { ...fields, company_id })
      if (company_id !== null && !(await companyExists(tx, company_id)))
        refuse('common.not-found', { message: 'Компания не найдена' })
      await insertUser(tx, {
        ...fields,
        ...stamp,
        id,
        company_id,
        status: 'invited',
        ...(pcode !== undefined && pcodeColumns(tx, tx.companyId, pcode, true)),
      })
      const made = (await findUser(tx, id))!
      addAuditEvent(tx, { action: 'user.create', entity: 'user', id, after: maskedPerson(made) })
      await insertOpening(tx, id)
      await tellOfPeople(tx, 'заведён сотрудник', made)
      return toUser(made, true)
    }),
  )
}

/** A manager invites into the own company, named or not. */
function placeOfNew(db: Db, given: string | null | undefined): string | null {
  if (managesPlatform(db)) return given ?? null
  if (given != null && given !== db.companyId)
    refuse('user.beyond-own-rights', { message: FOREIGN_PLACE })
  return db.companyId
}
