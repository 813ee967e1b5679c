import { randomBytes } from 'node:crypto'
import { describeProvider } from '#contract/bank/bank-providers.ts'
import type { MethodKind } from '#contract/bank/method-kinds.ts'
import type { CompanyRules } from '#contract/company/company-settings.ts'
import type { FlagCode } from '#contract/core/flags.ts'
import {
  purposeTemplateProblem,
  vatClauses,
} from '#contract/requisites/document/purpose-template.ts'
import { makePurpose, purposeProblem } from '#contract/requisites/document/purpose.ts'
import { refuse } from '#http/refusal.ts'
import type { Tx } from '../../../db/handle.ts'
import { addAuditEvent } from '../../../db/audit.ts'
import { settingsNow } from '../../company/settings.ts'
import { findMethod, type MethodRow } from '../../supplier/method/method-queries.ts'
import { snapshotOf } from './destination-mask.ts'
import { countLimits, assertLimits } from './limit-queries.ts'
import { assertAmount, limitPlaces, perPayment, type LimitLeft } from './limit-rules.ts'
import {
  companyDay,
  configById,
  defaultConfig,
  productNamesOf,
  payeeTodayKop,
  stopSentence,
  supplierFor,
  type ActRow,
  type ConfigRow,
} from './party-queries.ts'
import { insertPayment, retriedPayment, type Part } from './save-queries.ts'
import { secondPersonReasons } from './second-person.ts'

export interface PaymentOrder {
  readonly id: string
  readonly hash: Buffer
  readonly supplierId: string
  readonly methodId: string
  readonly configId: string | undefined
  readonly amountKop: number
  /** None for a test payment. */
  readonly parts: readonly Part[]
  readonly acts: readonly ActRow[]
  readonly retryOf: string | undefined
  readonly revenueTypeCode: string | null
  readonly rules: CompanyRules
  readonly isTest?: true
  /** Path of the row in the body, for messages at fields. */
  readonly at: string
}

/** What a screen shows before the payment is saved: payments.md 11. */
export interface PaymentPreview {
  readonly limits: LimitLeft[]
  readonly secondPerson: string[]
}

/** Validates the payee, the method and the limits, and writes a payment in status saved (payments.md 3.1). */
export async function createPayment(tx: Tx, input: PaymentOrder): Promise<PaymentPreview> {
  const supplier = await supplierFor(tx, input.supplierId)
  if (!supplier) return refuse('common.not-found', { message: 'Поставщик не найден' })
  if (supplier.status !== 'active')
    refuse('payment.supplier-not-active', {
      fields: { [`${input.at}.supplier_id`]: 'Поставщику платить нельзя' },
    })
  const method = await methodFor(tx, supplier.id, input)
  const kind = method.kind as MethodKind
  const config = await configFor(tx, input, kind)
  const amountField = `${input.at}.amount_kop`
  assertAmount(config, kind, input.amountKop, amountField)
  const decidedByHand = await assertRetry(tx, input)
  const marker = newMarker()
  const vat = supplier.vat_mode === 'vat_payer' ? vatClauses.agent : vatClauses.none
  const purpose = await purposeOf(tx, input, vat, marker)
  const places = limitPlaces(
    { ...config, pay_day_limit_kop: input.rules.pay_day_limit_kop },
    { configId: config.id, payeeKey: method.payee_key, day: await companyDay(tx) },
  )
  const limits = await assertLimits(tx, input.amountKop, places, amountField)
  const secondPerson = secondPersonReasons({
    rules: input.rules,
    method,
    paidBefore: supplier.paid_before,
    // Read under the lock of the payee's counter: two saves at once cannot split a sum below the threshold.
    payeeTodayKop: (await payeeTodayKop(tx, method.payee_key)) + input.amountKop,
    decidedByHand,
  })
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
      flags: JSON.stringify(
        marksOf(method).map((code) => ({ code, at: new Date().toISOString() })),
      ),
      created_by: tx.caller.userId!,
      updated_by: tx.caller.userId,
    },
    input.parts,
  )
  await countLimits(tx, input.id, input.amountKop, places)
  addAuditEvent(tx, {
    action: 'payment.save',
    entity: 'payment',
    id: input.id,
    after: { amount_kop: input.amountKop, supplier_id: supplier.id, four_eyes: fourEyes },
  })
  return { limits: [perPayment(config.per_payment_kop), ...limits], secondPerson }
}

/** The supplier's method, when it may be used and the company pays that way (`payment.methods`). */
async function methodFor(tx: Tx, supplierId: string, input: PaymentOrder): Promise<MethodRow> {
  const method = await findMethod(tx, supplierId, input.methodId)
  if (!method) return refuse('common.not-found', { message: 'Способ выплаты не найден' })
  const field = `${input.at}.payment_method_id`
  if (method.status !== 'active')
    refuse('payment.method-not-active', { fields: { [field]: 'Способ выплаты не действует' } })
  const { methods } = (await settingsNow(tx)).modules_cfg.payment!
  if (!input.isTest && !methods.some((kind) => kind === method.kind))
    refuse('payment.method-not-active', {
      message: 'Компания не платит этим способом. Выберите другой',
      fields: { [field]: 'Способ выключен в настройках компании' },
    })
  return method
}

/** The chosen or the default configuration that may pay this kind today. */
async function configFor(tx: Tx, input: PaymentOrder, kind: MethodKind): Promise<ConfigRow> {
  const config = input.configId
    ? await configById(tx, input.configId)
    : await defaultConfig(tx, kind)
  const at = `${input.at}.bank_config_id`
  if (!config && input.configId) return refuse('common.not-found')
  const pays = config && describeProvider(config.adapter).methods.includes(kind)
  const open = config?.status === 'active' || (input.isTest && config?.status === 'testing')
  if (!config || !pays || !open || config.bank_status !== 'active')
    return refuse('payment.no-bank-config', {
      ...(await toldStop(tx, input.configId, kind)),
      fields: { [at]: 'Нет действующей настройки банка для этого способа' },
    })
  if (config.circuit === 'stopped') refuse('bank.stopped', await toldStop(tx, config.id, kind))
  return config
}

/** The words in which the super administrator or the bank stopped it, for whoever wanted to pay. */
async function toldStop(tx: Tx, configId: string | undefined, kind: MethodKind) {
  const message = await stopSentence(tx, { configId, kind })
  return message === undefined ? {} : { message }
}

/** True when the payment replaces one that people decided by hand, which asks for four eyes. */
async function assertRetry(tx: Tx, input: PaymentOrder): Promise<boolean> {
  if (input.retryOf === undefined) return false
  const old = await retriedPayment(tx, input.retryOf)
  if (!old) return refuse('common.not-found', { message: 'Прежняя выплата не найдена' })
  const over = ['rejected', 'cancelled'].includes(old.status)
  const returned = old.status === 'paid' && old.returned_kop > 0
  if (old.retried || !(over || returned) || old.supplier_id !== input.supplierId)
    refuse('payment.not-retryable')
  return old.status_source === 'manual'
}

async function purposeOf(
  tx: Tx,
  input: PaymentOrder,
  vat: string,
  marker: string,
): Promise<string> {
  if (input.isTest) return `Проверочный платёж. ${vat}. [П:${marker}]`
  const { act_number_format: format, purpose_template: template } = input.rules
  const wrong = purposeTemplateProblem(template, format)
  if (wrong)
    refuse('common.validation', { message: `Правила компании, назначение платежа: ${wrong}` })
  const purpose = makePurpose(template, {
    acts: input.acts.map((act) => ({
      number: act.number!,
      date: act.date!.split('-').toReversed().join('.'),
    })),
    goods: await productNamesOf(
      tx,
      input.acts.map((act) => act.id),
    ),
    vat,
    mark: `[П:${marker}]`,
  })
  const problem = purposeProblem(purpose)
  return problem ? refuse('common.validation', { message: problem }) : purpose
}

// Crockford's letters without I, L, O and U, so that no letter is mistaken for another.
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

function newMarker(): string {
  return [...randomBytes(6)].map((byte) => LETTERS[byte % 32]!).join('')
}

function marksOf(method: MethodRow): FlagCode[] {
  const flags: FlagCode[] = []
  if (method.holder_match !== 'match') flags.push('holder_mismatch')
  if (method.shared) flags.push('shared')
  if (method.recently_changed) flags.push('method_changed')
  return flags
}
