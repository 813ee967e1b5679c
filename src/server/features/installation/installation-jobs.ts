import { inTransaction, serverOf } from '../../db/handle.ts'
import { NO_COMPANY } from '../../db/uuid.ts'
import type { JobSpec } from '../../jobs.ts'
import { readHold } from '../../installation/installation-queries.ts'
import type { Services } from '../../services.ts'
import { alertManagers, hasNotice } from '../user/notices/notice-queries.ts'
import { readBackups } from './release-queries.ts'

const HREF = '/super/state'
const DAY_MINUTES = 1440

export function installationJobs(services: Services): JobSpec[] {
  return [
    {
      name: 'installation.watch',
      cron: '7 * * * *',
      atStart: true,
      whileHeld: true,
      handler: () => watchInstallation(services),
    },
  ]
}

/** Tells super administrators once a day of payouts that are held, and of a backup that is not there. */
export async function watchInstallation(services: Services): Promise<void> {
  const hold = await readHold(services.q)
  if (hold)
    await tell(services, 'restored', `Выплаты ждут: ${hold.why}. Сверьте банки и отпустите вдвоём`)
  const { last, is_late: isLate } = await readBackups(services.q)
  if (services.config.backup && isLate)
    await tell(
      services,
      'backup_late',
      last ? `Последняя резервная копия: ${last.name}` : 'Резервной копии ещё нет ни одной',
    )
}

async function tell(services: Services, kind: 'restored' | 'backup_late', title: string) {
  await inTransaction(serverOf(services, NO_COMPANY), async (tx) => {
    const notice = { kind, title: title.slice(0, 200), href: HREF }
    if (!(await hasNotice(tx, notice, DAY_MINUTES))) await alertManagers(tx, notice, null)
  })
}
