import { BadSettings } from '../config.ts'
import { isTaken } from '../db/query/alone.ts'
import { NO_COMPANY } from '../db/uuid.ts'
import type { Services } from '../services.ts'
import { sealFileName } from '../storage/key-files.ts'
import type { SealKey } from '../storage/key-ring.ts'
import { cipherOf } from './reseal-values.ts'
import { listSealKeys, noteMade, openKeyDatabase } from './seal-key-queries.ts'
import { keysBeside, sealedColumns } from './sealed-values-queries.ts'

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

/**
 * Which of these keys the database knows by what they closed: they alone close. A database that knows none takes them all, until the
 * first start of a server writes them down.
 */
export async function admitKeys(q: Services['q'], keys: readonly SealKey[]): Promise<number[]> {
  const written = new Map((await listSealKeys(q)).map(({ id, proof }) => [id, proof]))
  const isKnown = (key: SealKey) => {
    const proof = written.get(key.id)
    return proof ? isProved(key, proof) : written.size === 0
  }
  return keys.filter(isKnown).map(({ id }) => id)
}

/** Writes a key down by what it closes, so that no other file passes for it; one that was written down before is refused (`isTaken`). */
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
 * Refuses to work without a key that closed values of this database, or with another file in its place: what cannot be read would be
 * found out one record at a time. The first keys of a database are written down.
 */
export async function assertKeys({ q, ring }: Pick<Services, 'q' | 'ring'>): Promise<void> {
  if ((await listSealKeys(q)).length === 0) {
    const newest = ring.newest().id
    for (const id of ring.ids().filter((one) => one <= newest))
      // Another process that starts beside this one was faster.
      await noteKey(q, { id, bytes: ring.find(id)! }).catch(unlessTaken)
  }
  const problems = (await listSealKeys(q)).flatMap(({ id, proof, retired_at }) => {
    if (retired_at !== null || proof === null) return []
    const bytes = ring.find(id)
    if (!bytes)
      return [
        `нет ключа ${sealFileName(id)}, которым зашифрованы данные этой базы. ${remedyOf(id)}`,
      ]
    return isProved({ id, bytes }, proof) ? [] : [anotherKey(id)]
  })
  if (problems.length > 0) throw new BadSettings(messageOf(problems))
}

function unlessTaken(error: unknown): void {
  if (!isTaken(error)) throw error
}

/**
 * Refuses to work where values stand under a key that neither a file nor the database knows: somebody put a file there, an older
 * release closed by it, and it was taken away. `q` sees all companies.
 */
export async function assertNoUnknown(
  q: Services['q'],
  ring: Pick<Services['ring'], 'ids'>,
): Promise<void> {
  const known = [...(await listSealKeys(q)).map(({ id }) => id), ...ring.ids()]
  const unknown = new Set<number>()
  for (const column of sealedColumns)
    for (const id of await keysBeside(q, column, known)) unknown.add(id)
  const problems = [...unknown].map(
    (id) =>
      `данные этой базы зашифрованы ключом ${sealFileName(id)}, которого нет ни здесь, ни среди записанных. ${remedyOf(id)}`,
  )
  if (problems.length > 0) throw new BadSettings(messageOf(problems))
}

/** So long a start looks through one column; of a larger table `keys status` tells. */
const SEARCH_MS = 3000
const isTooLong = (error: unknown) => (error as { code?: string }).code === '57014'

/** The same for a server that starts, which a table of years does not hold up. */
export async function assertNoUnknownAtStart({
  config,
  ring,
  log,
}: Pick<Services, 'config' | 'ring' | 'log'>): Promise<void> {
  const { q, close } = openKeyDatabase(config.databaseUrl, SEARCH_MS)
  try {
    await assertNoUnknown(q, ring)
  } catch (error) {
    if (!isTooLong(error)) throw error
    log.root.warn('tables are too large to look for values under unknown keys: see keys status')
  } finally {
    await close()
  }
}

const remedyOf = (id: number) =>
  `Верните файл; если он потерян, а с ним и зашифрованное им, это признаёт npm run keys -- retire ${id} --lost`

const anotherKey = (id: number) =>
  `${sealFileName(id)} – другой ключ: данные этой базы зашифрованы не им. Верните прежний файл`

const messageOf = (problems: readonly string[]) =>
  ['Неверные настройки:', ...problems.map((problem) => `  SECRETS_DIR: ${problem}`)].join('\n')
