import type { scanKinds } from '#contract/file/file-entities.ts'
import type { Tx } from '../../db/handle.ts'
import { addAuditEvent } from '../../db/audit.ts'
import { uuidv7 } from '../../db/uuid.ts'
import { insertScan, nextPage } from './scan-queries.ts'

/** A page of paper that belongs to a record; its check comes later (domain.md 3.14). */
export interface ScanFacts {
  readonly entity: 'act' | 'supplier' | 'weight_act'
  readonly entityId: string
  readonly fileId: string
  readonly kind: (typeof scanKinds)[number]
  /** Whether the page carries the code of its record; nothing where that was not looked for. */
  readonly ownCode?: boolean | undefined
}

/** Adds the next page of a record's scans, inside the caller's transaction; answers the scan's id. */
export async function storeScan(db: Tx, facts: ScanFacts): Promise<string> {
  const id = uuidv7()
  const page = await nextPage(db, facts.entity, facts.entityId)
  await insertScan(db, { ...facts, id, page })
  addAuditEvent(db, {
    action: 'scan.save',
    entity: 'scan',
    id,
    after: {
      kind: facts.kind,
      entity: facts.entity,
      entity_id: facts.entityId,
      file_id: facts.fileId,
      page,
      own_code: facts.ownCode ?? null,
    },
  })
  return id
}
