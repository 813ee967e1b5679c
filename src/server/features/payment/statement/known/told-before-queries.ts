import { sql, type SqlBool } from 'kysely'
import type { Tx } from '../../../../db/handle.ts'
import type { FileLine } from '../statement-file.ts'

export interface StoredLine {
  readonly id: string
  readonly key: string
  readonly direction: string
  readonly day: string
  readonly number: string | null
  readonly amount_kop: number
  readonly other: string | null
  readonly purpose: string | null
  readonly doc_day: string | null
  /** Of the payment that the bank named by our id. */
  readonly named: string | null
  readonly doubts: readonly string[]
}

/** Lines of other statements of the account, of the days of their entries or documents, with the sums of these. */
export async function linesLike(
  tx: Tx,
  statementId: string,
  account: string,
  lines: readonly FileLine[],
): Promise<StoredLine[]> {
  const days = [...new Set(lines.map(({ bookedOn }) => bookedOn))]
  const docDays = [...new Set(lines.flatMap(({ docDate }) => docDate ?? []))]
  const sums = [...new Set(lines.map(({ amountKop }) => amountKop))]
  const { rows } = await sql<StoredLine>`
    select l.id, encode(l.dedupe_key, 'hex') as key, l.direction, to_char(l.booked_on, 'YYYY-MM-DD') as day,
      l.doc_number as number, l.amount_kop, l.purpose, to_char(l.doc_date, 'YYYY-MM-DD') as doc_day, p.marker as named, l.doubts,
      case l.direction when 'debit' then l.payee_account else l.payer_account end as other
    from bank_statement s
    join bank_statement_line l on l.company_id = s.company_id and l.statement_id = s.id
    left join payment p on p.company_id = l.company_id and p.id = l.end_to_end_id::uuid
    where s.company_id = ${tx.companyId} and s.account = ${account} and s.id <> ${statementId}
      and (l.booked_on = any(${days}::date[]) or l.doc_date = any(${docDays}::date[])) and l.amount_kop = any(${sums}::bigint[])
    order by l.id
  `.execute(tx.q)
  return rows
}

/** Marks of payments by their ids without dashes, as our orders name them to a bank. */
export async function markersOfIds(
  tx: Tx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.q
    .selectFrom('payment')
    .where('company_id', '=', tx.companyId)
    .where(sql<SqlBool>`id = any(${ids}::uuid[])`)
    .select(['id', 'marker'])
    .execute()
  return new Map(rows.map(({ id, marker }) => [id.replaceAll('-', ''), marker]))
}
