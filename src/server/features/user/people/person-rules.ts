import { pcodeProblem } from '#contract/user/pcode.ts'
import { refuse } from '#http/refusal.ts'

interface Place {
  readonly role: string
  readonly roles: readonly string[]
  readonly company_id: string | null
}

/** SUPERVISOR belongs to no company and has no company role; every other user belongs to one. */
export function assertPlace({ role, roles, company_id: companyId }: Place): void {
  if (companyId === null && roles.length > 0) refuse('user.role-without-company')
  if (role === 'SUPERVISOR' && companyId !== null)
    refuse('common.validation', { fields: { company_id: 'У суперадминистратора нет компании' } })
  if (role === 'USER' && companyId === null)
    refuse('common.validation', { fields: { company_id: 'Заполните поле' } })
  if (roles.includes('OWNER') && roles.length > 1)
    refuse('common.validation', {
      fields: { roles: 'Владелец только смотрит и подтверждает: других ролей у него нет' },
    })
}

/** A PIN belongs to a company and is not a plain one; refuses `pcode.weak`. */
export function assertPcode(companyId: string | null, pcode: string): void {
  if (companyId === null)
    refuse('common.validation', {
      fields: { pcode: 'Суперадминистратор ничего не подтверждает: пин-код ему не нужен' },
    })
  const problem = pcodeProblem(pcode)
  if (problem) refuse('pcode.weak', { fields: { pcode: problem } })
}
