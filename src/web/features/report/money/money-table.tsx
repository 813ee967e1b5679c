import type { KeyboardEvent } from 'react'
import { Link } from '#web/router/link.tsx'
import type { CallResult } from '#contract/core/call.ts'
import type { MethodKind } from '#contract/bank/method-kinds.ts'
import { statusTitles } from '#contract/core/status-titles.ts'
import {
  moneyStages,
  stageMeanings,
  placeInRow,
  type paymentsBehind,
  type moneyFlow,
  type MoneyRow,
  type MoneyStage,
  type StageSums,
} from '#contract/payment/money-flow.ts'
import { sumMeanings } from '#contract/core/sum-meanings.ts'
import { count, day, money } from '#web/ui/format.ts'
import stacked from '#web/ui/layout/stacked.module.css'
import wide from '#web/ui/layout/wide-table.module.css'
import { kindLabels } from '../../payment/payment-labels.ts'
import { dayBefore } from './money-period.ts'
import styles from './money.module.css'

/** Of one company or of all of them: the same but for the groups. */
export type MoneyFlow = Omit<CallResult<typeof moneyFlow.getPlatformMoney>, 'company'>

type MoneyPlace = Parameters<typeof paymentsBehind>[0]

/** Where a sum and a row lead; absent where there is nothing to be led to. */
export interface MoneyLinks {
  sumAt?: ((place: MoneyPlace) => string) | undefined
  rowAt?: ((key: string) => string) | undefined
}

export const stageTitles: Record<MoneyStage, string> = {
  saved: 'Ждёт отправки',
  file: statusTitles.payment.in_file,
  in_bank: 'В банке',
  unknown: 'Уточняется',
  paid: 'Ушло',
  returned: 'Вернулось',
  rejected: 'Отклонено',
}

const GROUP_TITLES: Record<MoneyFlow['by'], string> = {
  company: 'Компания',
  day: 'День',
  bank: 'Счёт в банке',
  method: 'Способ',
}

/** What a row is called: a company, a day, an agreement or a way of paying. */
export function rowTitle(by: MoneyFlow['by'], { key, title }: Pick<MoneyRow, 'key' | 'title'>) {
  if (by === 'day') return day(key)
  return by === 'method' ? kindLabels[key as MethodKind] : (title ?? '—')
}

/** Sums by group and stage; each is the link to its payments. Arrows lead from link to link, Enter opens one. */
export function MoneyTable({ flow, sumAt, rowAt }: MoneyLinks & { flow: MoneyFlow }) {
  const { by, date_from, date_to } = flow
  const rows = by === 'day' ? flow.rows.toReversed() : flow.rows
  const hasEarlier = moneyStages.some((stage) => flow.earlier[stage].count > 0)
  return (
    <div className={wide['scroll']}>
      <table
        className={`${wide['table']} ${stacked['stacked']} ${styles['table']}`}
        aria-label="Деньги за период"
        onKeyDown={moveByArrow}
      >
        <thead>
          <tr>
            <th scope="col">{GROUP_TITLES[by]}</th>
            {moneyStages.map((stage) => (
              <th key={stage} scope="col" data-end title={sumMeanings[stageMeanings[stage]]}>
                {stageTitles[stage]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {hasEarlier && (
            <Row
              title={`Раньше ${day(date_from)}`}
              sums={flow.earlier}
              sumAt={sumAt}
              placeOf={(stage) => ({ stage, date_to: dayBefore(date_from) })}
            />
          )}
          {rows.map((row) => (
            <Row
              key={row.key}
              title={rowTitle(by, row)}
              to={rowAt?.(row.key)}
              sums={row.sums}
              sumAt={sumAt}
              placeOf={(stage) => placeInRow(flow, row, stage)}
            />
          ))}
        </tbody>
        <tfoot>
          <Row
            title="Итого"
            sums={flow.totals}
            sumAt={sumAt}
            placeOf={(stage) => ({
              stage,
              // What is not over is counted whatever its day, up to the last one.
              ...(flow.earlier[stage].count === 0 && { date_from }),
              date_to,
            })}
          />
        </tfoot>
      </table>
    </div>
  )
}

interface RowProps extends Pick<MoneyLinks, 'sumAt'> {
  title: string
  to?: string | undefined
  sums: StageSums
  placeOf: (stage: MoneyStage) => MoneyPlace
}

function Row({ title, to, sums, sumAt, placeOf }: RowProps) {
  return (
    <tr>
      <th scope="row" data-whole>
        {to ? <Link to={to}>{title}</Link> : title}
      </th>
      {moneyStages.map((stage) => {
        const { count: many, amount_kop: sum } = sums[stage]
        const words = many > 0 && (
          <>
            {money(sum)} <small>{count(many)}</small>
          </>
        )
        return (
          <td key={stage} data-end data-label={stageTitles[stage]} data-stage={stage}>
            {words && sumAt ? <Link to={sumAt(placeOf(stage))}>{words}</Link> : words}
          </td>
        )
      })}
    </tr>
  )
}

const STEPS: Readonly<Record<string, readonly [row: number, column: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

/** From the link in focus to the next one in the direction of the arrow; cells without a link are passed by. */
function moveByArrow(event: KeyboardEvent<HTMLTableElement>): void {
  const step = STEPS[event.code]
  const cell = (event.target as Element).closest('td')
  const line = cell?.closest('tr')
  if (!step || !cell || !line) return
  event.preventDefault()
  const { rows } = event.currentTarget
  let [row, column] = [line.rowIndex, cell.cellIndex]
  for (;;) {
    row += step[0]
    column += step[1]
    const next = rows[row]?.cells[column]
    if (!next) return
    const link = next.querySelector('a')
    if (link) return link.focus()
  }
}
