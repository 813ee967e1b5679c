import type { CallInput } from '#contract/core/call.ts'
import type { bankMail } from '#contract/payment/bank-mail.ts'
import { refuse } from '#http/refusal.ts'
import type { Answer } from '#http/serve.ts'
import { addAuditEvent } from '../../../../../db/audit.ts'
import { inTransaction, type Db } from '../../../../../db/handle.ts'
import { readConfig } from '../../../../bank/config-queries.ts'
import { bankOfConfig } from '../../../../bank/exchange/sign-in.ts'
import { companyToday } from '../statement-queries.ts'
import { BANK_MAIL } from './mail-queries.ts'

const MOST_DAYS = 31
const DAY_MS = 86_400_000
// A bank takes a moment to write a statement; what comes later is found by the job of every ten minutes.
const READ_AFTER_SECONDS = 20

/** payment/requestStatement: asks the bank, and has its mailbox read soon after. */
export async function requestStatement(
  db: Db,
  { body }: CallInput<typeof bankMail.requestStatement>,
): Promise<Answer<typeof bankMail.requestStatement>> {
  const { bank_config_id: id, from, to } = body
  const config = (await readConfig(db, id)) ?? refuse('common.not-found')
  assertDays(from, to, await companyToday(db))
  if (config.circuit === 'stopped') refuseBecause('обмен с банком остановлен')
  const bank = await bankOfConfig(db, config)
  if (!bank?.requestStatement)
    return refuseBecause('этот банк не присылает выписок, загрузите файл')
  const asked = await bank.requestStatement(from, to)
  if (!asked.ok) return refuseBecause(asked.why)
  await inTransaction(db, async (tx) => {
    addAuditEvent(tx, {
      action: 'bank_statement.request',
      entity: 'bank_config',
      id,
      after: { from, to },
    })
    await db.services.jobs.enqueue(tx, BANK_MAIL, {}, { afterSeconds: READ_AFTER_SECONDS })
  })
  return { ok: true }
}

function assertDays(from: string, to: string, today: string): void {
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1
  if (days < 1) refuse('common.validation', { fields: { from: 'Начало позже конца' } })
  if (days > MOST_DAYS)
    refuse('common.validation', { fields: { from: `Не больше ${MOST_DAYS} дней за раз` } })
  if (to > today) refuse('common.validation', { fields: { to: 'Этот день ещё не наступил' } })
}

function refuseBecause(why: string): never {
  return refuse('statement.bank-refused', {
    message: `Банк не принял запрос выписки: ${why}`.slice(0, 500),
  })
}
