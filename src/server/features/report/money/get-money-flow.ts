import type { CallInput } from '#contract/core/call.ts'
import type { MoneyLimit, moneyFlow } from '#contract/payment/money-flow.ts'
import type { Attention } from '#contract/report/dashboard.ts'
import { refuse } from '#http/refusal.ts'
import type { Answer } from '#http/serve.ts'
import { zoneOf, type Db } from '../../../db/handle.ts'
import { settingsNow } from '../../company/settings.ts'
import { COMPANY_DAY_COUNT } from '../../payment/prepare/create/limit-rules.ts'
import { readCalendar } from '../dashboard/day-queries.ts'
import { readPaymentMatters } from '../dashboard/dashboard-queries.ts'
import { matterForReader, presentMatter } from '../dashboard/operator-matters.ts'
import { daysOf, readLimits, sumMoneyFlow, type UsedLimit } from './money-flow-queries.ts'
import { flowOf } from './money-rows.ts'

const MAX_DAYS = 366

/** payment/getMoneyFlow: the money of a period by stage and group, what limits allow now, what needs a person. */
export async function getMoneyFlow(
  db: Db,
  { query: { filter } }: CallInput<typeof moneyFlow.getMoneyFlow>,
): Promise<Answer<typeof moneyFlow.getMoneyFlow>> {
  const { by } = filter
  const { now, ...days } = await shownDays(db, filter)
  const { rows: parts } = await sumMoneyFlow(db, { by, ...days }).execute(db.q)
  return {
    by,
    ...days,
    ...flowOf(by, parts, by === 'day' ? await daysOf(db, days) : []),
    limits: await limitsNow(db),
    attention: await mattersNow(db),
    as_of: now,
  }
}

/** The rest of the limits of the company and of its agreements. */
export async function limitsNow(db: Db): Promise<MoneyLimit[]> {
  const { rules } = await settingsNow(db)
  return (await readLimits(db, rules.pay_day_limit_kop)).map(presentLimit)
}

/** The company's payments that need a person. */
export async function mattersNow(db: Db): Promise<Attention[]> {
  const { modules_cfg: modules } = await settingsNow(db)
  const patience = {
    staleHours: modules.weight!.stale_hours,
    scanDays: modules.act!.scan_days,
    receiptDays: 0,
  }
  const matters = (await readPaymentMatters(db)).map((matter) => matterForReader(db, matter))
  return (await Promise.all(matters)).map((matter) => presentMatter(matter, patience))
}

export async function shownDays(
  db: Db,
  { date_from, date_to }: { date_from?: string | undefined; date_to?: string | undefined },
) {
  const { from, to, span, now } = await readCalendar(
    db,
    zoneOf(db),
    { from: date_from ?? null, to: date_to ?? null },
    1,
  )
  if (span < 1 || span > MAX_DAYS)
    refuse('filter.invalid', { fields: { 'filter.date_from': `Период от 1 до ${MAX_DAYS} дней` } })
  return { date_from: from, date_to: to, now }
}

function presentLimit({ used_count, ...limit }: UsedLimit): MoneyLimit {
  return {
    ...limit,
    title: limit.title || 'Компания',
    left_kop: Math.max(0, limit.cap_kop - limit.used_kop),
    left_count: limit.bank_config_id ? null : Math.max(0, COMPANY_DAY_COUNT - used_count),
  }
}
