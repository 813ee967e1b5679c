import { readIsoDay, readSum } from '../camt/camt-values.ts'
import { childAt, textAt, type XmlNode } from '../camt/xml-node.ts'
import { markersOf, openLineKeys } from '../line-facts.ts'
import { readKop } from '../read-values.ts'
import { problem, type FileLine } from '../statement-file.ts'

/** `DC` of an operation. */
const SIDES: Readonly<Record<string, 'debit' | 'credit'>> = { 1: 'debit', 2: 'credit' }

/** The operations of a statement, one after another, with their sums. */
export function openOperations() {
  const keyOf = openLineKeys()
  let count = 0
  let debitKop = 0
  let creditKop = 0
  let first: string | undefined
  let last: string | undefined

  function add(account: string, operation: XmlNode): FileLine {
    const place = `Операция ${++count}`
    const direction = SIDES[textAt(operation, 'DC') ?? '']
    if (!direction) return problem(`${place}: не указано, списание это или поступление`)
    // One of nine documents of the standard; most have the fields of a payment order.
    const document = childAt(operation, 'PayDoc')?.children[0]
    if (!document) return problem(`${place}: нет платёжного документа`)
    const bookedOn =
      readIsoDay(textAt(operation, 'Date')) ?? problem(`${place}: не указана дата проводки`)
    const amountKop = readKop(readSum(textAt(document, 'Sum')), 'Sum', place)
    if (amountKop === 0) problem(`${place}: сумма равна нулю`)
    if (direction === 'debit') debitKop += amountKop
    else creditKop += amountKop
    if (!Number.isSafeInteger(debitKop + creditKop))
      problem(`${place}: сумма всех записей больше, чем бывает`)
    if (first === undefined || bookedOn < first) first = bookedOn
    if (last === undefined || bookedOn > last) last = bookedOn
    return lineOf({ account, direction, bookedOn, amountKop }, document, keyOf)
  }

  return { add, count: () => count, totals: () => ({ debitKop, creditKop, count, first, last }) }
}

interface Booked {
  readonly account: string
  readonly direction: 'debit' | 'credit'
  readonly bookedOn: string
  readonly amountKop: number
}

function lineOf(
  { account, direction, bookedOn, amountKop }: Booked,
  document: XmlNode,
  keyOf: ReturnType<typeof openLineKeys>,
): FileLine {
  const isDebit = direction === 'debit'
  const party = isDebit ? 'Payee' : 'Payer'
  const other =
    // A memorial order names accounts without parties.
    (
      textAt(document, party, 'Account') ??
      textAt(document, isDebit ? 'AccountCredit' : 'AccountDebit')
    )?.slice(0, 40) ?? null
  const number = textAt(document, 'DocNo')?.slice(0, 20) ?? null
  const purpose = textAt(document, 'Purpose') ?? textAt(document, 'TransitionContent') ?? ''
  return {
    key: keyOf([account, bookedOn, number, amountKop, direction, other]),
    direction,
    bookedOn,
    number,
    docDate: readIsoDay(textAt(document, 'DocDate')) ?? null,
    amountKop,
    payerAccount: isDebit ? account : other,
    payerBik: textAt(document, 'Payer', 'Bank', 'BIC')?.slice(0, 9) ?? null,
    payerInn: textAt(document, 'Payer', 'INN')?.slice(0, 12) ?? null,
    payeeAccount: isDebit ? other : account,
    payeeBik: textAt(document, 'Payee', 'Bank', 'BIC')?.slice(0, 9) ?? null,
    counterparty: textAt(document, party, 'Name')?.slice(0, 200) ?? null,
    purpose: purpose.slice(0, 500) || null,
    operation: textAt(document, 'TransitionKind')?.slice(0, 2) ?? null,
    markers: markersOf(purpose),
  }
}
