import type { CallInput } from '#contract/core/call.ts'
import type { passkeys } from '#contract/user/passkeys.ts'
import { refuse } from '#http/refusal.ts'
import type { Answer } from '#http/serve.ts'
import { forgetRights } from '../../../auth/forget-rights-queries.ts'
import { mustMayNow } from '../../../auth/rights/rights.ts'
import { addAuditEvent } from '../../../db/audit.ts'
import { forCompany, inTransaction, type Db } from '../../../db/handle.ts'
import { NO_COMPANY } from '../../../db/uuid.ts'
import { addNotices } from '../../user/notices/notice-queries.ts'
import { findById, lockById } from '../auth-queries.ts'
import { toPasskey } from './own-passkeys.ts'
import { listPasskeys, removePasskeys } from '../../../auth/passkey/passkey-queries.ts'
import { endSessionsOf } from '../../user/people/session-queries.ts'

type Calls = typeof passkeys

/** auth/superGetPasskeys: for those who manage people. */
export async function getPersonPasskeys(
  db: Db,
  { query }: CallInput<Calls['superGetPasskeys']>,
): Promise<Answer<Calls['superGetPasskeys']>> {
  if (!(await findById(db, query.id))) refuse('common.not-found')
  return (await listPasskeys(db, query.id)).map(toPasskey)
}

/** auth/superRemovePasskeys: for a person whose devices are lost or stolen. Own keys are removed one by one on the account page. */
export async function removePersonPasskeys(
  db: Db,
  { body }: CallInput<Calls['superRemovePasskeys']>,
): Promise<Answer<Calls['superRemovePasskeys']>> {
  const { id, proof } = body
  const home = await findById(db, id)
  if (!home) return refuse('common.not-found')
  return inTransaction(forCompany(db, home.company_id ?? NO_COMPANY), async (tx) => {
    await mustMayNow(tx, 'user.manage')
    if (id === tx.caller.userId) refuse('user.self')
    await lockById(tx, id)
    const removed = await removePasskeys(tx, id)
    if (removed === 0) refuse('passkey.none')
    const ended = await endSessionsOf(tx, id, {})
    await forgetRights(tx, { userId: id })
    addAuditEvent(tx, {
      action: 'user.passkeys-remove',
      entity: 'user',
      id,
      after: { removed, ended, proof },
    })
    await addNotices(tx, [id], {
      kind: 'second_factor',
      title: 'Администратор удалил ваши ключи входа: войдите по паролю и добавьте их снова',
      href: '/account',
    })
    return { ok: true }
  })
}
