import type { Notice } from '#contract/user/user-preferences.ts'
import type { Tx } from '../../../db/handle.ts'
import { addAuditEvent } from '../../../db/audit.ts'
import { uuidv7 } from '../../../db/uuid.ts'
import { roubles } from '../create/limit-rules.ts'

/** A notice for the user who prepared the payment; the title contains the sum. */
export async function notifyCreator(
  tx: Tx,
  row: { readonly id: string; readonly created_by: string; readonly amount_kop: number },
  kind: Notice['kind'],
  text: string,
): Promise<void> {
  const id = uuidv7()
  await tx.q
    .insertInto('notice')
    .values({
      company_id: tx.companyId,
      id,
      user_id: row.created_by,
      kind,
      title: `Выплата ${roubles(row.amount_kop)} ₽: ${text}`.slice(0, 200),
      href: `/operator/payments?id=${row.id}`,
    })
    .execute()
  addAuditEvent(tx, { action: 'notice.add', entity: 'notice', id, after: { kind } })
}
