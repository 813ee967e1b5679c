import { inTransaction, serverOf } from '../../../db/handle.ts'
import { NO_COMPANY } from '../../../db/uuid.ts'
import type { Services } from '../../../services.ts'
import { alertManagers, hasNotice } from '../../user/notices/notice-queries.ts'

const TITLES = {
  low: 'На диске сервера мало места: скоро файлы и фотографии не будут сохраняться',
  none: 'На диске сервера нет места: файлы и фотографии не сохраняются',
} as const

/** Removes what was left half written, and tells the super administrators of a filling disk, of each stage once a day. */
export async function watchDisk(services: Services): Promise<void> {
  await services.files.sweepUnfinished()
  const room = await services.files.room()
  if (room === 'enough') return
  const title = TITLES[room]
  services.log.root.warn({ room }, 'disk is filling')
  const db = serverOf(services, NO_COMPANY)
  await inTransaction(db, async (tx) => {
    const notice = { kind: 'disk_low', title, href: '/super' } as const
    if (!(await hasNotice(tx, notice, 24 * 60))) await alertManagers(tx, notice, null)
  })
}
