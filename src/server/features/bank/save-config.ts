import { agreementFields } from '#contract/bank/agreement-record.ts'
import type { BankConfig, BankLimits } from '#contract/bank/bank-entities.ts'
import type { MethodKind } from '#contract/bank/method-kinds.ts'
import type { CallInput } from '#contract/core/call.ts'
import type { company } from '#contract/company/company.ts'
import { changedFields, type RecordValues } from '#contract/record/record-field.ts'
import { refuse } from '#http/refusal.ts'
import { mustMayNow } from '../../auth/rights/rights.ts'
import { forCompany, inTransaction, type Db, type Tx } from '../../db/handle.ts'
import { addAuditEvent } from '../../db/audit.ts'
import { uuidv7 } from '../../db/uuid.ts'
import { findEarlierCopy, idempotencyKeyOf } from '../../idempotency.ts'
import { toBankConfig } from '../company/company-card.ts'
import { bankConfigs } from '../company/company-queries.ts'
import { lockBank } from './bank-queries.ts'
import {
  changeConfig,
  companyExists,
  freeDefaults,
  insertConfig,
  lockConfig,
  paymentsThrough,
  provenNoMore,
  setDefaults,
  switchedOff,
  type LockedConfig,
} from './config-queries.ts'
import { forgetSession } from './exchange/exchange-queries.ts'
import { assertKeys, mergeKeys, type Keys } from './config-keys.ts'
import { assertConfig, decryptKeys, encryptKeys } from './config-values.ts'
import { isApiProvider, providerOf } from './providers/all.ts'

type UpdateBody = CallInput<typeof company.updateBankConfig>['body']

/** company/superAddBankConfig: a draft, whose keys are sealed and never answered (domain.md 3.2). */
export function addBankConfig(
  db: Db,
  { body }: CallInput<typeof company.addBankConfig>,
): Promise<BankConfig> {
  return inTransaction(forCompany(db, body.companyId), async (tx) => {
    await mustMayNow(tx, 'company.manage')
    if (!(await companyExists(tx))) refuse('common.not-found')
    const stamp = idempotencyKeyOf(body)
    const earlierId = await findEarlierCopy(tx, 'bank_config', stamp)
    if (earlierId) return presentConfig(tx, earlierId)
    const bank = await lockBank(tx, body.bank_id)
    if (!bank) return refuse('common.not-found', { message: 'Банк не найден' })
    const values = changedFields(agreementFields, body, null)
    const limits = body.limits ?? providerOf(bank.adapter).limits
    assertChange(bank, { ...values, limits }, body.default_for ?? [])
    assertKeys(bank.adapter, body.credentials)
    const id = uuidv7()
    await insertConfig(tx, id, {
      ...values,
      ...limits,
      ...stamp,
      bank_id: bank.id,
      credentials: sealedKeys(tx, id, body.credentials ?? {}),
    })
    await setDefaults(tx, id, body.default_for ?? [])
    addAuditEvent(tx, {
      action: 'bank_config.create',
      entity: 'bank_config',
      id,
      after: {
        ...values,
        bank_id: bank.id,
        has_credentials: Object.keys(body.credentials ?? {}).length > 0,
      },
    })
    return presentConfig(tx, id)
  })
}

/** company/superUpdateBankConfig: a new account or new keys switch the agreement off until the bank was asked again. */
export function updateBankConfig(
  db: Db,
  { body }: CallInput<typeof company.updateBankConfig>,
): Promise<BankConfig> {
  return inTransaction(forCompany(db, body.companyId), async (tx) => {
    await mustMayNow(tx, 'company.manage')
    const before = await lockConfig(tx, body.bankConfigId)
    if (!before) return refuse('common.not-found')
    if (before.version !== body.version) refuse('common.stale')
    const values = changedFields(agreementFields, body, before)
    const limits = body.limits ?? limitsOf(before)
    assertChange(before, { ...values, limits }, body.default_for ?? [])
    assertKeys(before.adapter, body.credentials)
    const stored = decryptKeys(tx, before.id, before.credentials)
    const keys = body.credentials && mergeKeys(stored, body.credentials)
    const moved = values.account !== before.account || payerChanges(before, stored, keys)
    // Their fate could never be learnt from another payer's account.
    if (moved && (await paymentsThrough(tx, before.id)).running > 0)
      refuse('bank-config.running-payments')
    const unproven = moved || keys !== undefined
    const off = unproven && (before.status === 'active' || before.status === 'testing')
    await changeConfig(tx, before.id, {
      ...values,
      ...body.limits,
      ...(keys && { credentials: sealedKeys(tx, before.id, keys) }),
      ...(unproven && provenNoMore()),
      ...(off && switchedOff('Изменены ключи или счёт: идёт новая проверка')),
    })
    // A session that other keys opened is not used with these.
    if (keys !== undefined) await forgetSession(tx, before.id)
    if (off) await setDefaults(tx, before.id, [])
    else if (body.default_for) await changeDefaults(tx, before, body)
    const { credentials: _keys, ...shown } = before
    addAuditEvent(tx, {
      action: 'bank_config.update',
      entity: 'bank_config',
      id: before.id,
      before: shown,
      after: { ...values, ...body.limits, new_credentials: body.credentials !== undefined },
    })
    return presentConfig(tx, before.id)
  })
}

/** Defaults are taken away from another agreement only when asked for, and only by one that works. */
async function changeDefaults(
  tx: Tx,
  { id, status }: LockedConfig,
  { default_for: kinds = [], replaces_default: replaces = false }: UpdateBody,
): Promise<void> {
  if (replaces && status !== 'active') refuse('bank-config.default-not-active')
  if (replaces) await freeDefaults(tx, kinds)
  await setDefaults(tx, id, kinds)
}

type Values = RecordValues<typeof agreementFields> & { readonly limits: BankLimits }

function limitsOf(row: LockedConfig): BankLimits {
  const { min_kop, per_payment_kop, per_day_kop, per_month_kop, payee_day_count, payee_month_kop } =
    row
  return { min_kop, per_payment_kop, per_day_kop, per_month_kop, payee_day_count, payee_month_kop }
}

function assertChange(
  bank: { adapter: string; bik: string | null },
  values: Values,
  defaultFor: readonly MethodKind[],
): void {
  assertConfig({
    adapter: bank.adapter,
    bik: bank.bik,
    account: values.account,
    defaultFor,
    rawCardAllowed: values.raw_card_allowed,
    pciCertificate: values.pci_certificate,
    limits: values.limits,
  })
}

/** No keys at all are none, so that a simulator opens with its public ones. */
function sealedKeys(tx: Tx, id: string, keys: Keys): Buffer | null {
  return Object.keys(keys).length > 0 ? encryptKeys(tx, id, keys) : null
}

/** Other keys of the same payer are a renewal. */
function payerChanges(before: LockedConfig, stored: Keys | undefined, keys: Keys | undefined) {
  const provider = providerOf(before.adapter)
  const payerKey = isApiProvider(provider) ? provider.payerKey : null
  if (!keys || payerKey === null || !stored) return false
  return stored[payerKey] !== keys[payerKey]
}

/** An agreement in the form that every reader may see, or `common.not-found`. */
export async function presentConfig(db: Db, id: string): Promise<BankConfig> {
  const row = (await bankConfigs(db)).find((config) => config.id === id)
  return row ? toBankConfig(row) : refuse('common.not-found')
}
