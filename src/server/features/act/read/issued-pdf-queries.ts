import type { Db, Tx } from '../../../db/handle.ts'

interface PdfKey {
  readonly act_id: string
  readonly body_sha256: Buffer
  readonly copies: number
}

export function findIssuedPdf(db: Db, { act_id, body_sha256, copies }: PdfKey) {
  return db.q
    .selectFrom('issued_pdf')
    .where('company_id', '=', db.companyId)
    .where('act_id', '=', act_id)
    .where('body_sha256', '=', body_sha256)
    .where('copies', '=', copies)
    .select(['sha256', 'pdf'])
    .executeTakeFirst()
}

/** False where the same PDF has been stored meanwhile. */
export async function insertIssuedPdf(
  db: Tx,
  row: PdfKey & { sha256: Buffer; pdf: Buffer },
): Promise<boolean> {
  const stored = await db.q
    .insertInto('issued_pdf')
    .values({ ...row, company_id: db.companyId, by: db.caller.userId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('act_id')
    .executeTakeFirst()
  return stored !== undefined
}
