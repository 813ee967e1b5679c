import path from 'node:path'
import { openLiveChanges } from './live/live-changes.ts'
import { openPool, openDatabase } from './db/pool.ts'
import { openFileStore } from './file-store.ts'
import { openJobs } from './jobs.ts'
import { openSeal } from './seal.ts'
import { openSessions } from './auth/sessions.ts'
import { tokenKeys } from './auth/tokens.ts'
import { removeStaleUploads } from './body/receive-file.ts'
import type { Config } from './config.ts'
import type { Services } from './services.ts'

/** Opens everything a server process needs over a migrated database; `close` gives it all back. */
export async function openServices(
  config: Config,
  onError: (error: Error) => void,
): Promise<Services & { close(): Promise<void> }> {
  await removeStaleUploads(config.dataDir)
  const pool = openPool({ databaseUrl: config.databaseUrl, size: config.poolSize })
  const q = openDatabase(pool)
  const keys = tokenKeys(config.secrets.session, config.publicUrl)
  const sessions = openSessions(q, keys)
  const live = await openLiveChanges({
    databaseUrl: config.databaseUrl,
    onRights: (change) => sessions.forget(change),
    onConnected: (connected) => sessions.trustCache(connected),
  })
  const jobs = openJobs(config.databaseUrl, onError)
  return {
    config,
    q,
    tokenKeys: keys,
    sessions,
    jobs,
    live,
    files: openFileStore(path.join(config.dataDir, 'files')),
    seal: openSeal(config.secrets.seal),
    extra: new Map(),
    async close() {
      await jobs.stop()
      await live.stop()
      await q.destroy()
    },
  }
}
