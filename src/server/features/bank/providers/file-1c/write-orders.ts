import iconv from 'iconv-lite'
import type { FileEncoding } from '#contract/bank/bank-providers.ts'
import type { OrderFile, OrderParty, PaymentOrder } from '../file-provider.ts'

type Field = readonly [key: string, value: string]

const ENCODING_WORDS: Record<FileEncoding, string> = {
  'windows-1251': 'Windows',
  'utf-8': 'UTF-8',
}

/** 1CClientBankExchange 1.03: lines of `Ключ=Значение`, CRLF, no byte order mark (payments.md 4.4). */
export function writeOrders(file: OrderFile): Buffer {
  const { payer, orders, encoding } = file
  const days = orders.map(({ date }) => date).toSorted()
  const lines = [
    '1CClientBankExchange',
    ...fieldLines([
      ['ВерсияФормата', '1.03'],
      ['Кодировка', ENCODING_WORDS[encoding]],
      ['Отправитель', 'Priyomka'],
      ['Получатель', ''],
      ['ДатаСоздания', day(file.madeOn)],
      ['ВремяСоздания', file.madeAt],
      ['ДатаНачала', day(days[0] ?? file.madeOn)],
      ['ДатаКонца', day(days.at(-1) ?? file.madeOn)],
      ['РасчСчет', payer.account],
      ['Документ', 'Платежное поручение'],
    ]),
    ...orders.flatMap((order) => orderLines(payer, order, encoding)),
    'КонецФайла',
    '',
  ]
  const text = lines.join('\r\n')
  return encoding === 'utf-8' ? Buffer.from(text) : iconv.encode(text, 'windows-1251')
}

function orderLines(payer: OrderParty, order: PaymentOrder, encoding: FileEncoding): string[] {
  const problem = orderProblem(payer, order, encoding)
  if (problem) throw new Error(`order ${order.number}: ${problem}`)
  return [
    'СекцияДокумент=Платежное поручение',
    ...fieldLines(orderFields(payer, order)),
    'КонецДокумента',
  ]
}

function orderFields(payer: OrderParty, order: PaymentOrder): Field[] {
  const { payee } = order
  return [
    ['Номер', String(order.number)],
    ['Дата', day(order.date)],
    ['Сумма', amount(order.amountKop)],
    ...partyFields('Плательщик', payer),
    ...partyFields('Получатель', payee),
    ['ВидПлатежа', 'Электронно'],
    ['ВидОплаты', '01'],
    ...(order.incomeCode === null ? [] : [['КодНазПлатежа', order.incomeCode] as const]),
    ['Очередность', '5'],
    ['НазначениеПлатежа', order.purpose],
    ['НазначениеПлатежа1', order.purpose],
  ]
}

/** The combined name and the bare one: banks read either. A person without ИНН has `0`. */
function partyFields(side: 'Плательщик' | 'Получатель', party: OrderParty): Field[] {
  const inn = party.inn ?? '0'
  return [
    [`${side}Счет`, party.account],
    [side, party.inn === null ? party.name : `ИНН ${inn} ${party.name}`],
    [`${side}ИНН`, inn],
    [`${side}КПП`, party.kpp ?? ''],
    [`${side}1`, party.name],
    [`${side}РасчСчет`, party.account],
    [`${side}Банк1`, party.bankName],
    [`${side}Банк2`, party.bankPlace ?? ''],
    [`${side}БИК`, party.bik],
    [`${side}Корсчет`, party.corrAccount ?? ''],
  ]
}

function fieldLines(fields: readonly Field[]): string[] {
  return fields.map(([key, value]) => `${key}=${asLine(value)}`)
}

/** A value is one line: a line break in a name would begin a key of its own (payments.md 4.4). */
function asLine(value: string): string {
  return value
    .replaceAll('₽', 'руб.')
    .replaceAll('\u2212', '-')
    .replaceAll(/[\r\n\t\u00a0\u202f\u0085\u2028\u2029]/gu, ' ')
    .replaceAll(/ {2,}/g, ' ')
    .trim()
}

const day = (date: string) => date.split('-').toReversed().join('.')

function amount(kop: number): string {
  return `${Math.trunc(kop / 100)}.${String(kop % 100).padStart(2, '0')}`
}

const PARTY_NAME = 160
const BANK_NAME = 160
const PURPOSE = 210
// Eighteen signs with the point: what the form of an order has room for.
const MOST_KOP = 99_999_999_999_999_999n

/** Lengths and signs of the bank's form (payments.md 4.4); the first that does not fit, as a whole sentence. */
export function orderProblem(
  payer: OrderParty,
  order: PaymentOrder,
  encoding: FileEncoding,
): string | undefined {
  return (
    partyProblem('плательщика', payer, encoding) ??
    partyProblem('получателя', order.payee, encoding) ??
    textProblem('Назначение платежа', order.purpose, PURPOSE, encoding) ??
    numberProblem(order)
  )
}

function partyProblem(of: string, party: OrderParty, encoding: FileEncoding): string | undefined {
  return (
    textProblem(`Название ${of}`, party.name, PARTY_NAME, encoding) ??
    textProblem(`Банк ${of}`, party.bankName, BANK_NAME, encoding) ??
    (/^\d{5}[\dАВСЕНКМРТХ]\d{14}$/.test(party.account)
      ? undefined
      : `Счёт ${of} записан неверно: в файле должно быть 20 знаков`) ??
    (/^\d{9}$/.test(party.bik) ? undefined : `БИК банка ${of} записан неверно`) ??
    (party.inn === null || /^(\d{10}|\d{12})$/.test(party.inn)
      ? undefined
      : `ИНН ${of} записан неверно`) ??
    (party.kpp === null || /^\d{4}[\dA-Z]{2}\d{3}$/.test(party.kpp)
      ? undefined
      : `КПП ${of} записан неверно`)
  )
}

function numberProblem({ number, amountKop }: PaymentOrder): string | undefined {
  if (number < 1 || number > 999_999) return 'Номер поручения длиннее шести цифр'
  return amountKop > 0 && BigInt(amountKop) <= MOST_KOP ? undefined : 'Сумма не для поручения'
}

function textProblem(
  what: string,
  value: string,
  most: number,
  encoding: FileEncoding,
): string | undefined {
  const line = asLine(value)
  if (line === '') return `${what}: пусто. Заполните и повторите`
  if (line.length > most) return `${what}: длиннее ${most} знаков, банк такой файл не примет`
  const wrong = [...line].find((sign) => !isWritable(sign, encoding))
  if (wrong === undefined) return undefined
  return `${what}: знак «${isControl(wrong) ? codeOf(wrong) : wrong}» в файл для банка не записать. Уберите его`
}

function isWritable(sign: string, encoding: FileEncoding): boolean {
  if (isControl(sign)) return false
  // A name that was silently changed fails the bank's check of the payee.
  return (
    encoding === 'utf-8' ||
    iconv.decode(iconv.encode(sign, 'windows-1251'), 'windows-1251') === sign
  )
}

function isControl(sign: string): boolean {
  const code = sign.codePointAt(0)!
  return code < 0x20 || (code >= 0x7f && code < 0xa0) || (code >= 0xd800 && code <= 0xdfff)
}

const codeOf = (sign: string) =>
  `U+${sign.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`
