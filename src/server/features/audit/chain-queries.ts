import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.ts'

/** The end of a chain, and the largest number that any row of it has: more rows than the head knows were slipped in. */
export interface ChainEnd {
  readonly seq: number
  readonly hash: Buffer
  readonly last: number
}

export async function readEnd(q: Kysely<DB>, companyId: string): Promise<ChainEnd> {
  const { rows } = await sql<ChainEnd>`
    select coalesce(h.seq, 0) as seq, coalesce(h.hash, '\\x') as hash,
      coalesce((select max(seq) from audit_event where company_id = ${companyId}), 0) as last
    from (select 1) as one left join audit_head h on h.company_id = ${companyId}
  `.execute(q)
  return rows[0]!
}

/** A link with the columns that its hash proves. */
export interface Link {
  readonly seq: number
  readonly micros: string
  readonly company_id: string
  /** Links of form 1 hash everything but their company and form. */
  readonly form: number
  readonly prev_hash: Buffer
  readonly hash: Buffer
  readonly action: string
  readonly entity: string | null
  readonly entity_id: string | null
  readonly before: unknown
  readonly after: unknown
  readonly [column: string]: unknown
}

/** Links after one number, in their order, up to another. */
export async function readLinks(
  q: Kysely<DB>,
  companyId: string,
  { after, to, limit }: { after: number; to: number; limit: number },
): Promise<Link[]> {
  const { rows } = await sql<Link>`
    select seq, action, agent, after, approver_id, before, company_id, entity, entity_id, form, ip, user_id,
      trail_micros(at) as micros, prev_hash, hash
    from audit_event where company_id = ${companyId} and seq > ${after} and seq <= ${to}
    order by seq limit ${limit}
  `.execute(q)
  return rows
}

/** The events that record archives, in their order. */
export async function listArchiveEvents(q: Kysely<DB>, companyId: string): Promise<Link[]> {
  const { rows } = await sql<Link>`
    select seq, action, agent, after, approver_id, before, company_id, entity, entity_id, form, ip, user_id,
      trail_micros(at) as micros, prev_hash, hash
    from audit_event where company_id = ${companyId} and action = 'audit.archive' order by seq limit 10000
  `.execute(q)
  return rows
}

export async function hashOf(
  q: Kysely<DB>,
  companyId: string,
  seq: number,
): Promise<Buffer | undefined> {
  const row = await q
    .selectFrom('audit_event')
    .where('company_id', '=', companyId)
    .where('seq', '=', seq)
    .select('hash')
    .executeTakeFirst()
  return row?.hash
}

/** Every chain with its end: those of companies and the platform's own. */
export async function chainHeads(q: Kysely<DB>) {
  return q
    .selectFrom('audit_head as h')
    .leftJoin('company as c', 'c.id', 'h.company_id')
    .select(['h.company_id', 'h.seq', 'h.hash', 'c.short_name'])
    .orderBy('c.short_name')
    .limit(100_000)
    .execute()
}
