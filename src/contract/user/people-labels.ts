import { ownValue } from '../core/own-value.ts'
import type { SignInWay } from './user-sessions.ts'

/** Russian names of the roles of domain.md 7.1. */
const ROLE_TITLES: Record<string, string> = {
  SUPERVISOR: 'Суперадминистратор',
  OPERATOR: 'Оператор',
  MANAGER: 'Управляющий',
  WEIGHER: 'Весовщик',
  CASHIER: 'Кассир',
  ACCOUNTANT: 'Бухгалтер',
  OWNER: 'Владелец',
}

export const signInWayTitles: Record<SignInWay, string> = {
  password: 'пароль',
  code: 'пароль и код',
  recovery: 'пароль и запасной код',
  passkey: 'ключ',
}

export const roleTitle = (code: string): string => ownValue(ROLE_TITLES, code) ?? code

/** All roles of a person in one line, by their jobs: beside another, OPERATOR only opens the working area. */
export function roleTitles(info: { role: string; roles: readonly string[] }): string {
  const jobs = info.roles.filter((code) => code !== 'OPERATOR' || info.roles.length === 1)
  const codes = info.role === 'SUPERVISOR' ? [info.role, ...jobs] : jobs
  return codes.map(roleTitle).join(', ')
}

/** «Иванов Пётр Сергеевич» → «Иванов П. С.»; other texts stay. */
export function shortName(fullName: string): string {
  const [last = '', ...others] = fullName.trim().split(/\s+/)
  return [last, ...others.slice(0, 2).map((name) => `${name[0]}.`)].join('\u00a0')
}
