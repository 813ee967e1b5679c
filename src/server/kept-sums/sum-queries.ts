import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '../db/handle.ts'
import type { KeptSum } from './kept-sums.ts'

/** What has to be added to the values of one row of a kept sum; the row may be missing. */
export type SumDifference = Readonly<Record<string, string | number>>

/** So many are mended in one transaction: each night goes on where the last one ended. */
const MOST = 5000

/**
 * Rows of a kept sum that are not what the rows below them add up to. Both are read at one moment, so a payment that ends meanwhile is in
 * both or in neither.
 */
export async function selectDifferences(db: Db, of: KeptSum): Promise<SumDifference[]> {
  const values = Object.keys(of.values)
  const change = (column: string) =>
    sql`coalesce(${sql.ref(`r.${column}`)}, 0) - coalesce(${sql.ref(`k.${column}`)}, 0)`
  const selected = [
    ...of.keys.map((key) => sql.ref(key)),
    ...values.map((column) => sql`(${change(column)})::bigint as ${sql.ref(column)}`),
  ]
  const own = (table: string, condition: RawBuilder<unknown>) =>
    sql`(select * from ${sql.table(table)} where company_id = ${db.companyId} and ${condition})`
  // Sums of no site are of an older release and are read by nothing.
  const whole = sql.join(
    [sql`true`, ...of.keys.map((key) => sql`${sql.ref(key)} is not null`)],
    sql` and `,
  )
  const differs = values.map((column) => sql`${change(column)} <> 0`)
  const { rows } = await sql<SumDifference>`
    select ${sql.join(selected)}
    from ${own(of.table, whole)} as k full join ${own(`${of.table}_by_rows`, sql`true`)} as r
      using (${sql.join(['company_id', ...of.keys].map((key) => sql.ref(key)))})
    where ${sql.join(differs, sql` or `)}
    order by ${sql.join(['company_id', ...of.keys].map((key) => sql.ref(key)))}
    limit ${sql.lit(MOST)}`.execute(db.q)
  return rows
}

/**
 * Adds what is missing instead of writing what was counted: whatever a commit has added since stays right. An update first, since a
 * new row may not have less than nothing.
 */
export async function addDifference(tx: Tx, of: KeptSum, found: SumDifference): Promise<void> {
  const values = Object.keys(of.values)
  const set = values.map(
    (name) => sql`${sql.ref(name)} = ${sql.ref(name)} + ${found[name]}::bigint`,
  )
  const place = of.keys.map((key) => sql`${sql.ref(key)} = ${found[key]}`)
  const { numAffectedRows } = await sql`
    update ${sql.table(of.table)} set ${sql.join(set)}
    where ${sql.join([sql`company_id = ${tx.companyId}`, ...place], sql` and `)}`.execute(tx.q)
  if (numAffectedRows) return
  const names = [...of.keys, ...values]
  await sql`insert into ${sql.table(of.table)} (${sql.join(['company_id', ...names].map((name) => sql.ref(name)))})
    values (${sql.join([tx.companyId, ...names.map((name) => found[name])])})`.execute(tx.q)
}

/** Two that mend the same sum would add the same difference twice. */
export async function lockMending(tx: Tx, of: KeptSum): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${of.table}:${tx.companyId}`}, 0))`.execute(
    tx.q,
  )
}

/** Triggers add behind the head of the audit chain; who mends meets them in the same order. */
export async function lockHead(tx: Tx): Promise<void> {
  await sql`select from audit_head where company_id = ${tx.companyId} for update`.execute(tx.q)
}
