import { bikProblem, normalizeBik } from './bik.ts'
import { digitAt, stripMask } from './digits.ts'

// A clearing currency is written as a Cyrillic letter at place 6 and counts as its place here
// (domain.md 8).
const CURRENCY_LETTERS = 'АВСЕНКМРТХ'
const WRONG_KEY = 'не сходится контрольный ключ. Сверьте счёт и БИК с реквизитами банка'

/**
 * What is wrong with a bank account at the bank with this БИК (domain.md 8); treasury accounts 03… have no check digit, so only
 * their form is checked.
 */
export function accountProblem(value: string, bik: string): string | undefined {
  const account = normalizeAccount(value)
  const problem = formProblem(account, 'счёта') ?? bankProblem(bik)
  if (problem) return problem
  if (account.startsWith('03')) return undefined
  return keyHolds(account, keyPrefix(account, normalizeBik(bik)))
    ? undefined
    : `В номере счёта ошибка: ${WRONG_KEY}`
}

/**
 * What is wrong with a bank's correspondent account (domain.md 8): 301…, its tail is the tail
 * of the БИК.
 */
export function corrAccountProblem(value: string, bik: string): string | undefined {
  const account = normalizeAccount(value)
  const problem = formProblem(account, 'корр. счёта') ?? bankProblem(bik)
  if (problem) return problem
  const code = normalizeBik(bik)
  if (!account.startsWith('301')) return 'Корр. счёт банка начинается с 301'
  if (account.slice(-3) !== code.slice(-3))
    return `Корр. счёт этого банка кончается на ${code.slice(-3)}, как БИК. Сверьте реквизиты`
  return keyHolds(account, `0${code.slice(4, 6)}`)
    ? undefined
    : `В корр. счёте ошибка: ${WRONG_KEY}`
}

/** The stored form of both accounts: twenty characters without spaces and dashes. */
export function normalizeAccount(value: string): string {
  return stripMask(value)
}

function formProblem(account: string, of: string): string | undefined {
  if (account === '') return `Укажите номер ${of}`
  if (account.length !== 20) return `В номере ${of} должно быть 20 цифр`
  return /^\d{5}[\dАВСЕНКМРТХ]\d{14}$/.test(account)
    ? undefined
    : `В номере ${of} должны быть только цифры; на 6-м месте бывает русская буква валюты`
}

function bankProblem(bik: string): string | undefined {
  return bikProblem(bik) && 'Сначала укажите правильный БИК: по нему проверяется счёт'
}

function keyPrefix(account: string, bik: string): string {
  const tail = bik.slice(-3)
  const inCentralBank = ['000', '001', '002'].includes(tail) || account.startsWith('40102')
  return inCentralBank ? `0${bik.slice(4, 6)}` : tail
}

function keyHolds(account: string, prefix: string): boolean {
  const letter = CURRENCY_LETTERS.indexOf(account[5]!)
  const digits =
    prefix + account.slice(0, 5) + (letter < 0 ? account[5]! : String(letter)) + account.slice(6)
  let sum = 0
  for (let i = 0; i < digits.length; i++) sum += digitAt(digits, i) * [7, 1, 3][i % 3]!
  return sum % 10 === 0
}
