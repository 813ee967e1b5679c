import { createReadStream } from 'node:fs'
import { mkdir, open, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { uuidv7 } from './db/uuid.ts'

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
}

// Keys are made here and only read back from the database; the pattern keeps any other text off the disk.
const KEY = /^[0-9a-f-]{36}\/[0-9a-f]{2}\/[0-9a-f-]{36}$/

export function openFileStore(root: string): FileStore {
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
      await writePart(`${target}.part`, content)
      await rename(`${target}.part`, target)
      return key
    },
    size: async (key) => (await stat(place(key))).size,
    read: (key) => createReadStream(place(key)),
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
