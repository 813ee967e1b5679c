import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'

/** All files of a release as one SHA-256: a line for each, its own SHA-256 and its place written with `/`, in the order of places. */
export function hashTree(files: ReadonlyMap<string, string>): string {
  const lines = [...files].toSorted(([a], [b]) => (a < b ? -1 : 1))
  return createHash('sha256')
    .update(lines.map(([place, sha256]) => `${sha256} ${place}\n`).join(''))
    .digest('hex')
}

/** The same of a folder on the disk. Throws where it has anything but files: no archive of a release brings a link. */
export async function hashFolder(folder: string): Promise<string> {
  const files = new Map<string, string>()
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isDirectory()) continue
    const file = join(entry.parentPath, entry.name)
    if (!entry.isFile()) throw new Error(`${file} is no file`)
    const hash = createHash('sha256')
    await pipeline(createReadStream(file), hash)
    files.set(relative(folder, file).replaceAll(sep, '/'), hash.digest('hex'))
  }
  return hashTree(files)
}
