import { createReadStream, mkdirSync } from 'node:fs'
import { glob, mkdir, open, rename, rm, stat, statfs, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { uuidv7 } from '../db/uuid.ts'

/** A whole file that lies on the same disk and is moved. */
export interface HeldFile {
  readonly path: string
}

/** Where the bytes of files live: generated names outside the web root, one folder a company. */
export interface FileStore {
  /** Stores bytes whole or not at all; answers the key under which they are read. */
  put(companyId: string, content: Uint8Array | HeldFile): Promise<string>
  size(key: string): Promise<number>
  read(key: string): NodeJS.ReadableStream
  remove(key: string): Promise<void>
  /** Removes what a killed process left half written; answers how many. */
  sweepUnfinished(): Promise<number>
  /** How much the disk still takes. */
  room(): Promise<DiskRoom>
}

export type DiskRoom = 'enough' | 'low' | 'none'

/** The name of a file that is not whole yet ends so. */
const PART = '.part'
/** Unfinished files: on their way into the store, and uploads that are still validated (`body/receive-file.ts`). */
const UNFINISHED_PATTERNS = [`*/*/*${PART}`, 'incoming/*.upload']
// Another server over the same folder may be writing; no request lasts as long as this.
const LONGEST_WRITE_MS = 10 * 60_000
// Shares of the disk, and the sizes that are enough on a large one: a day of a busy yard is about a gigabyte.
const LOW = [0.1, 5 * 1024 ** 3] as const
const NONE = [0.01, 200 * 1024 ** 2] as const

// Keys are made here and only read back from the database; the pattern keeps any other text off the disk.
const KEY = /^[0-9a-f-]{36}\/[0-9a-f]{2}\/[0-9a-f-]{36}$/

export function openFileStore(root: string): FileStore {
  mkdirSync(root, { recursive: true, mode: 0o700 })
  const place = (key: string) => {
    if (!KEY.test(key)) throw new Error('not a storage key')
    return path.join(root, key)
  }
  return {
    async put(companyId, content) {
      const id = uuidv7()
      const key = `${companyId}/${id.slice(-2)}/${id}`
      const target = place(key)
      await mkdir(path.dirname(target), { recursive: true, mode: 0o700 })
      const part = `${target}${PART}`
      try {
        await writePart(part, content)
        await rename(part, target)
      } catch (error) {
        // On a full disk the half of this file would keep the next one from its room.
        await rm(part, { force: true }).catch(() => undefined)
        throw error
      }
      return key
    },
    size: async (key) => (await stat(place(key))).size,
    read: (key) => createReadStream(place(key)),
    async sweepUnfinished() {
      const before = Date.now() - LONGEST_WRITE_MS
      let swept = 0
      for await (const name of glob(UNFINISHED_PATTERNS, { cwd: root })) {
        const part = path.join(root, name)
        const { mtimeMs } = await stat(part).catch(() => ({ mtimeMs: Infinity }))
        if (mtimeMs > before) continue
        await rm(part, { force: true })
        swept++
      }
      return swept
    },
    async room() {
      const { bavail, blocks, bsize } = await statfs(root)
      const free = bavail * bsize
      const bound = (share: number, most: number) => Math.min(blocks * bsize * share, most)
      if (free < bound(...NONE)) return 'none'
      return free < bound(...LOW) ? 'low' : 'enough'
    },
    remove: (key) => rm(place(key), { force: true }),
  }
}

/** Every byte of a file comes to its folder here. */
async function writePart(part: string, content: Uint8Array | HeldFile): Promise<void> {
  if (content instanceof Uint8Array) return writeFile(part, content, { mode: 0o600, flush: true })
  const file = await open(content.path)
  await file.sync().finally(() => file.close())
  await rename(content.path, part)
}
