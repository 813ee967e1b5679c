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

/**
 * Removes bytes to which no row leads: of an upload whose transaction failed while the store did not answer. Those that two places hold
 * belong to a move. Names of companies that this database does not know are left alone.
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
  const ownerless: string[] = []
  let seen = 0
  let batch: string[] = []
  const examine = async () => {
    ownerless.push(...(await withoutRow(services, batch)))
    batch = []
  }
  for await (const name of store.names()) {
    seen++
    if (!known.has(companyOfName(name)) || madeAt(name) > before) continue
    if (batch.push(name) === NAMES_AT_ONCE) await examine()
  }
  await examine()
  if (ownerless.length === 0) return
  const log = services.log.root
  const found = { place, seen, ownerless: ownerless.length }
  if (ownerless.length > Math.max(MOST.names, seen * MOST.share))
    return log.error(found, 'too many stored files have no row: none is removed')
  for (const name of ownerless) await store.remove(name)
  log.info(found, 'stored files without a row are removed')
}

async function withoutRow({ q }: Services, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return []
  const inUse = new Set(await selectKeysInUse(q, names.flatMap(keysOf)))
  return names.filter((name) => !keysOf(name).some((key) => inUse.has(key)))
}

/** A row may name the other place while its bytes are moved. */
const keysOf = (name: string) => [keyOf('disk', name), keyOf('s3', name)]
