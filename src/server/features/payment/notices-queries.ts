import type { Notice } from '#contract/user-desk.ts'
import type { Tx } from '../../db/handle.ts'
import { trace } from '../../db/trail.ts'
import { uuidv7 } from '../../db/uuid.ts'
import { roubles } from './limit-rules.ts'

/** A notice for whoever prepared the payment; the title names the sum. */
export async function tellCreator(
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
  trace(tx, { action: 'notice.add', entity: 'notice', id, after: { kind } })
}
