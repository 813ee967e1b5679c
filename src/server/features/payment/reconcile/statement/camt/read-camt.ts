import type { XmlReader } from '../../../../../unpack/read-xml.ts'
import { joinPeriods, openTurnover, type ToldPeriod } from '../account-sums.ts'
import { openLeftOut } from '../left-out.ts'
import { openLineKeys } from '../line-facts.ts'
import { currencyWords, isInRoubles, readAccount, readKop } from '../read-values.ts'
import {
  problem,
  type StatementFile,
  type StatementHead,
  type TakeLine,
} from '../statement-file.ts'
import { openEntries } from './camt-entries.ts'
import { assertRoubles, dayOf, isRouble, readIsoDay, readLastDay, readSum } from './camt-values.ts'
import { parseXml } from './xml-document.ts'
import { childAt, childrenOf, textAt, type XmlNode } from './xml-node.ts'

const BOUNDS = { elements: 4_000_000, attributes: 20, depth: 30 }
const TOO_MUCH = 'В файле больше записей, чем бывает в выписке: разделите период'
/** Of one operation; a bank's longest has some hundreds. */
const MOST_NODES = 5000
const MOST_STATEMENTS = 400
const MOST_ACCOUNTS = 20
/** The bank's word for the balance that ends a period. */
const CLOSING = 'CLBD'

/** What the statements of one account in a file come to. */
interface Account {
  readonly number: string
  readonly keyOf: ReturnType<typeof openLineKeys>
  readonly told: (Omit<StatementHead, 'account' | 'balances'> & { balances: ToldPeriod | null })[]
}

/** The statement that is read now; of an account in another currency it is only counted. */
interface Open {
  readonly node: XmlNode
  readonly turnover: ReturnType<typeof openTurnover>
  account: Account | string | undefined
  entries: number
}

/**
 * Reads a `camt.053` of ISO 20022 in one pass: each booked line goes to `take` when its operation ends, with what is doubtful about it, and
 * what the file says of its accounts comes last (payments.md 4.5). Of the versions 01 to 13 the elements read here differ only in the
 * status, the party's name and the sum of a transaction. Throws `StatementProblem`.
 */
export function readCamt(text: string, take: TakeLine, timeZone: string): StatementFile {
  const reader = new CamtReader(take, timeZone)
  parseXml(text, reader, { bounds: BOUNDS, tooMuch: TOO_MUCH })
  return reader.end()
}

class CamtReader implements XmlReader {
  private readonly path: XmlNode[] = []
  private readonly take: TakeLine
  private readonly timeZone: string
  private nodes = 0
  private statements = 0
  private statement: Open | undefined
  private readonly accounts = new Map<string, Account>()
  private readonly leftOut = openLeftOut()
  private readonly linesOf = openEntries(this.leftOut)

  constructor(take: TakeLine, timeZone: string) {
    this.take = take
    this.timeZone = timeZone
  }

  open(name: string, attributes: Readonly<Record<string, string>>, line: number): void {
    const above = this.path.at(-1)
    if (!above) this.assertRoot(name, attributes)
    const node: XmlNode = { name, line, currency: attributes['Ccy'], text: '', children: [] }
    if (name === 'Stmt') {
      if (this.statement || ++this.statements > MOST_STATEMENTS)
        problem(`Строка ${line}: выписок в файле больше, чем бывает`)
      this.statement = { node, turnover: openTurnover(), account: undefined, entries: 0 }
    }
    if (name === 'Ntry') this.nodes = 0
    if (++this.nodes > MOST_NODES) problem(`Строка ${line}: запись длиннее, чем бывает в выписке`)
    above?.children.push(node)
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
    if (name === 'Ntry' && above?.name === 'Stmt') {
      // An entry is forgotten when it ends: a statement of fifty thousand is never held as a whole.
      above.children.pop()
      this.nodes = 0
      this.addEntry(node)
    }
    if (name !== 'Stmt' || this.statement?.node !== node) return
    this.endStatement(this.statement)
    this.statement = undefined
    above?.children.pop()
    this.nodes = 0
  }

  private assertRoot(name: string, attributes: Readonly<Record<string, string>>): void {
    const schema = Object.values(attributes).join(' ')
    if (name !== 'Document' || !/camt\.053\.001\.(?:0[1-9]|1[0-3])\b/.test(schema))
      problem(
        'Это не выписка ISO 20022 и не ответ банка: ожидается документ camt.053 или pain.002. Выгрузите его из банка',
      )
  }

  private addEntry(entry: XmlNode): void {
    const open = this.statement!
    open.entries++
    const account = this.accountOf(open)
    if (typeof account === 'string') return this.leftOut.name(account)
    const { number, keyOf } = account
    const period = this.periodOf(open.node)
    const around = { account: number, keyOf, period, timeZone: this.timeZone }
    for (const line of this.linesOf(entry, around)) {
      open.turnover.add(line, entry.line)
      this.take(line)
    }
  }

  /** The account of a statement, or why it is left out. */
  private accountOf(open: Open): Account | string {
    const node = childAt(open.node, 'Acct')
    if (!node) return problem(`Строка ${open.node.line}: в выписке не указан счёт`)
    if (open.account !== undefined) return open.account
    const number = readAccount(textAt(node, 'Id', 'Othr', 'Id'), node.line)
    const currency = textAt(node, 'Ccy')
    if (!isInRoubles(number) || !isRouble(currency)) {
      open.account = currencyWords(number, currency)
      this.leftOut.name(open.account, 0)
      return open.account
    }
    const known = this.accounts.get(number) ?? { number, keyOf: openLineKeys(), told: [] }
    this.accounts.set(number, known)
    if (this.accounts.size > MOST_ACCOUNTS)
      problem(
        `Строка ${node.line}: в файле больше ${MOST_ACCOUNTS} счетов. Выгрузите его по частям`,
      )
    open.account = known
    return known
  }

  private endStatement(open: Open): void {
    const account = this.accountOf(open)
    if (typeof account === 'string') return
    const { node, entries } = open
    const { debitKop, creditKop, count, first, last } = open.turnover.totals()
    const { from = first, to = last } = this.periodOf(node) ?? {}
    if (from === undefined || to === undefined)
      return problem(`Строка ${node.line}: в выписке не указан период`)
    const opening = this.balance(node, 'OPBD') ?? this.balance(node, 'PRCD')
    const closing = this.balance(node, CLOSING)
    const told = textAt(node, 'TxsSummry', 'TtlNtries', 'NbOfNtries')
    account.told.push({
      from,
      to,
      count,
      doubts:
        told === undefined || Number(told) === entries
          ? []
          : [`Банк называет ${told.slice(0, 15)} операций, а в файле их ${entries}`],
      balances:
        opening && closing
          ? {
              place: node.line,
              from,
              openingKop: opening.kop,
              creditKop,
              debitKop,
              closingKop: closing.kop,
            }
          : null,
    })
  }

  private balance(statement: XmlNode, code: string) {
    const found = childrenOf(statement, 'Bal').find(
      (one) => textAt(one, 'Tp', 'CdOrPrtry', 'Cd') === code,
    )
    if (!found) return undefined
    const amount = childAt(found, 'Amt')
    assertRoubles(amount?.currency, found.line)
    const kop = readKop(readSum(amount?.text), 'Amt', `Строка ${found.line}, остаток`)
    const isDebit = textAt(found, 'CdtDbtInd') === 'DBIT'
    return { kop: isDebit ? -kop : kop, day: dayOf(childAt(found, 'Dt'), this.timeZone) }
  }

  /** As the bank names it, else that of its balances. */
  private periodOf(statement: XmlNode): { from: string; to: string } | undefined {
    const told = childAt(statement, 'FrToDt')
    const from = readIsoDay(textAt(told, 'FrDtTm'), this.timeZone) ?? this.firstDay(statement)
    const last = textAt(told, 'ToDtTm')
    const before = readLastDay(last, this.timeZone)
    const isMoment = before !== undefined && from !== undefined && before < from
    const to =
      (isMoment ? readIsoDay(last, this.timeZone) : before) ?? this.balance(statement, CLOSING)?.day
    if (from === undefined || to === undefined) return undefined
    return from <= to
      ? { from, to }
      : problem(`Строка ${told?.line ?? statement.line}: период кончается раньше, чем начинается`)
  }

  /** A balance may be the closing one of the day before: that day is not told of. */
  private firstDay(statement: XmlNode): string | undefined {
    const opened = this.balance(statement, 'OPBD')?.day
    const before = this.balance(statement, 'PRCD')?.day
    const closed = this.balance(statement, CLOSING)?.day
    if (opened ?? (before === undefined || before === closed)) return opened ?? before
    return new Date(Date.parse(before!) + 86_400_000).toISOString().slice(0, 10)
  }

  end(): StatementFile {
    const leftOut = this.leftOut.list()
    const statements = [...this.accounts.values()].map(headOf)
    if (statements.length === 0)
      problem(
        leftOut[0] ? `${leftOut[0].what}: принимаются выписки в рублях` : 'В файле нет выписки',
      )
    return { format: 'camt.053', statements, leftOut }
  }
}

function headOf({ number, told }: Account): StatementHead {
  const balances = told.flatMap((one) => one.balances ?? [])
  return {
    account: number,
    from: told.map(({ from }) => from).toSorted()[0]!,
    to: told
      .map(({ to }) => to)
      .toSorted()
      .at(-1)!,
    count: told.reduce((sum, { count }) => sum + count, 0),
    doubts: told.flatMap(({ doubts }) => doubts).slice(0, 5),
    balances: balances.length < told.length ? null : joinPeriods(balances),
  }
}
