import { quote } from '#contract/words/quote.ts'
import type { XmlReader } from '../../../../../unpack/read-xml.ts'
import { quoteBank } from '../../../../bank/providers/bank-text.ts'
import { assertRoubles, readIsoDay, readSum } from '../camt/camt-values.ts'
import { parseXml } from '../camt/xml-document.ts'
import { childAt, childrenOf, textAt, type XmlNode } from '../camt/xml-node.ts'
import { readKop } from '../read-values.ts'
import { problem } from '../statement-file.ts'
import type { ReportedOrder, ReportedStatus, StatusReport } from './status-report.ts'

const BOUNDS = { elements: 200_000, attributes: 20, depth: 30 }
const TOO_MUCH = 'В файле больше записей, чем бывает в ответе банка на один реестр'
/** Four times the orders of the largest registry. */
const MOST_ORDERS = 2000
const MOST_TEXT = 4096

/**
 * Reads a `pain.002` of ISO 20022 (versions 03 and 10): the status of a file of orders and of each of them (payments.md 4.5).
 * Element names by the schemas `pain.002.001.03` and `pain.002.001.10`. Throws `StatementProblem`.
 */
export function readReport(text: string, timeZone: string): StatusReport {
  const tree = new TreeReader()
  parseXml(text, tree, { bounds: BOUNDS, tooMuch: TOO_MUCH })
  const report = childAt(tree.root, 'CstmrPmtStsRpt')
  const original = childAt(report, 'OrgnlGrpInfAndSts')
  if (!report || !original) return problem('В ответе банка не указано, на какой файл он отвечает')
  const messageId = textAt(original, 'OrgnlMsgId')
  if (!messageId) return problem('В ответе банка не указан номер нашего файла (OrgnlMsgId)')
  const kind = textAt(original, 'OrgnlMsgNmId')
  if (kind && !kind.startsWith('pain.001'))
    problem(`Это ответ не на платёжные поручения, а на ${quote(kind.slice(0, 35))}`)
  const writtenOn = readIsoDay(textAt(report, 'GrpHdr', 'CreDtTm'), timeZone)
  if (!writtenOn) return problem('В ответе банка не указано, когда он создан')
  const batches = childrenOf(report, 'OrgnlPmtInfAndSts')
  const orders = batches.flatMap((batch) => childrenOf(batch, 'TxInfAndSts')).map(readOrder)
  if (orders.length > MOST_ORDERS) problem(TOO_MUCH)
  assertDistinct(orders)
  return {
    format: 'pain.002',
    messageId,
    writtenOn,
    count: readCount(textAt(original, 'OrgnlNbOfTxs')),
    totalKop: readTotal(textAt(original, 'OrgnlCtrlSum')),
    group: groupStatus(original, batches),
    orders,
  }
}

/** Our files hold one batch, so its status is that of the file; a bank may give either. */
function groupStatus(original: XmlNode, batches: readonly XmlNode[]): ReportedStatus {
  if (textAt(original, 'GrpSts')) return statusOf(original, 'GrpSts')
  const [batch, another] = batches
  if (!batch) return statusOf(original, 'GrpSts')
  if (another) problem('В ответе банка несколько пакетов поручений, а в нашем файле один')
  return statusOf(batch, 'PmtInfSts')
}

function readOrder(node: XmlNode): ReportedOrder {
  const endToEndId = textAt(node, 'OrgnlEndToEndId')
  if (!endToEndId)
    return problem('В ответе банка есть поручение без нашего номера (OrgnlEndToEndId)')
  const amount = childAt(node, 'OrgnlTxRef', 'Amt', 'InstdAmt')
  assertRoubles(amount?.currency, node.line)
  return {
    endToEndId,
    amountKop: amount ? readKop(readSum(amount.text), 'InstdAmt', 'Поручение') : null,
    ...statusOf(node, 'TxSts'),
  }
}

function statusOf(node: XmlNode, name: string): ReportedStatus {
  const reasons = childrenOf(node, 'StsRsnInf')
  const codes = reasons.map((one) => textAt(one, 'Rsn', 'Cd')).filter((code) => code !== undefined)
  const own = reasons.map((one) => textAt(one, 'Rsn', 'Prtry')).filter((text) => text !== undefined)
  const words = reasons.flatMap((one) => childrenOf(one, 'AddtlInf').map(({ text }) => text.trim()))
  const text = quoteBank([...own, ...words].filter((part) => part !== '').join(' '))
  return {
    code: textAt(node, name)?.slice(0, 10) ?? null,
    reasonCode: codes[0]?.slice(0, 10) ?? null,
    reasonText: text === '' ? null : text.slice(0, 400),
  }
}

/** Two words of a bank about one order: neither can be believed. */
function assertDistinct(orders: readonly ReportedOrder[]): void {
  const seen = new Set<string>()
  for (const { endToEndId } of orders) {
    // Our id is one number in letters of either case.
    const id = endToEndId.toLowerCase()
    if (seen.has(id))
      problem(`В ответе банка одно поручение названо дважды: ${endToEndId.slice(0, 35)}`)
    seen.add(id)
  }
}

function readCount(text: string | undefined): number | null {
  if (text === undefined) return null
  return /^\d{1,15}$/.test(text)
    ? Number(text)
    : problem(`Число поручений записано неверно: ${quote(text.slice(0, 30))}`)
}

function readTotal(text: string | undefined): number | null {
  if (text === undefined) return null
  return readKop(readSum(text), 'OrgnlCtrlSum', 'Ответ банка')
}

/** The document as a tree: a report is bounded by the largest registry. */
class TreeReader implements XmlReader {
  root: XmlNode | undefined
  private readonly path: XmlNode[] = []

  open(name: string, attributes: Readonly<Record<string, string>>, line: number): void {
    const above = this.path.at(-1)
    const node: XmlNode = { name, line, currency: attributes['Ccy'], text: '', children: [] }
    if (above) above.children.push(node)
    else this.assertRoot(name, attributes)
    this.root ??= node
    this.path.push(node)
  }

  text(part: string): void {
    const node = this.path.at(-1)
    if (node && (node.text += part).length > MOST_TEXT)
      problem('В файле есть поле длиннее 4096 знаков')
  }

  close(): void {
    this.path.pop()
  }

  private assertRoot(name: string, attributes: Readonly<Record<string, string>>): void {
    const schema = Object.values(attributes).join(' ')
    if (name !== 'Document' || !/pain\.002\.001\.(03|10)/.test(schema))
      problem(
        'Ответ банка в другой версии: принимаются pain.002.001.03 и pain.002.001.10. Выберите её в банк-клиенте',
      )
  }
}
