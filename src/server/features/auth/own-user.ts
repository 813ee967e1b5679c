import type { User } from '#contract/user/user-entities.ts'
import { needsSecondFactor } from '../../auth/needed-factor.ts'
import type { Db } from '../../db/handle.ts'
import { toUser, type UserRow } from '../user/user-shape.ts'

/**
 * The user of a session, and what must be done first: replace a printed password, set up the second factor. A key counts as
 * both factors.
 */
export function toOwnUser({ services }: Db, row: UserRow, byPasskey: boolean): User {
  const isSuper = row.role === 'SUPERVISOR'
  const isNeeded = needsSecondFactor(services.config, row) && !row.has_second_factor && !byPasskey
  return {
    ...toUser(row, isSuper),
    ...(row.password_printed && { password_needed: true }),
    ...(isNeeded && { second_factor_needed: true }),
  }
}
