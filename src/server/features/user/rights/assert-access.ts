import {
  confirmationsOf,
  limitedActions,
  platformActions,
  type ActionCode,
} from '#contract/core/actions.ts'
import { companyRoles } from '#contract/core/roles.ts'
import type { AccessRow } from '#contract/user/user-access.ts'
import { quote } from '#contract/words/quote.ts'
import { refuse } from '#http/refusal.ts'
import { EVERYBODY } from '../../../auth/rights/grants.ts'
import type { Db } from '../../../db/handle.ts'
import { peopleById } from './action-queries.ts'

const PLATFORM: ReadonlySet<string> = new Set(platformActions)
const COMPANY_ROLES: ReadonlySet<string> = new Set(companyRoles)
const isCall = (code: string) => code.includes('/')

/**
 * Refuses rows that would have no effect or break a rule: platform rights are for super administrators only and company rights
 * never for them (domain.md 7.3); a confirmation or a limit that no handler applies is not accepted.
 */
export async function assertAccessRows(
  db: Db,
  companyId: string | null,
  code: string,
  rows: readonly AccessRow[],
): Promise<void> {
  if (PLATFORM.has(code) && companyId !== null) refuse('access.platform-action')
  assertSubjects(code, rows)
  assertConfirmations(code, rows)
  await assertPeople(db, companyId, code, rows)
}

function assertSubjects(code: string, rows: readonly AccessRow[]): void {
  const named = new Set<string>()
  for (const { subject, subject_code } of rows) {
    const key = `${subject} ${subject_code}`
    if (named.has(key)) refuseRows('Роль или человек названы дважды')
    named.add(key)
    if (subject === 'user') continue
    const isSuper = subject_code === 'SUPERVISOR'
    const isKnown =
      COMPANY_ROLES.has(subject_code) || isSuper || (isCall(code) && subject_code === EVERYBODY)
    if (!isKnown) refuseRows(`Роли ${quote(subject_code)} нет`)
    if (!isCall(code) && isSuper !== PLATFORM.has(code)) refuse('access.platform-action')
  }
}

function assertConfirmations(code: string, rows: readonly AccessRow[]): void {
  const levels = confirmationsOf(code)
  for (const { allow, confirm, limit } of rows) {
    if (!allow && (confirm !== 'none' || limit))
      refuseRows('Запрету не нужны подтверждение и предел')
    if (allow && !levels.includes(confirm))
      refuseRows(CONFIRM_WORDS[levels.length === 1 ? levels[0]! : 'weaker'])
    if (limit?.max_bp !== undefined) refuseRows('У этого действия нет предела в процентах')
    if (limit?.max_kop !== undefined && !limitedActions.includes(code as ActionCode))
      refuseRows('У этого действия нет предела суммы')
  }
}

const CONFIRM_WORDS = {
  none: 'Это действие пин-кодом не подтверждается',
  self: 'Это действие подтверждают своим пин-кодом',
  other: 'Это действие всегда подтверждает другой сотрудник',
  weaker: 'Для денег такое подтверждение слишком слабое',
} as const

async function assertPeople(
  db: Db,
  companyId: string | null,
  code: string,
  rows: readonly AccessRow[],
): Promise<void> {
  const ids = rows.filter((row) => row.subject === 'user').map((row) => row.subject_code)
  if (ids.some((id) => !UUID.test(id))) refuseRows('Такого человека нет')
  const people = new Map((await peopleById(db, ids)).map((person) => [person.id, person]))
  for (const id of ids) {
    const person = people.get(id)
    const isHere = companyId === null || person?.company_id === companyId
    if (!person || !isHere) refuseRows('Такого человека нет')
    const isSuper = person!.role === 'SUPERVISOR'
    if (!isCall(code) && isSuper !== PLATFORM.has(code)) refuse('access.platform-action')
  }
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

function refuseRows(problem: string): never {
  return refuse('common.validation', { fields: { rows: problem } })
}
