import type { UserRow } from '../user-shape.ts'

/** A user as recorded in the audit: phone and e-mail masked (security.md 7.1). */
export function maskedPerson(row: UserRow): object {
  return {
    full_name: row.full_name,
    position: row.position,
    phone: row.phone && maskPhone(row.phone),
    email: row.email && maskEmail(row.email),
    role: row.role,
    roles: row.roles,
    status: row.status,
    has_pcode: row.has_pcode,
    pcode_temporary: row.pcode_temporary,
  }
}

function maskPhone(phone: string): string {
  return `${phone.slice(0, 5)}***${phone.slice(-4)}`
}

function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return `${email.slice(0, 1)}***${email.slice(at)}`
}
