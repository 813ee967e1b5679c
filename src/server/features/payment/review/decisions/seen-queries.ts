import { sql } from 'kysely'
import { refusals } from '#contract/core/refusals.ts'
import type { Tx } from '../../../../db/handle.ts'
import { mayBeReturnOf } from './case-queries.ts'
import { hasDebitAlike } from './unknown-queries.ts'

const BY_CASE =
  'Банк уже списал деньги по этой выплате, но не так, как в ней. Решите это на вкладке «Расхождения»: скажите там, оплатило ли списание акты'
const BY_RETURN =
  'В выписке есть возврат по этой выплате или деньги, которые могут быть им: значит, банк её исполнял. Загрузите выписку со списанием и подтвердите возврат, а если он не по ней, закройте его расхождение словами'

/**
 * Why people may not say of an order of a file that its money did not leave: what a statement shows of it, with what to do. Undefined
 * when nothing speaks against them. The payment is locked already.
 */
export async function seenInStatements(tx: Tx, paymentId: string): Promise<string | undefined> {
  const { rows } = await sql<{ returned: boolean; debited: boolean }>`
    select coalesce(bool_or(l.direction = 'credit'), false) as returned,
      coalesce(bool_or(l.direction = 'debit'), false) as debited
    from payment_discrepancy d
    join bank_statement_line l on l.company_id = d.company_id and l.id = d.statement_line_id
    where d.company_id = ${tx.companyId} and d.closed_at is null
      and (d.payment_id = ${paymentId} or ${mayBeReturnOf(paymentId)})
  `.execute(tx.q)
  const { returned, debited } = rows[0]!
  if (debited) return BY_CASE
  if (returned) return BY_RETURN
  return (await hasDebitAlike(tx, paymentId)) ? refusals['payment.debit-seen'][1] : undefined
}
