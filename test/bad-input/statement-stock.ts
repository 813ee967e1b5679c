import { uuidv7 } from '#server/db/uuid.ts'
import type { TestCompany } from '#test/support/world.ts'

/** A statement of a bank with one line that waits for a person, and what contradicts its payment. */
export async function addStatement(
  { db, id: company_id }: TestCompany,
  bank_config_id: string,
  payment_id: string,
  mark: string,
) {
  const statement = uuidv7()
  await db.q
    .insertInto('bank_statement')
    .values({
      company_id,
      id: statement,
      bank_config_id,
      format: '1c',
      file_sha256: Buffer.from(statement),
      file_name: mark,
      date_from: '2026-01-01',
      date_to: '2026-01-01',
      balanced: true,
    })
    .execute()
  const statementLine = uuidv7()
  await db.q
    .insertInto('bank_statement_line')
    .values({
      company_id,
      id: statementLine,
      statement_id: statement,
      dedupe_key: Buffer.from(statementLine),
      direction: 'debit',
      booked_on: '2026-01-01',
      amount_kop: 350_000,
      counterparty: mark,
      match_status: 'suggested',
      match_rule: 'amount',
      payment_id,
    })
    .execute()
  const discrepancy = uuidv7()
  await db.q
    .insertInto('payment_discrepancy')
    .values({
      company_id,
      id: discrepancy,
      kind: 'double_debit',
      payment_id,
      statement_line_id: statementLine,
    })
    .execute()
  return { statement, statementLine, discrepancy }
}
