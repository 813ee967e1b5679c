import { createHash, randomBytes } from 'node:crypto'
import { refuse } from '#http/refusal.ts'
import type { Db } from '../../../db/handle.ts'
import { addChallenge, takeChallenge } from './passkey-queries.ts'
import type { RelyingParty } from './relying-party.ts'

const BYTES = 32

/**
 * What a browser is asked to sign, with a ticket that proves later that the same page answers: the challenge itself passes through
 * other hands, the ticket does not. `sessionId` is that of a signed-in person who adds a key.
 */
export async function issueChallenge(db: Db, party: RelyingParty, sessionId: string | null) {
  const ticket = randomBytes(BYTES)
  const challenge = randomBytes(BYTES)
  await addChallenge(db, { ticket_hash: hashOf(ticket), challenge, session_id: sessionId })
  return {
    ticket: ticket.toString('base64url'),
    challenge: challenge.toString('base64url'),
    rp_id: party.id,
    address: party.origin,
  }
}

/** Uses the challenge up, whatever follows; refuses `passkey.stale` when it is used, over, of another page or of another session. */
export async function spendChallenge(
  db: Db,
  ticket: string,
  sessionId: string | null,
): Promise<string> {
  const challenge = await takeChallenge(db, hashOf(Buffer.from(ticket, 'base64url')), sessionId)
  return challenge?.toString('base64url') ?? refuse('passkey.stale')
}

function hashOf(ticket: Buffer): Buffer {
  return createHash('sha256').update(ticket).digest()
}
