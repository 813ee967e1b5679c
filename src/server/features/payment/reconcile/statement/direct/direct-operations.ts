import { ownValue } from '#contract/core/own-value.ts'
import { readIsoDay, readSum } from '../camt/camt-values.ts'
import { childAt, textAt, type XmlNode } from '../camt/xml-node.ts'
import {
  markersOf,
  NO_POSTING_DAY,
  storedPurpose,
  openLineKeys,
  outsideWords,
} from '../line-facts.ts'
import { plainAccount, readKop } from '../read-values.ts'
import { problem, type FileLine } from '../statement-file.ts'

/** `DC` of an operation. */
const SIDES: Readonly<Record<string, 'debit' | 'credit'>> = { 1: 'debit', 2: 'credit' }

/** Where operations stand: in the statement of an account, within its period where that is told before them. */
export interface Around {
  readonly account: string
  readonly period: { readonly from: string; readonly to: string } | undefined
  readonly timeZone: string
}

/** Lines of a statement's operations, one after another. */
export function openOperations() {
  const keyOf = openLineKeys()
  let count = 0

  return (operation: XmlNode, { account, period, timeZone }: Around): FileLine => {
    const place = `Строка ${operation.line}, операция ${++count}`
    const direction = ownValue(SIDES, textAt(operation, 'DC') ?? '')
    if (!direction) return problem(`${place}: не указано, списание это или поступление`)
    // One of nine documents of the standard; most have the fields of a payment order.
    const document = childAt(operation, 'PayDoc')?.children[0]
    if (!document) return problem(`${place}: нет платёжного документа`)
    const posted = readIsoDay(textAt(operation, 'Date'), timeZone)
    const docDate = readIsoDay(textAt(document, 'DocDate'), timeZone) ?? null
    const bookedOn = posted ?? docDate ?? problem(`${place}: не указана дата проводки`)
    const isOutside = period && (bookedOn < period.from || bookedOn > period.to)
    const doubts = [
      ...(posted ? [] : [NO_POSTING_DAY]),
      ...(isOutside ? [outsideWords(bookedOn, period)] : []),
    ]
    const amountKop = readKop(readSum(textAt(document, 'Sum')), 'Sum', place)
    return lineOf({ account, direction, bookedOn, docDate, amountKop, doubts }, document, keyOf)
  }
}

type Booked = Pick<
  FileLine,
  'account' | 'direction' | 'bookedOn' | 'docDate' | 'amountKop' | 'doubts'
>

function lineOf(
  booked: Booked,
  document: XmlNode,
  keyOf: ReturnType<typeof openLineKeys>,
): FileLine {
  const { account, direction, bookedOn, amountKop } = booked
  const isDebit = direction === 'debit'
  const party = isDebit ? 'Payee' : 'Payer'
  const other =
    // A memorial order names accounts without parties.
    plainAccount(
      textAt(document, party, 'Account') ??
        textAt(document, isDebit ? 'AccountCredit' : 'AccountDebit'),
    ).slice(0, 40) || null
  const number = textAt(document, 'DocNo')?.slice(0, 20) ?? null
  const purpose = textAt(document, 'Purpose') ?? textAt(document, 'TransitionContent') ?? ''
  const markers = markersOf(purpose)
  return {
    ...booked,
    key: keyOf(
      [account, bookedOn, number, amountKop, direction, other],
      number === null ? markers : [],
    ),
    number,
    payerAccount: isDebit ? account : other,
    payerBik: textAt(document, 'Payer', 'Bank', 'BIC')?.slice(0, 9) ?? null,
    payerInn: textAt(document, 'Payer', 'INN')?.slice(0, 12) ?? null,
    payeeAccount: isDebit ? other : account,
    payeeBik: textAt(document, 'Payee', 'Bank', 'BIC')?.slice(0, 9) ?? null,
    counterparty: textAt(document, party, 'Name')?.slice(0, 200) ?? null,
    purpose: storedPurpose(purpose),
    operation: textAt(document, 'TransitionKind')?.slice(0, 2) ?? null,
    markers,
    endToEndId: null,
  }
}
