import { mkdirSync } from 'node:fs'
import { glob, mkdir, open, rename, rm, stat, statfs, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { FileContent, FileStore } from './file-store.ts'
import { isName } from './storage-key.ts'

/** Names on this machine's disk, outside the web root, one folder a company. */
export interface DiskStore extends FileStore {
  /** Where a name lies, for a copy from there. */
  pathOf(name: string): string
  /** Removes what a killed process left half written; answers how many. */
  sweepUnfinished(): Promise<number>
  /** How much the disk still takes. */
  room(): Promise<DiskRoom>
  /** Bytes of the disk that files are on. */
  space(): Promise<{ free: number; total: number }>
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

export function openDiskStore(root: string): DiskStore {
  mkdirSync(root, { recursive: true, mode: 0o700 })
  const pathOf = (name: string) => {
    if (!isName(name)) throw new Error('not a storage key')
    return path.join(root, name)
  }
  const spaceNow = async () => {
    const { bavail, blocks, bsize } = await statfs(root)
    return { free: bavail * bsize, total: blocks * bsize }
  }
  return {
    pathOf,
    async put(name, content) {
      const target = pathOf(name)
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
    },
    async open(name) {
      const file = await open(pathOf(name))
      try {
        const { size } = await file.stat()
        return { size, body: file.createReadStream() }
      } catch (error) {
        await file.close()
        throw error
      }
    },
    size: async (name) => (await stat(pathOf(name))).size,
    remove: (name) => rm(pathOf(name), { force: true }),
    async *names() {
      for await (const found of glob('*/*/*', { cwd: root })) {
        const name = found.split(path.sep).join('/')
        if (isName(name)) yield name
      }
    },
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
    space: spaceNow,
    async room() {
      const { free, total } = await spaceNow()
      const boundOf = (share: number, most: number) => Math.min(total * share, most)
      if (free < boundOf(...NONE)) return 'none'
      return free < boundOf(...LOW) ? 'low' : 'enough'
    },
  }
}

/** Every byte of a file comes to its folder here. */
async function writePart(part: string, content: FileContent): Promise<void> {
  if (content instanceof Uint8Array) return writeFile(part, content, { mode: 0o600, flush: true })
  const file = await open(content.path)
  await file.sync().finally(() => file.close())
  await rename(content.path, part)
}
