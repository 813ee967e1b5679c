import type { CallInput } from '#contract/core/call.ts'
import type { legacyDatabase, LegacySupplier as Shown } from '#contract/supplier/legacy-database.ts'
import type { Answer } from '#http/serve.ts'
import { inTransaction, type Db } from '../../../db/handle.ts'
import { addAuditEvent } from '../../../db/audit.ts'
import { shorten } from '../../../text/shorten.ts'
import { companyToday } from '../record/supplier-queries.ts'
import { convertLegacyRow, MAX_PLATES } from './convert-legacy-row.ts'
import { copiedAlready } from './legacy-queries.ts'
import type { OldRow } from './old-row.ts'
import { legacyReaderOf } from './legacy-source.ts'

const DEFAULT_LIMIT = 50
// The largest total worth paging through; the count itself is bounded by the source.
const MAX_TOTAL = 10_000
const MAX_NAME = 320

/** test/findOldSuppliers: a preview of what copying would bring; each look is recorded (security.md 2.1). */
export async function findLegacySuppliers(
  db: Db,
  { query }: CallInput<typeof legacyDatabase.find>,
): Promise<Answer<typeof legacyDatabase.find>> {
  const { search, limit = DEFAULT_LIMIT, offset = 0 } = query.filter
  const source = await legacyReaderOf(db)
  const { rows, total, unread } = await source.search(search, limit, offset)
  const today = await companyToday(db)
  const copiedIds = await copiedAlready(
    db,
    source,
    rows.map((row) => row.legacy_id),
  )
  await auditSearch(db, source.name, rows.length)
  return {
    items: rows.map((row) => presentRow(row, today, copiedIds)),
    total: Math.min(total, MAX_TOTAL),
    ...(total > MAX_TOTAL && { total_capped: true }),
    ...(unread && { unread: { total: unread.total, rows: [...unread.rows] } }),
    limit,
    offset,
  }
}

function auditSearch(db: Db, source: string, found: number): Promise<void> {
  return inTransaction(db, async (tx) =>
    addAuditEvent(tx, {
      action: 'supplier.old_base_search',
      entity: 'company',
      id: db.companyId,
      after: { source, found },
      quiet: true,
    }),
  )
}

function presentRow(row: OldRow, today: string, copiedIds: ReadonlyMap<string, string>): Shown {
  const { legacyId, name, fields, docMasked, problems } = convertLegacyRow(row, today)
  return {
    legacy_id: legacyId,
    name: shorten(name, MAX_NAME),
    inn: fields.inn ?? null,
    doc_masked: docMasked,
    phone: fields.phone ?? null,
    plates: shorten(row.plates, MAX_PLATES) || null,
    supplier_id: copiedIds.get(legacyId) ?? null,
    problems: [...problems],
  }
}
