import type { CallInput } from '#contract/core/call.ts'
import {
  MOST_COMPARED_DAYS,
  type BankComparison,
  type bankComparison,
} from '#contract/payment/comparison.ts'
import { refuse } from '#http/refusal.ts'
import type { Answer } from '#http/serve.ts'
import { addAuditEvent } from '../../../../db/audit.ts'
import { inTransaction, type Db } from '../../../../db/handle.ts'
import { readConfig } from '../../../bank/config-queries.ts'
import { isAskable } from '../../../bank/providers/all.ts'
import { companyToday } from '../statement/statement-queries.ts'
import { COMPARE } from './compare-queries.ts'
import { SOON } from './compare-night.ts'
import { insertAsked, latestAsked, unaskable } from './known-queries.ts'

const DAY_MS = 86_400_000

/** payment/compareWithBank: a period is compared now; what is under way is answered as it is (payments.md 3.13). */
export async function compareWithBank(
  db: Db,
  { body }: CallInput<typeof bankComparison.compareWithBank>,
): Promise<Answer<typeof bankComparison.compareWithBank>> {
  const { bank_config_id: id, date_from: from, date_to: to } = body
  const config = (await readConfig(db, id)) ?? refuse('common.not-found')
  assertPeriod(from, to, await companyToday(db))
  if (config.circuit === 'stopped') refuse('bank.stopped')
  const isByHand = !isAskable(config.adapter)
  await inTransaction(db, async (tx) => {
    if (!(await insertAsked(tx, { ...body, isByHand }))) return
    addAuditEvent(tx, {
      action: 'bank_config.compare',
      entity: 'bank_config',
      id,
      after: { from, to },
    })
    if (!isByHand) await db.services.jobs.enqueue(tx, COMPARE, {}, SOON)
  })
  const [shown] = await shownComparisons(db, id)
  return shown!
}

function assertPeriod(from: string, to: string, today: string): void {
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1
  if (days < 1) refuse('common.validation', { fields: { date_from: 'Начало позже конца' } })
  if (days > MOST_COMPARED_DAYS)
    refuse('common.validation', {
      fields: { date_from: `Не больше ${MOST_COMPARED_DAYS} дней за раз` },
    })
  if (to > today) refuse('common.validation', { fields: { date_to: 'Этот день ещё не наступил' } })
}

/** payment/getComparisons: how far what people asked for has come. */
export function getComparisons(db: Db): Promise<BankComparison[]> {
  return shownComparisons(db, null)
}

async function shownComparisons(db: Db, configId: string | null): Promise<BankComparison[]> {
  const rows = await latestAsked(db, configId)
  return Promise.all(
    rows.map(async (row) => {
      const { adapter, ...shown } = row
      return { ...shown, by_hand: isAskable(adapter) ? [] : await unaskable(db, row) }
    }),
  )
}
