import { NO_COMPANY } from '../../../db/uuid.ts'
import type { Services } from '../../../services.ts'
import type { FileStore } from '../../../storage/file-store.ts'
import { companyOfName, keyOf, madeAt } from '../../../storage/storage-key.ts'
import { companyIds, selectKeysInUse } from './storage-queries.ts'

const DAY_MS = 86_400_000
/** No request lasts so long, and a database that was restored from last night's copy knows everything that is older. */
const MIN_AGE_MS = 7 * DAY_MS
const NAMES_AT_ONCE = 500
/** More than this is no remnant of failed uploads: a database of another day, or of another installation. */
const MOST = { names: 200, share: 0.02 }

/** A day of which fewer names have a row is unknown to the database, not full of remnants. */
const KNOWN_SHARE = 0.5

/**
 * Removes bytes to which no row leads: of an upload whose transaction failed while the store did not answer. Those that two places hold
 * belong to a move. Names of companies that this database does not know are left alone, and so are days that it does not know: a database of
 * another day, or a copy of it on the same bucket, knows nothing of what was stored since.
 */
export async function sweepOwnerless(services: Services): Promise<void> {
  const { disk, s3 } = services.files
  for (const [place, store] of [
    ['disk', disk],
    ['s3', s3],
  ] as const)
    if (store) await sweepStore(services, place, store)
}

async function sweepStore(services: Services, place: string, store: FileStore): Promise<void> {
  const known = new Set([NO_COMPANY, ...(await companyIds(services.q))])
  const before = Date.now() - MIN_AGE_MS
  const found: string[] = []
  const ofDays = new Map<string, number>()
  let seen = 0
  let batch: string[] = []
  const examine = async () => {
    found.push(...(await withoutRow(services, batch)))
    batch = []
  }
  for await (const name of store.names()) {
    seen++
    if (!known.has(companyOfName(name)) || madeAt(name) > before) continue
    ofDays.set(dayOf(name), (ofDays.get(dayOf(name)) ?? 0) + 1)
    if (batch.push(name) === NAMES_AT_ONCE) await examine()
  }
  await examine()
  const ownerless = ofKnownDays(found, ofDays)
  if (ownerless.length === 0) return
  const log = services.log.root
  const counts = { place, seen, ownerless: ownerless.length }
  if (ownerless.length > Math.max(MOST.names, seen * MOST.share))
    return log.error(counts, 'too many stored files have no row: none is removed')
  // The listing of a large bucket took its time: a row may have come since.
  for (let at = 0; at < ownerless.length; at += NAMES_AT_ONCE)
    for (const name of await withoutRow(services, ownerless.slice(at, at + NAMES_AT_ONCE)))
      await store.remove(name)
  log.info(counts, 'stored files without a row are removed')
}

/** Of one company, by the clock that made the name. */
const dayOf = (name: string) => `${companyOfName(name)} ${Math.floor(madeAt(name) / DAY_MS)}`

function ofKnownDays(names: readonly string[], ofDays: ReadonlyMap<string, number>): string[] {
  return [...Map.groupBy(names, dayOf)].flatMap(([day, own]) =>
    own.length <= ofDays.get(day)! * (1 - KNOWN_SHARE) ? own : [],
  )
}

async function withoutRow({ q }: Services, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return []
  const inUse = new Set(await selectKeysInUse(q, names.flatMap(keysOf)))
  return names.filter((name) => !keysOf(name).some((key) => inUse.has(key)))
}

/** A row may name the other place while its bytes are moved. */
const keysOf = (name: string) => [keyOf('disk', name), keyOf('s3', name)]
