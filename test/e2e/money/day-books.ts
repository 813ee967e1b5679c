import { expect, type Page } from '@playwright/test'
import type { Payment } from '#contract/payment/payment-entities.ts'
import type { BankStatement, LineStatus, StatementLine } from '#contract/payment/statement.ts'
import { listsOf } from './tbank-agreement.ts'
import type { DayPayment } from './day-setup.ts'
import type { TrainingBank } from './training-bank.ts'

/** «Деньги» of today in kopecks, as they stand on the screen. */
export async function moneyOf(page: Page): Promise<Record<string, number>> {
  await page.goto('/operator/money')
  const row = page
    .getByRole('table', { name: 'Деньги за период' })
    .getByRole('row', { name: /^Итого/ })
  await expect(row).toBeVisible()
  const sums = await row
    .locator('[data-stage]')
    .evaluateAll((cells) =>
      cells.map((cell) => [cell.getAttribute('data-stage')!, cell.textContent] as const),
    )
  return Object.fromEntries(
    sums.map(([stage, text]) => [
      stage,
      Math.round(Number((text.split('₽')[0] ?? '').replaceAll(/\s/g, '').replace(',', '.')) * 100),
    ]),
  )
}

/** Lines that wait for a person. */
const UNSETTLED: ReadonlySet<LineStatus> = new Set(['suggested', 'waiting', 'none'])

const sumOf = (list: readonly { readonly kop: number }[]) =>
  list.reduce((sum, { kop }) => sum + kop, 0)

interface DayEnd {
  readonly ways: Readonly<
    Record<'byCard' | 'bySbp' | 'byTbank' | 'by1c' | 'byIso', readonly DayPayment[]>
  >
  readonly before: Readonly<Record<string, number>>
  /** What came back by statements. */
  readonly returned: number
  readonly bank: TrainingBank
}

/** The books of the day: payments, «Деньги», the statements line by line, and the bank's own ledger agree to the kopeck. */
export async function explainDay(
  page: Page,
  { ways, before, returned, bank }: DayEnd,
): Promise<void> {
  const read = await listsOf(page.request, 'manager')
  const { byCard, bySbp, byTbank, by1c, byIso } = ways
  const all = Object.values(ways).flat()
  const day = sumOf(all)

  const now = await moneyOf(page)
  const came = Object.fromEntries(Object.keys(now).map((key) => [key, now[key]! - before[key]!]))
  expect(came, 'the screen «Деньги» has grown by the day').toEqual({
    saved: 0,
    file: 0,
    in_bank: 0,
    unknown: 0,
    rejected: 0,
    paid: day,
    returned,
  })

  const { items } = await read<{ items: Payment[] }>('payment/getAllPayments', { limit: 200 })
  const ids = new Set(all.map(({ id }) => id))
  const mine = items.filter(({ id }) => ids.has(id))
  expect(mine.map(({ status }) => status)).toEqual(mine.map(() => 'paid'))
  expect(mine).toHaveLength(40)

  const { items: statements } = await read<{ items: BankStatement[] }>('payment/getStatements')
  const { items: lines } = await read<{ items: StatementLine[] }>('payment/getStatementLines', {
    limit: 200,
  })
  expect(statements).toHaveLength(3)
  const unsettled = lines.filter(({ match_status: s }) => UNSETTLED.has(s))
  expect(unsettled, 'no line waits for a person').toEqual([])
  const debits = lines.filter(({ direction }) => direction === 'debit')
  const paidByLines = debits.filter(({ payment }) => payment && ids.has(payment.id))
  const other = debits.filter(({ payment }) => !payment)
  const kopOf = (list: readonly StatementLine[]) =>
    list.reduce((sum, { amount_kop: kop }) => sum + kop, 0)
  expect(kopOf(paidByLines), 'debits are the payments to accounts').toBe(
    sumOf(byTbank) + sumOf(by1c) + sumOf(byIso),
  )
  expect(other.map(({ why }) => why).filter((why) => !/омисси/.test(why))).toEqual([])
  expect(kopOf(lines.filter(({ direction }) => direction === 'credit'))).toBe(returned)

  const ledger = await bank.get<{ payment_id: string; amount_kop: number }[]>('ledger')
  const called = new Set([...byCard, ...bySbp, ...byTbank].map(({ id }) => id))
  const moved = ledger.filter(({ payment_id: id }) => called.has(id))
  expect(
    moved.reduce((sum, { amount_kop: kop }) => sum + kop, 0),
    'the bank moved what we hold for paid, once',
  ).toBe(sumOf(byCard) + sumOf(bySbp) + sumOf(byTbank))
  expect(moved).toHaveLength(24)
}
