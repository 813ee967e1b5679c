import type { CallInput } from '#contract/core/call.ts'
import type {
  MoneyGroup,
  MoneyLimit,
  MoneyRow,
  MoneyStage,
  StageSums,
  moneyFlow,
} from '#contract/payment/money-flow.ts'
import { refuse } from '#http/refusal.ts'
import type { Answer } from '#http/serve.ts'
import { zoneOf, type Db } from '../../../db/handle.ts'
import { settingsNow } from '../../company/settings.ts'
import { COMPANY_DAY_COUNT } from '../../payment/create/limit-rules.ts'
import { readCalendar } from '../dashboard/day-queries.ts'
import { readPaymentMatters } from '../dashboard/operator-dashboard-queries.ts'
import { presentMatter } from '../dashboard/operator-matters.ts'
import {
  daysOf,
  readLimits,
  sumMoneyFlow,
  type StageOfGroup,
  type UsedLimit,
} from './money-flow-queries.ts'

const MAX_DAYS = 366

/** payment/getMoneyFlow: the money of a period by stage and group, what limits allow now, what needs a person. */
export async function getMoneyFlow(
  db: Db,
  { query: { filter } }: CallInput<typeof moneyFlow.getMoneyFlow>,
): Promise<Answer<typeof moneyFlow.getMoneyFlow>> {
  const { by } = filter
  const { now, ...days } = await shownDays(db, filter)
  const { rules, modules_cfg: modules } = await settingsNow(db)
  const { rows: parts } = await sumMoneyFlow(db, { by, ...days }).execute(db.q)
  const limits = await readLimits(db, rules.pay_day_limit_kop)
  const matters = await readPaymentMatters(db)
  const patience = { staleHours: modules.weight!.stale_hours, scanDays: modules.act!.scan_days }
  return {
    by,
    ...days,
    rows: rowsOf(by, parts, by === 'day' ? await daysOf(db, days) : []),
    earlier: sumsOf(parts.filter(({ key }) => key === null)),
    totals: sumsOf(parts),
    limits: limits.map(presentLimit),
    attention: matters.map((matter) => presentMatter(matter, patience)),
    as_of: now,
  }
}

async function shownDays(
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

/** Days in their order, also empty ones; agreements by title; kinds by what left through them. */
function rowsOf(
  by: MoneyGroup,
  parts: readonly StageOfGroup[],
  days: readonly string[],
): MoneyRow[] {
  const groups = Map.groupBy(parts, ({ key }) => key)
  groups.delete(null)
  const keys = by === 'day' ? days : [...groups.keys()].filter((key) => key !== null)
  const rows = keys.map((key) => {
    const own = groups.get(key) ?? []
    return { key, title: own[0]?.title ?? null, sums: sumsOf(own) }
  })
  return by === 'method'
    ? rows.toSorted((a, b) => b.sums.paid.amount_kop - a.sums.paid.amount_kop)
    : rows
}

function sumsOf(parts: readonly StageOfGroup[]): StageSums {
  const sumOf = (stage: MoneyStage) => {
    const own = parts.filter((part) => part.stage === stage)
    return {
      count: own.reduce((sum, part) => sum + part.count, 0),
      amount_kop: own.reduce((sum, part) => sum + part.amount_kop, 0),
    }
  }
  return {
    saved: sumOf('saved'),
    in_bank: sumOf('in_bank'),
    unknown: sumOf('unknown'),
    paid: sumOf('paid'),
    returned: sumOf('returned'),
    rejected: sumOf('rejected'),
  }
}

function presentLimit({ used_count, ...limit }: UsedLimit): MoneyLimit {
  return {
    ...limit,
    title: limit.title || 'Компания',
    left_kop: Math.max(0, limit.cap_kop - limit.used_kop),
    left_count: limit.bank_config_id ? null : Math.max(0, COMPANY_DAY_COUNT - used_count),
  }
}
