import type { bankSetUp, ConfigCard, Proof } from '#contract/bank/bank-set-up.ts'
import type { CallInput } from '#contract/core/call.ts'
import { paymentWebhook } from '#contract/payment/webhook.ts'
import { refuse } from '#http/refusal.ts'
import { explainRight } from '../../auth/rights/grants.ts'
import { accessRows } from '../../auth/session-queries.ts'
import { forCompany, type Db } from '../../db/handle.ts'
import { peopleOf } from '../user/rights/action-queries.ts'
import { decryptKeys } from './config-values.ts'
import { lastTest, readConfig, usesOf, type LockedConfig } from './config-queries.ts'
import { signInState } from './exchange/sign-in.ts'
import { notifiersOf, providerOf, reasonsOf } from './providers/all.ts'
import { describeProvider } from './providers/describe-providers.ts'
import { fieldsOf } from './providers/provider.ts'
import { presentConfig } from './save-config.ts'
import { webhookKey } from './webhook-key.ts'

/** bank/superGetBankConfig: what the card of an agreement shows; a secret only as set or not. */
export function getConfig(
  db: Db,
  { query }: CallInput<typeof bankSetUp.getConfig>,
): Promise<ConfigCard> {
  return readCard(forCompany(db, query.companyId), query.bankConfigId)
}

async function readCard(db: Db, id: string): Promise<ConfigCard> {
  const row = (await readConfig(db, id)) ?? refuse('common.not-found')
  return {
    config: await presentConfig(db, row.id),
    provider: describeProvider(db, providerOf(row.adapter)),
    values: valuesOf(db, row),
    pci_certificate: row.pci_certificate,
    bank_status: row.bank_status as ConfigCard['bank_status'],
    bank_bik: row.bik ?? '',
    proof: await proofOf(db, row),
    sign_in: await signInState(db, row),
    webhook_url: webhookUrl(db, row),
    used_by: await usesOf(db, row.id),
  }
}

function webhookUrl(db: Db, { id, adapter }: LockedConfig): string | null {
  const { config } = db.services
  if (notifiersOf(adapter, config).length === 0) return null
  const key = webhookKey(config, { companyId: db.companyId, configId: id })
  return `${config.publicUrl}${paymentWebhook.webhook.path.replace(':key', key)}`
}

function valuesOf(db: Db, row: LockedConfig): ConfigCard['values'] {
  const stored = decryptKeys(db, row.id, row.credentials)
  return fieldsOf(providerOf(row.adapter).fields).map(([name, { kind }]) => {
    const value = stored?.[name]
    const isSecret = kind === 'secret' || kind === 'file'
    return { name, is_set: value !== undefined, value: isSecret ? null : (value ?? null) }
  })
}

async function proofOf(db: Db, row: LockedConfig): Promise<Proof> {
  const last = await lastTest(db, row.id)
  const reason = last?.reason_code ? reasonsOf(row.adapter)[last.reason_code] : undefined
  return {
    needed: !providerOf(row.adapter).byFile,
    proven: row.proven,
    last: last
      ? {
          id: last.id,
          status: last.status as NonNullable<Proof['last']>['status'],
          amount_kop: last.amount_kop,
          by_name: last.by_name,
          at: last.at,
          finished_at: last.finished_at,
          reason_text: last.reason_text,
          advice: reason?.advice ?? null,
          returned: last.returned_kop > 0,
          counts: last.counts,
        }
      : null,
    testers: await testersOf(db),
  }
}

const MOST_NAMES = 20

/** Names of active managers who hold `payment.test` in this company. */
async function testersOf(db: Db): Promise<string[]> {
  const [people, rows] = [await peopleOf(db, db.companyId), await accessRows(db.q, db.companyId)]
  const asked = rows.filter(({ action }) => action === 'payment.test')
  const mayTest = ({ id, roles }: (typeof people)[number]) =>
    explainRight({ userId: id, role: 'USER', roles }, 'payment.test', asked).grant !== undefined
  return people
    .filter(({ status, roles }) => status === 'active' && roles.includes('MANAGER'))
    .filter(mayTest)
    .map(({ full_name: name }) => name)
    .slice(0, MOST_NAMES)
}
