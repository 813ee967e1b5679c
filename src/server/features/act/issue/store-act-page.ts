import type { Tx } from '../../../db/handle.ts'
import type { IdempotencyKey } from '../../../idempotency.ts'
import { findScan } from '../../file/scan-queries.ts'
import { storeFile } from '../../file/storage/store-file.ts'
import type { StoredFile } from '../../file/storage/stored-file.ts'
import { storeScan, type ScanFacts } from '../../file/store-scan.ts'

interface PageFacts extends Pick<ScanFacts, 'kind' | 'ownCode'> {
  readonly actId: string
  readonly stamp?: IdempotencyKey
}

/** A page of an act; where it is not new its bytes are the ones of an earlier page, and the sent ones have no row. */
export interface ActPage {
  readonly scanId: string
  readonly isNew: boolean
}

/**
 * Adds a page to an act, unless the act has these bytes on a page of that kind which is not rejected (domain.md 3.14).
 * The caller holds the act's lock, so equal pages that come at once are one, and removes the bytes of a page that is not new.
 */
export async function storeActPage(
  tx: Tx,
  stored: StoredFile,
  { actId, kind, ownCode, stamp }: PageFacts,
): Promise<ActPage> {
  const owner = { entity: 'act', entityId: actId } as const
  const equal = await findScan(tx, owner, { sha256: stored.sha256, kind })
  if (equal) return { scanId: equal, isNew: false }
  const fileId = await storeFile(tx, stored, { kind, ...owner, ...(stamp && { stamp }) })
  return { scanId: await storeScan(tx, { ...owner, fileId, kind, ownCode }), isNew: true }
}
