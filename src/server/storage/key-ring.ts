import { BadKey, listSealFiles, type KeyFolder } from './key-files.ts'

/** A key that closes fields; its number is in every value that it closed. */
export interface SealKey {
  readonly id: number
  readonly bytes: Buffer
}

/** The keys of an installation that close and open fields, as their folder has them now (security.md 7.2). */
export interface KeyRing {
  /** The one that closes from now on. */
  newest(): SealKey
  /** Undefined for a key that no folder has. */
  find(id: number): Buffer | undefined
  ids(): number[]
}

/** So long a process may close by the former key; a value that names a newer one is opened at once. */
export const UNNOTICED_MS = 1000

/**
 * Reads the folders again while the process runs, so that a new key needs no restart. A key that was read once stays: one whose
 * file is gone still opens what it closed, until the process ends. Throws BadKey where a key cannot be used at the start.
 */
export function openKeyRing(folders: readonly KeyFolder[]): KeyRing {
  const keys = new Map<number, Buffer>()
  let newest: SealKey | undefined
  let readAt = -Infinity
  const read = (isStart = false) => {
    readAt = performance.now()
    for (const { id, isNext, read: readBytes } of listSealFiles(folders)) {
      const bytes = keys.get(id) ?? (isStart ? readBytes() : readNew(readBytes))
      if (!bytes) continue
      keys.set(id, bytes)
      if (!isNext && id > (newest?.id ?? 0)) newest = { id, bytes }
    }
  }
  read(true)
  return {
    newest() {
      // By a clock that nobody sets.
      if (performance.now() - readAt > UNNOTICED_MS) read()
      if (!newest) throw new BadKey('нет ни одного ключа seal-N.key')
      return newest
    },
    find(id) {
      if (!keys.has(id)) read()
      return keys.get(id)
    },
    ids: () => [...keys.keys()],
  }
}

/** A file that is wrong or half-copied is no key of a running server; its start names it. */
function readNew(read: () => Buffer): Buffer | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
