import { sql } from 'kysely'
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
}

/** Lines of other statements of the account, of the days and sums of these. */
export async function linesLike(
  tx: Tx,
  statementId: string,
  account: string,
  lines: readonly FileLine[],
): Promise<StoredLine[]> {
  const days = [...new Set(lines.map(({ bookedOn }) => bookedOn))]
  const sums = [...new Set(lines.map(({ amountKop }) => amountKop))]
  const { rows } = await sql<StoredLine>`
    select l.id, encode(l.dedupe_key, 'hex') as key, l.direction, to_char(l.booked_on, 'YYYY-MM-DD') as day,
      l.doc_number as number, l.amount_kop, l.purpose,
      case l.direction when 'debit' then l.payee_account else l.payer_account end as other
    from bank_statement s
    join bank_statement_line l on l.company_id = s.company_id and l.statement_id = s.id
    where s.company_id = ${tx.companyId} and s.account = ${account} and s.id <> ${statementId}
      and l.booked_on = any(${days}::date[]) and l.amount_kop = any(${sums}::bigint[])
    order by l.id
  `.execute(tx.q)
  return rows
}
