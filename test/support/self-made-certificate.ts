import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'

const TAG = { sequence: 0x30, set: 0x31, integer: 0x02, bits: 0x03, bytes: 0x04, oid: 0x06 }
const TEXT = 0x0c
const TIME = 0x17
const TRUE = Uint8Array.of(0x01, 0x01, 0xff)
// Object identifiers in their encoded form.
const ECDSA_SHA256 = '2a8648ce3d040302'
const COMMON_NAME = '550403'
const ALTERNATIVE_NAMES = '551d11'
const BASIC_CONSTRAINTS = '551d13'
const DNS_NAME = 0x82
const ADDRESS = 0x87

/** A certificate of one day that signed itself, for `localhost` and 127.0.0.1, with its key: both PEM. */
export function selfMadeCertificate(): { cert: string; key: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const algorithm = der(TAG.sequence, oid(ECDSA_SHA256))
  const named = der(TAG.sequence, oid(COMMON_NAME), der(TEXT, Buffer.from('localhost')))
  const name = der(TAG.sequence, der(TAG.set, named))
  const day = 86_400_000
  const body = der(
    TAG.sequence,
    der(0xa0, der(TAG.integer, Uint8Array.of(2))),
    der(TAG.integer, Uint8Array.of(1), randomBytes(8)),
    algorithm,
    name,
    der(TAG.sequence, time(Date.now() - day), time(Date.now() + day)),
    name,
    publicKey.export({ format: 'der', type: 'spki' }),
    der(
      0xa3,
      der(
        TAG.sequence,
        extension(
          ALTERNATIVE_NAMES,
          der(DNS_NAME, Buffer.from('localhost')),
          der(ADDRESS, Uint8Array.of(127, 0, 0, 1)),
        ),
        extension(BASIC_CONSTRAINTS, TRUE),
      ),
    ),
  )
  const signature = der(TAG.bits, Uint8Array.of(0), sign('sha256', body, privateKey))
  const bytes = der(TAG.sequence, body, algorithm, signature)
  const lines = bytes
    .toString('base64')
    .match(/.{1,64}/g)!
    .join('\n')
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
  }
}

function extension(id: string, ...inside: Uint8Array[]): Buffer {
  return der(TAG.sequence, oid(id), der(TAG.bytes, der(TAG.sequence, ...inside)))
}

function oid(hex: string): Buffer {
  return der(TAG.oid, Buffer.from(hex, 'hex'))
}

/** YYMMDDhhmmssZ. */
function time(at: number): Buffer {
  const digits = new Date(at).toISOString().replaceAll(/[-:T]|\..*/g, '')
  return der(TIME, Buffer.from(`${digits.slice(2)}Z`))
}

/** Tag, length and contents of up to 64 KB. */
function der(tag: number, ...contents: Uint8Array[]): Buffer {
  const inside = Buffer.concat(contents)
  const { length } = inside
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Uint8Array.of(tag, ...size), inside])
}
