import type { CallInput } from '#contract/call.ts'
import type { User } from '#contract/user-entities.ts'
import type { user } from '#contract/user.ts'
import { refuse } from '#http/refusal.ts'
import { mustMayNow } from '../../auth/rights.ts'
import { forCompany, inTransaction, type Db } from '../../db/handle.ts'
import { trace } from '../../db/trail.ts'
import { NO_COMPANY, uuidv7 } from '../../db/uuid.ts'
import { stampOf } from '../../repeats.ts'
import { keyedHash } from '../../seal.ts'
import { insertUser, userByClientId } from './manage-queries.ts'
import { maskedPerson } from './masked-person.ts'
import { judgePcode, judgePlace } from './person-rules.ts'
import { companyExists, findUser } from './user-queries.ts'
import { toUser } from './user-shape.ts'

/** user/createUser: an invited person; a PIN given here is temporary, so it confirms nothing (domain.md 3.4). */
export async function createUser(db: Db, { body }: CallInput<typeof user.create>): Promise<User> {
  const { client_id: clientId, pcode, company_id = null, ...fields } = body
  judgePlace({ ...fields, company_id })
  if (pcode !== undefined) judgePcode(company_id, pcode)
  const stamp = stampOf(body)
  return inTransaction(forCompany(db, company_id ?? NO_COMPANY), async (tx) => {
    await mustMayNow(tx, 'user.manage')
    const known = clientId === undefined ? undefined : await userByClientId(tx, clientId)
    if (known && !known.client_hash?.equals(stamp.client_hash!)) refuse('common.id-reused')
    if (known) return toUser((await findUser(tx, known.id))!, true)
    if (company_id !== null && !(await companyExists(tx, company_id)))
      refuse('common.not-found', { message: 'Компания не найдена' })
    const id = uuidv7()
    const { pcodeHmac } = tx.services.config.secrets
    await insertUser(tx, {
      ...fields,
      ...stamp,
      id,
      company_id,
      status: 'invited',
      ...(pcode !== undefined && {
        pcode_hmac: keyedHash(pcodeHmac, tx.companyId, pcode),
        pcode_set_at: new Date().toISOString(),
        pcode_temporary: true,
      }),
    })
    const made = (await findUser(tx, id))!
    trace(tx, { action: 'user.create', entity: 'user', id, after: maskedPerson(made) })
    return toUser(made, true)
  })
}
