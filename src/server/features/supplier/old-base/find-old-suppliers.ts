import type { CallInput } from '#contract/call.ts'
import type { oldBase, OldSupplier as Shown } from '#contract/old-base.ts'
import type { Answer } from '#http/serve.ts'
import { inTransaction, type Db } from '../../../db/handle.ts'
import { trace } from '../../../db/trail.ts'
import { shorten } from '../../../text/shorten.ts'
import { companyToday } from '../supplier-queries.ts'
import { judgeOldRow, MAX_PLATES } from './judge-old-row.ts'
import { copiedAlready } from './legacy-queries.ts'
import type { OldRow } from './old-row.ts'
import { oldSourceOf } from './old-source.ts'

const DEFAULT_LIMIT = 50
// More than this nobody pages through; the count itself is bounded by the source.
const MAX_TOTAL = 10_000
const MAX_NAME = 320

/** test/findOldSuppliers: a preview of what copying would bring; who looked is recorded (security.md 2). */
export async function findOldSuppliers(
  db: Db,
  { query }: CallInput<typeof oldBase.find>,
): Promise<Answer<typeof oldBase.find>> {
  const { search, limit = DEFAULT_LIMIT, offset = 0 } = query.filter
  const source = await oldSourceOf(db)
  const { rows, total, unread } = await source.search(search, limit, offset)
  const today = await companyToday(db)
  const known = await copiedAlready(
    db,
    source,
    rows.map((row) => row.legacy_id),
  )
  await noteLook(db, source.name, rows.length)
  return {
    items: rows.map((row) => shown(row, today, known)),
    total: Math.min(total, MAX_TOTAL),
    ...(total > MAX_TOTAL && { total_capped: true }),
    ...(unread && { unread: { total: unread.total, rows: [...unread.rows] } }),
    limit,
    offset,
  }
}

function noteLook(db: Db, source: string, found: number): Promise<void> {
  return inTransaction(db, async (tx) =>
    trace(tx, {
      action: 'supplier.old_base_search',
      entity: 'company',
      id: db.companyId,
      after: { source, found },
      quiet: true,
    }),
  )
}

function shown(row: OldRow, today: string, known: ReadonlyMap<string, string>): Shown {
  const { legacyId, name, fields, docMasked, problems } = judgeOldRow(row, today)
  return {
    legacy_id: legacyId,
    name: shorten(name, MAX_NAME),
    inn: fields.inn ?? null,
    doc_masked: docMasked,
    phone: fields.phone ?? null,
    plates: shorten(row.plates, MAX_PLATES) || null,
    supplier_id: known.get(legacyId) ?? null,
    problems: [...problems],
  }
}
