import { accountFits } from '../payout.ts'
import type { PayoutOrder } from '../payouts.ts'
import { triggerOf } from '../triggers.ts'

type Fields = Record<string, unknown>

/** Reads the body of a payment order; a text is what is wrong with it. Unknown members are refused. */
export function readTransfer(
  text: string,
  body: unknown,
  payerAccount: string,
): (PayoutOrder & { payment_id: string }) | string {
  const order = fieldsOf(body)
  const to = fieldsOf(order['to'])
  const wrong =
    unknownMember(order, orderMembers) ?? unknownMember(to, payeeMembers) ?? shapeProblem(order, to)
  if (wrong !== undefined) return wrong
  if (fieldsOf(order['from'])['accountNumber'] !== payerAccount)
    return 'from.accountNumber: этого счёта нет у компании'
  const kop = kopecks(text)
  if (kop === undefined || kop === 0) return 'amount: нужно число с двумя знаками'
  const account = to['accountNumber'] as string
  const bik = to['bik'] as string
  if (!accountFits(account, bik)) return 'to.accountNumber: ключ счёта не подходит к БИК'
  const payment_id = order['id'] as string
  return {
    payment_id,
    amount_kop: kop,
    destination: { type: 'account', account, bik, name: to['name'] as string },
    tail: account.slice(-4),
    description: order['purpose'] as string,
    metadata: { payment_id },
    personal_data: [],
    trigger: triggerOf({ type: 'account', digits: account }),
  }
}

const orderMembers = [
  'id',
  'from',
  'to',
  'purpose',
  'amount',
  'documentNumber',
  'executionOrder',
  'revenueTypeCode',
  'meta',
]
const payeeMembers = ['name', 'inn', 'kpp', 'bik', 'bankName', 'corrAccountNumber', 'accountNumber']

const shapes: Record<string, RegExp> = {
  name: /^.{1,160}$/u,
  inn: /^(0|\d{10}|\d{12})$/,
  kpp: /^(0|\d{4}[\dA-Z]{2}\d{3})$/,
  bik: /^\d{9}$/,
  bankName: /^.{1,250}$/u,
  corrAccountNumber: /^\d{20}$/,
  accountNumber: /^\d{20}$/,
}

function shapeProblem(order: Fields, to: Fields): string | undefined {
  if (!isLike(order['id'], /^[\w-]{1,64}$/)) return 'id: нужно от 1 до 64 знаков'
  for (const [name, shape] of Object.entries(shapes))
    if (!isLike(to[name], shape)) return `to.${name}: неверное значение`
  if (!isLike(order['purpose'], /^.{1,210}$/u)) return 'purpose: нужно от 1 до 210 знаков'
  if (!(order['purpose'] as string).includes('НДС')) return 'purpose: не указан НДС'
  if (order['executionOrder'] !== 5) return 'executionOrder: нужно 5'
  const { documentNumber: number, revenueTypeCode: code } = order
  if (number !== undefined && !(Number.isInteger(number) && (number as number) % 1000 !== 0))
    return 'documentNumber: неверное значение'
  return code === undefined || isLike(code, /^[123]$/)
    ? undefined
    : 'revenueTypeCode: нужно 1, 2 или 3'
}

function isLike(value: unknown, shape: RegExp): boolean {
  return typeof value === 'string' && shape.test(value)
}

function unknownMember(fields: Fields, members: string[]): string | undefined {
  const name = Object.keys(fields).find((each) => !members.includes(each))
  return name === undefined ? undefined : `${name}: неизвестное поле`
}

// The sum is read from the text itself: a parsed number would already be a fraction.
function kopecks(text: string): number | undefined {
  const found = /"amount"\s*:\s*(\d{1,13})(?:\.(\d{1,2}))?\s*[,}]/.exec(text)
  return found ? Number(found[1]) * 100 + Number((found[2] ?? '').padEnd(2, '0')) : undefined
}

/** The payee's account in a body that may be anything: faults choose by its end. */
export function accountOf(body: unknown): string | undefined {
  const account = fieldsOf(fieldsOf(body)['to'])['accountNumber']
  return isLike(account, /^\d{20}$/) ? (account as string) : undefined
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Fields)
    : {}
}
