import { randomBytes } from 'node:crypto'
import { quote } from '#contract/words/quote.ts'
import { forgetRights } from '../../../auth/forget-rights-queries.ts'
import { forgive } from '../../../auth/limits/try-queries.ts'
import { hashPassword } from '../../../auth/passwords.ts'
import { addAuditEvent } from '../../../db/audit.ts'
import { inTransaction, type Db } from '../../../db/handle.ts'
import { alertManagers } from '../../user/notices/notice-queries.ts'
import { NotMade } from '../../user/people/make-super.ts'
import { endSessions } from '../../user/people/manage-queries.ts'
import { findByLogin, lockById, storePassword } from '../auth-queries.ts'
import { codeTries } from '../second-factor/code-tries.ts'
import { forgiveGuesses } from '../sign-in-tries.ts'
import { removeFactor } from '../second-factor/second-factor-queries.ts'
import { removePasskeys } from '../../../auth/passkey/passkey-queries.ts'

interface Recovered {
  readonly login: string
  readonly password: string
}

/**
 * Runs from the server's console: gives a super administrator whose keys and codes cannot be used a new password. The previous
 * one is not kept: without keys and codes it would be enough for a thief who has it. Sessions, links and locks from wrong
 * passwords end.
 */
export async function recoverSuper(db: Db, typed: string): Promise<Recovered> {
  const login = typed.trim().toLowerCase()
  const found = await findByLogin(db, login)
  if (found?.role !== 'SUPERVISOR' || found.status !== 'active')
    throw new NotMade(`Действующего суперадминистратора ${quote(login)} нет`)
  const password = randomBytes(18).toString('base64url')
  const hash = await hashPassword(password)
  await inTransaction(db, async (tx) => {
    const { id } = (await lockById(tx, found.id))!
    const keys = await removePasskeys(tx, id)
    const codes = await removeFactor(tx, id)
    await storePassword(tx, id, hash, true)
    await forgiveGuesses(tx, { id, login })
    await forgive(tx, codeTries(id))
    await endSessions(tx, id)
    await forgetRights(tx, { userId: id })
    addAuditEvent(tx, { action: 'user.recover-super', entity: 'user', id, after: { keys, codes } })
    const notice = {
      kind: 'keys_of_other_host',
      title: `С консоли сервера возвращён вход суперадминистратору ${quote(login)}: новый пароль, без ключей и кодов`,
      href: '/super/accounts',
    } as const
    await alertManagers(tx, notice, null)
  })
  return { login, password }
}
