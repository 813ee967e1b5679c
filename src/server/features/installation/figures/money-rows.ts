import { statusTitles } from '#contract/core/status-titles.ts'
import type { StateRow } from '#contract/installation/state-rows.ts'
import type { BankFigure, PayoutFigure } from './figures-queries.ts'
import { amiss, notKnown, number, row, span, type Verdict } from './state-words.ts'

const UNKNOWN_S = 3600
const STUCK_S = 900

/** Payouts by state, and whether they wait after a restore. */
export function payoutRows(
  payouts: readonly PayoutFigure[] | undefined,
  isHeld: boolean,
): StateRow[] {
  if (!payouts) return [notKnown('money', 'Выплаты в пути')]
  const rows = payouts
    .filter(({ count }) => count > 0)
    .map(({ status, count, oldest_s: age, company }) =>
      row(
        'money',
        `Выплаты: ${statusTitles.payment[status].toLowerCase()}`,
        `${number(count)}, старшая ${span(age)} (${company ?? 'компания не найдена'})`,
        verdictOf(status, age),
      ),
    )
  if (rows.length === 0) rows.push(row('money', 'Выплаты в пути', 'Нет'))
  if (isHeld)
    rows.push(
      row('money', 'Выплаты ждут', 'Система восстановлена из копии', [
        'bad',
        'Сверьте банки и отпустите выплаты вдвоём на этой странице',
      ]),
    )
  return rows
}

function verdictOf(status: PayoutFigure['status'], age: number): Verdict {
  if (status === 'unknown')
    return amiss(age > UNKNOWN_S, 'bad', 'Бухгалтер компании сверяет её с банком на «Расхождения»')
  return amiss(
    status === 'registering' && age > STUCK_S,
    'bad',
    'Посмотрите очередь payment.work и связь с банком; повторно не платите',
  )
}

/** Agreements that stopped by name, the others counted. */
export function bankRows(banks: readonly BankFigure[] | undefined, isHeld: boolean): StateRow[] {
  if (!banks) return [notKnown('money', 'Счета в банках')]
  const stopped = banks.filter((bank) => bank.is_stopped)
  return [
    row(
      'money',
      'Счета в банках',
      isHeld
        ? `Все стоят, пока выплаты не отпустят вдвоём: ${banks.length}`
        : `Выплаты идут по ${banks.length - stopped.length} из ${banks.length}`,
    ),
    ...stopped.map(({ company, title, reason }) =>
      row('money', `${company}, ${title}`, `Остановлен: ${reason ?? 'причина не названа'}`, [
        'bad',
        'Откройте счёт на «Счета в банках»: обычно нужны новые ключи',
      ]),
    ),
  ]
}
