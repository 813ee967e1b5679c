import {
  markersOf,
  MOST_LINES,
  TOO_MANY_LINES,
  openLineKeys,
  roubles,
  russianDay,
} from '../line-facts.ts'
import { readKop } from '../read-values.ts'
import { problem, type FileLine } from '../statement-file.ts'
import { assertRoubles, dayOf, readSum } from './camt-values.ts'
import { childAt, childrenOf, textAt, type XmlNode } from './xml-node.ts'

/** Codes of the bank's own charges; their lines are no payments of ours. */
const CHARGES = ['CHRG', 'COMM', 'FEES']
/** ВидОплаты of a bank's order in the files of 1С: what `classifyLine` knows a charge by. */
const CHARGE_OPERATION = '17'

interface Operation {
  readonly place: string
  readonly account: string
  readonly isDebit: boolean
  readonly isReversal: boolean
  readonly bookedOn: string
  readonly entry: XmlNode
}

/** The booked entries of a statement, one after another, with their sums. */
export function openEntries() {
  const keyOf = openLineKeys()
  let place = 0
  let count = 0
  let debitKop = 0
  let creditKop = 0
  let first: string | undefined
  let last: string | undefined

  /** Lines of one entry: each transaction of it, or itself; none of an entry that is not booked yet. */
  function add(account: string, entry: XmlNode): FileLine[] {
    const where = `Операция ${++place}`
    // Version 02 has the status as its text, version 08 in an element of its own.
    if ((textAt(entry, 'Sts', 'Cd') ?? textAt(entry, 'Sts')) !== 'BOOK') return []
    const operation: Operation = {
      place: where,
      account,
      isDebit: isDebitOf(entry, where),
      isReversal: textAt(entry, 'RvslInd') === 'true',
      bookedOn: dayOf(childAt(entry, 'BookgDt')) ?? problem(`${where}: не указана дата проводки`),
      entry,
    }
    const whole = sumOf(entry, where) ?? problem(`${where}: не указана сумма`)
    const details = childrenOf(entry, 'NtryDtls').flatMap((one) => childrenOf(one, 'TxDtls'))
    const parts = details.length > 0 ? details : [entry]
    const amounts = parts.map((part) => (parts.length === 1 ? whole : partOf(part, where)))
    const total = amounts.reduce((sum, kop) => sum + kop, 0)
    if (total !== whole)
      problem(`${where}: части дают ${roubles(total)}, а вся операция ${roubles(whole)}`)
    if (operation.isDebit) debitKop += whole
    else creditKop += whole
    if (!Number.isSafeInteger(debitKop + creditKop))
      problem(`${where}: сумма всех записей больше, чем бывает`)
    if (first === undefined || operation.bookedOn < first) first = operation.bookedOn
    if (last === undefined || operation.bookedOn > last) last = operation.bookedOn
    if ((count += parts.length) > MOST_LINES) problem(TOO_MANY_LINES)
    return parts.map((part, at) => lineOf(operation, part, amounts[at]!, keyOf))
  }

  /** Sums of all lines; refuses a line outside the period. */
  function totals({ from, to }: { from: string; to: string }) {
    const outside = [first, last].find((day) => day !== undefined && (day < from || day > to))
    if (outside !== undefined)
      problem(
        `Операция ${russianDay(outside)} вне периода выписки ${russianDay(from)} – ${russianDay(to)}`,
      )
    return { debitKop, creditKop, count }
  }

  return {
    add,
    totals,
    range: () =>
      first === undefined || last === undefined ? undefined : { from: first, to: last },
  }
}

function isDebitOf(node: XmlNode, place: string): boolean {
  const word = textAt(node, 'CdtDbtInd')
  if (word !== 'DBIT' && word !== 'CRDT')
    problem(`${place}: не указано, списание это или поступление`)
  return word === 'DBIT'
}

function sumOf(node: XmlNode, place: string): number | undefined {
  const amount = childAt(node, 'Amt') ?? childAt(node, 'AmtDtls', 'TxAmt', 'Amt')
  if (!amount) return undefined
  assertRoubles(amount.currency)
  const kop = readKop(readSum(amount.text), 'Amt', place)
  return kop > 0 ? kop : problem(`${place}: сумма равна нулю`)
}

function partOf(part: XmlNode, place: string): number {
  return sumOf(part, place) ?? problem(`${place}: у одной из её частей не указана сумма`)
}

function lineOf(
  { account, isDebit, isReversal, bookedOn, entry }: Operation,
  part: XmlNode,
  amountKop: number,
  keyOf: ReturnType<typeof openLineKeys>,
): FileLine {
  const direction = isDebit ? 'debit' : 'credit'
  const side = isDebit ? 'Cdtr' : 'Dbtr'
  const parties = childAt(part, 'RltdPties')
  const other = textAt(parties, `${side}Acct`, 'Id', 'Othr', 'Id')?.slice(0, 40) ?? null
  const number = (textAt(part, 'Refs', 'InstrId') ?? textAt(entry, 'NtryRef'))?.slice(0, 20) ?? null
  const purpose = purposeOf(part, entry, isReversal)
  const bikOf = (agent: string) =>
    textAt(part, 'RltdAgts', agent, 'FinInstnId', 'ClrSysMmbId', 'MmbId')?.slice(0, 9) ?? null
  return {
    key: keyOf([account, bookedOn, number, amountKop, direction, other]),
    direction,
    bookedOn,
    number,
    docDate: null,
    amountKop,
    payerAccount: isDebit ? account : other,
    payerBik: bikOf('DbtrAgt'),
    payerInn: innOf(parties, 'Dbtr')?.slice(0, 12) ?? null,
    payeeAccount: isDebit ? other : account,
    payeeBik: bikOf('CdtrAgt'),
    // Version 08 names a party or an agent, version 02 the party itself.
    counterparty:
      (textAt(parties, side, 'Pty', 'Nm') ?? textAt(parties, side, 'Nm'))?.slice(0, 200) ?? null,
    purpose: purpose.slice(0, 500) || null,
    operation: isCharge(part) || isCharge(entry) ? CHARGE_OPERATION : null,
    markers: markersOf(purpose),
  }
}

/** Of a firm or a person; version 08 puts a party into an element of its own. */
function innOf(parties: XmlNode | undefined, side: string): string | undefined {
  const party = childAt(parties, side, 'Pty') ?? childAt(parties, side)
  return textAt(party, 'Id', 'OrgId', 'Othr', 'Id') ?? textAt(party, 'Id', 'PrvtId', 'Othr', 'Id')
}

function purposeOf(part: XmlNode, entry: XmlNode, isReversal: boolean): string {
  const told = childrenOf(childAt(part, 'RmtInf'), 'Ustrd').map(({ text }) => text.trim())
  const words =
    told.filter(Boolean).join(' ') ||
    textAt(part, 'AddtlTxInf') ||
    textAt(entry, 'AddtlNtryInf') ||
    ''
  // The bank says by a flag what the files of 1С say in the purpose, where rules and people look for it.
  return isReversal && !/возврат/iu.test(words) ? `Возврат. ${words}`.trim() : words
}

function isCharge(node: XmlNode): boolean {
  const family = childAt(node, 'BkTxCd', 'Domn', 'Fmly')
  return [textAt(family, 'Cd'), textAt(family, 'SubFmlyCd')].some(
    (code) => code !== undefined && CHARGES.includes(code),
  )
}
