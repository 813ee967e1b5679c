import type { XmlReader } from '../../../../unpack/read-xml.ts'
import { readIsoDay, readSum } from '../camt/camt-values.ts'
import { parseXml } from '../camt/xml-document.ts'
import { childAt, textAt, type XmlNode } from '../camt/xml-node.ts'
import { MOST_LINES, TOO_MANY_LINES, roubles, russianDay } from '../line-facts.ts'
import { readAccount, readBalance, readKop } from '../read-values.ts'
import { problem, type FileLine, type StatementHead } from '../statement-file.ts'
import { openOperations } from './direct-operations.ts'

const BOUNDS = { elements: 4_000_000, attributes: 20, depth: 30 }
const TOO_MUCH = 'В выписке больше записей, чем бывает: разделите период'
/** Of one operation; the longest document of the standard has some tens. */
const MOST_NODES = 1000

/** Final; of another kind its lines may still change, and they are only suggested. */
const FINAL = '0'
const BALANCE_ALONE = '2'

/**
 * Reads a `Statement` of DirectBank (1C-Bank_Statement.xsd) strictly and in one pass: each operation goes to `take` when it ends, and
 * the head comes last, when the sums of the whole are proven (payments.md 4.5). Throws `StatementProblem`.
 */
export function readDirect(text: string, take: (line: FileLine) => void): StatementHead {
  const statement = new DirectReader(take)
  parseXml(text.replace(/^\ufeff/, ''), statement, { bounds: BOUNDS, tooMuch: TOO_MUCH })
  return statement.end()
}

class DirectReader implements XmlReader {
  private readonly path: XmlNode[] = []
  private readonly take: (line: FileLine) => void
  private readonly operations = openOperations()
  private root: XmlNode | undefined
  private nodes = 0

  constructor(take: (line: FileLine) => void) {
    this.take = take
  }

  open(name: string): void {
    const above = this.path.at(-1)
    const node: XmlNode = { name, currency: undefined, text: '', children: [] }
    if (name === 'OperationInfo') this.nodes = 0
    if (++this.nodes > MOST_NODES) problem('В выписке есть запись длиннее, чем бывает')
    if (above) above.children.push(node)
    else this.root = node
    this.path.push(node)
  }

  text(part: string): void {
    const node = this.path.at(-1)
    if (node && (node.text += part).length > 4096) problem('В файле есть поле длиннее 4096 знаков')
  }

  close(name: string): void {
    const node = this.path.pop()!
    const above = this.path.at(-1)
    if (name !== 'OperationInfo' || above?.name !== 'Data') return
    // An operation is forgotten when it ends: a statement of fifty thousand is never held as a whole.
    above.children.pop()
    this.nodes = 0
    if (this.operations.count() >= MOST_LINES) problem(TOO_MANY_LINES)
    this.take(this.operations.add(this.account(above), node))
  }

  private account(data: XmlNode): string {
    return readAccount(textAt(data, 'Account'), 'Выписка')
  }

  end(): StatementHead {
    const data = childAt(this.root, 'Data')
    if (this.root?.name !== 'Statement' || !data) return problem('В файле нет выписки ДиректБанка')
    const kind = textAt(data, 'StatementType')
    if (kind === BALANCE_ALONE)
      problem('Это справка об остатке, а не выписка. Запросите выписку за прошедшие дни')
    const account = this.account(data)
    const { debitKop, creditKop, count, first, last } = this.operations.totals()
    const to = readIsoDay(textAt(data, 'DateTo')) ?? problem('В выписке не указан период')
    const from = readIsoDay(textAt(data, 'DateFrom')) ?? first ?? to
    if (from > to) problem('Период выписки кончается раньше, чем начинается')
    const outside = [first, last].find((day) => day !== undefined && (day < from || day > to))
    if (outside !== undefined)
      problem(
        `Операция ${russianDay(outside)} вне периода выписки ${russianDay(from)} – ${russianDay(to)}`,
      )
    assertTurnover(data, 'TotalDebits', debitKop)
    assertTurnover(data, 'TotalCredits', creditKop)
    const head = { format: 'api', account, from, to, count } as const
    const opening = textAt(data, 'OpeningBalance')
    if (kind !== FINAL || opening === undefined) return { ...head, balances: null }
    const openingKop = readBalance(readSum(opening), 'OpeningBalance', 'Остаток')
    const closing = readSum(textAt(data, 'ClosingBalance'))
    const closingKop = readBalance(closing, 'ClosingBalance', 'Остаток')
    if (openingKop + creditKop - debitKop !== closingKop)
      problem(
        `Остатки не сходятся: ${roubles(openingKop)} + ${roubles(creditKop)} − ${roubles(debitKop)} не равно ${roubles(closingKop)}`,
      )
    return { ...head, balances: { openingKop, creditKop, debitKop, closingKop } }
  }
}

/** A sum that the bank names for all operations of a direction must be that of the operations. */
function assertTurnover(data: XmlNode, name: string, kop: number): void {
  const told = textAt(data, name)
  if (told === undefined) return
  const toldKop = readKop(readSum(told), name, 'Обороты')
  if (toldKop !== kop)
    problem(`Обороты не сходятся: «${name}» ${roubles(toldKop)}, а операции дают ${roubles(kop)}`)
}
