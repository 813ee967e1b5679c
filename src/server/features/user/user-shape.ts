import { storedFields, type StoredFields } from '#contract/record/record-field.ts'
import { personFields } from '#contract/user/person-record.ts'
import type { User, UserStatus } from '#contract/user/user-entities.ts'

export interface UserRow extends StoredFields<typeof personFields> {
  id: string
  login: string
  status: string
  role: string
  roles: string[]
  company_id: string | null
  has_pcode: boolean
  has_password: boolean
  password_printed: boolean
  pcode_temporary: boolean
  blocked_by_platform: boolean
  has_second_factor: boolean
  last_sign_in_at: string | null
  company_name: string | null
  created_at: string
  version: number
}

/** A user as every call answers them; `detailed` adds what only SUPERVISOR sees. */
export function toUser(row: UserRow, detailed = false): User {
  return {
    id: row.id,
    login: row.login,
    status: row.status as UserStatus,
    info: {
      role: row.role as User['info']['role'],
      roles: row.roles as User['info']['roles'],
      company_id: row.company_id,
      ...storedFields(personFields, row),
    },
    company_name: row.company_name,
    has_pcode: row.has_pcode,
    pcode_temporary: row.pcode_temporary,
    ...(row.blocked_by_platform && { blocked_by_platform: true as const }),
    has_second_factor: row.has_second_factor,
    ...(detailed && { has_password: row.has_password }),
    last_sign_in_at: row.last_sign_in_at,
    created_at: row.created_at,
    version: row.version,
  }
}
