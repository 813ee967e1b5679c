import type { Tx } from '../db/handle.ts'
import { addAuditEvent } from '../db/audit.ts'
import { companiesToSweep } from '../features/file/storage/storage-queries.ts'
import { alertManagers } from '../features/user/notices/notice-queries.ts'
import { superPlaces } from '../features/user/notices/super-places.ts'
import type { JobSpec } from '../jobs.ts'
import type { Services } from '../services.ts'
import { eachRow } from '../sweeps/each-row.ts'
import type { KeptSum } from './kept-sums.ts'
import { byOwnConnection, recountSums } from './recount-sums.ts'
import type { SumDifference } from './sum-queries.ts'

const CHECK_JOB = 'sums.check'
const CHECK_SECONDS = 3600

/** At night, when lists have the database to themselves: each row of years is read once. */
export function sumJobs(services: Services): JobSpec[] {
  return [
    {
      name: CHECK_JOB,
      cron: '30 1 * * *',
      seconds: CHECK_SECONDS,
      handler: () => checkSums(services),
    },
  ]
}

/**
 * Compares what is kept with its rows, company by company. What differs is put right, and told: either a row was changed past the product,
 * or the product adds up wrongly.
 */
export async function checkSums(services: Services): Promise<void> {
  const companies = await companiesToSweep(services.q, CHECK_JOB)
  // One connection for all: a thousand companies would dial as often.
  await byOwnConnection(services, (q) =>
    eachRow(services, CHECK_JOB, companies, (db) => recountSums({ ...db, q }, tellOf)),
  )
}

async function tellOf(tx: Tx, of: KeptSum, found: readonly SumDifference[]): Promise<void> {
  tx.services.log.root.warn(
    { company: tx.companyId, sum: of.table, rows: found.length },
    'a kept sum differed from its rows',
  )
  addAuditEvent(tx, {
    action: 'data.recounted',
    entity: 'company',
    id: tx.companyId,
    after: { sum: of.title, mended: found.length, first: textOf(of, found[0]!) },
  })
  const notice = {
    kind: 'record_damaged',
    title: `${of.title}: сумма разошлась с записями и пересчитана. Проверьте по журналу, не меняли ли записи мимо программы`,
    href: superPlaces.damage(tx.companyId),
  } as const
  await alertManagers(tx, notice, null)
}

/** «2026-05-01, paid: −1 выплат, −100 коп.» */
function textOf({ keys, values }: KeptSum, found: SumDifference): string {
  const changes = Object.entries(values)
    .map(([column, unit]) => [Number(found[column]), unit] as const)
    .filter(([change]) => change !== 0)
    .map(([change, unit]) => `${change > 0 ? '+' : '−'}${Math.abs(change)} ${unit}`)
  const place = keys.map((key) => String(found[key])).join(', ')
  return `${place}${place && ': '}${changes.join(', ')}`
}
