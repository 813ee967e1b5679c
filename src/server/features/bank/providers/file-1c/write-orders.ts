import iconv from 'iconv-lite'
import type { FileEncoding } from '#contract/bank/bank-providers.ts'
import type { OrderFile, OrderParty, PaymentOrder } from '../file-provider.ts'
import { amountText } from '../bank-text.ts'
import { asLine, findOrderProblem } from '../order-text.ts'

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
    ['Сумма', amountText(order.amountKop)],
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

const day = (date: string) => date.split('-').toReversed().join('.')

// What the form of an order has room for (payments.md 4.4).
const NAME_LENGTH = 160

export function orderProblem(
  payer: OrderParty,
  order: PaymentOrder,
  encoding: FileEncoding,
): string | undefined {
  return findOrderProblem({ payer, order, encoding, nameLength: NAME_LENGTH })
}
