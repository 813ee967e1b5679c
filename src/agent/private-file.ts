import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Writes a secret-bearing JSON file whole or not at all, readable by its owner only (mode 0600). */
export async function writePrivate(path: string, value: unknown): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const part = `${path}.part`
  const file = await open(part, 'w', 0o600)
  try {
    await file.writeFile(JSON.stringify(value))
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(part, path)
}

/** Undefined when there is no such file; a file that is not JSON is thrown as the damage it is. */
export async function readPrivate(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
