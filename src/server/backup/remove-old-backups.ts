import { glob, rm } from 'node:fs/promises'
import path from 'node:path'
import { backupNames } from './manifest.ts'
import { readFileList } from './copy-files.ts'

const DAY_MS = 86_400_000

/**
 * Removes backups older than `keepDays`, never the newest, and then the pieces of files that no backup names any more. Answers how many of
 * each.
 */
export async function removeOldBackups(
  root: string,
  keepDays: number,
  now = Date.now(),
): Promise<{ backups: number; files: number }> {
  const names = await backupNames(root)
  const old = names.slice(0, -1).filter((name) => now - takenAt(name) > keepDays * DAY_MS)
  for (const name of old) await rm(path.join(root, name), { recursive: true, force: true })
  const files = old.length === 0 ? 0 : await removeUnnamed(root, names.slice(old.length))
  return { backups: old.length, files }
}

/** By the folder's own name, since the clock of a file system or a copy of the folder says nothing about the backup. */
function takenAt(name: string): number {
  const [day, time] = name.split('T') as [string, string]
  return Date.parse(`${day}T${time.replaceAll('-', ':')}`)
}

/** Names alone are held: some seventy bytes a file. */
async function removeUnnamed(root: string, kept: readonly string[]): Promise<number> {
  const named = new Set<string>()
  for (const name of kept)
    for await (const file of readFileList(path.join(root, name))) named.add(file.name)
  let removed = 0
  for await (const found of glob('*/*/*.age', { cwd: path.join(root, 'files') })) {
    const name = found.split(path.sep).join('/').slice(0, -'.age'.length)
    if (named.has(name)) continue
    await rm(path.join(root, 'files', found))
    removed++
  }
  return removed
}
