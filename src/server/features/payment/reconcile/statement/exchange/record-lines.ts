import { quote } from '#contract/words/quote.ts'
import {
  markersOf,
  MOST_LINES,
  NO_POSTING_DAY,
  storedPurpose,
  openLineKeys,
  outsideWords,
  TOO_MANY_LINES,
} from '../line-facts.ts'
import { openLeftOut } from '../left-out.ts'
import { currencyWords, isInRoubles, plainAccount, readDay, readKop } from '../read-values.ts'
import { problem, type FileLine, type TakeLine } from '../statement-file.ts'
import { openTurnover } from '../account-sums.ts'
import { CURRENCY_KEYS, ROUBLES } from './exchange-keys.ts'
import type { RecordFields } from './record-fields.ts'

const TO_ITSELF = 'Плательщик и получатель — один и тот же счёт'

interface Period {
  readonly from: string
  readonly to: string
}

/** An account in roubles of the file. */
export interface Account {
  readonly number: string
  readonly turnover: ReturnType<typeof openTurnover>
  /** Of records between the account and itself: a bank may count them on both sides or on none. */
  selfKop: number
  readonly keyOf: ReturnType<typeof openLineKeys>
}

interface Side {
  readonly account: Account
  readonly direction: 'debit' | 'credit'
}

/** Records of a file become lines of its accounts, or are named as left out. */
export function openRecords(take: TakeLine) {
  const accounts = new Map<string, Account>()
  const leftOut = openLeftOut()
  let count = 0

  /** Twice by the same number it is one account. */
  function addAccount(number: string): void {
    if (!isInRoubles(number)) leftOut.name(currencyWords(number), 0)
    else if (!accounts.has(number))
      accounts.set(number, {
        number,
        turnover: openTurnover(),
        selfKop: 0,
        keyOf: openLineKeys(),
      })
  }

  function add(record: RecordFields, period: Period | undefined): void {
    if (++count > MOST_LINES) problem(`Строка ${record.line}: ${TOO_MANY_LINES}`)
    const payer = accountOf(record, 'Плательщик', accounts)
    const payee = accountOf(record, 'Получатель', accounts)
    const sides = sidesOf(record, accounts.get(payer ?? ''), accounts.get(payee ?? ''))
    if (sides.length === 0) return nameLeft(payer, payee)
    assertRoubles(record)
    const amountKop = readKop(record.get('Сумма'), 'Сумма', record.lineOf('Сумма'))
    const isToItself = payer === payee
    if (isToItself) record.doubt(TO_ITSELF)
    for (const { account, direction } of sides) {
      const facts = { direction, payer, payee, amountKop, period }
      const line = lineOf(record, account, facts)
      if (isToItself) account.selfKop += amountKop
      account.turnover.add(isToItself ? { ...line, amountKop: 0 } : line, record.lineOf('Сумма'))
      take(line)
    }
  }

  function nameLeft(...named: (string | null)[]): void {
    const foreign = named.find((one) => one && /^\d{20}$/.test(one) && !isInRoubles(one))
    leftOut.name(foreign ? currencyWords(foreign) : 'Записи о счетах, которых нет в начале файла')
  }

  return { add, addAccount, accounts, leftOut: leftOut.list }
}

function assertRoubles(record: RecordFields): void {
  for (const key of CURRENCY_KEYS) {
    const value = record.get(key)
    if (value !== undefined && !ROUBLES.has(value.toUpperCase()))
      problem(
        `Строка ${record.lineOf(key)}: валюта ${quote(value.slice(0, 10))} в записи о счёте в рублях`,
      )
  }
}

/** A payment through another bank's account names two of a side: ours is the one of the file. */
function accountOf(
  record: RecordFields,
  side: string,
  accounts: ReadonlyMap<string, Account>,
): string | null {
  const named = [`${side}Счет`, `${side}РасчСчет`].map((key) => plainAccount(record.get(key)))
  return named.find((one) => accounts.has(one)) ?? (named.find((one) => one !== '') || null)
}

/** Of a record between two accounts of the file the days say which of them the bank tells of; both, unless one day is missing. */
function sidesOf(record: RecordFields, payer?: Account, payee?: Account): Side[] {
  const debit = payer && ({ account: payer, direction: 'debit' } as const)
  const credit = payee && ({ account: payee, direction: 'credit' } as const)
  if (!debit || !credit) return [debit ?? credit ?? []].flat()
  const isDebited = Boolean(record.get('ДатаСписано'))
  const isCredited = Boolean(record.get('ДатаПоступило'))
  if (payer === payee) return [isCredited && !isDebited ? credit : debit]
  if (isDebited === isCredited) return [debit, credit]
  return [isDebited ? debit : credit]
}

interface Facts {
  readonly direction: 'debit' | 'credit'
  readonly payer: string | null
  readonly payee: string | null
  readonly amountKop: number
  readonly period: Period | undefined
}

function lineOf(record: RecordFields, account: Account, facts: Facts): FileLine {
  const { direction, payer, payee, amountKop } = facts
  const isDebit = direction === 'debit'
  const { bookedOn, docDate, doubts } = daysOf(record, isDebit, facts.period)
  const number = record.get('Номер')?.slice(0, 20) || null
  const other = isDebit ? payee : payer
  const purpose = record.purpose()
  const markers = markersOf(purpose)
  return {
    account: account.number,
    key: account.keyOf(
      [account.number, bookedOn, number, amountKop, direction, other],
      number === null ? markers : [],
    ),
    direction,
    bookedOn,
    number,
    docDate,
    amountKop,
    payerAccount: payer?.slice(0, 40) ?? null,
    payerBik: record.get('ПлательщикБИК')?.slice(0, 9) || null,
    payerInn: record.get('ПлательщикИНН')?.slice(0, 12) || null,
    payeeAccount: payee?.slice(0, 40) ?? null,
    payeeBik: record.get('ПолучательБИК')?.slice(0, 9) || null,
    counterparty: nameOf(record, isDebit ? 'Получатель' : 'Плательщик'),
    purpose: storedPurpose(purpose),
    operation: record.get('ВидОплаты')?.slice(0, 10) || null,
    markers,
    endToEndId: null,
    doubts: [...record.doubts, ...doubts],
  }
}

function daysOf(record: RecordFields, isDebit: boolean, period: Period | undefined) {
  const key = isDebit ? 'ДатаСписано' : 'ДатаПоступило'
  const docDate = record.get('Дата')
    ? readDay(record.get('Дата'), 'Дата', record.lineOf('Дата'))
    : null
  const told = record.get(key)
  const bookedOn = told ? readDay(told, key, record.lineOf(key)) : docDate
  if (bookedOn === null)
    return problem(`Строка ${record.line}: в записи нет ни ${quote(key)}, ни «Дата»`)
  const isOutside = period !== undefined && (bookedOn < period.from || bookedOn > period.to)
  return {
    bookedOn,
    docDate,
    doubts: [
      ...(told ? [] : [NO_POSTING_DAY]),
      ...(isOutside ? [outsideWords(bookedOn, period)] : []),
    ],
  }
}

/** The bare name where the bank gives one, else the combined one. */
function nameOf(record: RecordFields, side: string): string | null {
  return (record.get(`${side}1`) || record.get(side) || '').slice(0, 200) || null
}
