import type { BankConfig } from '#contract/bank/bank-entities.ts'
import { describeProvider } from '#contract/bank/bank-providers.ts'
import type { CallInput } from '#contract/core/call.ts'
import type { company } from '#contract/company/company.ts'
import { refuse } from '#http/refusal.ts'
import type { Answer } from '#http/serve.ts'
import { mustMayNow } from '../../auth/rights/rights.ts'
import { forCompany, inTransaction, type Db, type Tx } from '../../db/handle.ts'
import { addAuditEvent } from '../../db/audit.ts'
import {
  askAboutAll,
  changeConfig,
  storeCheck,
  lockConfig,
  paymentsThrough,
  removeConfig,
  setDefaults,
  takeFreeDefaults,
  type LockedConfig,
} from './config-queries.ts'
import { openBank } from './providers/open-bank.ts'
import type { CheckAnswer } from './providers/provider.ts'
import { presentConfig } from './save-config.ts'

type StatusInput = CallInput<typeof company.setBankConfigStatus>

/**
 * company/superUpdateBankConfigStatus (domain.md 3.2). `testing` asks the bank, between two transactions, and keeps the
 * answer; asked again while testing it asks the bank again. Only a lately proven agreement becomes active, which also
 * lifts a stop.
 */
export async function setBankConfigStatus(db: Db, { body }: StatusInput): Promise<BankConfig> {
  const bound = forCompany(db, body.companyId)
  const { bankConfigId: id, new_status: status } = body
  if (status === 'testing') return test(bound, id)
  return inTransaction(bound, async (tx) => {
    const before = await lockExisting(tx, id)
    if (before.status === status && before.circuit === 'closed') return presentConfig(tx, id)
    if (status === 'active') await activate(tx, before)
    else if (status === 'disabled') await disable(tx, before)
    else refuse('common.bad-transition')
    return presentConfig(tx, id)
  })
}

async function lockExisting(tx: Tx, id: string): Promise<LockedConfig> {
  await mustMayNow(tx, 'company.manage')
  return (await lockConfig(tx, id)) ?? refuse('common.not-found')
}

async function test(db: Db, id: string): Promise<BankConfig> {
  const before = await inTransaction(db, async (tx) => asTestConfig(await lockExisting(tx, id)))
  const found = await ask(db, before)
  const card = await inTransaction(db, async (tx) => {
    const now = await lockExisting(tx, id)
    // The agreement was changed while the bank was answering: the answer is about other keys.
    if (now.version !== before.version) return refuse('common.stale')
    await storeCheck(tx, id, found.ok ? null : found.why)
    if (found.ok && now.status !== 'testing') await changeConfig(tx, id, { status: 'testing' })
    auditStatus(tx, now, found.ok ? 'testing' : now.status, found.ok ? null : found.why)
    return presentConfig(tx, id)
  })
  return found.ok ? card : refuse('bank-config.check-failed', { message: sentence(found.why) })
}

function asTestConfig(config: LockedConfig): LockedConfig {
  if (config.bank_status !== 'active') refuse('bank.disabled')
  if (config.status === 'active') refuse('common.bad-transition')
  return config
}

/** The harmless request of the provider; an agreement with an unbuilt provider cannot be verified. */
async function ask(db: Db, config: LockedConfig): Promise<CheckAnswer> {
  const { id, adapter, base_url: baseUrl, credentials } = config
  const bank = openBank(db, { id, adapter, baseUrl, credentials })
  return bank ? bank.check() : { ok: false, why: 'Не хватает ключей или банк не подключён' }
}

function sentence(why: string): string {
  return `Проверка связи с банком не пройдена: ${why}`.slice(0, 500)
}

async function activate(tx: Tx, before: LockedConfig): Promise<void> {
  if (before.status !== 'testing') refuse('common.bad-transition')
  if (before.bank_status !== 'active') refuse('bank.disabled')
  if (!before.checked_lately)
    refuse('bank-config.check-failed', {
      message: 'За последние сутки нет удачной проверки связи. Проверьте связь ещё раз',
    })
  await changeConfig(tx, before.id, {
    status: 'active',
    circuit: 'closed',
    stopped_at: null,
    stopped_reason: null,
  })
  await takeFreeDefaults(tx, before.id, describeProvider(before.adapter).methods)
  if (before.circuit === 'stopped') await askAboutAll(tx, before.id)
  auditStatus(tx, before, 'active')
}

/** No new payments and no default any more; those that run are still asked about. */
async function disable(tx: Tx, before: LockedConfig): Promise<void> {
  if (before.status === 'disabled') return
  if (before.status !== 'testing' && before.status !== 'active') refuse('common.bad-transition')
  await changeConfig(tx, before.id, { status: 'disabled' })
  await setDefaults(tx, before.id, [])
  auditStatus(tx, before, 'disabled')
}

function auditStatus(
  tx: Tx,
  before: LockedConfig,
  status: string,
  checkError?: string | null,
): void {
  addAuditEvent(tx, {
    action: 'bank_config.status',
    entity: 'bank_config',
    id: before.id,
    before: { status: before.status, circuit: before.circuit },
    after: { status, ...(checkError !== undefined && { check_error: checkError }) },
  })
}

/** company/superDeleteBankConfig: physically, as long as no payment was made through it. */
export function deleteBankConfig(
  db: Db,
  { query }: CallInput<typeof company.deleteBankConfig>,
): Promise<Answer<typeof company.deleteBankConfig>> {
  return inTransaction(forCompany(db, query.companyId), async (tx) => {
    const before = await lockExisting(tx, query.bankConfigId)
    if ((await paymentsThrough(tx, before.id)).all > 0) refuse('bank-config.in-use')
    if (before.status !== 'draft' && before.status !== 'disabled') refuse('common.bad-transition')
    await removeConfig(tx, before.id)
    const { credentials: _keys, ...shown } = before
    addAuditEvent(tx, {
      action: 'bank_config.delete',
      entity: 'bank_config',
      id: before.id,
      before: shown,
    })
    return { ok: true as const }
  })
}
