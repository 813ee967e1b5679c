import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { PassThrough, Readable, type Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { Decrypter, Encrypter } from 'age-encryption'

/** One encrypted file of a backup, as it lies on the disk. */
export interface Piece {
  /** Bytes, encrypted. */
  readonly size: number
  /** SHA-256 of the encrypted bytes in hex: a copy is checked without the private key. */
  readonly sha256: string
}

/** Bytes on their way, and what packs them. */
type Source = Readable | readonly [Readable, Transform]

/** Encrypts to the recipient in the format of age (https://age-encryption.org/v1); the file appears whole or not at all. */
export async function writePiece(file: string, plain: Source, recipient: string): Promise<Piece> {
  const encrypter = new Encrypter()
  encrypter.addRecipient(recipient)
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
  const part = `${file}.part`
  const hash = createHash('sha256')
  let size = 0
  try {
    const encrypted = await encrypter.encrypt(toWeb(plain))
    const counted = async function* (source: AsyncIterable<Uint8Array>) {
      for await (const bytes of source) {
        hash.update(bytes)
        size += bytes.length
        yield bytes
      }
    }
    await pipeline(fromWeb(encrypted), counted, createWriteStream(part, { mode: 0o600 }))
    const written = await open(part)
    await written.sync().finally(() => written.close())
    await rename(part, file)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
  return { size, sha256: hash.digest('hex') }
}

/** What a piece holds; rejects, or breaks off with an error, where bytes were changed or the key is another one. */
export async function openPiece(file: string, identity: string): Promise<Readable> {
  const decrypter = new Decrypter()
  decrypter.addIdentity(identity)
  return fromWeb(await decrypter.decrypt(toWeb(createReadStream(file))))
}

/** Reads a piece back from the disk. */
export async function hashPiece(file: string): Promise<Piece> {
  const hash = createHash('sha256')
  let size = 0
  for await (const bytes of createReadStream(file)) {
    hash.update(bytes as Buffer)
    size += (bytes as Buffer).length
  }
  return { size, sha256: hash.digest('hex') }
}

/** Through a stream that is destroyed with its source, whose error then reaches the reader. */
function toWeb(source: Source): globalThis.ReadableStream<Uint8Array> {
  const passed = new PassThrough()
  const [plain, packed = new PassThrough()] = source instanceof Readable ? [source] : source
  pipeline(plain, packed, passed).catch(() => undefined)
  return Readable.toWeb(passed) as globalThis.ReadableStream<Uint8Array>
}

function fromWeb(source: globalThis.ReadableStream<Uint8Array>): Readable {
  return Readable.fromWeb(source as ReadableStream)
}
