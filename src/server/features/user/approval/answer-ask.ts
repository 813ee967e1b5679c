import { createHash } from 'node:crypto'
import type { ActionCode } from '#contract/core/actions.ts'
import type { CallInput } from '#contract/core/call.ts'
import type { approvalAsks } from '#contract/user/approval/approval-asks.ts'
import type { KeyAnswer } from '#contract/user/passkeys.ts'
import { refuse } from '#http/refusal.ts'
import type { Answer } from '#http/serve.ts'
import { issueChallenge, spendChallenge } from '../../../auth/passkey/challenges.ts'
import { countUse, listPasskeys, lockPasskey } from '../../../auth/passkey/passkey-queries.ts'
import { requireParty } from '../../../auth/passkey/relying-party.ts'
import { examineAnswer } from '../../../auth/passkey/verify-passkey.ts'
import { approverHolds, type Means } from '../../../auth/rights/approval-queries.ts'
import { approverOf } from '../../../auth/rights/approvals.ts'
import { maybeSamePerson } from '../../../auth/rights/one-person.ts'
import { callerNow } from '../../../auth/rights/rights.ts'
import { addAuditEvent, canonical } from '../../../db/audit.ts'
import { inTransaction, type Db, type Tx } from '../../../db/handle.ts'
import { keyedHash } from '../../../storage/encryption.ts'
import { refuseCopiedKey } from '../notices/copied-key.ts'
import { confirmedBy } from '../pcode/give-approval.ts'
import { auditWrongPcode, countPcodeTry } from '../pcode/pcode-tries.ts'
import { findByPcode } from '../user-queries.ts'
import { lockAsk, storeAnswer, type LockedAsk } from './ask-queries.ts'

type Calls = typeof approvalAsks

/** user/beginApprovalKey: the challenge belongs to this question as it was asked, and to this session. */
export async function beginApprovalKey(
  db: Db,
  { body }: CallInput<Calls['beginApprovalKey']>,
): Promise<Answer<Calls['beginApprovalKey']>> {
  const party = requireParty(db.services.config.publicUrl)
  const { jti, userId } = db.caller.session!
  return inTransaction(db, async (tx) => {
    const ask = await openAsk(tx, body.id)
    await requireSecondPerson(tx, ask, 'any')
    const own = (await listPasskeys(tx, userId)).filter(({ host }) => host === party.id)
    if (own.length === 0)
      refuse('passkey.none', { message: 'У вас нет ключа входа. Подтвердите пин-кодом' })
    const purpose = { sessionId: jti, askId: ask.id, askHash: hashOfAsk(tx, ask) }
    const known = own.map(({ credential_id }) => credential_id.toString('base64url'))
    return { ...(await issueChallenge(tx, party, purpose)), known }
  })
}

/** user/answerApprovalAsk: confirms another person's question by the caller's PIN or key, or declines it. */
export async function answerApprovalAsk(
  db: Db,
  { body }: CallInput<Calls['answerApprovalAsk']>,
): Promise<Answer<Calls['answerApprovalAsk']>> {
  const key = body.confirm ? await proveSelf(db, body) : undefined
  const state = body.confirm ? 'confirmed' : 'declined'
  return inTransaction(db, async (tx) => {
    const ask = await openAsk(tx, body.id)
    if (key) await requireKeyOf(tx, ask, key)
    await requireSecondPerson(tx, ask, body.confirm && !key ? 'pin' : 'any')
    const passkeyId = key?.id ?? null
    await storeAnswer(tx, ask.id, state, passkeyId)
    addAuditEvent(tx, {
      action: `approval.${state === 'confirmed' ? 'confirm' : 'decline'}`,
      entity: 'approval',
      id: ask.id,
      after: {
        action: ask.action_code,
        ...(body.confirm && { confirmed_by: confirmedBy(passkeyId) }),
      },
      ...(body.confirm && { approverId: db.caller.userId! }),
    })
    return { state }
  })
}

async function openAsk(tx: Tx, id: string): Promise<LockedAsk> {
  const ask = await lockAsk(tx, id)
  if (!ask) return refuse('common.not-found')
  if (!ask.is_open) refuse('approval.ask-over')
  return ask
}

/** All that a question asks of its answerer. */
function hashOfAsk(tx: Tx, { id, asked_by, action_code, words, object, about }: LockedAsk): Buffer {
  const asked = { company_id: tx.companyId, id, asked_by, action_code, words, object, about }
  return createHash('sha256').update(canonical(asked)).digest()
}

interface ProvenKey {
  readonly id: string
  /** Of the question for which the challenge was issued. */
  readonly askHash: Buffer | null
}

/** Proves that the person who is signed in answers: by the PIN, or by a key, which is then given. */
async function proveSelf(
  db: Db,
  { id, pcode, key }: CallInput<Calls['answerApprovalAsk']>['body'],
): Promise<ProvenKey | undefined> {
  if (key !== undefined && pcode !== undefined)
    return refuse('common.validation', { fields: { key: 'Либо пин-код, либо ключ' } })
  if (key !== undefined) return proveByKey(db, id, key)
  if (pcode === undefined)
    return refuse('common.validation', { fields: { pcode: 'Заполните поле' } })
  await proveByPin(db, pcode)
  return undefined
}

async function proveByPin(db: Db, pcode: string): Promise<void> {
  const takeBack = await countPcodeTry(db)
  const hmac = keyedHash(db.services.config.secrets.pcodeHmac, db.companyId, pcode)
  const person = await findByPcode(db, hmac)
  // A colleague's PIN is as wrong here as none: whoever answers is the person who is signed in.
  if (person?.id !== db.caller.userId) {
    await auditWrongPcode(db)
    refuse('pcode.wrong')
  }
  await takeBack()
}

/** A key that does not fit counts as a wrong PIN: together they lock the keypad (7.4). */
async function proveByKey(db: Db, askId: string, answer: KeyAnswer): Promise<ProvenKey> {
  const party = requireParty(db.services.config.publicUrl)
  const { jti, userId } = db.caller.session!
  const takeBack = await countPcodeTry(db, 'key')
  const { challenge, askHash } = await spendChallenge(db, answer.ticket, { sessionId: jti, askId })
  const { key, counter } = await examineAnswer(db, answer, { challenge, party, personId: userId })
  if (!key || counter === undefined) return refuseKey(db)
  if (!(await countUse(db, key.id, { counter, host: party.id }))) return refuseCopiedKey(db, key)
  await takeBack()
  return { id: key.id, askHash }
}

const NOT_ACCEPTED = { message: 'Ключ не принят: возьмите свой ключ или подтвердите пин-кодом' }

async function refuseKey(db: Db): Promise<never> {
  await inTransaction(db, async (tx) =>
    addAuditEvent(tx, { action: 'approval.key-failed', entity: 'user', id: db.caller.userId! }),
  )
  return refuse('passkey.not-accepted', NOT_ACCEPTED)
}

/** Under the lock of both: the question is what the key was shown, and the key was not removed since. */
async function requireKeyOf(tx: Tx, ask: LockedAsk, key: ProvenKey): Promise<void> {
  if (!key.askHash?.equals(hashOfAsk(tx, ask))) refuse('passkey.stale')
  if (!(await lockPasskey(tx, tx.caller.userId!, key.id)))
    refuse('passkey.not-accepted', NOT_ACCEPTED)
}

/** By the data of now: the right, the means, and that it is not the one person who asks. */
async function requireSecondPerson(
  tx: Tx,
  { asked_by, action_code }: LockedAsk,
  means: Means,
): Promise<void> {
  await callerNow(tx)
  const { userId } = tx.caller
  if (!(await approverHolds(tx, userId!, approverOf(action_code as ActionCode), means)))
    refuse('access.denied', {
      message: 'У вас нет права подтверждать это, или ваш пин-код временный',
    })
  if (!(await maybeSamePerson(tx, asked_by)).includes(userId!)) return
  refuse('approval.one-person')
}
