import type { bankSetUp, SignInState } from '#contract/bank/bank-set-up.ts'
import type { CallInput } from '#contract/core/call.ts'
import type { bankMail } from '#contract/payment/bank-mail.ts'
import { refuse } from '#http/refusal.ts'
import { mustMayNow } from '../../../auth/rights/rights.ts'
import { addAuditEvent } from '../../../db/audit.ts'
import { forCompany, inTransaction, type Db } from '../../../db/handle.ts'
import {
  askAboutAll,
  lockConfig,
  payerOf,
  readConfig,
  type LockedConfig,
} from '../config-queries.ts'
import { providerOf } from '../providers/all.ts'
import { openBank, type OpenBank } from '../providers/open-bank.ts'
import { sessionRow } from './exchange-queries.ts'

/** The session of an agreement as its card shows it; null where the bank has none. */
export async function signInState(
  db: Db,
  { id, adapter }: Pick<LockedConfig, 'id' | 'adapter'>,
): Promise<SignInState | null> {
  if (!providerOf(adapter).mailbox) return null
  const row = await sessionRow(db, id)
  return {
    status: row?.status ?? 'none',
    by_person: row?.by_person ?? false,
    phone_mask: row?.phone_mask ?? null,
    short_code: row?.short_code ?? null,
    since: row?.since ?? null,
  }
}

/** bank/superSignInToBank. */
export async function signInToBank(
  db: Db,
  { body }: CallInput<typeof bankSetUp.signIn>,
): Promise<SignInState> {
  const bound = forCompany(db, body.companyId)
  await inTransaction(bound, (tx) => mustMayNow(tx, 'company.manage'))
  return openByPerson(bound, body.bankConfigId, body.code)
}

/** payment/signInToBank: by the company's own people, to whose telephone the code comes. */
export function signInAsPayer(
  db: Db,
  { body }: CallInput<typeof bankMail.signInToBank>,
): Promise<SignInState> {
  return openByPerson(db, body.bank_config_id, body.code)
}

/** Asks the bank between two transactions; once the session is open, payments that waited go on. */
async function openByPerson(db: Db, id: string, code: string | undefined): Promise<SignInState> {
  const config = (await readConfig(db, id)) ?? refuse('common.not-found')
  if (config.bank_status !== 'active') refuse('bank.disabled')
  await openSession(db, config, code)
  return inTransaction(db, async (tx) => {
    const now = (await lockConfig(tx, config.id)) ?? refuse('common.not-found')
    const state = (await signInState(tx, now)) ?? refuse('bank-config.sign-in-failed')
    if (state.status === 'open') await askAboutAll(tx, now.id)
    addAuditEvent(tx, {
      action: 'bank_config.sign_in',
      entity: 'bank_config',
      id: now.id,
      after: { session: state.status },
    })
    return state
  })
}

async function openSession(db: Db, config: LockedConfig, code: string | undefined): Promise<void> {
  const bank = await bankOfConfig(db, config)
  if (!bank?.signIn)
    return refuse('bank-config.sign-in-failed', {
      message: 'В этот банк не входят: нет нужных ключей, адреса или сеансов',
    })
  const found = await bank.signIn(code)
  return found.ok
    ? undefined
    : refuse('bank-config.sign-in-failed', {
        message: `Войти в банк не удалось: ${found.why}`.slice(0, 500),
      })
}

/** The bank of an agreement, outside of any payment; undefined when it cannot be asked. */
export async function bankOfConfig(db: Db, config: LockedConfig): Promise<OpenBank | undefined> {
  const { id, adapter, base_url: baseUrl, credentials, account } = config
  const payer = await payerOf(db, id)
  return openBank(db, { id, adapter, baseUrl, credentials, account, payer })
}
