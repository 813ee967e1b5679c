import { accountFits } from '../payout.ts'

/** One side of an order as its file names it. */
export type FileParty = { name: string; inn: string; account: string; bik: string }

export type FileOrder = {
  number: string
  /** `YYYY-MM-DD`. */
  date: string
  amount_kop: number
  payer: FileParty
  payee: FileParty
  purpose: string
  end_to_end: string | null
}

/** Orders that a person brought from the customer's program. */
export type OrderFile = {
  format: '1c' | 'pain.001'
  /** `1.03`, or the name of the message, e.g. `pain.001.001.09`. */
  version: string
  message_id: string | null
  batch_id: string | null
  orders: FileOrder[]
}

/** Why a file is not taken: one Russian sentence. */
export class WrongFile extends Error {}

export function refuseFile(words: string): never {
  throw new WrongFile(words)
}

/** Kopecks of `12345.67`; a number would be a fraction. */
export function readKop(text: string | undefined, where: string): number {
  const found = /^(\d{1,13})(?:\.(\d{1,2}))?$/.exec(text ?? '')
  const kop = found ? Number(found[1]) * 100 + Number((found[2] ?? '').padEnd(2, '0')) : 0
  return kop > 0 ? kop : refuseFile(`${where}: сумма «${text ?? ''}» записана неверно`)
}

/** What any bank looks at before it takes an order. */
export function assertOrder(order: FileOrder, where: string): FileOrder {
  for (const [side, { account, bik, name }] of [
    ['плательщика', order.payer],
    ['получателя', order.payee],
  ] as const) {
    if (!/^\d{20}$/.test(account)) refuseFile(`${where}: счёт ${side} записан неверно`)
    if (!/^\d{9}$/.test(bik)) refuseFile(`${where}: БИК ${side} записан неверно`)
    if (!accountFits(account, bik)) refuseFile(`${where}: ключ счёта ${side} не подходит к БИК`)
    if (name === '' || name.length > 160) refuseFile(`${where}: нет имени ${side}`)
  }
  if (!/^\d{1,6}$/.test(order.number)) refuseFile(`${where}: номер поручения записан неверно`)
  if (order.purpose === '' || order.purpose.length > 210)
    refuseFile(`${where}: в назначении нужно от 1 до 210 знаков`)
  if (!order.purpose.includes('НДС')) refuseFile(`${where}: в назначении не указан НДС`)
  return order
}
