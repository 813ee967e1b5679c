import type { Route } from '#http/serve.ts'
import { addAuditEvent } from '../db/audit.ts'
import { inTransaction, serverOf, type Db } from '../db/handle.ts'
import { alertManagers, hasNotice } from '../features/user/notices/notice-queries.ts'
import { superPlaces } from '../features/user/notices/super-places.ts'
import { DamagedRecord, damagedParts, type Damage } from './damaged-record.ts'
import { isDestroyed, lockReporting, wasReported } from './damage-queries.ts'

const ACTION = 'data.damaged'
const DAY_MINUTES = 24 * 60

/**
 * A sign of tampering: the journal of the company says which record it is, once a day, and the super administrators are told. Over
 * connections of the server, since a reader may be in a transaction that writes nothing or is about to be rolled back.
 */
export async function reportDamage(reader: Db, damage: Damage): Promise<void> {
  const { companyId, caller, services } = reader
  const { entity, id, part, recorded, found } = damage
  const db = serverOf(services, companyId, caller)
  await inTransaction(db, async (tx) => {
    await lockReporting(tx, id)
    if (entity === 'file' && (await isDestroyed(tx, id))) return
    if (await wasReported(tx, { action: ACTION, entity, id, part })) return
    const before = { sha256: recorded ?? null }
    const after = { part, sha256: found ?? null }
    addAuditEvent(tx, { action: ACTION, entity, id, before, after, quiet: true })
    // A disk that was lost has thousands of records: the company's journal names them all, the bell leads there.
    const notice = {
      kind: 'record_damaged',
      title: `${damagedParts[part]}: байты не те, что были записаны. Возможна подмена: журнал покажет все такие записи`,
      href: superPlaces.damage(companyId),
    } as const
    if (!(await hasNotice(tx, notice, DAY_MINUTES))) await alertManagers(tx, notice, null)
  })
}

/** The route, whose refusal of a damaged record is reported before it is answered. */
export function reportingDamage(route: Route<Db>): Route<Db> {
  return {
    ...route,
    async handler(db, input) {
      try {
        return await route.handler(db, input)
      } catch (error) {
        if (error instanceof DamagedRecord) await reportDamage(db, error.damage)
        throw error
      }
    },
  }
}

/** Undefined for what is not what was stored, which is reported: the rest of a file or a card goes on. */
export async function unlessDamaged<T>(db: Db, read: () => T | Promise<T>): Promise<T | undefined> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof DamagedRecord)) throw error
    await reportDamage(db, error.damage)
    return undefined
  }
}
