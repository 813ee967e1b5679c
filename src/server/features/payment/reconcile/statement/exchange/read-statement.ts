import { quote } from '#contract/words/quote.ts'
import { assertTurnover, joinPeriods, type ToldPeriod } from '../account-sums.ts'
import { currencyWords, readAccount, readBalance, readDay, readKop } from '../read-values.ts'
import {
  problem,
  type Balances,
  type StatementFile,
  type StatementHead,
  type TakeLine,
} from '../statement-file.ts'
import { CURRENCY_KEYS, headKey, markOf, recordKey, ROUBLES, type Mark } from './exchange-keys.ts'
import { RecordFields } from './record-fields.ts'
import { openRecords, type Account } from './record-lines.ts'
import { textLines } from './text-lines.ts'

const MOST_ACCOUNTS = 20
const BALANCES = ['НачальныйОстаток', 'ВсегоПоступило', 'ВсегоСписано', 'КонечныйОстаток'] as const

interface Value {
  readonly text: string
  readonly line: number
}
/** The head of the file, or what it says of an account. */
interface Part {
  readonly line: number
  readonly fields: Map<string, Value>
}

/**
 * Reads 1CClientBankExchange in one pass, as banks write it: each line goes to `take` when its record ends, with what is doubtful about it,
 * and what the file says of its accounts comes last (payments.md 4.5). Throws `StatementProblem` where a line cannot be read at all.
 */
export async function readStatement(path: string, take: TakeLine): Promise<StatementFile> {
  const reader = new StatementReader(take)
  for await (const line of textLines(path)) reader.read(line)
  return reader.end()
}

class StatementReader {
  private at = 0
  private isOver = false
  private readonly head: Part = { line: 1, fields: new Map() }
  private account: Part | undefined
  private record: RecordFields | undefined
  private readonly told: Part[] = []
  private readonly records: ReturnType<typeof openRecords>

  constructor(take: TakeLine) {
    this.records = openRecords(take)
  }

  read(text: string): void {
    this.at++
    if (this.at === 1) return this.readSignature(text)
    if (text.trim() === '') return undefined
    if (this.isOver) problem(`Строка ${this.at}: после «КонецФайла» в файле есть ещё строки`)
    const cut = text.indexOf('=')
    const key = (cut < 0 ? text : text.slice(0, cut)).trim()
    const value = cut < 0 ? undefined : text.slice(cut + 1).trim()
    const mark = markOf(key, value)
    if (mark) return this.readMark(mark)
    if (this.record) return this.record.read(text, cut, this.at)
    return this.readField(key, value)
  }

  private readSignature(text: string): void {
    // The letter of «1C» is Latin by the description and Cyrillic by some banks.
    if (!/^\ufeff?1[CС]ClientBankExchange$/i.test(text.trim()))
      problem('Строка 1: это не выписка в формате 1С, первая строка не «1CClientBankExchange»')
  }

  private readMark(mark: Mark): void {
    if (mark === 'КонецДокумента' && this.record) {
      this.records.add(this.record, this.period())
      this.record = undefined
    } else if (mark === 'КонецРасчСчет' && this.account) {
      this.told.push(this.account)
      this.account = undefined
    } else if (mark.startsWith('Конец') && mark !== 'КонецФайла')
      problem(`Строка ${this.at}: ${quote(mark)} без начала`)
    else if (this.record ?? this.account)
      problem(
        `Строка ${this.at}: запись, начатая в строке ${(this.record ?? this.account)!.line}, не закончена. Файл обрезан или повреждён`,
      )
    else if (mark === 'СекцияДокумент') this.record = new RecordFields(this.at)
    else if (mark === 'СекцияРасчСчет') this.account = { line: this.at, fields: new Map() }
    else this.isOver = true
  }

  /** Of the head or of an account: a field of a record there has lost its record. */
  private readField(key: string, text: string | undefined): void {
    const known = headKey(key)
    if (text === undefined) problem(`Строка ${this.at}: в выписке 1С таких строк не бывает`)
    if (known === undefined && recordKey(key) !== undefined)
      problem(`Строка ${this.at}: поле ${quote(key)} стоит вне записи. Файл повреждён`)
    if (known === undefined) return
    const value = { text, line: this.at }
    if (known === 'РасчСчет' && text !== '') this.nameAccount(value)
    const { fields } = this.account ?? this.head
    const first = fields.get(known)
    if (!first) fields.set(known, value)
    // A head names each account and each kind of document in a line of its own.
    else if (first.text !== text && (this.account || known.startsWith('Дата')))
      problem(
        `Строка ${this.at}: ${quote(known)} указано второй раз и иначе, чем в строке ${first.line}`,
      )
  }

  private nameAccount({ text, line }: Value): void {
    this.records.addAccount(readAccount(text, line))
    if (this.records.accounts.size > MOST_ACCOUNTS)
      problem(`Строка ${line}: в файле больше ${MOST_ACCOUNTS} счетов. Выгрузите его по частям`)
  }

  /** Of the head; where it has none, that of what is told of the accounts. */
  private period(): { from: string; to: string } | undefined {
    const days = (key: string) =>
      [this.head, ...this.told].flatMap(({ fields }) => {
        const value = fields.get(key)
        return value?.text ? [readDay(value.text, key, value.line)] : []
      })
    const firstOnly = (key: string) => (this.head.fields.get(key)?.text ? 1 : undefined)
    const from = days('ДатаНачала').slice(0, firstOnly('ДатаНачала')).toSorted()[0]
    const to = days('ДатаКонца').slice(0, firstOnly('ДатаКонца')).toSorted().at(-1)
    if (from === undefined || to === undefined) return undefined
    if (from > to)
      problem(
        `Строка ${this.head.fields.get('ДатаКонца')?.line ?? 1}: период выписки кончается раньше, чем начинается`,
      )
    return { from, to }
  }

  end(): StatementFile {
    const open = this.record ?? this.account
    if (!this.isOver)
      problem(
        open
          ? `Файл обрезан в строке ${this.at}: запись, начатая в строке ${open.line}, не закончена. Выгрузите его из банка заново`
          : `Файл обрезан: после строки ${this.at} нет строки «КонецФайла». Выгрузите его из банка заново`,
      )
    const accounts = [...this.records.accounts.values()]
    const leftOut = this.records.leftOut()
    const [foreign] = leftOut
    if (accounts.length === 0)
      problem(
        foreign
          ? `${foreign.what}: принимаются выписки в рублях`
          : 'Строка 1: в файле не указан «РасчСчет»',
      )
    const period = this.period()
    return { format: '1c', statements: accounts.map((one) => this.headOf(one, period)), leftOut }
  }

  private headOf(account: Account, period: ReturnType<StatementReader['period']>): StatementHead {
    const { count, first, last } = account.turnover.totals()
    const { from, to } = period ?? { from: first, to: last }
    if (from === undefined || to === undefined)
      return problem('Строка 1: в файле не указан период, «ДатаНачала» и «ДатаКонца»')
    const doubts = period ? [] : ['Периода в файле нет: взяты дни записей']
    const told = this.told.filter(({ fields, line }) => {
      const named = fields.get('РасчСчет')
      return readAccount(named?.text, named?.line ?? line) === account.number
    })
    const missing = told.flatMap(missingBalance)[0]
    if (missing) doubts.push(missing)
    const balances = missing || told.length === 0 ? null : balancesOf(account, told)
    return { account: account.number, from, to, balances, doubts, count }
  }
}

function missingBalance({ line, fields }: Part): string[] {
  const missing = BALANCES.filter((key) => !fields.get(key)?.text)
  return missing.length === 0
    ? []
    : [
        `Остатков в файле нет: в части со строки ${line} не указано ${missing.map(quote).join(', ')}`,
      ]
}

/** Balances of one part a period, or of one a day, in whatever order. */
function balancesOf(account: Account, told: readonly Part[]): Balances | null {
  assertRoubles(account, told)
  const balances = joinPeriods(told.map(readPeriod))
  if (!balances) return null
  const { debitKop, creditKop } = account.turnover.totals()
  // A record between the account and itself changes no balance, and counts on both sides or on none.
  const selfKop = balances.debitKop === debitKop ? 0 : account.selfKop
  const place = told[0]!.line
  assertTurnover(place, 'списано', balances.debitKop, debitKop + selfKop)
  assertTurnover(place, 'поступило', balances.creditKop, creditKop + selfKop)
  return balances
}

function readPeriod({ line, fields }: Part): ToldPeriod {
  const value = (key: string) => fields.get(key)
  const read = (reader: typeof readKop, key: (typeof BALANCES)[number]) =>
    reader(value(key)?.text, key, value(key)?.line ?? line)
  const from = value('ДатаНачала')
  return {
    place: line,
    from: from?.text ? readDay(from.text, 'ДатаНачала', from.line) : undefined,
    openingKop: read(readBalance, 'НачальныйОстаток'),
    creditKop: read(readKop, 'ВсегоПоступило'),
    debitKop: read(readKop, 'ВсегоСписано'),
    closingKop: read(readBalance, 'КонечныйОстаток'),
  }
}

function assertRoubles({ number }: Account, parts: readonly Part[]): void {
  for (const { fields } of parts)
    for (const key of CURRENCY_KEYS) {
      const value = fields.get(key)
      if (value && !ROUBLES.has(value.text.toUpperCase()))
        problem(`Строка ${value.line}: ${currencyWords(number, value.text.slice(0, 10))}`)
    }
}
