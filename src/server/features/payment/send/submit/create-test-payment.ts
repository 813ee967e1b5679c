import { createHash } from 'node:crypto'
import { describeProvider } from '#contract/bank/bank-providers.ts'
import type { MethodKind } from '#contract/bank/method-kinds.ts'
import type { CallInput } from '#contract/core/call.ts'
import type { Payment } from '#contract/payment/payment-entities.ts'
import type { payment } from '#contract/payment/payment.ts'
import { quote } from '#contract/words/quote.ts'
import { refuse } from '#http/refusal.ts'
import { requireApproval } from '../../../../auth/rights/approvals.ts'
import { inTransaction, type Db, type Tx } from '../../../../db/handle.ts'
import { canonical } from '../../../../db/audit.ts'
import { uuidv7 } from '../../../../db/uuid.ts'
import { settingsNow } from '../../../company/settings.ts'
import { namesOf } from '../../../supplier/record/present-supplier.ts'
import { lockPayments } from '../../payment-queries.ts'
import { handOver } from './register-payments.ts'
import { shownPayments } from '../../present-payment.ts'
import { leastPayoutKop } from '../../prepare/create/limit-rules.ts'
import { configById } from '../../prepare/create/party-queries.ts'
import { createPayment } from '../../prepare/create/create-payment.ts'
import { savedUnder, methodForTest, testedToday } from '../../prepare/create/save-queries.ts'

type Body = CallInput<typeof payment.createTest>['body']

/** payment/createTestPayment: the smallest sum through the whole pipeline, out of reports and balances (payments.md 3.9). */
export async function createTestPayment(
  db: Db,
  { body }: CallInput<typeof payment.createTest>,
): Promise<Payment> {
  const id = await inTransaction(db, (tx) => make(tx, body))
  const [shown] = await shownPayments(db, [id])
  return shown!
}

async function make(tx: Tx, body: Body): Promise<string> {
  const id = body.id ?? uuidv7()
  const hash = createHash('sha256').update(canonical(body)).digest()
  const earlierPayment = body.id === undefined ? undefined : await savedUnder(tx, id)
  if (earlierPayment) return earlierPayment.save_hash.equals(hash) ? id : refuse('common.id-reused')
  const config = await configById(tx, body.bank_config_id)
  const method = await methodForTest(tx, body.payment_method_id)
  if (!config || !method) return refuse('common.not-found')
  const allowed =
    config.status === 'testing' ||
    (config.status === 'active' &&
      (describeProvider(config.adapter).training || config.allow_test_payment))
  if (!allowed) refuse('payment.test-not-allowed')
  const amountKop = leastPayoutKop(config, method.kind as MethodKind)
  const approver = await requireApproval(tx, 'payment.test', {
    entity: 'payment_method',
    ids: [method.id],
    amountKop,
    about: {
      suppliers: await namesOf(tx, [method.supplier_id]),
      warnings: [`Проверочный платёж через ${quote(config.title)}`],
    },
    details: { bank_config_id: config.id },
  })
  if (await testedToday(tx, method.id)) refuse('payment.test-today')
  const { rules } = await settingsNow(tx)
  await createPayment(tx, {
    id,
    hash,
    supplierId: method.supplier_id,
    methodId: method.id,
    configId: config.id,
    amountKop,
    parts: [],
    acts: [],
    retryOf: undefined,
    revenueTypeCode: null,
    rules,
    isTest: true,
    at: 'payment',
  })
  await handOver(tx, await lockPayments(tx, [id]), approver ?? tx.caller.userId!)
  return id
}
