import { listenWide } from './admission/listen-wide.ts'
import { buildApp } from './app.ts'
import { syncActions } from './auth/rights/sync-actions-queries.ts'
import { BadSettings, endInWords, readConfig, type Config } from './config.ts'
import { prepareDatabase } from './db/roles/prepare-database.ts'
import { warnOfOtherHost } from './features/auth/passkey/other-host.ts'
import { storeShippedDirectory } from './features/bank/bik/shipped-directory.ts'
import { COMPARE_JOB } from './features/user/notices/audit-heads.ts'
import { sealClearQueries } from './features/user/webhook/seal-clear-queries.ts'
import { assertKeys, assertNoUnknownAtStart } from './keys/known-keys.ts'
import { peersOf } from './features/device/peers/peers.ts'
import { growHeapSlowly } from './admission/grow-heap-slowly.ts'
import { holdUntilReleased } from './installation/held-payouts.ts'
import type { Hold } from './installation/installation-queries.ts'
import { keepRemembering, recognizeRestore, remember } from './installation/recognize-restore.ts'
import { listenForMetrics } from './admission/listen-for-metrics.ts'
import { jobSpecs } from './routes.ts'
import { assertFilesReachable } from './features/file/storage/move/check-files.ts'
import { openServices } from './open-services.ts'
import type { Services } from './services.ts'
import { stopServing } from './answers/stop-serving.ts'

// A bank call in progress may take 35 s (security.md 9.4); after that recovery finds what was cut off.
const STOP_DEADLINE_MS = 40_000

async function main(): Promise<void> {
  growHeapSlowly()
  const config = readConfig()
  await prepareDatabase(config)
  const services = await openServices(config)
  await assertKeys(services)
  await assertNoUnknownAtStart(services)
  const hold = await recognizeRestore(services)
  // Before the first call can come.
  services.state.hold = hold
  await syncActions(services.q, config.demo)
  await storeShippedDirectory(services)
  await warnOfOtherHost(services)
  await sealClearQueries(services)
  await services.files.sweepUnfinished()
  await assertFilesReachable(services)
  const app = await buildApp(services)
  await listen(app, config)
  const metrics = await listenForMetrics(services)
  await peersOf(services).met
  const stopping = new AbortController()
  await startJobs(services, hold, stopping.signal)
  const stop = once(async () => {
    setTimeout(() => process.exit(1), STOP_DEADLINE_MS).unref()
    stopping.abort()
    await stopServing(app, services)
    metrics?.close()
    await services.close()
    process.exit(0)
  })
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop)
  // The launcher is gone: no other program would stop this process.
  process.on('disconnect', stop)
  process.send?.({ ready: true })
  console.log(JSON.stringify({ ready: true, url: config.publicUrl }))
}

/** After a restore only what asks banks runs, until two people let payouts go. */
async function startJobs(
  services: Services,
  hold: Hold | undefined,
  stopping: AbortSignal,
): Promise<void> {
  const specs = jobSpecs(services)
  const startRest = async () => {
    await services.jobs.start(specs.filter((spec) => !spec.whileHeld))
    // Whoever started this process starts it again, and its payouts are held from the first call on.
    keepRemembering(services, stopping, () => process.exit(1))
  }
  await services.jobs.start(specs.filter((spec) => spec.whileHeld))
  await services.jobs.enqueue(services, COMPARE_JOB, {}, { key: 'start' })
  if (!hold) return startRest()
  void holdUntilReleased(services, hold, stopping)
    .then(() => (stopping.aborted ? undefined : remember(services).then(startRest)))
    .catch((error: unknown) =>
      services.log.failure({ event: 'released work did not start' }, error),
    )
}

async function listen(app: Awaited<ReturnType<typeof buildApp>>, config: Config): Promise<void> {
  const { host, port } = config
  await listenWide(app, { host, port }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error
    throw new BadSettings(`Неверные настройки:\n  PORT: порт ${port} занят другой программой`)
  })
}

function once(work: () => Promise<void>): () => void {
  let called = false
  return () => {
    if (called) return
    called = true
    void work()
  }
}

await main().catch(endInWords)
