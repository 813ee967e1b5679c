import type { BankConfig } from '#contract/bank/bank-entities.ts'
import { describeProvider } from '#contract/bank/bank-providers.ts'
import type { CallInput } from '#contract/core/call.ts'
import type { company } from '#contract/company/company.ts'
import { quote } from '#contract/words/quote.ts'
import { refuse } from '#http/refusal.ts'
import type { Answer } from '#http/serve.ts'
import { mustMayNow } from '../../auth/rights/rights.ts'
import { forCompany, inTransaction, type Db, type Tx } from '../../db/handle.ts'
import { addAuditEvent } from '../../db/audit.ts'
import { alertManagers } from '../user/notices/notice-queries.ts'
import { superPlaces } from '../user/notices/super-places.ts'
import {
  askAboutAll,
  changeConfig,
  storeCheck,
  lockConfig,
  usesOf,
  removeConfig,
  setDefaults,
  switchedOff,
  takeFreeDefaults,
  type LockedConfig,
} from './config-queries.ts'
import { bankByBik } from './bik/find-bik.ts'
import { bankOfConfig } from './exchange/sign-in.ts'
import { missingLabels } from './config-keys.ts'
import { decryptKeys } from './config-values.ts'
import { isApiProvider, providerOf } from './providers/all.ts'
import type { CheckAnswer } from './providers/provider.ts'
import { presentConfig } from './save-config.ts'

type StatusInput = CallInput<typeof company.setBankConfigStatus>

/**
 * company/superUpdateBankConfigStatus (domain.md 3.2). `testing` asks the bank, between two transactions, and keeps the
 * answer; asked again while testing it asks the bank again. Only an agreement that was checked lately and proven by a test
 * payment becomes active, which also lifts a stop.
 */
export async function setBankConfigStatus(db: Db, { body }: StatusInput): Promise<BankConfig> {
  const bound = forCompany(db, body.companyId)
  const { bankConfigId: id, new_status: status } = body
  if (status === 'testing') return test(bound, id)
  return inTransaction(bound, async (tx) => {
    const before = await lockExisting(tx, id)
    if (before.status === status && before.circuit === 'closed') return presentConfig(tx, id)
    if (status === 'active') await activate(tx, before, body.reason ?? null)
    else if (status === 'disabled') await disable(tx, before, body.reason ?? null)
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
    await storeCheck(tx, id, found.ok ? { warning: found.warning } : { error: found.why })
    if (found.ok) await startTesting(tx, now)
    auditStatus(tx, now, found.ok ? 'testing' : now.status, {
      check_error: found.ok ? null : found.why,
    })
    return presentConfig(tx, id)
  })
  return found.ok ? card : refuse('bank-config.check-failed', { message: sentence(found.why) })
}

/** The stop is lifted here, since the test payment must go; until the agreement works again, people read why it does not. */
async function startTesting(tx: Tx, before: LockedConfig): Promise<void> {
  const stopped = before.circuit === 'stopped'
  if (before.status === 'testing' && !stopped) return
  await changeConfig(tx, before.id, {
    status: 'testing',
    ...(stopped && {
      circuit: 'closed',
      stopped_at: null,
      stopped_reason: null,
      off_at: before.off_at ?? before.stopped_at,
      off_reason: before.off_reason ?? before.stopped_reason,
    }),
  })
  if (stopped) await askAboutAll(tx, before.id)
}

function asTestConfig(config: LockedConfig): LockedConfig {
  if (config.bank_status !== 'active') refuse('bank.disabled')
  if (config.status === 'active' && config.circuit === 'closed') refuse('common.bad-transition')
  return config
}

/** The harmless request of the provider; what keeps it from being asked is named. */
async function ask(db: Db, config: LockedConfig): Promise<CheckAnswer> {
  const { id, adapter, credentials } = config
  const provider = providerOf(adapter)
  if (!isApiProvider(provider)) return checkFile(db, config)
  const missing = missingLabels(adapter, decryptKeys(db, id, credentials) ?? provider.publicKeys)
  if (missing.length > 0) return { ok: false, why: `Не заданы: ${missing.join(', ')}` }
  const bank = await bankOfConfig(db, config)
  return bank ? bank.check() : { ok: false, why: 'Адрес банка не разрешён в этой установке' }
}

/** A bank that is brought files answers nothing: what the files are made of is checked instead. */
async function checkFile(db: Db, { account, bik }: LockedConfig): Promise<CheckAnswer> {
  if (account === null) return { ok: false, why: 'Не указан счёт, с которого платят' }
  const { bank, warning } = await bankByBik(db, bik ?? '')
  if (warning !== null) return { ok: false, why: warning }
  return bank === null || bank.corr_account !== null
    ? { ok: true }
    : { ok: false, why: `У банка ${quote(bank.name)} нет корр. счёта: платить с него нельзя` }
}

function sentence(why: string): string {
  return `Проверка связи с банком не пройдена: ${why}`.slice(0, 500)
}

async function activate(tx: Tx, before: LockedConfig, reason: string | null): Promise<void> {
  if (before.status !== 'testing') refuse('common.bad-transition')
  if (before.bank_status !== 'active') refuse('bank.disabled')
  // Stopped again since the check: a new one lifts it.
  if (!before.checked_lately || before.circuit === 'stopped')
    refuse('bank-config.check-failed', {
      message: 'За последние сутки нет удачной проверки связи. Проверьте связь ещё раз',
    })
  const { byFile, methods } = describeProvider(before.adapter)
  // Nothing of a file's bank can be tried before a person takes the first file to it.
  if (!byFile && !before.proven) refuse('bank-config.not-proven')
  await changeConfig(tx, before.id, {
    status: 'active',
    off_at: null,
    off_reason: null,
  })
  await takeFreeDefaults(tx, before.id, methods)
  auditStatus(tx, before, 'active', { ...(reason !== null && { reason }) })
  if (before.off_reason !== null)
    await tell(tx, `Выплаты через ${quote(before.title)} снова идут.`, reason)
}

/** No new payments and no default any more; those that run are still asked about. */
async function disable(tx: Tx, before: LockedConfig, reason: string | null): Promise<void> {
  if (before.status === 'disabled') return
  if (before.status !== 'testing' && before.status !== 'active') refuse('common.bad-transition')
  if (before.status === 'active' && reason === null)
    refuse('common.validation', {
      fields: { reason: 'Укажите причину: её увидят сотрудники компании' },
    })
  await changeConfig(tx, before.id, switchedOff(reason))
  await setDefaults(tx, before.id, [])
  auditStatus(tx, before, 'disabled', { ...(reason !== null && { reason }) })
  if (before.status === 'active')
    await tell(tx, `Выплаты через ${quote(before.title)} остановлены.`, reason)
}

/** The managers' bell; who pays reads the reason over the payments (payments.md 3.8). */
async function tell(tx: Tx, what: string, reason: string | null): Promise<void> {
  const title = [what, reason].filter(Boolean).join(' ').slice(0, 200)
  const superHref = superPlaces.banks(tx.companyId)
  const notice = { kind: 'bank_stopped', title, href: '/operator/payments', superHref } as const
  await alertManagers(tx, notice, tx.companyId)
}

function auditStatus(
  tx: Tx,
  before: LockedConfig,
  status: string,
  more: { readonly check_error?: string | null; readonly reason?: string } = {},
): void {
  addAuditEvent(tx, {
    action: 'bank_config.status',
    entity: 'bank_config',
    id: before.id,
    before: { status: before.status, circuit: before.circuit },
    after: { status, ...more },
  })
}

const STOP_IT = 'Остановите его: новых выплат с него не будет'

/** company/superDeleteBankConfig: physically, as long as nothing was made through it and no card needs it. */
export function deleteBankConfig(
  db: Db,
  { query }: CallInput<typeof company.deleteBankConfig>,
): Promise<Answer<typeof company.deleteBankConfig>> {
  return inTransaction(forCompany(db, query.companyId), async (tx) => {
    const before = await lockExisting(tx, query.bankConfigId)
    const uses = await usesOf(tx, before.id)
    if (uses.length > 0)
      refuse('bank-config.in-use', {
        message: `Счёт не удалить: по нему есть записи (${uses.join(', ')}). ${before.status === 'active' ? STOP_IT : 'С него уже не платят'}`,
      })
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
