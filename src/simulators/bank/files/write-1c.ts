import iconv from 'iconv-lite'
import { amountText } from '../payout.ts'
import type { Move, Statement } from './account-moves.ts'

type Encoding = 'windows-1251' | 'utf-8'

/** A statement in 1CClientBankExchange 1.03, as a bank's cabinet gives it. */
export function writeOneC(statement: Statement, encoding: Encoding, at: number): Buffer {
  const { account, from, to, moves } = statement
  const made = new Date(at + 3 * 3_600_000).toISOString()
  const period = [`ДатаНачала=${ru(from)}`, `ДатаКонца=${ru(to)}`, `РасчСчет=${account}`]
  const lines = [
    '1CClientBankExchange',
    'ВерсияФормата=1.03',
    `Кодировка=${encoding === 'utf-8' ? 'UTF-8' : 'Windows'}`,
    'Отправитель=Учебный банк',
    'Получатель=',
    `ДатаСоздания=${ru(made.slice(0, 10))}`,
    `ВремяСоздания=${made.slice(11, 19)}`,
    ...period,
    'СекцияРасчСчет',
    ...period,
    `НачальныйОстаток=${signedText(statement.openingKop)}`,
    `ВсегоПоступило=${amountText(statement.creditKop)}`,
    `ВсегоСписано=${amountText(statement.debitKop)}`,
    `КонечныйОстаток=${signedText(statement.closingKop)}`,
    'КонецРасчСчет',
    ...moves.flatMap((move, at) => documentLines(move, account, at + 1)),
    'КонецФайла',
    '',
  ]
  return iconv.encode(lines.join('\r\n'), encoding)
}

const ru = (day: string) => day.split('-').toReversed().join('.')

/** An overdraft is below zero. */
export function signedText(kop: number): string {
  return `${kop < 0 ? '-' : ''}${amountText(Math.abs(kop))}`
}

/** The bank's own income, to which its fees go. */
export const FEE_ACCOUNT = '70601810300000000001'
export const FEE_PURPOSE = 'Комиссия за перевод'

/** What a line says of money that came back. */
export function returnPurpose(purpose: string | null): string {
  return `Возврат: счет получателя закрыт. ${purpose ?? ''}`.trim()
}

function documentLines(move: Move, account: string, at: number): string[] {
  const { kind, day, amount_kop, payout } = move
  const { metadata, destination } = payout
  if (destination.type !== 'account') return []
  const own = sideLines(metadata['payer_name'] ?? 'Плательщик', account, metadata['payer_bik'])
  const other =
    kind === 'fee'
      ? sideLines('Учебный банк', FEE_ACCOUNT, undefined)
      : sideLines(destination.name, destination.account, destination.bik)
  const [payer, payee] = kind === 'return' ? [other, own] : [own, other]
  const purpose =
    kind === 'fee'
      ? FEE_PURPOSE
      : kind === 'return'
        ? returnPurpose(payout.description)
        : (payout.description ?? '')
  // A return and a fee are documents of the bank with numbers of its own.
  const number = kind === 'payment' ? (metadata['number'] ?? String(at)) : String(900_000 + at)
  return [
    `СекцияДокумент=${kind === 'fee' ? 'Банковский ордер' : 'Платежное поручение'}`,
    `Номер=${number}`,
    `Дата=${ru(kind === 'payment' ? (metadata['date'] ?? day) : day)}`,
    `Сумма=${amountText(amount_kop)}`,
    ...payer('Плательщик'),
    `${move.isDebit ? 'ДатаСписано' : 'ДатаПоступило'}=${ru(day)}`,
    ...payee('Получатель'),
    `ВидОплаты=${kind === 'fee' ? '17' : '01'}`,
    `НазначениеПлатежа=${purpose}`,
    'КонецДокумента',
  ]
}

function sideLines(name: string, account: string, bik: string | undefined) {
  return (side: string): string[] => [
    `${side}Счет=${account}`,
    `${side}1=${name}`,
    ...(bik === undefined ? [] : [`${side}БИК=${bik}`]),
  ]
}
