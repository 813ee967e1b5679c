import { BadSettings } from '../config.ts'
import { isTaken } from '../db/query/alone.ts'
import { NO_COMPANY } from '../db/uuid.ts'
import type { Services } from '../services.ts'
import { sealFileName } from '../storage/key-files.ts'
import type { SealKey } from '../storage/key-ring.ts'
import { cipherOf } from './reseal-values.ts'
import { listSealKeys, noteMade } from './seal-key-queries.ts'

const PROOF = 'priyomka'
const placeOf = (id: number) => ({
  companyId: NO_COMPANY,
  table: 'seal_key',
  id: String(id),
  field: 'proof',
})

/** Whether a file is the key that closed this proof. */
function isProved(key: SealKey, proof: Buffer): boolean {
  try {
    return cipherOf(key).open(placeOf(key.id), proof) === PROOF
  } catch {
    return false
  }
}

/** Writes a key down by what it closes, so that no other file passes for it. */
export function noteKey(q: Services['q'], key: SealKey): Promise<void> {
  return noteMade(q, key.id, cipherOf(key).close(placeOf(key.id), PROOF))
}

/** Refuses a file that another one passed for before, as on a second machine with a key of its own. */
export async function assertProved(q: Services['q'], key: SealKey): Promise<void> {
  const written = (await listSealKeys(q)).find(({ id }) => id === key.id)
  if (written?.proof && !isProved(key, written.proof))
    throw new BadSettings(messageOf([anotherKey(key.id)]))
}

/**
 * Refuses to start without a key that closed values of this database, or with another file in its place: what cannot be read would
 * be found out one record at a time. Keys that are new are written down.
 */
export async function assertKeys({ q, ring }: Pick<Services, 'q' | 'ring'>): Promise<void> {
  const written = await listSealKeys(q)
  const problems = written.flatMap(({ id, proof, retired_at }) => {
    if (retired_at !== null || proof === null) return []
    const bytes = ring.find(id)
    const name = sealFileName(id)
    if (!bytes)
      return [
        `нет ключа ${name}, которым зашифрованы данные этой базы. Верните файл; ключ, который больше не нужен, отзывает npm run keys -- retire ${id}`,
      ]
    return isProved({ id, bytes }, proof) ? [] : [anotherKey(id)]
  })
  if (problems.length > 0) throw new BadSettings(messageOf(problems))
  const known = new Set(written.map(({ id }) => id))
  const newest = ring.newest().id
  for (const id of ring.ids())
    if (id <= newest && !known.has(id))
      // Another process that starts beside this one was faster.
      await noteKey(q, { id, bytes: ring.find(id)! }).catch(unlessTaken)
}

function unlessTaken(error: unknown): void {
  if (!isTaken(error)) throw error
}

const anotherKey = (id: number) =>
  `${sealFileName(id)} – другой ключ: данные этой базы зашифрованы не им. Верните прежний файл`

const messageOf = (problems: readonly string[]) =>
  ['Неверные настройки:', ...problems.map((problem) => `  SECRETS_DIR: ${problem}`)].join('\n')
