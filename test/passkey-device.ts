import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'

/** What the page has got from the server, as far as a device looks at it. */
interface Asked {
  readonly challenge: string
  readonly rp_id: string
  readonly address: string
}

/** What a test bends: each is right unless it is named. */
export interface Bent {
  readonly origin?: string
  readonly rpId?: string
  readonly challenge?: string
  readonly type?: string
  readonly isVerified?: boolean
  readonly crossOrigin?: boolean
  readonly counter?: number
  readonly userHandle?: string
  /** The attestation statement of a device that proves its make. */
  readonly certificates?: readonly Buffer[]
}

type Cbor = number | string | Buffer | Map<Cbor, Cbor> | readonly Cbor[]

/** CBOR of RFC 8949 as far as authenticators write it, apart from the product's reader. */
function toCbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  if (value instanceof Map)
    return Buffer.concat([head(5, value.size), ...[...value].flat().map((part) => toCbor(part))])
  return Buffer.concat([head(4, value.length), ...value.map((part) => toCbor(part))])
}

function head(major: number, count: number): Buffer {
  if (count < 24) return Buffer.from([(major << 5) | count])
  if (count < 256) return Buffer.from([(major << 5) | 24, count])
  return Buffer.from([(major << 5) | 25, count >> 8, count & 0xff])
}

const fromText = (text: string) => Buffer.from(text, 'base64url')
const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest()

function makePair(algorithm: 'ES256' | 'RS256') {
  return algorithm === 'ES256'
    ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
    : generateKeyPairSync('rsa', { modulusLength: 2048 })
}

/** COSE_Key of RFC 9053 and RFC 8230. */
function toCose(key: KeyObject): Buffer {
  const { kty, x, y, n, e } = key.export({ format: 'jwk' })
  if (kty === 'EC')
    return toCbor(
      new Map<Cbor, Cbor>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, fromText(x!)],
        [-3, fromText(y!)],
      ]),
    )
  return toCbor(
    new Map<Cbor, Cbor>([
      [1, 3],
      [3, -257],
      [-1, fromText(n!)],
      [-2, fromText(e!)],
    ]),
  )
}

/**
 * An authenticator in software with one key: what it makes and signs is put together here from the standard (WebAuthn 6.1, 6.5), and shares
 * no code with the product.
 */
export function makeDevice(algorithm: 'ES256' | 'RS256' = 'ES256') {
  const { privateKey, publicKey } = makePair(algorithm)
  const credentialId = randomBytes(32)
  const id = credentialId.toString('base64url')
  let counter = 0
  let owner = ''

  const clientDataOf = (type: string, asked: Asked, bent: Bent) =>
    Buffer.from(
      JSON.stringify({
        type: bent.type ?? type,
        challenge: bent.challenge ?? asked.challenge,
        origin: bent.origin ?? asked.address,
        crossOrigin: bent.crossOrigin ?? false,
      }),
    )
  const authenticatorDataOf = (asked: Asked, bent: Bent, attested?: Buffer) => {
    const flags = 0x01 | ((bent.isVerified ?? true) ? 0x04 : 0) | (attested ? 0x40 : 0)
    const count = Buffer.alloc(4)
    counter = bent.counter ?? counter + 1
    count.writeUInt32BE(counter)
    const rpHash = sha256(bent.rpId ?? asked.rp_id)
    return Buffer.concat([rpHash, Buffer.from([flags]), count, attested ?? Buffer.alloc(0)])
  }

  return {
    id,
    /** The part of `auth/addPasskey` that the browser answers. */
    create(asked: Asked & { user_id: string }, bent: Bent = {}) {
      owner = asked.user_id
      const length = Buffer.alloc(2)
      length.writeUInt16BE(credentialId.length)
      const attested = Buffer.concat([
        Buffer.from('08987058cadc4b81b6e130de50dcbe96', 'hex'),
        length,
        credentialId,
        toCose(publicKey),
      ])
      const statement = new Map<Cbor, Cbor>(
        bent.certificates
          ? [
              ['alg', -7],
              ['sig', randomBytes(70)],
              ['x5c', bent.certificates],
            ]
          : [],
      )
      const attestation = new Map<Cbor, Cbor>([
        ['fmt', bent.certificates ? 'packed' : 'none'],
        ['attStmt', statement],
        ['authData', authenticatorDataOf(asked, bent, attested)],
      ])
      return {
        id,
        client_data: clientDataOf('webauthn.create', asked, bent).toString('base64url'),
        attestation: toCbor(attestation).toString('base64url'),
        transports: ['internal', 'a-way-of-tomorrow'],
      }
    },
    /** The part of `auth/loginByPasskey` that the browser answers. */
    sign(asked: Asked, bent: Bent = {}) {
      const clientData = clientDataOf('webauthn.get', asked, bent)
      const authenticatorData = authenticatorDataOf(asked, bent)
      const signed = Buffer.concat([authenticatorData, sha256(clientData)])
      return {
        id,
        client_data: clientData.toString('base64url'),
        authenticator_data: authenticatorData.toString('base64url'),
        signature: sign('sha256', signed, privateKey).toString('base64url'),
        user_handle: bent.userHandle ?? owner,
      }
    },
  }
}
export type Device = ReturnType<typeof makeDevice>
