import { statSync } from 'node:fs'
import path from 'node:path'
import type { Config } from '../config.ts'
import { BadKey, readKey } from '../storage/key-files.ts'
import { SESSION_HOURS, tokenKeys, type AcceptedKey, type SessionKeys } from './tokens.ts'

/** Files of the key that signs, of one that is only accepted so far, and of the one before. */
export const SESSION_FILES = {
  now: 'session.key',
  next: 'session-next.key',
  previous: 'session-previous.key',
} as const

// Other processes notice a rotation within a second, and the clock of the database may be ahead.
const SLACK_MS = 5000
const TERM_MS = SESSION_HOURS * 3_600_000

type KeyPlace = Pick<Config, 'keyFolders'>

/** When the key of a file was replaced: no session that it signed began later. Undefined where there is no such file. */
export function previousKeyAt({ keyFolders }: KeyPlace): number | undefined {
  const file = path.join(keyFolders.at(-1)!.dir, SESSION_FILES.previous)
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs
}

/** The last moment at which a session may have begun by a former key that was replaced at this one. */
export const lastBegun = (replacedAt: number): number => replacedAt + SLACK_MS

/** The former key is accepted until then: the last ticket that it signed has ended. */
export const previousUntil = (replacedAt: number): number => lastBegun(replacedAt) + TERM_MS

/**
 * Reads the files again while the process runs, so that a new key needs no restart. The key that signs stays where its file is gone
 * or half-copied; a former one counts only as long as its file is there, so a leaked one ends with it (security.md 7.6).
 */
export function openSessionKeys(
  config: Pick<Config, 'keyFolders' | 'publicUrl' | 'secrets'>,
): SessionKeys {
  const { publicUrl } = config
  const acceptedBy = (seed: Buffer, begunBefore = Infinity): AcceptedKey => ({
    ...tokenKeys(seed, publicUrl),
    seed,
    begunBefore,
  })
  let now = acceptedBy(config.secrets.session)
  let next: AcceptedKey | undefined
  let previous: AcceptedKey | undefined
  let until = 0
  let seen = ''
  const learn = () => {
    const found = versionOf(config)
    if (found === seen) return false
    seen = found
    const replacedAt = previousKeyAt(config)
    const [seed, nextSeed, previousSeed] = Object.values(SESSION_FILES).map((name) =>
      readSeed(config, name),
    )
    if (seed && !seed.equals(now.seed)) now = acceptedBy(seed)
    next = nextSeed && acceptedBy(nextSeed)
    previous =
      previousSeed && replacedAt !== undefined
        ? acceptedBy(previousSeed, lastBegun(replacedAt))
        : undefined
    until = replacedAt === undefined ? 0 : previousUntil(replacedAt)
    return true
  }
  learn()
  return {
    get privateKey() {
      return now.privateKey
    },
    get publicKey() {
      return now.publicKey
    },
    issuer: now.issuer,
    learn,
    accepted() {
      const others = [next, Date.now() < until ? previous : undefined]
      return [now, ...others.filter((key) => key !== undefined)]
    },
  }
}

/** Changes whenever one of the files is replaced, comes or goes. */
function versionOf({ keyFolders }: KeyPlace): string {
  return keyFolders
    .flatMap(({ dir }) => Object.values(SESSION_FILES).map((name) => path.join(dir, name)))
    .map((file) => {
      const facts = statSync(file, { throwIfNoEntry: false })
      return facts ? `${facts.ino} ${facts.mtimeMs} ${facts.size} ${facts.mode}` : ''
    })
    .join()
}

/** Undefined for a file that is not there, half-copied or open to others. */
function readSeed({ keyFolders }: KeyPlace, name: string): Buffer | undefined {
  const folders = name === SESSION_FILES.now ? keyFolders : keyFolders.slice(-1)
  try {
    return readKey(folders, name)
  } catch (error) {
    const isGone = (error as { code?: string }).code === 'ENOENT'
    if (error instanceof BadKey || isGone) return undefined
    throw error
  }
}
