import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { uuidv7 } from '#server/db/uuid.ts'
import type { TestCompany } from '../support/world.ts'

let made = 900_000

/** An issued act of a supplier, written straight into the table: payments need its sum and its number alone. */
export async function addIssuedAct(
  company: TestCompany,
  supplierId: string,
  totalKop: number,
  status: 'issued' | 'signed' | 'draft' = 'issued',
  /** Of today unless named, `YYYY-MM-DD`. */
  day?: string,
): Promise<string> {
  const id = uuidv7()
  const seq = ++made
  const body = Buffer.from('<html></html>')
  const at = day === undefined ? sql<string>`now()` : `${day}T09:00:00Z`
  await company.db.q
    .insertInto('act')
    .values({
      company_id: company.id,
      id,
      kind: 'psa',
      sort_at: at,
      site_id: company.siteId,
      supplier_id: supplierId,
      total_kop: totalKop,
      status,
      ...(status !== 'draft' && {
        number: `2026-${seq}`,
        number_year: 2026,
        number_seq: seq,
        date: day ?? sql<string>`current_date`,
        issued_at: at,
        issued_by: company.operator.id,
        accepted_by: JSON.stringify({ position: 'Приёмщик', full_name: 'Иванова' }),
        supplier_snapshot: Buffer.from('sealed'),
        company_snapshot: JSON.stringify({}),
        template: 'psa',
        template_version: 1,
        body_html: body,
        body_sha256: createHash('sha256').update(body).digest(),
      }),
    })
    .execute()
  return id
}

/** What an act says of its money. */
export function moneyOf(company: TestCompany, actId: string) {
  return company.db.q
    .selectFrom('act')
    .where('company_id', '=', company.id)
    .where('id', '=', actId)
    .select(['total_kop', 'reserved_kop', 'paid_kop'])
    .executeTakeFirstOrThrow()
}
