import { randomBytes } from 'node:crypto'
import type { MethodKind } from '#contract/bank/method-kinds.ts'
import type { CompanyRules } from '#contract/company/company-settings.ts'
import type { Retry } from '#contract/payment/retry.ts'
import { quote } from '#contract/words/quote.ts'
import { refuse } from '#http/refusal.ts'
import type { Tx } from '../../../../db/handle.ts'
import { addAuditEvent } from '../../../../db/audit.ts'
import { settingsNow } from '../../../company/settings.ts'
import { findMethod, type MethodRow } from '../../../supplier/method/method-queries.ts'
import { maskedMethodLabel, methodLabel } from '../../../supplier/method/method-row.ts'
import { mayHaveBeenPaid } from '../../lost-queries.ts'
import { snapshotOf } from './destination-mask.ts'
import { countLimits, assertLimits } from './limit-queries.ts'
import { assertAmount, limitPlaces, perPayment, type LimitLeft } from './limit-rules.ts'
import {
  companyDay,
  productNamesOf,
  payeeTodayKop,
  sumsOfToday,
  supplierFor,
  type ActRow,
} from './party-queries.ts'
import { openConfig } from './open-config.ts'
import {
  assertMethodUsable,
  assertSupplierPayable,
  purposeOfActs,
  vatClauseOf,
} from './save-rules.ts'
import { insertPayment, retriedPayment, type Part } from './save-queries.ts'
import { payeeMarks } from '../payee/payee-marks.ts'
import { linkRetries, retryWords } from './retries.ts'
import { freePartsOf, insertRetries } from './retry-queries.ts'
import { secondPersonReasons } from './second-person.ts'

export interface PaymentOrder {
  readonly id: string
  readonly hash: Buffer
  readonly supplierId: string
  readonly methodId: string
  /** The label of the method that the screen showed. */
  readonly expectedPayee?: string | undefined
  readonly configId: string | undefined
  readonly amountKop: number
  /** None for a test payment. */
  readonly parts: readonly Part[]
  readonly acts: readonly ActRow[]
  readonly retryOf: string | undefined
  readonly revenueTypeCode: string | null
  readonly rules: CompanyRules
  readonly isTest?: true
  /** Its bank has it and its record was lost. */
  readonly isRecreated?: true
  /** Path of the row in the body, for messages at fields. */
  readonly at: string
}

/** The figures that a screen shows before the payment is saved: payments.md 11. */
export interface PaymentPreview {
  readonly limits: LimitLeft[]
  readonly secondPerson: string[]
  readonly retries: Retry[]
}

/** Validates the payee, the method and the limits, and writes a payment in status saved (payments.md 3.1). */
export async function createPayment(tx: Tx, input: PaymentOrder): Promise<PaymentPreview> {
  const supplier = await supplierFor(tx, input.supplierId)
  if (!supplier) return refuse('common.not-found', { message: 'Поставщик не найден' })
  assertSupplierPayable(supplier, input.at)
  const method = await methodFor(tx, supplier.id, input)
  if (!input.isRecreated && (await mayHaveBeenPaid(tx, method)))
    refuse('payment.lost-payout', {
      fields: { [`${input.at}.payment_method_id`]: 'У банка уже есть выплата сюда' },
    })
  const kind = method.kind as MethodKind
  const config = await openConfig(tx, { ...input, cardConfigId: method.card_config_id }, kind)
  const amountField = `${input.at}.amount_kop`
  assertAmount(config, kind, input.amountKop, amountField)
  const namedByHand = await assertRetry(tx, input)
  const retries = await retriesOf(tx, input)
  const marker = newMarker()
  const vat = vatClauseOf(supplier)
  const purpose = await purposeOf(tx, input, vat, marker)
  const places = limitPlaces(
    { ...config, pay_day_limit_kop: input.rules.pay_day_limit_kop },
    { configId: config.id, payeeKey: method.payee_key, day: await companyDay(tx) },
  )
  const limits = await assertLimits(tx, input.amountKop, places, amountField)
  const decidedByHand = namedByHand || retries.some(({ ended }) => ended.by_hand)
  const secondPerson = await secondPersonOf(tx, input, { method, supplier, decidedByHand })
  const fourEyes = secondPerson.length > 0
  await insertPayment(
    tx,
    {
      company_id: tx.companyId,
      id: input.id,
      supplier_id: supplier.id,
      payment_method_id: method.id,
      bank_config_id: config.id,
      method_snapshot: JSON.stringify(
        await snapshotOf(tx, method, { supplier, adapter: config.adapter, at: input.at }),
      ),
      payee_key: method.payee_key,
      amount_kop: input.amountKop,
      purpose,
      vat_clause: vat,
      revenue_type_code: input.revenueTypeCode,
      marker,
      save_hash: input.hash,
      // A test sends the smallest sum to see whether it arrives: its maker confirms it himself (domain.md 7.2).
      four_eyes: input.isTest ? false : fourEyes,
      retry_of: input.retryOf ?? null,
      is_test: input.isTest ?? false,
      flags: JSON.stringify(await payeeMarks(tx, method, config.adapter)),
      created_by: tx.caller.userId!,
      updated_by: tx.caller.userId,
    },
    input.parts,
  )
  await insertRetries(tx, input.id, retries)
  await countLimits(tx, input.id, input.amountKop, places)
  const told = retryWords(retries.map(({ ended }) => ended))
  addAuditEvent(tx, {
    action: 'payment.save',
    entity: 'payment',
    id: input.id,
    after: {
      amount_kop: input.amountKop,
      supplier_id: supplier.id,
      four_eyes: fourEyes,
      ...(told.length > 0 && { repeats: told.map(({ words }) => words) }),
    },
  })
  return { limits: [perPayment(config.per_payment_kop), ...limits], secondPerson, retries: told }
}

/** The supplier's method, when it may be used and the company pays that way (`payment.methods`). */
async function methodFor(tx: Tx, supplierId: string, input: PaymentOrder): Promise<MethodRow> {
  const method = await findMethod(tx, supplierId, input.methodId)
  if (!method) return refuse('common.not-found', { message: 'Способ выплаты не найден' })
  const { methods } = (await settingsNow(tx)).modules_cfg.payment!
  assertMethodUsable(method, input.isTest ? undefined : methods, input.at)
  assertExpectedPayee(method, input)
  return method
}

function assertExpectedPayee(method: MethodRow, { expectedPayee, at }: PaymentOrder): void {
  if (expectedPayee === undefined) return
  // Screens show it whole where it is chosen and masked where it is only recognised.
  const label = methodLabel(method)
  if (expectedPayee === label || expectedPayee === maskedMethodLabel(method)) return
  refuse('payment.payee-changed', {
    fields: {
      [`${at}.payment_method_id`]: `На экране было ${quote(expectedPayee)}, а сейчас ${quote(label)}. Проверьте получателя и повторите`,
    },
  })
}

/** True when the payment replaces one that people decided by hand, which asks for four eyes. */
async function assertRetry(tx: Tx, input: PaymentOrder): Promise<boolean> {
  if (input.retryOf === undefined) return false
  const old = await retriedPayment(tx, input.retryOf)
  if (!old) return refuse('common.not-found', { message: 'Прежняя выплата не найдена' })
  const hasEnded = ['rejected', 'cancelled'].includes(old.status)
  const returned = old.status === 'paid' && old.returned_kop > 0
  if (old.retried || !(hasEnded || returned) || old.supplier_id !== input.supplierId)
    refuse('payment.not-retryable')
  return old.status_source === 'manual'
}

async function secondPersonOf(
  tx: Tx,
  { rules, amountKop, supplierId }: PaymentOrder,
  of: { method: MethodRow; supplier: { paid_before: boolean }; decidedByHand: boolean },
): Promise<string[]> {
  const { payee_key: key } = of.method
  // Read under the lock of the company's counter: two saves at once cannot split a sum below the threshold.
  const sums = await sumsOfToday(tx, { supplierIds: [supplierId], keys: [key] })
  const to = { supplier_id: supplierId, payee: key.toString('hex') }
  return secondPersonReasons({
    rules,
    method: of.method,
    paidBefore: of.supplier.paid_before,
    payeeTodayKop: payeeTodayKop(sums, to) + amountKop,
    decidedByHand: of.decidedByHand,
  })
}

/** What it repeats, whoever asked for it and however: an act that is paid again says so. */
async function retriesOf(tx: Tx, { parts, retryOf }: PaymentOrder) {
  if (parts.length === 0) return []
  const free = await freePartsOf(
    tx,
    parts.map(({ act_id }) => act_id),
  )
  return linkRetries(parts, free, retryOf)
}

async function purposeOf(
  tx: Tx,
  input: PaymentOrder,
  vat: string,
  marker: string,
): Promise<string> {
  if (input.isTest) return `Проверочный платёж. ${vat}. [П:${marker}]`
  const ids = input.acts.map((act) => act.id)
  const products = await productNamesOf(tx, ids)
  return purposeOfActs(input.rules, { acts: input.acts, products, vat, marker })
}

// Crockford's letters without I, L, O and U, so that no letter is mistaken for another.
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** The marker by which a statement finds a payment. */
export function newMarker(): string {
  return [...randomBytes(6)].map((byte) => LETTERS[byte % 32]!).join('')
}
