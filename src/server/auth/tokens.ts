import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { SignJWT, jwtVerify } from 'jose'

/** The JWT is only a ticket for a session row; rights are never read from it. */
export interface Ticket {
  readonly jti: string
  readonly userId: string
  /** Seconds since 1970. */
  readonly exp: number
}

/** A ticket that was read; by a former key it proves only a session that began before that key was replaced. */
interface ProvenTicket extends Ticket {
  /** Milliseconds since 1970. */
  readonly begunBefore: number
}

export interface TokenKeys {
  readonly privateKey: KeyObject
  readonly publicKey: KeyObject
  readonly issuer: string
}

/** One of the keys by which a ticket is accepted. */
export interface AcceptedKey extends TokenKeys {
  readonly seed: Buffer
  /** Sessions that began later are none of its own, milliseconds since 1970. */
  readonly begunBefore: number
}

/** The key that signs tickets now; it changes while the process runs. */
export interface SessionKeys extends TokenKeys {
  /** The one that signs first, then one that waits for its use and the former one within its term. */
  accepted(): readonly AcceptedKey[]
  /** Looks at the files again; true where another key counts than before. */
  learn(): boolean
}

// PKCS#8 header of an Ed25519 private key (RFC 8410): the 32-byte seed follows it.
const PKCS8_ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex')
export const SESSION_HOURS = 12
const AUDIENCE = 'priyomka'
const TYPE = 'session+jwt'

export function tokenKeys(seed: Buffer, issuer: string): TokenKeys {
  const privateKey = createPrivateKey({
    key: Buffer.concat([PKCS8_ED25519, seed]),
    format: 'der',
    type: 'pkcs8',
  })
  return { privateKey, publicKey: createPublicKey(privateKey), issuer }
}

/** Signs a 12-hour session ticket, EdDSA, `typ: session+jwt`. */
export function signTicket(keys: TokenKeys, ticket: Ticket): Promise<string> {
  return new SignJWT({})
    .setProtectedHeader({ alg: 'EdDSA', typ: TYPE })
    .setSubject(ticket.userId)
    .setJti(ticket.jti)
    .setIssuer(keys.issuer)
    .setAudience(AUDIENCE)
    .setIssuedAt()
    .setExpirationTime(ticket.exp)
    .sign(keys.privateKey)
}

/** The ticket of a token that is ours, alive and of this kind; anything else is undefined, whatever the cause. */
export async function readTicket(
  keys: SessionKeys,
  token: string,
): Promise<ProvenTicket | undefined> {
  const ticket = await readByAny(keys, token)
  // Another process may sign by a key that this one has not seen yet.
  return ticket ?? (keys.learn() ? readByAny(keys, token) : undefined)
}

async function readByAny(keys: SessionKeys, token: string): Promise<ProvenTicket | undefined> {
  for (const key of keys.accepted()) {
    const ticket = await readBy(key, token)
    if (ticket) return { ...ticket, begunBefore: key.begunBefore }
  }
  return undefined
}

async function readBy(keys: TokenKeys, token: string): Promise<Ticket | undefined> {
  try {
    const { payload } = await jwtVerify(token, keys.publicKey, {
      algorithms: ['EdDSA'],
      typ: TYPE,
      issuer: keys.issuer,
      audience: AUDIENCE,
      requiredClaims: ['exp', 'jti', 'sub'],
    })
    return { jti: payload.jti!, userId: payload.sub!, exp: payload.exp! }
  } catch {
    return undefined
  }
}
