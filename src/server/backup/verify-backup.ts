import { createHash } from 'node:crypto'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { listOfFiles, pieceOfFile, readFileList } from './copy-files.ts'
import { pieceOfTable } from './backup-queries.ts'
import { pieceOfKey, readManifest, type Manifest } from './manifest.ts'
import type { KeyRing } from '../storage/key-ring.ts'
import { hashPiece, openPiece, type Piece } from './sealed-pieces.ts'

interface Proof {
  /** The installation's keys, one of which signed the manifest; without it only the pieces are proved to be those of the manifest. */
  readonly ring?: KeyRing | undefined
  /** The private half of the recipient: everything is decrypted as well, and rows are counted. */
  readonly identity?: string | undefined
  /** The pieces of files as well, which backups share and which are read back when they are written. */
  readonly withFiles?: boolean
}

export interface VerifiedBackup {
  readonly manifest: Manifest
  /** In words, one a piece; none: the backup is whole. */
  readonly problems: readonly string[]
}

/** Reads every byte of a backup back; throws BadBackup where the manifest itself is wrong. */
export async function verifyBackup(
  root: string,
  name: string,
  { ring, identity, withFiles = true }: Proof,
): Promise<VerifiedBackup> {
  const dir = path.join(root, name)
  const manifest = await readManifest(dir, ring)
  const problems: string[] = []
  const prove = async (what: string, work: () => Promise<string | undefined>) => {
    const problem = await work().catch((error: Error) => problemOf(error))
    if (problem !== undefined) problems.push(`${what}: ${problem}`)
  }
  for (const table of manifest.tables) {
    const file = pieceOfTable(dir, table.name)
    await prove(`таблица ${table.name}`, async () => {
      const problem = await compareBytes(file, table)
      if (problem !== undefined || identity === undefined) return problem
      const rows = await countRows(file, identity)
      return rows === table.rows ? undefined : `строк ${rows}, а записано ${table.rows}`
    })
  }
  for (const key of manifest.keys) {
    const file = pieceOfKey(dir, key.name)
    await prove(`ключ ${key.name}`, async () => {
      const problem = await compareBytes(file, key)
      if (problem === undefined && identity !== undefined) await hashPlain(file, identity)
      return problem
    })
  }
  await prove('список файлов', () => compareBytes(listOfFiles(dir), manifest.files))
  if (problems.some((problem) => problem.startsWith('список файлов'))) return { manifest, problems }
  if (!withFiles) return { manifest, problems }
  let count = 0
  for await (const file of readFileList(dir)) {
    count++
    const piece = pieceOfFile(root, file.name)
    await prove(`файл ${file.name}`, async () => {
      const problem = await compareBytes(piece, file)
      if (problem === undefined && identity !== undefined) await hashPlain(piece, identity)
      return problem
    })
  }
  if (count !== manifest.files.count)
    problems.push(`список файлов: их ${count}, а записано ${manifest.files.count}`)
  return { manifest, problems }
}

async function compareBytes(file: string, { size, sha256 }: Piece): Promise<string | undefined> {
  const found = await hashPiece(file)
  if (found.size !== size) return `${found.size} байт вместо ${size}`
  return found.sha256 === sha256 ? undefined : 'байты изменены'
}

/** In the text of COPY a line is a row: line breaks of values are written as `\n`. */
async function countRows(file: string, identity: string): Promise<number> {
  let rows = 0
  await pipeline(await openPiece(file, identity), createGunzip(), async (plain) => {
    for await (const bytes of plain as AsyncIterable<Buffer>)
      for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) rows++
  })
  return rows
}

/** SHA-256 of what a piece holds. */
async function hashPlain(file: string, identity: string): Promise<Buffer> {
  const hash = createHash('sha256')
  for await (const bytes of await openPiece(file, identity)) hash.update(bytes as Buffer)
  return hash.digest()
}

function problemOf(error: Error & { code?: string }): string {
  if (error.code === 'ENOENT') return 'нет в копии'
  return `не расшифровать: ${error.message}`
}
