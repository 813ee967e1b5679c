import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { readFile, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import * as z from 'zod/mini'
import { sealFileName } from '../storage/key-files.ts'
import type { KeyRing } from '../storage/key-ring.ts'

const piece = { size: z.int(), sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)) }

/** What a backup holds. It is no secret: names of tables, counts and hashes of what is encrypted. */
const Manifest = z.strictObject({
  format: z.literal(1),
  /** When the snapshot of the database was taken; the backup's folder bears the same moment. */
  made_at: z.iso.datetime(),
  /** Names of the migrations that made the tables. */
  migrations: z.array(z.string()),
  tables: z.array(
    z.strictObject({
      name: z.string(),
      columns: z.array(z.string()),
      rows: z.int(),
      ...piece,
    }),
  ),
  sequences: z.array(
    z.strictObject({ name: z.string(), value: z.string(), is_called: z.boolean() }),
  ),
  keys: z.array(z.strictObject({ name: z.string(), ...piece })),
  /** The list of stored files: how many, their encrypted bytes, and the hash of the list itself. */
  files: z.strictObject({ count: z.int(), bytes: z.int(), missing: z.int(), ...piece }),
})
export type Manifest = z.output<typeof Manifest>

/** The key is the one that signed; backups of former releases do not name it. */
const Signed = z.strictObject({
  manifest: Manifest,
  mac: z.string(),
  key: z._default(z.int(), 1),
})

const FILE = 'manifest.json'
/** Folders of whole backups: the moment of the snapshot without the signs that some file systems refuse. */
const NAME = /^\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}Z$/

export const nameOf = (madeAt: string) => madeAt.replace(/\.\d+Z$/, 'Z').replaceAll(':', '-')

/** Names of the whole backups of a folder, the oldest first; one that was interrupted is none. */
export async function backupNames(dir: string): Promise<string[]> {
  const names = await readdir(dir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return names.filter((name) => NAME.test(name)).toSorted()
}

/** Written last: a folder without it is no backup. */
export async function writeManifest(dir: string, manifest: Manifest, ring: KeyRing): Promise<void> {
  const { id: key, bytes } = ring.newest()
  const signed = { manifest, mac: macOf(manifest, bytes), key }
  await writeFile(path.join(dir, FILE), JSON.stringify(signed, undefined, 1), {
    mode: 0o600,
    flush: true,
  })
}

/** Where a key of the installation lies in a backup. */
export const pieceOfKey = (dir: string, name: string) => path.join(dir, 'keys', `${name}.age`)

/** A backup that is not what this installation has written. */
export class BadBackup extends Error {}

/**
 * The manifest of a backup, proved by the installation's key that signed it. Whoever can write where backups lie can encrypt to the
 * public key as well, and cannot sign. An installation without any key yet proves nothing.
 */
export async function readManifest(dir: string, ring: KeyRing | undefined): Promise<Manifest> {
  const text = await readFile(path.join(dir, FILE), 'utf8').catch(() => {
    throw new BadBackup(`в ${dir} нет ${FILE}: копия не закончена или это другая папка`)
  })
  const parsed = z.safeParse(Signed, parseJson(text))
  if (!parsed.success) throw new BadBackup(`${FILE} повреждён или от другой версии программы`)
  const { manifest, mac, key } = parsed.data
  if (path.basename(dir) !== nameOf(manifest.made_at))
    throw new BadBackup(`копия снята ${manifest.made_at}, а папка названа ${path.basename(dir)}`)
  if (!ring) return manifest
  const name = sealFileName(key)
  const bytes = ring.find(key)
  if (!bytes)
    throw new BadBackup(
      `${FILE} подписан ключом ${name}, которого здесь нет: верните его или восстановите копию в пустую папку ключей`,
    )
  if (!isEqual(mac, macOf(manifest, bytes)))
    throw new BadBackup(`${FILE} изменён или подписан другим ключом, чем ${name}`)
  return manifest
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** By a key of its own, made of one that is neither in the database nor readable in the backup. */
function macOf(manifest: Manifest, seal: Buffer): string {
  const key = Buffer.from(hkdfSync('sha256', seal, '', 'backup-manifest', 32))
  return createHmac('sha256', key).update(JSON.stringify(manifest)).digest('hex')
}

function isEqual(a: string, b: string): boolean {
  const [one, other] = [Buffer.from(a), Buffer.from(b)]
  return one.length === other.length && timingSafeEqual(one, other)
}
