import type { XmlReader } from '../../../../unpack/read-xml.ts'
import { openEntries } from './camt-entries.ts'
import { assertRoubles, dayOf, readIsoDay, readSum } from './camt-values.ts'
import { roubles } from '../line-facts.ts'
import { readAccount, readKop } from '../read-values.ts'
import { problem, type FileLine, type StatementHead } from '../statement-file.ts'
import { parseXml } from './xml-document.ts'
import { childAt, childrenOf, textAt, type XmlNode } from './xml-node.ts'

const BOUNDS = { elements: 4_000_000, attributes: 20, depth: 30 }
const TOO_MUCH = 'В файле больше записей, чем бывает в выписке: разделите период'
/** Of one operation; a bank's longest has some hundreds. */
const MOST_NODES = 5000
/** The bank's words for «opening» and «closing» of a period; a statement of a day may name the closing of the day before. */
const OPENING = ['OPBD', 'PRCD']
const CLOSING = ['CLBD']

/**
 * Reads a `camt.053` of ISO 20022 (versions 02 and 08) strictly and in one pass: each booked line goes to `take` when its
 * operation ends, and the head comes last, when the sums of the whole are proven (payments.md 4.5). Throws `StatementProblem`.
 */
export function readCamt(text: string, take: (line: FileLine) => void): StatementHead {
  const statement = new CamtReader(take)
  parseXml(text, statement, { bounds: BOUNDS, tooMuch: TOO_MUCH })
  return statement.end()
}

class CamtReader implements XmlReader {
  private readonly path: XmlNode[] = []
  private readonly take: (line: FileLine) => void
  private nodes = 0
  private statement: XmlNode | undefined
  private readonly booked = openEntries()

  constructor(take: (line: FileLine) => void) {
    this.take = take
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    const above = this.path.at(-1)
    if (!above) this.assertRoot(name, attributes)
    const node: XmlNode = { name, currency: attributes['Ccy'], text: '', children: [] }
    if (name === 'Stmt') {
      if (this.statement) problem('В файле несколько выписок. Выгрузите каждую отдельно')
      this.statement = node
    }
    if (name === 'Ntry') this.nodes = 0
    if (++this.nodes > MOST_NODES) problem('В файле есть запись длиннее, чем бывает в выписке')
    above?.children.push(node)
    this.path.push(node)
  }

  text(part: string): void {
    const node = this.path.at(-1)
    if (node && (node.text += part).length > 4096) problem('В файле есть поле длиннее 4096 знаков')
  }

  close(name: string): void {
    const node = this.path.pop()!
    const above = this.path.at(-1)
    if (name !== 'Ntry' || above?.name !== 'Stmt') return
    // An entry is forgotten when it ends: a statement of fifty thousand is never held as a whole.
    above.children.pop()
    this.nodes = 0
    for (const line of this.booked.add(this.account(), node)) this.take(line)
  }

  private assertRoot(name: string, attributes: Readonly<Record<string, string>>): void {
    const schema = Object.values(attributes).join(' ')
    if (name !== 'Document' || !/camt\.053\.001\.0[1-9]/.test(schema))
      problem(
        'Это не выписка ISO 20022 и не ответ банка: ожидается документ camt.053 или pain.002. Выгрузите его из банка',
      )
  }

  private account(): string {
    const account = this.statement && childAt(this.statement, 'Acct')
    if (!account) return problem('В выписке не указан счёт')
    assertRoubles(textAt(account, 'Ccy'))
    return readAccount(textAt(account, 'Id', 'Othr', 'Id'), 1)
  }

  end(): StatementHead {
    const { statement } = this
    if (!statement) return problem('В файле нет выписки')
    const account = this.account()
    const opening = this.balance(statement, OPENING)
    const closing = this.balance(statement, CLOSING)
    const { from, to } = this.period(statement, opening?.day, closing?.day)
    const { debitKop, creditKop, count } = this.booked.totals({ from, to })
    if (!opening || !closing)
      return { format: 'camt.053', account, from, to, balances: null, count }
    if (opening.kop + creditKop - debitKop !== closing.kop)
      problem(
        `Остатки не сходятся: ${roubles(opening.kop)} + ${roubles(creditKop)} − ${roubles(debitKop)} не равно ${roubles(closing.kop)}`,
      )
    const balances = { openingKop: opening.kop, creditKop, debitKop, closingKop: closing.kop }
    return { format: 'camt.053', account, from, to, balances, count }
  }

  private balance(statement: XmlNode, codes: readonly string[]) {
    const all = childrenOf(statement, 'Bal')
    const found = codes
      .map((code) => all.find((one) => textAt(one, 'Tp', 'CdOrPrtry', 'Cd') === code))
      .find((one) => one !== undefined)
    if (!found) return undefined
    const amount = childAt(found, 'Amt')
    assertRoubles(amount?.currency)
    const kop = readKop(readSum(amount?.text), 'Amt', 'Остаток')
    const isDebit = textAt(found, 'CdtDbtInd') === 'DBIT'
    return { kop: isDebit ? -kop : kop, day: dayOf(childAt(found, 'Dt')) }
  }

  private period(statement: XmlNode, opened?: string, closed?: string) {
    const told = childAt(statement, 'FrToDt')
    const range = this.booked.range()
    const from = readIsoDay(textAt(told, 'FrDtTm')) ?? opened ?? range?.from
    const to = readIsoDay(textAt(told, 'ToDtTm')) ?? closed ?? range?.to
    if (!from || !to) return problem('В выписке не указан период')
    if (from > to) return problem('Период выписки кончается раньше, чем начинается')
    return { from, to }
  }
}
