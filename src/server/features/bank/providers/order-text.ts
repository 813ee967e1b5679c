import iconv from 'iconv-lite'
import type { FileEncoding } from '#contract/bank/bank-providers.ts'
import { ofSigns } from '#contract/words/plural.ts'
import type { OrderParty, PaymentOrder } from './file-provider.ts'

/** A value is one line: a line break in a name would begin a key of its own (payments.md 4.4). */
export function asLine(value: string): string {
  return value
    .replaceAll('₽', 'руб.')
    .replaceAll('\u2212', '-')
    .replaceAll(/[\r\n\t\u00a0\u202f\u0085\u2028\u2029]/gu, ' ')
    .replaceAll(/ {2,}/g, ' ')
    .trim()
}

interface CheckedOrder {
  readonly payer: OrderParty
  readonly order: PaymentOrder
  readonly encoding: FileEncoding
  /** Signs that the file has for a name. */
  readonly nameLength: number
}

const BANK_NAME = 160
const PURPOSE = 210
// Eighteen signs with the point: what the form of an order has room for.
const MOST_KOP = 99_999_999_999_999_999n

/** Lengths and signs of the bank's form (payments.md 4.4); the first that does not fit, as a whole sentence. */
export function findOrderProblem(checked: CheckedOrder): string | undefined {
  const { payer, order, encoding } = checked
  return (
    partyProblem('плательщика', payer, checked) ??
    partyProblem('получателя', order.payee, checked) ??
    textProblem('Назначение платежа', order.purpose, PURPOSE, encoding) ??
    numberProblem(order)
  )
}

function partyProblem(
  of: string,
  party: OrderParty,
  { encoding, nameLength }: CheckedOrder,
): string | undefined {
  return (
    textProblem(`Название ${of}`, party.name, nameLength, encoding) ??
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
  if (line.length > most) return `${what}: длиннее ${ofSigns(most)}, банк такой файл не примет`
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
  return (
    code < 0x20 ||
    (code >= 0x7f && code < 0xa0) ||
    (code >= 0xd800 && code <= 0xdfff) ||
    (code >= 0xfffe && code <= 0xffff)
  )
}

const codeOf = (sign: string) =>
  `U+${sign.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`
