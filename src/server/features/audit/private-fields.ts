import { ownValue } from '#contract/core/own-value.ts'
import { isSupervisor } from '../../auth/session.ts'
import type { Db } from '../../db/handle.ts'

/** Fields that a super administrator alone may read, by the event that holds them; the chain keeps and proves them whole. */
const PRIVATE_FIELDS: Readonly<Record<string, readonly string[]>> = {
  'user.end-sessions': ['reason'],
  'user.passkeys-remove': ['proof'],
  'user.second-factor-reset': ['proof'],
}

/** The values of an event that the caller may read: only people who manage people see why a person was signed out. */
export function readableValues(db: Db, action: string, values: unknown): unknown {
  const fields = ownValue(PRIVATE_FIELDS, action)
  const { session } = db.caller
  if (!fields || values === null || typeof values !== 'object') return values
  if (session && isSupervisor(session)) return values
  return Object.fromEntries(Object.entries(values).filter(([field]) => !fields.includes(field)))
}
