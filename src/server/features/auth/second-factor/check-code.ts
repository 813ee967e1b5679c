import { createHash } from 'node:crypto'
import { quote } from '#contract/words/quote.ts'
import { refuse } from '#http/refusal.ts'
import { countTry, forgive } from '../../../auth/limits/try-queries.ts'
import { inTransaction, type Db } from '../../../db/handle.ts'
import { addAuditEvent } from '../../../db/audit.ts'
import { NO_COMPANY } from '../../../db/uuid.ts'
import { addNotices, alertManagers } from '../../user/notices/notice-queries.ts'
import { findFactor, spendRecoveryCode, spendStep, type Factor } from './second-factor-queries.ts'
import { codeTries, type CodeOwner } from './code-tries.ts'
import { matchingStep } from './totp.ts'

/** The secret is bound to the platform and not to a company, so it stays readable when the person moves to another company. */
export const placeOf = (userId: string) => ({
  companyId: NO_COMPANY,
  table: 'second_factor',
  id: userId,
  field: 'secret',
})

/** How a code is compared: typed with spaces or dashes, in either case, and with the digits that base32 has not. */
function normalise(otp: string): string {
  return otp.toUpperCase().replaceAll(/[\s-]/g, '')
}

/** A fast hash is enough: recovery codes have 136 bits. */
export function hashRecoveryCode(userId: string, code: string): Buffer {
  const letters = normalise(code).replaceAll('0', 'O').replaceAll('1', 'I').replaceAll('8', 'B')
  return createHash('sha256').update(`${userId}\0${letters}`).digest()
}

/**
 * Uses up a code of the authenticator or a recovery code and returns which it was; refuses `auth.wrong-otp`, `auth.locked`,
 * `auth.otp-off`. A statement of its own uses up each code, whatever follows. Six digits can be guessed, so tries are counted
 * by person over all addresses. Only a caller who knows the password gets here, so no stranger can lock a person out, and a
 * recovery code works during a lock too.
 */
export async function spendCode(
  db: Db,
  owner: CodeOwner,
  otp: string,
): Promise<'totp' | 'recovery'> {
  const factor = await findFactor(db, owner.id)
  if (!factor || factor.confirmed_at === null) return refuse('auth.otp-off')
  if (!/^\d{6}$/.test(normalise(otp))) {
    if (await spendRecoveryCode(db, owner.id, hashRecoveryCode(owner.id, otp))) return 'recovery'
    return refuseWrong(db, owner)
  }
  await spendTotp(db, owner, factor, otp)
  return 'totp'
}

/** The same for the six digits of a secret, in force or only proposed. */
export async function spendTotp(
  db: Db,
  owner: CodeOwner,
  factor: Factor,
  otp: string,
): Promise<void> {
  const tries = codeTries(owner.id)
  const { allowed, failures } = await countTry(db, tries)
  if (!allowed) refuse('auth.locked')
  if (await spendDigits(db, owner.id, factor, otp)) return forgive(db, tries)
  if (failures === tries.max && factor.confirmed_at !== null) await alarm(db, owner)
  return refuseWrong(db, owner)
}

async function spendDigits(db: Db, userId: string, factor: Factor, otp: string): Promise<boolean> {
  const secret = Buffer.from(db.services.seal.open(placeOf(userId), factor.secret), 'base64url')
  const step = matchingStep(secret, normalise(otp), factor.seconds)
  if (step === undefined) return false
  if (await spendStep(db, userId, factor.secret, step)) return true
  // A rotation of keys closes the same secret anew, perhaps between the two statements.
  const now = await findFactor(db, userId)
  return now !== undefined && !now.secret.equals(factor.secret) && spendDigits(db, userId, now, otp)
}

async function refuseWrong(db: Db, { id }: CodeOwner): Promise<never> {
  await inTransaction(db, async (tx) =>
    addAuditEvent(tx, { action: 'auth.second-factor-failed', entity: 'user', id }),
  )
  return refuse('auth.wrong-otp', { fields: { otp: 'Код неверен' } })
}

/** Codes are asked for after the right password only: whoever guesses them has it. */
function alarm(db: Db, { id, login }: CodeOwner): Promise<void> {
  return inTransaction(db, async (tx) => {
    await addNotices(tx, [id], {
      kind: 'second_factor',
      title: 'Пять неверных кодов при входе: если это не вы, смените пароль',
      href: '/account',
    })
    const notice = {
      kind: 'password_guessing',
      title: `Подбирают код входа: ${quote(login)}, пароль уже известен`,
      href: '/super/accounts',
    } as const
    await alertManagers(tx, notice, null)
  })
}
