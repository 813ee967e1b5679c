import { randomBytes } from 'node:crypto'
import { chown, mkdir, open, rename, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Kysely } from 'kysely'
import type { DB } from '../db/schema.ts'
import type { Services } from '../services.ts'
import { GREATEST_ID, listSealFiles, sealFileName, type KeyFolder } from '../storage/key-files.ts'
import type { SealKey } from '../storage/key-ring.ts'
import { KeyRefused } from './key-refused.ts'
import { listSealKeys } from './seal-key-queries.ts'

/** Makes the key that follows all others, under the name of one that closes nothing yet. */
export async function makeNext(services: Services, owner: Kysely<DB>): Promise<number> {
  const folders = services.config.keyFolders
  const used = await usedKeys(services, owner)
  const id = Math.max(0, ...used, ...listSealFiles(folders).map((file) => file.id)) + 1
  if (id > GREATEST_ID) throw new KeyRefused(`номера ключей кончились: их ${GREATEST_ID}`)
  const { dir } = folders.at(-1)!
  await writeKey(dir, sealFileName(id, true), randomBytes(32))
  return id
}

/** Puts a key into its folder: it is whole under its name or not there, since a server may look at any moment. */
export async function writeKey(dir: string, name: string, bytes: Buffer): Promise<void> {
  await mkdir(dir, { recursive: true, mode: 0o700 })
  const part = path.join(dir, `${name}.part`)
  const file = await open(part, 'w', 0o600)
  await file.writeFile(bytes)
  await file.sync()
  await file.close()
  // A key of root's would be none for the server: it would close by the former one what this command closes by the next.
  const { uid, gid } = await stat(dir)
  await chown(part, uid, gid)
  await rename(part, path.join(dir, name))
  await syncFolder(dir)
}

/** Keys that were written down, retired ones too, and those of files: no number is given twice. */
export async function usedKeys({ ring }: Services, owner: Kysely<DB>): Promise<number[]> {
  const written = (await listSealKeys(owner)).map(({ id }) => id)
  return [...new Set([...written, ...ring.ids()])]
}

/** Keys that wait for the rotation: prepared ones, and what a crash or somebody left there and no database knows. */
export async function waitingKeys(
  { config, ring }: Services,
  owner: Kysely<DB>,
): Promise<SealKey[]> {
  const written = new Set((await listSealKeys(owner)).map(({ id }) => id))
  const newest = ring.newest().id
  return listSealFiles(config.keyFolders)
    .filter(({ id, isNext }) => isNext || (id > newest && !written.has(id)))
    .map(({ id, read }) => ({ id, bytes: read() }))
}

/** Lets prepared keys close from now on. */
export async function useWaiting(folders: readonly KeyFolder[]): Promise<void> {
  const { dir } = folders.at(-1)!
  for (const { id, name } of listSealFiles(folders).filter((file) => file.isNext))
    await rename(path.join(dir, name), path.join(dir, sealFileName(id)))
  await syncFolder(dir)
}

/** A file of which the database knows must be there after a power cut as well. */
export async function syncFolder(dir: string): Promise<void> {
  const folder = await open(dir)
  await folder.sync()
  await folder.close()
}
