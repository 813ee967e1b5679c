import {
  markersOf,
  MOST_LINES,
  TOO_MANY_LINES,
  openLineKeys,
  roubles,
  russianDay,
} from './line-facts.ts'
import { readAccount, readBalance, readDay, readKop } from './read-values.ts'
import { problem, type FileLine, type StatementHead } from './statement-file.ts'
import { textLines } from './text-lines.ts'

const MOST_KEYS = 200
const CURRENCY_KEYS = ['Валюта', 'КодВалюты', 'ВалютаДокумента']
const ROUBLES = new Set(['RUB', 'RUR', '810', '643', ''])

interface Section {
  readonly line: number
  readonly fields: Map<string, string>
}

/**
 * Reads 1CClientBankExchange strictly and in one pass: each line of the statement goes to `take` as it ends, and the head comes
 * last, when the sums of the whole are proven. Throws `StatementProblem` with a sentence for people.
 */
export async function readStatement(
  path: string,
  take: (line: FileLine) => void,
): Promise<StatementHead> {
  const reader = new StatementReader(take)
  for await (const line of textLines(path)) reader.read(line)
  return reader.end()
}

class StatementReader {
  private at = 0
  private isOver = false
  private readonly header: Section = { line: 1, fields: new Map() }
  private account: string | undefined
  private open: (Section & { kind: 'account' | 'document' }) | undefined
  private readonly balances: Section[] = []
  private count = 0
  private debitKop = 0
  private creditKop = 0
  private readonly keyOf = openLineKeys()

  private readonly take: (line: FileLine) => void

  constructor(take: (line: FileLine) => void) {
    this.take = take
  }

  read(text: string): void {
    this.at++
    if (this.at === 1) return this.readSignature(text)
    if (text.trim() === '') return undefined
    if (this.isOver) problem(`Строка ${this.at}: после «КонецФайла» в файле есть ещё строки`)
    const cut = text.indexOf('=')
    const key = (cut < 0 ? text : text.slice(0, cut)).trim()
    if (cut < 0 || key === 'СекцияДокумент' || key === 'СекцияРасчСчет') return this.readMark(key)
    return this.readField(key, text.slice(cut + 1).trim())
  }

  private readSignature(text: string): void {
    if (text.replace('\ufeff', '').trim() !== '1CClientBankExchange')
      problem('Это не выписка в формате 1С: первая строка не «1CClientBankExchange»')
  }

  private readMark(key: string): void {
    if (key === 'СекцияРасчСчет' || key === 'СекцияДокумент') {
      if (this.open) problem(`Строка ${this.at}: новая часть начата до конца прежней`)
      const kind = key === 'СекцияДокумент' ? 'document' : 'account'
      this.open = { kind, line: this.at, fields: new Map() }
    } else if (key === 'КонецРасчСчет') this.balances.push(this.close('account'))
    else if (key === 'КонецДокумента') this.endDocument(this.close('document'))
    else if (key === 'КонецФайла') {
      if (this.open) problem('Файл обрезан: последняя запись в нём не закончена')
      this.isOver = true
    } else problem(`Строка ${this.at}: в выписке 1С таких строк не бывает`)
  }

  private close(kind: 'account' | 'document'): Section {
    const section = this.open
    if (section?.kind !== kind) return problem(`Строка ${this.at}: конец части без её начала`)
    this.open = undefined
    return section
  }

  private readField(key: string, value: string): void {
    const { fields } = this.open ?? this.header
    if (!this.open && key === 'РасчСчет') this.nameAccount(value)
    if (CURRENCY_KEYS.includes(key) && !ROUBLES.has(value.toUpperCase()))
      problem(`Строка ${this.at}: валюта «${value.slice(0, 10)}». Принимаются выписки в рублях`)
    // The first of repeated keys counts.
    if (!fields.has(key)) fields.set(key, value)
    if (fields.size > MOST_KEYS) problem(`Строка ${this.at}: слишком много полей в одной записи`)
  }

  private nameAccount(value: string): void {
    const account = readAccount(value, this.at)
    if (this.account !== undefined && this.account !== account)
      problem('В файле несколько счетов. Выгрузите выписку по каждому счёту отдельно')
    this.account = account
  }

  private endDocument({ line, fields }: Section): void {
    if (++this.count > MOST_LINES) problem(TOO_MANY_LINES)
    const account = this.account ?? problem('В начале файла не указан «РасчСчет»')
    const payer = fields.get('ПлательщикСчет') || fields.get('ПлательщикРасчСчет') || null
    const payee = fields.get('ПолучательСчет') || fields.get('ПолучательРасчСчет') || null
    const isDebit = payer === account
    if (isDebit === (payee === account))
      problem(`Строка ${line}: запись не о счёте …${account.slice(-4)}, по которому выписка`)
    const amountKop = readKop(fields.get('Сумма'), 'Сумма', line)
    if (amountKop === 0) problem(`Строка ${line}: сумма равна нулю`)
    const dayKey = isDebit ? 'ДатаСписано' : 'ДатаПоступило'
    const bookedOn = readDay(fields.get(dayKey), dayKey, line)
    this.assertInPeriod(bookedOn, dayKey, line)
    if (isDebit) this.debitKop += amountKop
    else this.creditKop += amountKop
    if (!Number.isSafeInteger(this.debitKop + this.creditKop))
      problem(`Строка ${line}: сумма всех записей больше, чем бывает`)
    const number = fields.get('Номер')?.slice(0, 20) || null
    const direction = isDebit ? 'debit' : 'credit'
    const other = isDebit ? payee : payer
    const text = purposeOf(fields)
    this.take({
      key: this.keyOf([account, bookedOn, number, amountKop, direction, other]),
      direction,
      bookedOn,
      number,
      docDate: fields.get('Дата') ? readDay(fields.get('Дата'), 'Дата', line) : null,
      amountKop,
      payerAccount: payer?.slice(0, 40) ?? null,
      payerBik: fields.get('ПлательщикБИК')?.slice(0, 9) || null,
      payerInn: fields.get('ПлательщикИНН')?.slice(0, 12) || null,
      payeeAccount: payee?.slice(0, 40) ?? null,
      payeeBik: fields.get('ПолучательБИК')?.slice(0, 9) || null,
      counterparty: nameOf(fields, isDebit ? 'Получатель' : 'Плательщик'),
      purpose: text.slice(0, 500) || null,
      operation: fields.get('ВидОплаты')?.slice(0, 10) || null,
      markers: markersOf(text),
    })
  }

  private assertInPeriod(day: string, key: string, line: number): void {
    const { from, to } = this.period()
    if (day < from || day > to)
      problem(
        `Строка ${line}: «${key}» ${russianDay(day)} вне периода выписки ${russianDay(from)} – ${russianDay(to)}`,
      )
  }

  private period(): { from: string; to: string } {
    const { fields } = this.header
    const from = readDay(fields.get('ДатаНачала'), 'ДатаНачала', 1)
    const to = readDay(fields.get('ДатаКонца'), 'ДатаКонца', 1)
    if (from > to) problem('Период выписки кончается раньше, чем начинается')
    return { from, to }
  }

  end(): StatementHead {
    if (!this.isOver)
      problem('Файл обрезан: в нём нет строки «КонецФайла». Выгрузите его из банка заново')
    const account = this.account ?? problem('В начале файла не указан «РасчСчет»')
    return {
      format: '1c',
      account,
      ...this.period(),
      balances: this.sums(account),
      count: this.count,
    }
  }

  /** Balances of one section a period, or of one a day: each must follow the one before it. */
  private sums(account: string): StatementHead['balances'] {
    let last: NonNullable<StatementHead['balances']> | undefined
    for (const { line, fields } of this.balances) {
      if (readAccount(fields.get('РасчСчет'), line) !== account)
        problem('В файле несколько счетов. Выгрузите выписку по каждому счёту отдельно')
      const openingKop = readBalance(fields.get('НачальныйОстаток'), 'НачальныйОстаток', line)
      const creditKop = readKop(fields.get('ВсегоПоступило'), 'ВсегоПоступило', line)
      const debitKop = readKop(fields.get('ВсегоСписано'), 'ВсегоСписано', line)
      const closingKop = readBalance(fields.get('КонечныйОстаток'), 'КонечныйОстаток', line)
      if (openingKop + creditKop - debitKop !== closingKop)
        problem(
          `Остатки не сходятся: ${roubles(openingKop)} + ${roubles(creditKop)} − ${roubles(debitKop)} не равно ${roubles(closingKop)}`,
        )
      if (last && last.closingKop !== openingKop)
        problem(
          `Остатки не сходятся: день кончился с ${roubles(last.closingKop)}, а следующий начался с ${roubles(openingKop)}`,
        )
      last = {
        openingKop: last?.openingKop ?? openingKop,
        creditKop: (last?.creditKop ?? 0) + creditKop,
        debitKop: (last?.debitKop ?? 0) + debitKop,
        closingKop,
      }
    }
    if (!last) return null
    this.assertTurnover('списано', last.debitKop, this.debitKop)
    this.assertTurnover('поступило', last.creditKop, this.creditKop)
    return last
  }

  private assertTurnover(word: string, told: number, counted: number): void {
    if (told !== counted)
      problem(
        `Обороты не сходятся: всего ${word} ${roubles(told)}, а по записям ${roubles(counted)}`,
      )
  }
}

function purposeOf(fields: ReadonlyMap<string, string>): string {
  const whole = fields.get('НазначениеПлатежа')
  if (whole) return whole
  const parts = [1, 2, 3, 4, 5, 6].map((n) => fields.get(`НазначениеПлатежа${n}`) ?? '')
  return parts.filter(Boolean).join(' ')
}

/** The bare name where the bank gives one, else the combined one. */
function nameOf(fields: ReadonlyMap<string, string>, side: string): string | null {
  return (fields.get(`${side}1`) || fields.get(side) || '').slice(0, 200) || null
}
