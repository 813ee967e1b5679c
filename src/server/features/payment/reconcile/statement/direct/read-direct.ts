import type { XmlReader } from '../../../../../unpack/read-xml.ts'
import { assertTurnover, joinPeriods, openTurnover } from '../account-sums.ts'
import { readIsoDay, readLastDay, readSum } from '../camt/camt-values.ts'
import { parseXml } from '../camt/xml-document.ts'
import { childAt, textAt, type XmlNode } from '../camt/xml-node.ts'
import { MOST_LINES, TOO_MANY_LINES } from '../line-facts.ts'
import { currencyWords, isInRoubles, readAccount, readBalance, readKop } from '../read-values.ts'
import {
  problem,
  type StatementFile,
  type StatementHead,
  type TakeLine,
} from '../statement-file.ts'
import { openOperations } from './direct-operations.ts'

const BOUNDS = { elements: 4_000_000, attributes: 20, depth: 30 }
const TOO_MUCH = 'В выписке больше записей, чем бывает: разделите период'
/** Of one operation; the longest document of the standard has some tens. */
const MOST_NODES = 1000

/** Final; of another kind its lines may still change, and they are only suggested. */
const FINAL = '0'
const BALANCE_ALONE = '2'

/**
 * Reads a `Statement` of DirectBank (1C-Bank_Statement.xsd) in one pass: each operation goes to `take` when it ends, with what is doubtful
 * about it, and the head comes last, when the sums of the whole are proven (payments.md 4.5). Throws `StatementProblem`.
 */
export function readDirect(text: string, take: TakeLine, timeZone: string): StatementFile {
  const reader = new DirectReader(take, timeZone)
  parseXml(text.replace(/^\ufeff/, ''), reader, { bounds: BOUNDS, tooMuch: TOO_MUCH })
  return { format: 'api', statements: [reader.end()], leftOut: [] }
}

class DirectReader implements XmlReader {
  private readonly path: XmlNode[] = []
  private readonly take: TakeLine
  private readonly timeZone: string
  private readonly lineOf = openOperations()
  private readonly turnover = openTurnover()
  private root: XmlNode | undefined
  private nodes = 0

  constructor(take: TakeLine, timeZone: string) {
    this.take = take
    this.timeZone = timeZone
  }

  open(name: string, attributes: Readonly<Record<string, string>>, line: number): void {
    const above = this.path.at(-1)
    const node: XmlNode = { name, line, currency: attributes['Ccy'], text: '', children: [] }
    if (name === 'OperationInfo') this.nodes = 0
    if (++this.nodes > MOST_NODES) problem(`Строка ${line}: запись длиннее, чем бывает`)
    if (above) above.children.push(node)
    else this.root = node
    this.path.push(node)
  }

  text(part: string): void {
    const node = this.path.at(-1)
    if (node && (node.text += part).length > 4096)
      problem(`Строка ${node.line}: поле длиннее 4096 знаков`)
  }

  close(name: string): void {
    const node = this.path.pop()!
    const above = this.path.at(-1)
    if (name !== 'OperationInfo' || above?.name !== 'Data') return
    // An operation is forgotten when it ends: a statement of fifty thousand is never held as a whole.
    above.children.pop()
    this.nodes = 0
    if (this.turnover.totals().count >= MOST_LINES)
      problem(`Строка ${node.line}: ${TOO_MANY_LINES}`)
    const around = { account: this.account(above), period: this.told(above) }
    const line = this.lineOf(node, { ...around, timeZone: this.timeZone })
    this.turnover.add(line, node.line)
    this.take(line)
  }

  private account(data: XmlNode): string {
    const account = readAccount(textAt(data, 'Account'), data.line)
    return isInRoubles(account)
      ? account
      : problem(`${currencyWords(account)}: принимаются выписки в рублях`)
  }

  private told(data: XmlNode): { from: string; to: string } | undefined {
    const from = readIsoDay(textAt(data, 'DateFrom'), this.timeZone)
    const to = readLastDay(textAt(data, 'DateTo'), this.timeZone)
    return from === undefined || to === undefined ? undefined : { from, to }
  }

  end(): StatementHead {
    const data = childAt(this.root, 'Data')
    if (this.root?.name !== 'Statement' || !data) return problem('В файле нет выписки ДиректБанка')
    if (textAt(data, 'StatementType') === BALANCE_ALONE)
      problem('Это справка об остатке, а не выписка. Запросите выписку за прошедшие дни')
    const { first, count } = this.turnover.totals()
    const to =
      readLastDay(textAt(data, 'DateTo'), this.timeZone) ??
      problem(`Строка ${data.line}: в выписке не указан период`)
    const from = readIsoDay(textAt(data, 'DateFrom'), this.timeZone) ?? first ?? to
    if (from > to) problem(`Строка ${data.line}: период кончается раньше, чем начинается`)
    const balances = this.balances(data)
    const isFinal = textAt(data, 'StatementType') === FINAL
    const doubts = isFinal ? [] : ['Выписка не окончательная: её строки могут измениться']
    return { account: this.account(data), from, to, count, doubts, balances }
  }

  /** Sums that the bank names for all operations must be theirs. */
  private balances(data: XmlNode): StatementHead['balances'] {
    const { debitKop, creditKop } = this.turnover.totals()
    for (const [name, word, kop] of [
      ['TotalDebits', 'списано', debitKop],
      ['TotalCredits', 'поступило', creditKop],
    ] as const) {
      const told = textAt(data, name)
      if (told !== undefined)
        assertTurnover(data.line, word, readKop(readSum(told), name, data.line), kop)
    }
    const opening = textAt(data, 'OpeningBalance')
    const closing = textAt(data, 'ClosingBalance')
    if (opening === undefined || closing === undefined) return null
    const period = {
      from: undefined,
      place: data.line,
      openingKop: readBalance(readSum(opening), 'OpeningBalance', data.line),
      creditKop,
      debitKop,
      closingKop: readBalance(readSum(closing), 'ClosingBalance', data.line),
    }
    return joinPeriods([period])
  }
}
