import type { CallInput } from '#contract/core/call.ts'
import type { user } from '#contract/user/user.ts'
import { refuse } from '#http/refusal.ts'
import type { Answer } from '#http/serve.ts'
import { hasRole } from '../../../auth/session.ts'
import { inTransaction, type Db } from '../../../db/handle.ts'
import { addAuditEvent } from '../../../db/audit.ts'
import * as queries from './preference-queries.ts'

/** Own settings of screens and those that the company shares. */
export async function getPreferences(db: Db): Promise<Answer<typeof user.getPreferences>> {
  const rows = await queries.preferences(db)
  return rows.map((row) => ({ ...row, scope: row.scope as 'user' | 'company' }))
}

/**
 * Sets one setting, or removes it by null. With a version it is changed only if it is still that version, 0 for one that is not
 * there yet; without one the last writer wins, since two tabs of one person mean the same.
 */
export function updatePreference(
  db: Db,
  { body }: CallInput<typeof user.updatePreference>,
): Promise<Answer<typeof user.updatePreference>> {
  const { scope, key, value, version } = body
  const shared = scope === 'company'
  if (shared && !hasRole(db.caller.session!, 'MANAGER'))
    refuse('access.denied', { message: 'Общие настройки меняет управляющий' })
  return inTransaction(db, async (tx) => {
    const before = await queries.lockPreference(tx, scope, key)
    if (version !== undefined && (before?.version ?? 0) !== version) refuse('common.stale')
    if (value === null) {
      if (before) await queries.dropPreference(tx, before.id)
      return null
    }
    if (!before && (await queries.countPreferences(tx, scope)) >= queries.MAX_PREFERENCES)
      refuse('preference.too-many')
    const { id, ...row } = await queries.putPreference(tx, scope, key, value)
    // Only a shared setting is other people's business.
    if (shared)
      addAuditEvent(tx, { action: 'preference.update', entity: 'preference', id, after: { key } })
    return { ...row, scope }
  })
}
