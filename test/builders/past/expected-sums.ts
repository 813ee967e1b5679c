import type { SumMeaning } from '#contract/core/sum-meanings.ts'
import type { MoneyFacts } from './random-money.ts'

/** Which days, and which acts, a place adds up. */
export interface SumScope {
  readonly from?: string
  readonly to?: string
  /** Only acts whose signed sheet is due. */
  readonly unsigned?: true
}

export const dayIn = (zone: string, at: string) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(new Date(at))
export const add = <T>(rows: readonly T[], kop: (row: T) => number) =>
  rows.reduce((sum, row) => sum + kop(row), 0)
const IN_BANK = ['registering', 'registered', 'processing']

/** Each meaning as its sentence says it, over the facts alone. */
export function expectedSums(
  { zone, acts, payments }: MoneyFacts,
  { from = '', to = '9999', unsigned }: SumScope,
) {
  const within = (day: string) => day >= from && day <= to
  const on = (at: string | null) => at !== null && within(dayIn(zone, at))
  const alive = ({ status }: { status: string }) => status === 'issued' || status === 'signed'
  const bought = acts.filter(
    (one) => alive(one) && within(one.date) && (!unsigned || one.status === 'issued'),
  )
  const real = payments.filter(({ is_test: isTest }) => !isTest)
  const amount = ({ amount_kop: kop }: { amount_kop: number }) => kop
  const paidOf = (one: MoneyFacts['acts'][number], until = '9999') =>
    add(one.payments, (part) =>
      part.status === 'paid' && dayIn(zone, part.finished_at!) <= until
        ? part.amount_kop - (part.returned?.kop ?? 0)
        : 0,
    )
  const heldOf = (one: MoneyFacts['acts'][number]) =>
    add(one.payments, (part) =>
      ['saved', 'unknown', ...IN_BANK].includes(part.status) ? part.amount_kop : 0,
    )
  const dueOf = (one: MoneyFacts['acts'][number]) =>
    Math.max(0, one.total_kop - paidOf(one) - heldOf(one))
  const ended = (status: string) =>
    real.filter((one) => one.status === status && on(one.finished_at))
  const savedOn = (...states: string[]) =>
    real.filter((one) => states.includes(one.status) && on(one.saved_at))
  const returnedOf = (one: MoneyFacts['payments'][number]) => one.returned?.kop ?? 0
  // What the last test of every-sum hands over, those of tests as well; nothing of it is withdrawn.
  const handedOver = add(
    payments.filter(({ status, saved_at: at }) => status === 'saved' && on(at)),
    amount,
  )
  return {
    purchases: add(bought, ({ total_kop: kop }) => kop),
    payable: add(bought, dueOf),
    unpaidActs: bought.filter((one) => dueOf(one) > 0).length,
    debt: add(
      acts.filter((one) => alive(one) && one.date <= to && one.date >= from),
      (one) => one.total_kop - paidOf(one, from === '' ? to : '9999'),
    ),
    reserved: add(bought, heldOf),
    actsPaid: add(bought, (one) => paidOf(one)),
    actsPaidByThen: add(bought, (one) => paidOf(one, to)),
    paid: add(ended('paid'), amount),
    yearPaid: add(ended('paid'), (one) => one.amount_kop - returnedOf(one)),
    payments: add(
      real.filter(
        ({ status, saved_at: at }) => !['rejected', 'cancelled'].includes(status) && on(at),
      ),
      amount,
    ),
    registry: handedOver,
    registryFile: handedOver,
    rejected: add(ended('rejected'), amount),
    unknown: add(savedOn('unknown'), amount),
    waiting: add(savedOn('saved', 'unknown', ...IN_BANK), amount),
    saved: add(savedOn('saved'), amount),
    // The builder's agreements need no file.
    inFile: 0,
    inBank: add(savedOn(...IN_BANK), amount),
    returned: add(real, ({ returned }) => (returned && on(returned.at) ? returned.kop : 0)),
    returnedOfRows: add(savedOn('paid'), returnedOf),
    // Its sellers are no self-employed people.
    missingReceipts: 0,
    priceDifference: 0,
    // Pieces have no contamination, and these are bought at no list.
    besideNorm: 0,
    exceptions: add(acts, ({ flag }) => (flag && on(flag.at) ? flag.kop : 0)),
  } satisfies Record<SumMeaning, number>
}
