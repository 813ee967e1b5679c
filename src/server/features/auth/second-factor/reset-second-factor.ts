import type { CallInput } from '#contract/core/call.ts'
import type { secondFactor } from '#contract/user/second-factor.ts'
import { refuse } from '#http/refusal.ts'
import type { Answer } from '#http/serve.ts'
import { forgive } from '../../../auth/limits/try-queries.ts'
import { mustMayNow } from '../../../auth/rights/rights.ts'
import { forgetRights } from '../../../auth/forget-rights-queries.ts'
import { forCompany, inTransaction, type Db } from '../../../db/handle.ts'
import { addAuditEvent } from '../../../db/audit.ts'
import { NO_COMPANY } from '../../../db/uuid.ts'
import { addNotices } from '../../user/notices/notice-queries.ts'
import { findById, lockById } from '../auth-queries.ts'
import { codeTries } from './code-tries.ts'
import { removeFactor } from './second-factor-queries.ts'
import { endSessionsOf } from '../../user/people/session-queries.ts'

type Call = typeof secondFactor.superResetSecondFactor

/**
 * auth/superResetSecondFactor: for a person who lost both telephone and recovery codes, recognised as well as when invited. The own second factor is switched off
 * only with both factors (auth/endTotp), so that a stolen session of a super administrator cannot remove it.
 */
export async function resetSecondFactor(db: Db, { body }: CallInput<Call>): Promise<Answer<Call>> {
  const { id, proof } = body
  const home = await findById(db, id)
  if (!home) return refuse('common.not-found')
  return inTransaction(forCompany(db, home.company_id ?? NO_COMPANY), async (tx) => {
    await mustMayNow(tx, 'user.manage')
    if (id === tx.caller.userId) refuse('user.self')
    await lockById(tx, id)
    if (!(await removeFactor(tx, id))) refuse('auth.otp-off')
    await forgive(tx, codeTries(id))
    const sessions = await endSessionsOf(tx, id, {})
    await forgetRights(tx, { userId: id })
    addAuditEvent(tx, {
      action: 'user.second-factor-reset',
      entity: 'user',
      id,
      after: { ended: sessions, proof },
    })
    await addNotices(tx, [id], {
      kind: 'second_factor',
      title: 'Администратор сбросил ваш вход по коду: теперь достаточно пароля',
      href: '/account',
    })
    return { ok: true }
  })
}
