import path from 'node:path'
import type pg from 'pg'
import type { DestinationStream } from 'pino'
import { NO_COMPANY } from './db/uuid.ts'
import { isClusterAt } from './db/spread/cluster.ts'
import { openLiveChanges } from './live/live-changes.ts'
import { lendingPool } from './db/connection/lending-pool.ts'
import { openPool } from './db/connection/pool.ts'
import { openSharedDatabase, shareOf } from './db/connection/shared-database.ts'
import { admitKeys } from './keys/known-keys.ts'
import { openFiles } from './storage/files.ts'
import { openJobs } from './jobs.ts'
import { openLog } from './log/log.ts'
import { openTraces } from './outbound/send-spans.ts'
import { openMailer } from './mail/mailer.ts'
import { openCipher } from './storage/encryption.ts'
import { openKeyRing, UNNOTICED_MS } from './storage/key-ring.ts'
import { openSessions } from './auth/sessions.ts'
import { openSessionKeys } from './auth/session-keys.ts'
import type { Config } from './config.ts'
import type { PoolLoad, Services } from './services.ts'

// Captures, the payment worker and the look at a session never wait for lists; each may have two.
const URGENT_POOL = 4
const URGENT_SHARE = 2

/**
 * Opens everything a server process needs over a migrated database; `close` gives it all back. `logTo` is for tests, which
 * read the log as a program would.
 */
export async function openServices(
  config: Config,
  logTo?: DestinationStream,
): Promise<Services & { close(): Promise<void> }> {
  const log = openLog(config.logLevel, logTo)
  const { databaseUrl, poolSize, deadlines } = config
  const pool = openPool({ databaseUrl, size: poolSize, deadlines })
  const urgentPool = openPool({
    databaseUrl,
    size: URGENT_POOL,
    name: 'priyomka-urgent',
    deadlines,
  })
  const isCluster = await isClusterAt(databaseUrl)
  const lenders = [lendingPool(pool, isCluster), lendingPool(urgentPool, isCluster)] as const
  const databaseOf = openSharedDatabase(lenders[0], poolSize, shareOf(poolSize))
  const urgentOf = openSharedDatabase(lenders[1], URGENT_POOL, URGENT_SHARE)
  const q = databaseOf(NO_COMPANY, 'server')
  // Its question must not wait behind calls: a process knows a new key within that time. A database that is away is asked by the next look.
  const keyReader = urgentOf(NO_COMPANY, 'keys')
  const ring = openKeyRing(config.keyFolders, (keys) => admitKeys(keyReader, keys))
  await ring.learn()
  const keys = openSessionKeys(config)
  const sessions = openSessions(urgentOf(NO_COMPANY, 'sessions'), keys)
  const learning = setInterval(() => {
    void ring.learn().catch(() => undefined)
    if (keys.learn()) sessions.forget()
  }, UNNOTICED_MS / 4).unref()
  const live = await openLiveChanges({
    databaseUrl: config.databaseUrl,
    answerMs: deadlines.listenMs,
    onRights: (change) => sessions.forget(change),
    onConnected(connected) {
      sessions.trustCache(connected)
      if (!connected) for (const lender of lenders) lender.distrust()
    },
  })
  const files = openFiles(path.join(config.dataDir, 'files'), config.files, deadlines.storeMs)
  const traces = config.tracesUrl ? openTraces(config.tracesUrl, log) : undefined
  const jobs = openJobs(databaseUrl, log, deadlines, traces)
  return {
    config,
    q,
    databaseOf,
    urgentOf,
    tokenKeys: keys,
    sessions,
    jobs,
    live,
    log,
    files,
    ring,
    seal: openCipher(ring),
    mail: config.mail && openMailer(config.mail, config.publicUrl),
    traces,
    pools: { calls: () => loadOf(pool), urgent: () => loadOf(urgentPool) },
    state: {},
    async close() {
      clearInterval(learning)
      await jobs.stop()
      await live.stop()
      files.close()
      await Promise.all([pool.end(), urgentPool.end()])
      await traces?.close()
      log.flush()
    },
  }
}

function loadOf({ totalCount, idleCount, options }: pg.Pool): PoolLoad {
  return { busy: totalCount - idleCount, size: options.max }
}
