import type { CallInput } from '#contract/core/call.ts'
import { MAX_PASSKEYS, type Passkey, type passkeys } from '#contract/user/passkeys.ts'
import { ownValue } from '#contract/core/own-value.ts'
import { quote } from '#contract/words/quote.ts'
import { refuse } from '#http/refusal.ts'
import type { Answer } from '#http/serve.ts'
import { refuseEnded } from '../../../auth/fresh-sign-in.ts'
import { forgetRights } from '../../../auth/forget-rights-queries.ts'
import { inTransaction, type Db } from '../../../db/handle.ts'
import { addAuditEvent } from '../../../db/audit.ts'
import { uuidv7 } from '../../../db/uuid.ts'
import { issueChallenge, spendChallenge } from '../../../auth/passkey/challenges.ts'
import * as queries from '../../../auth/passkey/passkey-queries.ts'
import { relyingParty, requireParty } from '../../../auth/passkey/relying-party.ts'
import { handleOf, readRegistration } from '../../../auth/passkey/verify-passkey.ts'
import { addNotices } from '../../user/notices/notice-queries.ts'
import { endSessionsOf } from '../../user/people/session-queries.ts'
import { lockById } from '../auth-queries.ts'

type Calls = typeof passkeys

/** As browsers call the ways to reach a key (WebAuthn, 5.8.4). */
const TRANSPORTS = new Set(['usb', 'nfc', 'ble', 'smart-card', 'hybrid', 'internal'])

export function toPasskey(row: queries.PasskeyRow): Passkey {
  const { id, name, created_at, last_used_at, version } = row
  return { id, name, device: describeHolder(row), created_at, last_used_at, version }
}

// Makers of keys by their AAGUID, those that people of a company meet. Devices that keep their maker to themselves send zeros.
const MAKERS: Readonly<Record<string, string>> = {
  '08987058-cadc-4b81-b6e1-30de50dcbe96': 'Windows Hello',
  '9ddd1817-af5a-4672-a2b9-3e3dd95000a9': 'Windows Hello',
  '6028b017-b1d4-4c02-b4b3-afcdafc96bb2': 'Windows Hello',
  'adce0002-35bc-c60a-648b-0b25f1f05503': 'Chrome на Mac',
  'fbfc3007-154e-4ecc-8c0b-6e020557d7bd': 'Пароли Apple',
  'dd4ec289-e01d-41c9-bb89-70fa845d4bf2': 'Пароли Apple',
  'ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4': 'Менеджер паролей Google',
  '53414d53-554e-4700-0000-000000000000': 'Samsung Pass',
  'bada5566-a7aa-401f-bd96-45619a55120d': '1Password',
  'd548826e-79b4-40a6-a3d8-11116f7e8349': 'Bitwarden',
  '531126d6-e717-415c-9320-3d9aa6981239': 'Dashlane',
  'fdb141b2-5d84-443e-8a35-4698c205a502': 'KeePassXC',
}

interface KeyHolder {
  readonly aaguid: string
  readonly transports: readonly string[]
  readonly synced: boolean
}

/** The device or program that holds a key, as far as it identifies itself. */
export function describeHolder({ aaguid, transports, synced }: KeyHolder): string {
  const maker = ownValue(MAKERS, aaguid)
  if (maker) return maker
  if (['usb', 'nfc', 'ble', 'smart-card'].some((way) => transports.includes(way)))
    return 'Аппаратный ключ'
  if (synced) return 'Менеджер паролей'
  if (transports.includes('internal')) return 'Встроен в устройство'
  return transports.includes('hybrid') ? 'Телефон' : 'Неизвестное устройство'
}

/** auth/getPasskeys: what the account page shows. */
export async function getPasskeys(db: Db): Promise<Answer<Calls['getPasskeys']>> {
  const rows = await queries.listPasskeys(db, db.caller.userId!)
  return {
    address: relyingParty(db.services.config.publicUrl)?.origin ?? null,
    passkeys: rows.map(toPasskey),
  }
}

/** auth/beginPasskey: needs a sign-in of the last ten minutes, so that a stolen session cannot add a key of its own. */
export async function beginPasskey(db: Db): Promise<Answer<Calls['beginPasskey']>> {
  const session = db.caller.session!
  const party = requireParty(db.services.config.publicUrl)
  const rows = await queries.listPasskeys(db, session.userId)
  if (rows.length >= MAX_PASSKEYS) refuse('passkey.too-many')
  return {
    ...(await issueChallenge(db, party, { sessionId: session.jti })),
    user_id: handleOf(session.userId),
    login: session.login,
    full_name: session.fullName,
    known: rows.map(({ credential_id }) => credential_id.toString('base64url')),
  }
}

/** auth/addPasskey: the challenge was given to this very session after a fresh sign-in. */
export async function addPasskey(
  db: Db,
  { body }: CallInput<Calls['addPasskey']>,
): Promise<Answer<Calls['addPasskey']>> {
  const { userId, jti } = db.caller.session!
  const party = requireParty(db.services.config.publicUrl)
  const { challenge } = await spendChallenge(db, body.ticket, { sessionId: jti })
  const made = await readRegistration(body, challenge, party)
  if (!made) return refuse('passkey.not-added')
  const { name } = body
  const transports = [...new Set(body.transports)].filter((way) => TRANSPORTS.has(way))
  return inTransaction(db, async (tx) => {
    await lockById(tx, userId)
    await refuseEnded(tx)
    if ((await queries.countPasskeys(tx, userId)) >= MAX_PASSKEYS) refuse('passkey.too-many')
    const id = uuidv7()
    const row = await queries.addPasskeyRow(tx, {
      ...made,
      id,
      user_id: userId,
      name,
      transports,
      host: party.id,
    })
    if (!row) return refuse('passkey.known')
    const key = toPasskey(row)
    addAuditEvent(tx, {
      action: 'auth.passkey-add',
      entity: 'passkey',
      id,
      after: { name, device: key.device },
    })
    await addNotices(tx, [userId], {
      kind: 'second_factor',
      title: `Добавлен ключ входа ${quote(name)}: если это не вы, удалите его и смените пароль`,
      href: '/account',
    })
    return key
  })
}

/** auth/updatePasskey. */
export function updatePasskey(
  db: Db,
  { body }: CallInput<Calls['updatePasskey']>,
): Promise<Answer<Calls['updatePasskey']>> {
  return inTransaction(db, async (tx) => {
    const { id, version, name } = body
    const before = await queries.lockPasskey(tx, tx.caller.userId!, id)
    if (!before) return refuse('common.not-found')
    if (before.version !== version) refuse('common.stale')
    const row = await queries.renamePasskey(tx, id, name)
    addAuditEvent(tx, {
      action: 'auth.passkey-rename',
      entity: 'passkey',
      id,
      before: { name: before.name },
      after: { name },
    })
    return toPasskey(row)
  })
}

/**
 * auth/removePasskey: needs a fresh sign-in, so that an unlocked screen cannot be used to lock the owner out. Other sessions
 * that were opened by a key end, since the removed key may be a stolen one.
 */
export async function removePasskey(
  db: Db,
  { body }: CallInput<Calls['removePasskey']>,
): Promise<Answer<Calls['removePasskey']>> {
  const { userId, jti } = db.caller.session!
  return inTransaction(db, async (tx) => {
    // A sign-in by this key waits: afterwards it is either refused or begun earlier.
    await lockById(tx, userId)
    const before = await queries.lockPasskey(tx, userId, body.id)
    if (!before) return refuse('common.not-found')
    await queries.removePasskeys(tx, userId, body.id)
    const ended = await endSessionsOf(tx, userId, { except: jti, way: 'passkey' })
    await forgetRights(tx, { userId })
    addAuditEvent(tx, {
      action: 'auth.passkey-remove',
      entity: 'passkey',
      id: body.id,
      before: { name: before.name },
      after: { ended },
    })
    return { ok: true }
  })
}
