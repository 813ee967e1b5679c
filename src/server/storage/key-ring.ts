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
  /** Reads the folders and asks about keys that are new. */
  learn(): Promise<void>
}

/** Numbers of those of these keys that may close. */
type AdmitKeys = (keys: readonly SealKey[]) => Promise<readonly number[]>

/** So long a process may close by the former key; a value that names a newer one is opened at once. */
export const UNNOTICED_MS = 1000

/**
 * Reads the folders again while the process runs, so that a new key needs no restart. A key that was read once stays: one whose
 * file is gone still opens what it closed, until the process ends. Where `admit` is given a key closes only after it was admitted: a
 * file that somebody put there opens at most. Throws BadKey where a key cannot be used at the start.
 */
export function openKeyRing(folders: readonly KeyFolder[], admit?: AdmitKeys): KeyRing {
  const keys = new Map<number, Buffer>()
  let newest: SealKey | undefined
  let readAt = -Infinity
  /** Reads the folders and answers the keys that would close from now on. */
  const read = (isStart = false): SealKey[] => {
    readAt = performance.now()
    const fresh: SealKey[] = []
    for (const { id, isNext, read: readBytes } of listSealFiles(folders)) {
      // What nobody admitted so far may be another file by now.
      const held = id > (newest?.id ?? 0) ? undefined : keys.get(id)
      const bytes = held ?? (isStart ? readBytes() : readNew(readBytes))
      if (!bytes) continue
      keys.set(id, bytes)
      if (!isNext && id > (newest?.id ?? 0)) fresh.push({ id, bytes })
    }
    if (!admit) newest = fresh.at(-1) ?? newest
    return fresh
  }
  const learnOf = async (fresh: readonly SealKey[]) => {
    if (!admit || fresh.length === 0) return
    const admitted = await admit(fresh)
    for (const key of fresh)
      if (admitted.includes(key.id) && key.id > (newest?.id ?? 0)) newest = key
  }
  read(true)
  return {
    newest() {
      // By a clock that nobody sets. Whoever admits keys looks by `learn`, since to ask takes time.
      if (!admit && performance.now() - readAt > UNNOTICED_MS) read()
      if (!newest) throw new BadKey('нет ни одного ключа seal-N.key, который записан в базе')
      return newest
    },
    learn: () => learnOf(read()),
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
