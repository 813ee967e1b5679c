import { inTransaction, type Db } from '../../db/handle.ts'
import { addAuditEvent } from '../../db/audit.ts'
import type { JobSpec } from '../../jobs.ts'
import type { Services } from '../../services.ts'
import { eachRow } from '../../sweeps/each-row.ts'
import { settingsNow } from '../company/settings.ts'
import { alertManagers } from '../user/notices/notice-queries.ts'
import { superPlaces } from '../user/notices/super-places.ts'
import { roomOf } from './storage/storage-room.ts'
import {
  companiesToSweep,
  COUNT_SWEEP,
  DESTROY_SWEEP,
  destroyDueFiles,
  noteUse,
  recentlyDeleted,
  sumOfSizes,
  type StorageLevel,
} from './storage/storage-queries.ts'
import { sweepOwnerless } from './storage/sweep-ownerless.ts'
import { watchDisk } from './storage/watch-disk.ts'

// One transaction of so many files holds the company's chain for a moment only.
const FILES_AT_ONCE = 500
// The files of a busy year expire in one night; the rest waits for the next.
const BATCHES_A_NIGHT = 100

/** Bytes of files: how much room they take, which are due, and what the disk still holds of those that are gone. */
export function fileJobs(services: Services): JobSpec[] {
  return [
    { name: 'file.storage', cron: '20 * * * *', handler: () => countRoom(services) },
    {
      name: 'file.destroy',
      cron: '10 1 * * *',
      seconds: 3600,
      handler: () => destroyOldFiles(services, FILES_AT_ONCE, BATCHES_A_NIGHT),
    },
    { name: 'file.room', cron: '*/5 * * * *', handler: () => watchDisk(services) },
    {
      name: 'file.sweep',
      cron: '40 0 * * *',
      seconds: 3600,
      handler: async () => {
        await sweepDeleted(services)
        await sweepOwnerless(services)
      },
    },
  ]
}

/** Tells managers and supervisors once when a company's files pass 80 and 95 per cent of their room. */
export async function countRoom(services: Services): Promise<void> {
  await eachRow(
    services,
    COUNT_SWEEP,
    await companiesToSweep(services.q, COUNT_SWEEP),
    async (db) => {
      const [bytes, room] = [await sumOfSizes(db), await roomOf(db)]
      const level = levelOf(bytes, room)
      await inTransaction(db, async (tx) => {
        const before = await noteUse(tx, { bytes, room, level })
        if (level > before)
          await alertManagers(tx, fillingNotice(tx.companyId, level), tx.companyId)
      })
    },
  )
}

function levelOf(bytes: number, room: number): StorageLevel {
  const share = bytes / room
  if (share >= 0.95) return 95
  return share >= 0.8 ? 80 : 0
}

function fillingNotice(companyId: string, level: StorageLevel) {
  return {
    kind: 'storage_filling',
    title:
      level === 95
        ? 'Файлы заняли 95 % места компании: скоро фотографии перестанут сохраняться'
        : 'Файлы заняли 80 % места компании: попросите администратора добавить',
    href: '/operator/documents',
    superHref: superPlaces.company(companyId),
  } as const
}

/**
 * Destroys files past the years of their company. Rows first: a row that is marked is served no more, so nothing leads to
 * bytes that are gone; bytes whose removal was cut off are removed by the sweep of the next nights.
 */
export async function destroyOldFiles(
  services: Services,
  filesAtOnce: number,
  batches: number,
): Promise<void> {
  const companies = await companiesToSweep(services.q, DESTROY_SWEEP)
  await eachRow(services, DESTROY_SWEEP, companies, async (db) => {
    const { retention_years } = (await settingsNow(db)).rules
    for (let batch = 0; batch < batches; batch++)
      if ((await destroyBatch(db, retention_years, filesAtOnce)) < filesAtOnce) break
  })
}

async function destroyBatch(db: Db, years: number, limit: number): Promise<number> {
  const due = await inTransaction(db, async (tx) => {
    const files = await destroyDueFiles(tx, years, limit)
    for (const { id, kind } of files)
      addAuditEvent(tx, { action: 'file.destroy', entity: 'file', id, after: { kind, years } })
    return files
  })
  for (const { storage_key } of due) await db.services.files.remove(storage_key)
  return due.length
}

/** Removes the bytes of deleted files once more, in case the server fell between the row and the disk. */
export async function sweepDeleted(services: Services): Promise<void> {
  let page = await recentlyDeleted(services.q, undefined)
  while (page.length > 0) {
    for (const { storage_key } of page) await services.files.remove(storage_key)
    page = await recentlyDeleted(services.q, page.at(-1))
  }
}
