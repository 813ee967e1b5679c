import type { JobSpec } from '../../jobs.ts'
import type { Services } from '../../services.ts'
import { recentlyDeletedKeys } from './file-queries.ts'
import { watchDisk } from './watch-disk.ts'

/** Removes the bytes of deleted files once more each night, in case the server fell between the row and the disk. */
export function fileJobs(services: Services): JobSpec[] {
  return [
    {
      name: 'file.sweep',
      cron: '40 0 * * *',
      handler: async () => {
        for (const key of await recentlyDeletedKeys(services.q)) await services.files.remove(key)
      },
    },
    { name: 'file.room', cron: '*/5 * * * *', handler: () => watchDisk(services) },
  ]
}
