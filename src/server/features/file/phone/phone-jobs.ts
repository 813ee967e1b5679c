import type { JobSpec } from '../../../jobs.ts'
import type { Services } from '../../../services.ts'
import { eachRow } from '../../../sweeps/each-row.ts'
import { removePages } from './phone-links.ts'
import { deadLinksWithPages, PHONE_SWEEP } from './phone-queries.ts'

/** Pages of links that died without their scanner: a browser that was closed tells nothing. */
export function phoneJobs(services: Services): JobSpec[] {
  return [{ name: 'phone.sweep', cron: '*/10 * * * *', handler: () => sweepPhonePages(services) }]
}

export async function sweepPhonePages(services: Services): Promise<void> {
  const dead = await deadLinksWithPages(services.q)
  await eachRow(services, PHONE_SWEEP, dead, (db, { id }) => removePages(db, id))
}
