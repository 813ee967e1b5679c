import { openLeftOut } from '../left-out.ts'
import {
  markersOf,
  MOST_LINES,
  storedPurpose,
  TOO_MANY_LINES,
  openLineKeys,
  outsideWords,
  roubles,
} from '../line-facts.ts'
import { plainAccount, readKop } from '../read-values.ts'
import { problem, type FileLine } from '../statement-file.ts'
import { assertRoubles, dayOf, isRouble, isTrue, readSum } from './camt-values.ts'
import { childAt, childrenOf, textAt, type XmlNode } from './xml-node.ts'

/** Codes of the bank's own charges; their lines are no payments of ours. */
const CHARGES = ['CHRG', 'COMM', 'FEES']
/** ВидОплаты of a bank's order in the files of 1С: what `classifyLine` knows a charge by. */
const CHARGE_OPERATION = '17'

interface Operation {
  readonly account: string
  readonly entry: XmlNode
  readonly isDebit: boolean
  readonly bookedOn: string
  readonly doubts: readonly string[]
  readonly keyOf: ReturnType<typeof openLineKeys>
}

/** One or several transactions that are one line: several where the bank does not say what each comes to. */
interface Part {
  readonly nodes: readonly XmlNode[]
  readonly kop: number
  readonly isDebit: boolean
  readonly doubts: readonly string[]
}

/** Where entries stand: in a statement of an account, within its period where that is told. */
export interface Around {
  readonly account: string
  readonly keyOf: ReturnType<typeof openLineKeys>
  readonly period: { readonly from: string; readonly to: string } | undefined
  readonly timeZone: string
}

/** The booked entries of a document, one after another. */
export function openEntries(leftOut: ReturnType<typeof openLeftOut>) {
  let place = 0
  let count = 0

  /** Lines of one entry: each transaction of it, or itself; none of an entry that is not booked yet. */
  return (entry: XmlNode, { account, keyOf, period, timeZone }: Around): FileLine[] => {
    const where = `Строка ${entry.line}, операция ${++place}`
    // Version 02 has the status as its text, later ones in an element of its own.
    const status =
      textAt(entry, 'Sts', 'Cd') ?? textAt(entry, 'Sts', 'Prtry') ?? textAt(entry, 'Sts')
    if (status !== 'BOOK') {
      leftOut.name(
        `Операции, которых банк ещё не провёл (${status?.slice(0, 10) ?? 'без отметки'})`,
      )
      return []
    }
    const booked = dayOf(childAt(entry, 'BookgDt'), timeZone)
    const bookedOn =
      booked ??
      dayOf(childAt(entry, 'ValDt'), timeZone) ??
      problem(`${where}: не указана дата проводки`)
    const isOutside = period && (bookedOn < period.from || bookedOn > period.to)
    const operation: Operation = {
      account,
      entry,
      isDebit: isDebitOf(entry) ?? problem(`${where}: не указано, списание это или поступление`),
      bookedOn,
      doubts: [
        ...(booked ? [] : ['Банк не назвал день проводки: взята дата валютирования']),
        ...(isOutside ? [outsideWords(bookedOn, period)] : []),
      ],
      keyOf,
    }
    const parts = partsOf(operation, where)
    if ((count += parts.length) > MOST_LINES) problem(`${where}: ${TOO_MANY_LINES}`)
    return parts.map((part) => lineOf(operation, part))
  }
}

function isDebitOf(node: XmlNode): boolean | undefined {
  const word = textAt(node, 'CdtDbtInd')
  return word === 'DBIT' || word === 'CRDT' ? word === 'DBIT' : undefined
}

function partsOf({ entry, isDebit }: Operation, where: string): Part[] {
  const amount = childAt(entry, 'Amt') ?? problem(`${where}: не указана сумма`)
  assertRoubles(amount.currency, where)
  const whole = readKop(readSum(amount.text), 'Amt', where)
  const details = childrenOf(entry, 'NtryDtls').flatMap((one) => childrenOf(one, 'TxDtls'))
  const asOne = (nodes: readonly XmlNode[], ...doubts: string[]) => [
    { nodes, kop: whole, isDebit, doubts },
  ]
  if (details.length < 2) return asOne(details.length === 0 ? [entry] : details)
  const parts = details.flatMap((node): Part[] => {
    const kop = sumOfPart(node, where)
    return kop === undefined
      ? []
      : [{ nodes: [node], kop, isDebit: isDebitOf(node) ?? isDebit, doubts: [] }]
  })
  const count = details.length
  if (parts.length < count)
    return asOne(details, `Платежей в операции: ${count}, а сумм каждого банк не назвал`)
  // What goes the other way than the whole lessens it.
  const total = parts.reduce(
    (sum, part) => sum + (part.isDebit === isDebit ? part.kop : -part.kop),
    0,
  )
  return total === whole
    ? parts
    : asOne(details, `Части операции дают ${roubles(total)}, а вся она ${roubles(whole)}`)
}

/** Version 02 has the sum of a transaction in its details only. */
function sumOfPart(part: XmlNode, where: string): number | undefined {
  const amount = childAt(part, 'Amt') ?? childAt(part, 'AmtDtls', 'TxAmt', 'Amt')
  return amount && isRouble(amount.currency)
    ? readKop(readSum(amount.text), 'Amt', where)
    : undefined
}

function lineOf(operation: Operation, { nodes, kop, isDebit, doubts }: Part): FileLine {
  const { account, entry, bookedOn, keyOf } = operation
  const direction = isDebit ? 'debit' : 'credit'
  const side = isDebit ? 'Cdtr' : 'Dbtr'
  // Of several together nothing is said but their words.
  const part = nodes.length === 1 ? nodes[0] : undefined
  const parties = childAt(part, 'RltdPties')
  const other =
    plainAccount(textAt(parties, `${side}Acct`, 'Id', 'Othr', 'Id')).slice(0, 40) || null
  const number = (textAt(part, 'Refs', 'InstrId') ?? textAt(entry, 'NtryRef'))?.slice(0, 20) ?? null
  const purpose = purposeOf(nodes, entry)
  const markers = markersOf(purpose)
  const endToEndId = paymentId(textAt(part, 'Refs', 'EndToEndId'))
  const names = endToEndId === null ? markers : [...markers, endToEndId]
  const bikOf = (agent: string) =>
    textAt(part, 'RltdAgts', agent, 'FinInstnId', 'ClrSysMmbId', 'MmbId')?.slice(0, 9) ?? null
  return {
    account,
    key: keyOf([account, bookedOn, number, kop, direction, other], number === null ? names : []),
    direction,
    bookedOn,
    number,
    docDate: null,
    amountKop: kop,
    payerAccount: isDebit ? account : other,
    payerBik: bikOf('DbtrAgt'),
    payerInn: innOf(parties, 'Dbtr')?.slice(0, 12) ?? null,
    payeeAccount: isDebit ? other : account,
    payeeBik: bikOf('CdtrAgt'),
    // Later versions name a party or an agent, version 02 the party itself.
    counterparty:
      (textAt(parties, side, 'Pty', 'Nm') ?? textAt(parties, side, 'Nm'))?.slice(0, 200) ?? null,
    purpose: storedPurpose(purpose),
    operation: [...nodes, entry].some(isCharge) ? CHARGE_OPERATION : null,
    // One mark of one payment says nothing of the others with it.
    markers: part || markers.length > 1 ? markers : [],
    endToEndId,
    doubts: [...operation.doubts, ...doubts],
  }
}

/** Of a firm or a person; version 08 puts a party into an element of its own. */
function innOf(parties: XmlNode | undefined, side: string): string | undefined {
  const party = childAt(parties, side, 'Pty') ?? childAt(parties, side)
  return textAt(party, 'Id', 'OrgId', 'Othr', 'Id') ?? textAt(party, 'Id', 'PrvtId', 'Othr', 'Id')
}

/** Our `pain.001` sends the id of the payment without dashes. */
function paymentId(text: string | undefined): string | null {
  const id = text?.replaceAll('-', '').toLowerCase()
  return id !== undefined && /^[0-9a-f]{32}$/.test(id) ? id : null
}

function purposeOf(nodes: readonly XmlNode[], entry: XmlNode): string {
  const told = nodes
    .map(
      (node) =>
        childrenOf(childAt(node, 'RmtInf'), 'Ustrd')
          .map(({ text }) => text.trim())
          .filter(Boolean)
          .join(' ') ||
        textAt(node, 'AddtlTxInf') ||
        '',
    )
    .filter(Boolean)
    .join('; ')
  const words = told || textAt(entry, 'AddtlNtryInf') || ''
  // The bank says by a flag what the files of 1С say in the purpose, where rules and people look for it.
  const isReversal = isTrue(textAt(entry, 'RvslInd'))
  return isReversal && !/возврат/iu.test(words) ? `Возврат. ${words}`.trim() : words
}

function isCharge(node: XmlNode): boolean {
  const family = childAt(node, 'BkTxCd', 'Domn', 'Fmly')
  return [textAt(family, 'Cd'), textAt(family, 'SubFmlyCd')].some(
    (code) => code !== undefined && CHARGES.includes(code),
  )
}
