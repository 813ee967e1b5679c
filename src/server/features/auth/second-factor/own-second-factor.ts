import { randomBytes } from 'node:crypto'
import QRCode from 'qrcode'
import type { CallInput } from '#contract/core/call.ts'
import { RECOVERY_CODES, type secondFactor } from '#contract/user/second-factor.ts'
import { refuse } from '#http/refusal.ts'
import type { Answer } from '#http/serve.ts'
import { forgetRights } from '../../../auth/forget-rights-queries.ts'
import { refuseEnded } from '../../../auth/fresh-sign-in.ts'
import { needsSecondFactor } from '../../../auth/needed-factor.ts'
import { inTransaction, type Db, type Tx } from '../../../db/handle.ts'
import { addAuditEvent } from '../../../db/audit.ts'
import { addNotices } from '../../user/notices/notice-queries.ts'
import { findById, lockById } from '../auth-queries.ts'
import { provePassword } from '../prove-password.ts'
import { hashRecoveryCode, placeOf, spendCode, spendTotp } from './check-code.ts'
import * as queries from './second-factor-queries.ts'
import { authenticatorAddress, toBase32 } from './totp.ts'
import { endSessionsOf } from '../../user/people/session-queries.ts'

type Calls = typeof secondFactor

// RFC 4226, 4: a secret as long as the hash.
const SECRET_BYTES = 20
// 136 bits in 28 letters of base32: below 112 a fast hash of them would not be enough, below 128 they count as guessable.
const RECOVERY_BYTES = 17

/** auth/getSecondFactor: what the account page shows of it. */
export async function getSecondFactor(db: Db): Promise<Answer<Calls['getSecondFactor']>> {
  const session = db.caller.session!
  const factor = await queries.findFactor(db, session.userId)
  return {
    since: factor?.confirmed_at ?? null,
    recovery_left: await queries.countRecoveryCodes(db, session.userId),
    required: needsSecondFactor(db.services.config, session),
  }
}

/** auth/beginTotp: asks for the password, so that a stolen session cannot lock its owner out. */
export async function beginTotp(
  db: Db,
  { body }: CallInput<Calls['beginTotp']>,
): Promise<Answer<Calls['beginTotp']>> {
  const userId = db.caller.userId!
  const { login } = await provePassword(db, userId, body.password)
  const secret = randomBytes(SECRET_BYTES)
  const sealed = db.services.seal.close(placeOf(userId), secret.toString('base64url'))
  await inTransaction(db, async (tx) => {
    if (!(await queries.propose(tx, userId, sealed))) refuse('auth.otp-on')
  })
  const address = authenticatorAddress(login, secret)
  return {
    secret: toBase32(secret),
    qr_svg: await QRCode.toString(address, { type: 'svg', errorCorrectionLevel: 'M' }),
  }
}

/**
 * auth/confirmTotp: the first right code puts the proposed secret in force and ends sessions that were opened with the password
 * alone.
 */
export async function confirmTotp(
  db: Db,
  { body }: CallInput<Calls['confirmTotp']>,
): Promise<Answer<Calls['confirmTotp']>> {
  const userId = db.caller.userId!
  const factor = await queries.findFactor(db, userId)
  if (factor?.confirmed_at) return refuse('auth.otp-on')
  if (!factor?.fresh) return refuse('auth.otp-not-begun')
  const person = (await findById(db, userId))!
  await spendTotp(db, person, factor, body.otp)
  return inTransaction(db, async (tx) => {
    await lockById(tx, userId)
    await refuseEnded(tx)
    // Another tab may have asked for another secret meanwhile: its code has not been proven.
    const now = await queries.findFactor(tx, userId)
    if (!now?.secret.equals(factor.secret)) return refuse('auth.otp-not-begun')
    if (now.confirmed_at !== null) refuse('auth.otp-on')
    await queries.putInForce(tx, userId)
    const recovery_codes = await makeRecoveryCodes(tx, userId)
    await endSessionsOf(tx, userId, { except: tx.caller.session?.jti })
    await forgetRights(tx, { userId })
    addAuditEvent(tx, { action: 'auth.second-factor-on', entity: 'user', id: userId })
    return { recovery_codes }
  })
}

/** Shown once; stored as hashes. The former ones are gone. */
async function makeRecoveryCodes(tx: Tx, userId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () =>
    toBase32(randomBytes(RECOVERY_BYTES)).replaceAll(/(.{4})(?=.)/g, '$1-'),
  )
  const hashes = codes.map((code) => hashRecoveryCode(userId, code))
  await queries.replaceRecoveryCodes(tx, userId, hashes)
  return codes
}

/** auth/renewRecoveryCodes: with both factors. */
export async function renewRecoveryCodes(
  db: Db,
  { body }: CallInput<Calls['renewRecoveryCodes']>,
): Promise<Answer<Calls['renewRecoveryCodes']>> {
  const userId = db.caller.userId!
  await proveBoth(db, body)
  return inTransaction(db, async (tx) => {
    await lockById(tx, userId)
    if (!(await queries.isInForce(tx, userId))) refuse('auth.otp-off')
    const recovery_codes = await makeRecoveryCodes(tx, userId)
    addAuditEvent(tx, { action: 'auth.recovery-codes', entity: 'user', id: userId })
    return { recovery_codes }
  })
}

/** auth/endTotp: with both factors. */
export async function endTotp(
  db: Db,
  { body }: CallInput<Calls['endTotp']>,
): Promise<Answer<Calls['endTotp']>> {
  const userId = db.caller.userId!
  await proveBoth(db, body)
  return inTransaction(db, async (tx) => {
    await lockById(tx, userId)
    if (!(await queries.removeFactor(tx, userId))) refuse('auth.otp-off')
    await forgetRights(tx, { userId })
    addAuditEvent(tx, { action: 'auth.second-factor-off', entity: 'user', id: userId })
    await addNotices(tx, [userId], {
      kind: 'second_factor',
      title: 'Вход по коду выключен',
      href: '/account',
    })
    return { ok: true }
  })
}

async function proveBoth(db: Db, body: { password: string; otp: string }): Promise<void> {
  const userId = db.caller.userId!
  if (!(await queries.isInForce(db, userId))) refuse('auth.otp-off')
  await spendCode(db, await provePassword(db, userId, body.password), body.otp)
}
