import { randomBytes, randomUUID } from 'node:crypto'
import { sql, type Updateable } from 'kysely'
import type { MethodKind } from '#contract/bank/method-kinds.ts'
import { inTransaction } from '#server/db/handle.ts'
import type { Payment } from '#server/db/schema.ts'
import { uuidv7 } from '#server/db/uuid.ts'
import type { TestCompany } from '../../support/world.ts'
import type { PastAct } from './past-acts.ts'

export interface PastPayment {
  readonly id: string
  readonly supplier_id: string
  readonly amount_kop: number
  readonly saved_at: string
  readonly status: 'saved' | 'processing' | 'paid' | 'rejected' | 'cancelled' | 'unknown'
  readonly finished_at: string | null
}

interface PaymentFacts extends Omit<PastPayment, 'id' | 'finished_at' | 'supplier_id'> {
  readonly act: PastAct
  readonly methodId: string
  readonly bankConfigId: string
  readonly finished_at?: string
  readonly is_test?: boolean
  readonly kind?: MethodKind
  /** The method's own, where the payment is to be handed over; another one counts in no limit of the payee. */
  readonly payeeKey?: Buffer
}

const MARKER = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A payment of one act that took each step of its states; the triggers of the database settle the act. */
export async function addPastPayment(
  company: TestCompany,
  facts: PaymentFacts,
): Promise<PastPayment> {
  const id = randomUUID()
  const { act, methodId, bankConfigId, amount_kop, saved_at, status, is_test = false } = facts
  const { kind = 'sbp', payeeKey = randomBytes(32) } = facts
  await inTransaction(company.db, async ({ q }) => {
    await q
      .insertInto('payment')
      .values({
        company_id: company.id,
        id,
        supplier_id: act.supplier_id,
        payment_method_id: methodId,
        bank_config_id: bankConfigId,
        method_snapshot: JSON.stringify({
          kind,
          label: 'СБП •••• 4567, Сбербанк',
          holder_name: 'Андрей К.',
        }),
        payee_key: payeeKey,
        amount_kop,
        purpose: 'Оплата',
        vat_clause: 'Без НДС',
        marker: Array.from(randomBytes(6), (byte) => MARKER[byte % 32]).join(''),
        save_hash: randomBytes(32),
        four_eyes: false,
        is_test,
        created_at: saved_at,
        created_by: company.operator.id,
      })
      .execute()
    if (is_test) return
    await q
      .updateTable('act')
      .set({ reserved_kop: sql`reserved_kop + ${amount_kop}` })
      .where('id', '=', act.id)
      .execute()
    await q
      .insertInto('payment_allocation')
      .values({ company_id: company.id, payment_id: id, act_id: act.id, amount_kop })
      .execute()
  })
  const finished_at = facts.finished_at ?? null
  await end(company, id, status, finished_at)
  return { id, supplier_id: act.supplier_id, amount_kop, saved_at, status, finished_at }
}

async function end(
  company: TestCompany,
  id: string,
  status: PastPayment['status'],
  finished_at: string | null,
): Promise<void> {
  const set = (values: Updateable<Payment>) =>
    company.db.q.updateTable('payment').set(values).where('id', '=', id).execute()
  if (status === 'saved') return
  if (status !== 'cancelled') await set({ status: 'registering', approved_by: company.manager.id })
  await set({
    status,
    ...(status !== 'cancelled' && { status_source: 'status' }),
    ...(finished_at && { finished_at }),
  })
}

/** Money that came back from a paid payment. */
export async function addReturn(
  company: TestCompany,
  payment: PastPayment,
  amount_kop: number,
  at: string,
): Promise<void> {
  await company.db.q
    .insertInto('payment_return')
    .values({
      company_id: company.id,
      id: uuidv7(),
      payment_id: payment.id,
      amount_kop,
      status: 'confirmed',
      confirmed_by: company.manager.id,
      confirmed_at: at,
    })
    .execute()
}
