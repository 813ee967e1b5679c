import { inTransaction, type Db } from '../../db/handle.ts'
import { addAuditEvent } from '../../db/audit.ts'
import { raiseFlag } from '../../flags.ts'
import type { JobSpec } from '../../jobs.ts'
import type { Services } from '../../services.ts'
import { eachRow } from '../../sweeps/each-row.ts'
import { alertManagers } from '../user/notices/notice-queries.ts'
import { settingsNow } from '../company/settings.ts'
import {
  COMPANIES,
  companiesWithVisits,
  VISITS,
  visitsLeftUnweighed,
  visitsOver,
} from './change/long-stay-queries.ts'
import { changeVisit, lockVisit } from './visit-queries.ts'

/** Vehicles that stay too long are marked every ten minutes; a visit is never voided by itself (domain.md 6.2). */
export function visitJobs(services: Services): JobSpec[] {
  return [
    { name: 'transaction.stale', cron: '*/10 * * * *', handler: () => markLongStays(services) },
  ]
}

/** Safe to repeat: a marked visit is not found again. */
export async function markLongStays(services: Services): Promise<void> {
  const companies = await companiesWithVisits(services.q)
  await eachRow(services, COMPANIES, companies, async (db) => {
    const { stale_hours } = (await settingsNow(db)).modules_cfg.weight!
    await eachRow(services, VISITS, await visitsOver(db, stale_hours), (own, row) =>
      markLongStay(own, row.id, stale_hours),
    )
    await eachRow(services, VISITS, await visitsLeftUnweighed(db), (own, row) =>
      markLeft(own, row.id, row.why),
    )
  })
}

/** The load itself waits for an explanation as well; the visit tells whose weight out is missing. */
async function markLeft(db: Db, id: string, why: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    const visit = await lockVisit(tx, id)
    if (visit?.status !== 'in') return
    const flags = raiseFlag(visit.flags, 'left_unweighed', new Date().toISOString(), { why })
    await changeVisit(tx, id, { flags: JSON.stringify(flags) })
    await alertManagers(
      tx,
      {
        kind: 'long_on_site',
        title: `Машина ${visit.carnumber ?? 'без номера'} уехала без взвешивания: заезд ${visit.number}`,
        href: `/operator/transactions?id=${id}`,
      },
      tx.companyId,
    )
    addAuditEvent(tx, { action: 'transaction.left', entity: 'transaction', id, after: { why } })
  })
}

async function markLongStay(db: Db, id: string, hours: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    const visit = await lockVisit(tx, id)
    if (visit?.status !== 'in') return
    const flags = raiseFlag(visit.flags, 'stale', new Date().toISOString())
    await changeVisit(tx, id, { flags: JSON.stringify(flags) })
    await alertManagers(
      tx,
      {
        kind: 'long_on_site',
        title: `Машина ${visit.carnumber ?? 'без номера'} на площадке больше ${hours} ч: заезд ${visit.number}`,
        href: `/operator/transactions?id=${id}`,
      },
      tx.companyId,
    )
    addAuditEvent(tx, { action: 'transaction.stale', entity: 'transaction', id })
  })
}
