import { mapFields } from '#contract/record/record-field.ts'
import { personFields } from '#contract/user/person-record.ts'
import { maskPersonal } from '../../audit/mask-personal.ts'
import type { UserRow } from '../user-shape.ts'

/** A user as recorded in the audit: what is personal is masked (security.md 7.1). */
export function maskedPerson(row: UserRow): object {
  return {
    ...mapFields(personFields, ({ personal }, name) =>
      personal ? maskPersonal(row[name]) : row[name],
    ),
    email: row.email && maskEmail(row.email),
    role: row.role,
    roles: row.roles,
    status: row.status,
    has_pcode: row.has_pcode,
    pcode_temporary: row.pcode_temporary,
  }
}

/** Letters go to the address, so its domain is shown. */
function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return `${email.slice(0, 1)}***${email.slice(at)}`
}
