import { sql, type SqlBool } from 'kysely'
import type { Tx } from '../../../../../db/handle.ts'
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

export const plainNumber = (number: string): string => number.replace(/^0+/, '')
export const otherOf = (line: FileLine): string | null =>
  line.direction === 'debit' ? line.payeeAccount : line.payerAccount

/**
 * Lines of other statements of the account, of the days of their entries or documents, with the sums and other accounts of these, and with
 * their numbers or none; with any where one of these has none.
 */
export async function linesLike(
  tx: Tx,
  statementId: string,
  account: string,
  lines: readonly FileLine[],
): Promise<StoredLine[]> {
  const each = <T>(valueOf: (line: FileLine) => T | null) => [
    ...new Set(lines.flatMap((line) => valueOf(line) ?? [])),
  ]
  const other = sql`case l.direction when 'debit' then l.payee_account else l.payer_account end`
  const { rows } = await sql<StoredLine>`
    select l.id, encode(l.dedupe_key, 'hex') as key, l.direction, to_char(l.booked_on, 'YYYY-MM-DD') as day,
      l.doc_number as number, l.amount_kop, l.purpose, to_char(l.doc_date, 'YYYY-MM-DD') as doc_day, p.marker as named, l.doubts,
      ${other} as other
    from bank_statement s
    join bank_statement_line l on l.company_id = s.company_id and l.statement_id = s.id
    left join payment p on p.company_id = l.company_id and p.id = l.end_to_end_id::uuid
    where s.company_id = ${tx.companyId} and s.account = ${account} and s.id <> ${statementId}
      and (l.booked_on = any(${each(({ bookedOn }) => bookedOn)}::date[])
        or l.doc_date = any(${each(({ docDate }) => docDate)}::date[]))
      and l.amount_kop = any(${each(({ amountKop }) => amountKop)}::bigint[])
      and (${other} is null or ${other} = any(${each(otherOf)}::text[]))
      and (l.doc_number is null or ${lines.some(({ number }) => number === null)}
        or ltrim(l.doc_number, '0') = any(${each(({ number }) => number && plainNumber(number))}::text[]))
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
