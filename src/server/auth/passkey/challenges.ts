import { createHash, randomBytes } from 'node:crypto'
import { refuse } from '#http/refusal.ts'
import type { Db } from '../../db/handle.ts'
import { addChallenge, takeChallenge } from './passkey-queries.ts'
import type { RelyingParty } from './relying-party.ts'

const BYTES = 32

/** What a challenge is for: an answer that was made for one purpose is worth nothing for another. */
export interface ChallengePurpose {
  /** Of a signed-in person who adds a key or answers a question; null at sign-in, where nobody is known yet. */
  readonly sessionId: string | null
  /** The question to a second person that the key answers. */
  readonly askId?: string
}

/**
 * What a browser is asked to sign, with a ticket that proves later that the same page answers: the challenge itself passes through
 * other hands, the ticket does not. `askHash` stands for all that a question asks.
 */
export async function issueChallenge(
  db: Db,
  party: RelyingParty,
  { sessionId, askId, askHash }: ChallengePurpose & { readonly askHash?: Buffer },
) {
  const ticket = randomBytes(BYTES)
  const challenge = randomBytes(BYTES)
  await addChallenge(db, {
    ticket_hash: hashOf(ticket),
    challenge,
    session_id: sessionId,
    ask_id: askId ?? null,
    ask_hash: askHash ?? null,
  })
  return {
    ticket: ticket.toString('base64url'),
    challenge: challenge.toString('base64url'),
    rp_id: party.id,
    address: party.origin,
  }
}

/**
 * Uses the challenge up, whatever follows; refuses `passkey.stale` when it is used, over, of another page, of another session or for
 * another purpose.
 */
export async function spendChallenge(
  db: Db,
  ticket: string,
  purpose: ChallengePurpose,
): Promise<{ challenge: string; askHash: Buffer | null }> {
  const spent = await takeChallenge(db, hashOf(Buffer.from(ticket, 'base64url')), {
    session_id: purpose.sessionId,
    ask_id: purpose.askId ?? null,
  })
  if (!spent) return refuse('passkey.stale')
  return { challenge: spent.challenge.toString('base64url'), askHash: spent.ask_hash }
}

function hashOf(ticket: Buffer): Buffer {
  return createHash('sha256').update(ticket).digest()
}
