import type {
  PlatformMoneyGroup,
  MoneyRow,
  MoneyStage,
  StageSums,
} from '#contract/payment/money-flow.ts'
import type { StageOfGroup } from './money-flow-queries.ts'

/** Rows, what stands before the period, and both together; `days` are the rows when it is told by day, also the empty ones. */
export function flowOf(
  by: PlatformMoneyGroup,
  parts: readonly StageOfGroup[],
  days: readonly string[],
) {
  return {
    rows: rowsOf(by, parts, days),
    earlier: sumsOf(parts.filter(({ key }) => key === null)),
    totals: sumsOf(parts),
  }
}

/** Days in their order; agreements by title; kinds and companies by what left through them. */
function rowsOf(
  by: PlatformMoneyGroup,
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
  return by === 'method' || by === 'company'
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
    file: sumOf('file'),
    in_bank: sumOf('in_bank'),
    unknown: sumOf('unknown'),
    paid: sumOf('paid'),
    returned: sumOf('returned'),
    rejected: sumOf('rejected'),
  }
}
