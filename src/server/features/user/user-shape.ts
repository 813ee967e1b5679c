import { sql, type SelectQueryBuilder } from 'kysely'
import type { User, UserStatus } from '#contract/user-entities.ts'
import type { DB } from '../../db/schema.ts'

export interface UserRow {
  id: string
  login: string
  status: string
  role: string
  roles: string[]
  company_id: string | null
  full_name: string
  position: string | null
  phone: string | null
  email: string | null
  has_pcode: boolean
  has_password: boolean
  pcode_temporary: boolean
  last_sign_in_at: string | null
  company_name: string | null
  created_at: string
  version: number
}

type Named = { u: DB['app_user']; c: Nullable<DB['company']> }
type Nullable<T> = { [K in keyof T]: T[K] | null }

/** What `toUser` needs, from `app_user as u` with its `company as c`. */
export function selectUser(query: SelectQueryBuilder<DB & Named, 'u' | 'c', object>) {
  return query
    .select([
      'u.id',
      'u.login',
      'u.status',
      'u.role',
      'u.roles',
      'u.company_id',
      'u.full_name',
      'u.position',
      'u.phone',
      'u.email',
      'u.pcode_temporary',
      'u.created_at',
      'u.version',
      'c.name as company_name',
    ])
    .select([
      sql<boolean>`u.pcode_hmac is not null`.as('has_pcode'),
      sql<boolean>`u.password_hash is not null`.as('has_password'),
      sql<string | null>`(select max(s.signed_in_at) from session as s where s.user_id = u.id)`.as(
        'last_sign_in_at',
      ),
    ])
}

/** A person as every call answers him; `detailed` adds what only SUPERVISOR is told. */
export function toUser(row: UserRow, detailed = false): User {
  return {
    id: row.id,
    login: row.login,
    status: row.status as UserStatus,
    info: {
      role: row.role as User['info']['role'],
      roles: row.roles as User['info']['roles'],
      company_id: row.company_id,
      full_name: row.full_name,
      position: row.position,
      phone: row.phone,
      email: row.email,
    },
    company_name: row.company_name,
    has_pcode: row.has_pcode,
    pcode_temporary: row.pcode_temporary,
    ...(detailed && { has_password: row.has_password }),
    last_sign_in_at: row.last_sign_in_at,
    created_at: row.created_at,
    version: row.version,
  }
}
