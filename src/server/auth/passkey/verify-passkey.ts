import type { Db } from '../../db/handle.ts'
import { findByCredential, type PasskeyRow } from './passkey-queries.ts'
import type { RelyingParty } from './relying-party.ts'

// ES256 and RS256: what telephones, computers and plugged keys make. The list of the standard's registry is longer.
export const ALGORITHMS = [-7, -257]

// Loaded with the first key: whoever signs in by a password needs none of its certificates and ASN.1.
const library = () => import('@simplewebauthn/server')
const helpers = () => import('@simplewebauthn/server/helpers')

interface Signed {
  readonly id: string
  readonly client_data: string
}

interface Registration extends Signed {
  readonly attestation: string
  readonly transports: readonly string[]
}

interface Assertion extends Signed {
  readonly authenticator_data: string
  readonly signature: string
  readonly user_handle?: string | undefined
}

export interface MadeKey {
  readonly credential_id: Buffer
  readonly public_key: Buffer
  readonly counter: number
  readonly aaguid: string
  readonly synced: boolean
}

/** The new key, when the browser's answer fits challenge, origin and party and the person was verified; else undefined. */
export async function readRegistration(
  { id, client_data, attestation }: Registration,
  challenge: string,
  party: RelyingParty,
): Promise<MadeKey | undefined> {
  if (!(await isOurPage(client_data)) || !(await isWithoutCertificates(attestation)))
    return undefined
  const { verifyRegistrationResponse } = await library()
  const made = await verifyRegistrationResponse({
    response: {
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: { clientDataJSON: client_data, attestationObject: attestation },
    },
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => undefined)
  if (!made?.verified) return undefined
  const { credential, aaguid, credentialBackedUp } = made.registrationInfo
  // The authenticator names the key itself; what the page says beside it must be the same.
  if (credential.id !== id) return undefined
  return {
    credential_id: Buffer.from(credential.id, 'base64url'),
    public_key: Buffer.from(credential.publicKey),
    counter: credential.counter,
    aaguid,
    synced: credentialBackedUp,
  }
}

/** What a key keeps of its owner: the id alone, which says nothing to a finder. */
export function handleOf(userId: string): string {
  return Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url')
}

/**
 * The key that answered, if it is known here, and its counter where the answer holds. A key names its owner; where the person is signed
 * in already (`personId`), the key must be that person's and may leave the owner out (WebAuthn, 7.2).
 */
export async function examineAnswer(
  db: Db,
  answer: Assertion,
  { challenge, party, personId }: { challenge: string; party: RelyingParty; personId?: string },
): Promise<{ key: PasskeyRow | undefined; counter: number | undefined }> {
  const key = await findByCredential(db, Buffer.from(answer.id, 'base64url'))
  const isOfPerson = personId === undefined || key?.user_id === personId
  const handle = answer.user_handle ?? (personId && handleOf(personId))
  if (!key || !isOfPerson || handle !== handleOf(key.user_id)) return { key, counter: undefined }
  return { key, counter: await readAssertion(answer, key.public_key, challenge, party) }
}

/** The authenticator's counter, when the key signed this challenge for this party and the person was verified; else undefined. */
async function readAssertion(
  { id, client_data, authenticator_data, signature, user_handle }: Assertion,
  publicKey: Buffer,
  challenge: string,
  party: RelyingParty,
): Promise<number | undefined> {
  if (!(await isOurPage(client_data))) return undefined
  const { verifyAuthenticationResponse } = await library()
  const read = await verifyAuthenticationResponse({
    response: {
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: client_data,
        authenticatorData: authenticator_data,
        signature,
        ...(user_handle !== undefined && { userHandle: user_handle }),
      },
    },
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    // The counter is compared where it is stored, in one statement for all processes.
    credential: { id, publicKey: new Uint8Array(publicKey), counter: 0 },
  }).catch(() => undefined)
  return read?.verified ? read.authenticationInfo.newCounter : undefined
}

/** A page of ours inside a frame of another site asks in that site's interest: the product stands in no frame. */
async function isOurPage(clientData: string): Promise<boolean> {
  const { decodeClientDataJSON } = await helpers()
  try {
    return decodeClientDataJSON(clientData).crossOrigin !== true
  } catch {
    return false
  }
}

/**
 * We ask for no proof of the device's make, so an honest answer carries no certificates. One that does is not looked into: its
 * chains name addresses that the checker would ask.
 */
async function isWithoutCertificates(attestation: string): Promise<boolean> {
  const { decodeAttestationObject, isoBase64URL } = await helpers()
  try {
    const decoded = decodeAttestationObject(isoBase64URL.toBuffer(attestation))
    const format = decoded.get('fmt')
    if (format === 'none') return true
    return format === 'packed' && decoded.get('attStmt').get('x5c') === undefined
  } catch {
    return false
  }
}
