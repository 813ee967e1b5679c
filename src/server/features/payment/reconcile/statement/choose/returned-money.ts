/** Money that came to our account, as its line says. */
export interface Credit {
  readonly bookedOn: string
  readonly amountKop: number
  readonly payerAccount: string | null
  readonly payerBik: string | null
  readonly payerInn: string | null
  readonly purpose: string | null
}

/** An order from the same account of ours that may have come back. */
export interface SentOrder {
  readonly id: string
  readonly number: number | null
  readonly date: string | null
  readonly amountKop: number
  /** Of the payee. */
  readonly account: string | null
  readonly bik: string | null
  readonly inn: string | null
}

/** What a credit has of an order; the strongest first. */
const returnSigns = ['number', 'account', 'inn', 'sum', 'bank'] as const
export type ReturnSign = (typeof returnSigns)[number]

export interface PossibleReturn {
  readonly id: string
  readonly signs: readonly ReturnSign[]
}

export interface ReturnVerdict {
  /** The only order that the words of a return name by its number, of its sum and day: its return. */
  readonly named: string | null
  /** It may be a return of these, the likeliest first; also of none of them where it says «возврат». */
  readonly isPossible: boolean
  readonly possible: readonly PossibleReturn[]
}

/** An order comes back within these days: a bank holds sums that it cannot clear up, and people ask for them back. */
export const DAYS_TO_RETURN = 60
/** By its sum alone, which a buyer may pay by chance. */
const DAYS_OF_SUM = 30
const DAY_MS = 86_400_000
const MOST_POSSIBLE = 20

/** Finds sent orders from which incoming money may have come back: a hint for a person, never a proof (payments.md 4.5). */
export function findReturn(credit: Credit, sent: readonly SentOrder[]): ReturnVerdict {
  const words = credit.purpose ?? ''
  const isTold = speaksOfReturn(words)
  const orders = isTold ? ordersNamed(words) : []
  const signed = sent.flatMap((order) => {
    const days = daysBetween(order, credit)
    const signs = signsOf(credit, order, { days, orders })
    return signs.length > 0 ? [{ order, days, signs }] : []
  })
  const named = signed.filter(
    ({ order, signs }) => signs.includes('number') && order.amountKop === credit.amountKop,
  )
  const possible = signed
    .toSorted((a, b) => weightOf(b.signs) - weightOf(a.signs) || a.days - b.days)
    .slice(0, MOST_POSSIBLE)
    .map(({ order, signs }) => ({ id: order.id, signs }))
  return {
    named: named.length === 1 ? named[0]!.order.id : null,
    isPossible: possible.length > 0 || (isTold && !isOtherReturn(words)),
    possible,
  }
}

const weightOf = (signs: readonly ReturnSign[]) =>
  signs.reduce((sum, sign) => sum + 2 ** (returnSigns.length - returnSigns.indexOf(sign)), 0)

/** Days from the order to the credit; NaN of an order that has no day. */
const daysBetween = ({ date }: SentOrder, { bookedOn }: Credit) =>
  date === null ? Number.NaN : (Date.parse(bookedOn) - Date.parse(date)) / DAY_MS

function signsOf(
  credit: Credit,
  order: SentOrder,
  { days, orders }: { readonly days: number; readonly orders: readonly NamedOrder[] },
): ReturnSign[] {
  if (!(days >= 0 && days <= DAYS_TO_RETURN)) return []
  const isSame = (ours: string | null, theirs: string | null) => ours !== null && ours === theirs
  const isOfSum = order.amountKop === credit.amountKop
  const found: Record<ReturnSign, boolean> = {
    number: orders.some(
      ({ number, day }) => number === order.number && (day === null || day === order.date),
    ),
    account: isSame(order.account, credit.payerAccount),
    inn: isSame(order.inn, credit.payerInn),
    sum: isOfSum,
    bank: isSame(order.bik, credit.payerBik),
  }
  // Half a town has its accounts at one bank, and a sum of last month is paid by chance.
  const isAny = found.number || found.account || found.inn || (isOfSum && days <= DAYS_OF_SUM)
  return isAny || (isOfSum && found.bank) ? returnSigns.filter((sign) => found[sign]) : []
}

/** Latin letters that look like Cyrillic ones: banks and people mix them. */
const ALIKE = new Map(
  Array.from('ABCEHKMOPTXYaceopxy', (sign, at) => [sign, Array.from('АВСЕНКМОРТХУасеорху')[at]!]),
)
const inCyrillic = (text: string) =>
  text.replace(/[A-Za-z]/gu, (sign) => ALIKE.get(sign) ?? sign).toLowerCase()

const RETURN_WORDS =
  /возвр|возвращ|вернул|сторн|реверс|аннулир|отклон|отказ|отозван|не\s*зачисл|не\s*исполн|невыяснен|ошибочн|(?:неверн|некорректн|неправильн|недействительн)\p{L}*\s+(?:реквизит|счет|счёт|бик|инн|получател)|(?:сч[её]т|карт)\p{L}*(?:\s+\p{L}+)?\s+(?:закрыт|не\s+найден|отсутств|заблокир|не\s+существ)|закрыт\p{L}*\s+сч[её]т/u
const LATIN_WORDS = /\b(?:return|refund|revers|reject|vozvrat)/iu

/** Whether a purpose says that money comes back, in whichever words. */
export function speaksOfReturn(purpose: string): boolean {
  return RETURN_WORDS.test(inCyrillic(purpose)) || LATIN_WORDS.test(purpose)
}

/** What comes back to a company every day and never was a payout. */
const isOtherReturn = (purpose: string) =>
  /депозит|овернайт|за[йи]м|подотч|налог|страхов\p{L}*\s+взнос|кредит/u.test(inCyrillic(purpose))

interface NamedOrder {
  readonly number: number
  /** The day beside the number, `YYYY-MM-DD`. */
  readonly day: string | null
}

// «п» may be a Latin «p» that was folded into «р», or «n»; «N» may be a «Н» or the sign.
const ORDER_WORD =
  '(?:плат[её]ж\\p{L}*|пл(?:ат)?)[\\s./-]*(?:поруч\\p{L}*|пор)|плат[её]жк\\p{L}*|поруч\\p{L}*|[прn]\\s?[./]?\\s?поруч\\p{L}*|[прn]\\s?[./]?\\s?[прn]|орд(?:ер)?\\p{L}*|док(?:умент)?\\p{L}*'
const NUMBER_SIGN = '№|#|[nн][оo0]?|номер\\p{L}*'
// A bare sign beside these is their number.
const OTHER_PAPER =
  '(?<!(?:дог|догов|контракт|акт|сч[её]т|накладн|заявк|чек|квитанц|кв|дом|стр)\\p{L}*[\\s.]*)'
const NAMED_ORDER = new RegExp(
  `(?<![\\p{L}\\d])(?:(?:${ORDER_WORD})[\\s.:-]*(?:(?:${NUMBER_SIGN})[\\s.:-]*)?|${OTHER_PAPER}(?:${NUMBER_SIGN})[\\s.:-]*)0*([1-9]\\d{0,5})(?!\\d|[./-]\\d{1,2}[./-]\\d)(?:\\s*(?:от|за|dd|dated)?\\s*(\\d{2})[./-](\\d{2})[./-](\\d{4}|\\d{2})(?!\\d))?`,
  'gu',
)

/** Orders that a purpose names by number, with the day that stands beside it. */
export function ordersNamed(purpose: string): NamedOrder[] {
  return [...inCyrillic(purpose).matchAll(NAMED_ORDER)].map(([, digits, day, month, year]) => ({
    number: Number(digits),
    day: day === undefined ? null : `${year!.padStart(4, '20')}-${month}-${day}`,
  }))
}
