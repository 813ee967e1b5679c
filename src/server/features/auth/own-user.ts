import type { User } from '#contract/user/user-entities.ts'
import type { Db } from '../../db/handle.ts'
import { toUser, type UserRow } from '../user/user-shape.ts'

/**
 * Whom a session belongs to, and what must be done before anything else: a printed password replaced, the second factor set up; a key is
 * both factors.
 */
export function toOwnUser({ services }: Db, row: UserRow, byPasskey: boolean): User {
  const isSuper = row.role === 'SUPERVISOR'
  const isNeeded =
    isSuper && services.config.superSecondFactor && !row.has_second_factor && !byPasskey
  return {
    ...toUser(row, isSuper),
    ...(row.password_printed && { password_needed: true }),
    ...(isNeeded && { second_factor_needed: true }),
  }
}
