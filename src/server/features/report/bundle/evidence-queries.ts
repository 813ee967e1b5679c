import { sql } from 'kysely'
import type { Db } from '../../../db/handle.ts'
import type { Link } from '../../audit/chain-queries.ts'

/** The frozen supplier of an issued act. */
export async function selectFrozenSupplier(db: Db, actId: string): Promise<Buffer | null> {
  const row = await db.q
    .selectFrom('act')
    .where('company_id', '=', db.companyId)
    .where('id', '=', actId)
    .select('supplier_snapshot')
    .executeTakeFirst()
  return row?.supplier_snapshot ?? null
}

/** A stored file, with bytes or with what is known of them after they went. */
export interface FileRow {
  readonly id: string
  readonly kind: string
  readonly entity: string | null
  readonly entity_id: string | null
  readonly mime: string
  readonly size: number
  readonly sha256: Buffer
  readonly storage_key: string
  readonly deleted_at: string | null
}

const FILE_COLUMNS = [
  'f.id',
  'f.kind',
  'f.entity',
  'f.entity_id',
  'f.mime',
  'f.size',
  'f.sha256',
  'f.storage_key',
  'f.deleted_at',
] as const

/** Files by their ids, also those whose bytes are gone. */
export function selectFiles(db: Db, ids: readonly string[]): Promise<FileRow[]> {
  return db.q
    .selectFrom('file as f')
    .where('f.company_id', '=', db.companyId)
    .where(sql<boolean>`f.id = any(${ids})`)
    .select(FILE_COLUMNS)
    .orderBy('f.id')
    .execute()
}

export type ScanOfAct = Awaited<ReturnType<typeof selectScans>>[number]

/** Pages of paper of an act and of its weight acts, in their order. */
export function selectScans(db: Db, actId: string, weightActIds: readonly string[]) {
  return db.q
    .selectFrom('scan as c')
    .innerJoin('file as f', (join) =>
      join.onRef('f.company_id', '=', 'c.company_id').onRef('f.id', '=', 'c.file_id'),
    )
    .leftJoin('app_user as u', 'u.id', 'c.created_by')
    .where('c.company_id', '=', db.companyId)
    .where(
      sql<boolean>`(c.entity = 'act' and c.entity_id = ${actId}
        or c.entity = 'weight_act' and c.entity_id = any(${weightActIds}))`,
    )
    .select(FILE_COLUMNS)
    .select(['c.kind as scan_kind', 'c.page', 'c.status', 'c.own_code', 'c.reject_reason'])
    .select(['c.created_at', 'u.full_name as created_by_name'])
    .orderBy('c.entity')
    .orderBy('c.page')
    .orderBy('c.id')
    .limit(400)
    .execute()
}

export interface AttemptRow {
  readonly kind: string
  readonly started_at: string
  readonly outcome: string | null
  readonly http_status: number | null
  readonly error_code: string | null
  readonly error_text: string | null
  readonly provider_ref: string | null
}

/** The worker's requests to the bank about a payment, with the bank's answers. */
export function selectAttempts(db: Db, paymentId: string): Promise<AttemptRow[]> {
  return db.q
    .selectFrom('payment_attempt')
    .where('company_id', '=', db.companyId)
    .where('payment_id', '=', paymentId)
    .select(['kind', 'started_at', 'outcome', 'http_status'])
    .select(['error_code', 'error_text', 'provider_ref'])
    .orderBy('n')
    .limit(50)
    .execute()
}

/** The links of the company's chain that tell of these records, in their order. */
export async function selectLinksOf(
  db: Db,
  records: readonly { readonly entity: string; readonly id: string }[],
  most: number,
): Promise<Link[]> {
  const { rows } = await sql<Link>`
    select e.seq, e.action, e.agent, e.after, e.approver_id, e.before, e.company_id, e.entity, e.entity_id, e.form,
      e.ip, e.user_id,
      trail_micros(e.at) as micros, e.prev_hash, e.hash
    from audit_event e join unnest(${records.map(({ entity }) => entity)}::text[],
      ${records.map(({ id }) => id)}::uuid[]) as r (entity, id) on e.entity = r.entity and e.entity_id = r.id
    where e.company_id = ${db.companyId} order by e.seq limit ${most}
  `.execute(db.q)
  return rows
}
