import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import type pg from 'pg'
import type { BackupSettings } from './backup-settings.ts'
import {
  copyFiles,
  listOfFiles,
  readFileList,
  type CopiedFiles,
  type FileLine,
} from './copy-files.ts'
import {
  beginSnapshot,
  dumpTables,
  endSnapshot,
  keepOthersOut,
  listKeys,
  migrationNames,
  readSequences,
} from './backup-queries.ts'
import {
  BadBackup,
  backupNames,
  nameOf,
  pieceOfKey,
  writeManifest,
  type Manifest,
} from './manifest.ts'
import { hashPiece, writePiece } from './sealed-pieces.ts'
import { verifyBackup } from './verify-backup.ts'
import type { Files } from '../storage/files.ts'
import type { KeyFolder } from '../storage/key-files.ts'
import type { KeyRing } from '../storage/key-ring.ts'

interface Source {
  /** A connection of its own; the backup ends its transactions. */
  readonly client: pg.Client
  readonly files: Files
  readonly keyFolders: readonly KeyFolder[]
  readonly ring: KeyRing
  /** A sentence of progress. */
  say(words: string): void
}

export interface MadeBackup {
  readonly name: string
  readonly rows: number
  readonly bytes: number
  readonly files: CopiedFiles
}

const UNFINISHED = '.part'

/** Takes one backup whole: tables, keys, files, and last of all the manifest, each read back from the disk before it counts. */
export async function makeBackup(
  { dir: root, recipient }: BackupSettings,
  { client, files, keyFolders, ring, say }: Source,
): Promise<MadeBackup> {
  if (!(await keepOthersOut(client))) throw new BadBackup('другая копия этой базы уже снимается')
  await mkdir(root, { recursive: true, mode: 0o700 })
  await removeUnfinished(root)
  const madeAt = await beginSnapshot(client)
  const name = nameOf(madeAt)
  const dir = path.join(root, `${name}${UNFINISHED}`)
  await mkdir(dir, { mode: 0o700 })
  const tables = await dumpTables(client, dir, recipient)
  const sequences = await readSequences(client)
  const migrations = await migrationNames(client)
  const keysFile = path.join(dir, 'keys-of-files')
  await listKeys(client, keysFile)
  await endSnapshot(client)
  const rows = sumOf(tables.map((table) => table.rows))
  say(`База: таблиц ${tables.length}, строк ${rows}`)
  const keys = await copyKeys(keyFolders, dir, recipient)
  const copied = await copyFiles(keysFile, {
    root,
    dir,
    recipient,
    files,
    before: listBefore(root),
    onMissing: (key) => say(`Файла ${key} в хранилище нет`),
  })
  await rm(keysFile)
  say(`Файлы: ${copied.count}, из них новых ${copied.fresh}`)
  const manifest: Manifest = {
    format: 1,
    made_at: madeAt,
    migrations,
    tables,
    sequences,
    keys,
    files: {
      count: copied.count,
      bytes: copied.bytes,
      missing: copied.missing,
      ...(await hashPiece(listOfFiles(dir))),
    },
  }
  await writeManifest(dir, manifest, ring)
  await rename(dir, path.join(root, name))
  const { problems } = await verifyBackup(root, name, { ring, withFiles: false })
  if (problems.length > 0) throw new BadBackup(`прочитано не то, что записано: ${problems[0]}`)
  const bytes = sumOf([...tables, ...keys].map((piece) => piece.size)) + copied.bytes
  return { name, rows, bytes, files: copied }
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0)

/** Of a backup that was interrupted its files stay, which the next one takes over; its tables are of another moment. */
async function removeUnfinished(root: string): Promise<void> {
  for (const name of await readdir(root))
    if (name.endsWith(UNFINISHED)) await rm(path.join(root, name), { recursive: true })
}

/** After the snapshot of the tables: every key that closed a value of theirs is there. */
async function copyKeys(
  folders: readonly KeyFolder[],
  dir: string,
  recipient: string,
): Promise<Manifest['keys']> {
  const keys: Manifest['keys'][number][] = []
  for (const [name, file] of await keyFilesIn(folders)) {
    const plain = Readable.from([await readFile(file)])
    keys.push({ name, ...(await writePiece(pieceOfKey(dir, name), plain, recipient)) })
  }
  return keys
}

/** Each key by its name, in order; the first folder that has it counts, as for the server. */
async function keyFilesIn(folders: readonly KeyFolder[]): Promise<[string, string][]> {
  const files = new Map<string, string>()
  for (const { dir } of folders.toReversed())
    for (const name of (await readdir(dir).catch(() => [])).filter((one) => one.endsWith('.key')))
      files.set(name, path.join(dir, name))
  return [...files].toSorted(([a], [b]) => (a < b ? -1 : 1))
}

/** The files of the newest whole backup. */
async function* listBefore(root: string): AsyncGenerator<FileLine> {
  const name = (await backupNames(root)).at(-1)
  if (name !== undefined) yield* readFileList(path.join(root, name))
}
