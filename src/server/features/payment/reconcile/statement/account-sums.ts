import { roubles } from './line-facts.ts'
import { placeWords, type Place } from './read-values.ts'
import { problem, type Balances, type FileLine } from './statement-file.ts'

/** The sums that a file gives for a period, or for one of its days. */
export interface ToldPeriod extends Balances {
  /** Undefined where it is not named: then the file's own order counts. */
  readonly from: string | undefined
  readonly place: Place
}

/** The balances of the whole of periods, in whatever order they stand: each adds up and follows the one before it. */
export function joinPeriods(told: readonly ToldPeriod[]): Balances | null {
  const periods = told.some(({ from }) => from === undefined)
    ? told
    : told.toSorted((a, b) => (a.from! < b.from! ? -1 : Number(a.from! > b.from!)))
  let last: Balances | undefined
  for (const { place, openingKop, creditKop, debitKop, closingKop } of periods) {
    if (openingKop + creditKop - debitKop !== closingKop)
      problem(
        `${placeWords(place)}. Остатки не сходятся: ${roubles(openingKop)} + ${roubles(creditKop)} − ${roubles(debitKop)} не равно ${roubles(closingKop)}`,
      )
    if (last && last.closingKop !== openingKop)
      problem(
        `${placeWords(place)}. Остатки не сходятся: день кончился с ${roubles(last.closingKop)}, а следующий начался с ${roubles(openingKop)}`,
      )
    last = {
      openingKop: last?.openingKop ?? openingKop,
      creditKop: (last?.creditKop ?? 0) + creditKop,
      debitKop: (last?.debitKop ?? 0) + debitKop,
      closingKop,
    }
  }
  return last ?? null
}

/** Sums up the lines of one account. */
export function openTurnover() {
  const sum = { debitKop: 0, creditKop: 0, count: 0 }
  let first: string | undefined
  let last: string | undefined

  function add({ direction, amountKop, bookedOn }: FileLine, place: Place): void {
    sum.count++
    if (direction === 'debit') sum.debitKop += amountKop
    else sum.creditKop += amountKop
    if (!Number.isSafeInteger(sum.debitKop + sum.creditKop))
      problem(`${placeWords(place)}: сумма всех записей больше, чем бывает`)
    if (first === undefined || bookedOn < first) first = bookedOn
    if (last === undefined || bookedOn > last) last = bookedOn
  }

  return { add, totals: () => ({ ...sum, first, last }) }
}

/** A sum that the bank names for all lines of a direction must be theirs. */
export function assertTurnover(place: Place, word: string, told: number, counted: number): void {
  if (told !== counted)
    problem(
      `${placeWords(place)}. Обороты не сходятся: всего ${word} ${roubles(told)}, а по записям ${roubles(counted)}`,
    )
}
