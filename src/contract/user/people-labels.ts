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

/** All roles of a person in one line. */
export function roleTitles(info: { role: string; roles: readonly string[] }): string {
  const codes = info.role === 'SUPERVISOR' ? [info.role, ...info.roles] : info.roles
  return codes.map(roleTitle).join(', ')
}

/** «Иванов Пётр Сергеевич» → «Иванов П. С.»; other texts stay. */
export function shortName(fullName: string): string {
  const [last = '', ...others] = fullName.trim().split(/\s+/)
  return [last, ...others.slice(0, 2).map((name) => `${name[0]}.`)].join('\u00a0')
}
