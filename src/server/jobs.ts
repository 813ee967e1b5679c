import type { Kysely } from 'kysely'
import { PgBoss, fromKysely, type JobWithMetadata } from 'pg-boss'
import type { DB } from './db/schema.ts'
import type { Deadlines } from './deadlines.ts'
import { openQueueDatabase } from './db/connection/queue-database.ts'
import type { Log } from './log/log.ts'
import { safeError } from './log/safe-error.ts'
import type { Traces } from './outbound/send-spans.ts'
import { currentTraceparent, inJobSpan } from './trace/spans.ts'

export interface JobSpec {
  readonly name: string
  /** The work of one job; a throw makes the queue repeat it with growing pauses. */
  handler(data: unknown, deadJob: DeadJob | undefined): Promise<void>
  /** How often a failed job is repeated before it is given up; five times by default. */
  readonly retries?: number
  /** How many run at once in this process. */
  readonly concurrency?: number
  /** Some of its jobs are enqueued for later, without a signal when they are due: one worker polls for them. */
  readonly later?: true
  /** Longer work than the three minutes of an ordinary job. */
  readonly seconds?: number
  /** A cron expression makes the job start by itself. */
  readonly cron?: string
  /** It runs at each start of a process as well. */
  readonly atStart?: true
  /** It goes on while payouts are held after a restore: it asks banks and pays nothing. */
  readonly whileHeld?: true
}

/** A job that was given up: its last try failed, or its process died in it. */
export interface DeadJob {
  readonly name: string
  readonly id: string
  readonly tries: number
}

/** Where the queue puts what was given up, in the same statement that fails it. */
export const DEAD_QUEUE = 'jobs.dead'

export interface EnqueueOptions {
  /** At most one waiting job a key: a second wake-up for the same record adds nothing. */
  readonly key?: string
  readonly afterSeconds?: number
}

export interface Jobs {
  /** Adds a job inside the transaction: it exists if and only if the change does. */
  enqueue(
    db: { readonly q: Kysely<DB> },
    name: string,
    data: object,
    options?: EnqueueOptions,
  ): Promise<void>
  /** May be called again with more of them. */
  start(specs: readonly JobSpec[]): Promise<void>
  stop(): Promise<void>
}

// A job is only a wake-up; what it finds in our tables decides. It is therefore short and safe to repeat.
const QUEUE = {
  policy: 'short',
  notify: true,
  retryLimit: 5,
  retryDelay: 2,
  retryBackoff: true,
  expireInSeconds: 180,
} as const

// PostgreSQL tells of a new job at once; a job that waits for its moment has to be looked for.
const POLL_S = 2
const IDLE_POLL_S = 30

export function openJobs(
  databaseUrl: string,
  log: Log,
  deadlines: Deadlines,
  traces?: Traces,
): Jobs {
  const db = openQueueDatabase(databaseUrl, deadlines)
  const boss = new PgBoss({
    db,
    schema: 'pgboss',
    // Its tables are the owner's, who migrates them with ours (`db/migrate.ts`).
    migrate: false,
    useListenNotify: true,
  })
  boss.on('error', (error) => log.failure({ event: 'the queue failed' }, error))
  let started = false
  return {
    async enqueue(db, name, data, options = {}) {
      const traceparent = currentTraceparent()
      await boss.send(name, traceparent ? { ...data, traceparent } : data, {
        db: fromKysely(db.q),
        ...(options.key && { singletonKey: options.key }),
        ...(options.afterSeconds !== undefined && { startAfter: options.afterSeconds }),
      })
    },
    async start(specs) {
      if (!started) await boss.start()
      started = true
      await boss.createQueue(DEAD_QUEUE)
      for (const spec of specs) await startOne(boss, log, spec, traces)
    },
    async stop() {
      if (started) await boss.stop({ graceful: true, timeout: 10_000 })
      await db.end()
    },
  }
}

async function startOne(
  boss: PgBoss,
  log: Log,
  spec: JobSpec,
  traces: Traces | undefined,
): Promise<void> {
  await prepareQueue(boss, spec)
  const workers: string[] = []
  for (let lane = 0; lane < (spec.concurrency ?? 1); lane++) {
    const looks = spec.later && lane === 0
    const worker = await boss.work(
      spec.name,
      {
        includeMetadata: true,
        pollingIntervalSeconds: POLL_S,
        notifyPollingIntervalSeconds: looks ? POLL_S : IDLE_POLL_S,
      },
      async ([job]) => {
        if (!job) return
        // More may have come due at the same moment, and only one worker looked.
        for (const other of workers) if (other !== worker) boss.notifyWorker(other)
        const work = () => spec.handler(job.data, deadJobOf(job))
        const about = { name: spec.name, kind: 'consumer' } as const
        await inJobSpan(traces?.record, traceOf(job.data), about, work).catch((error: unknown) => {
          const askForMore = () => boss.notifyWorker(worker)
          setTimeout(askForMore, latestRepeatMs(job.retryCount)).unref()
          log.failure(failureOf(job), error)
          // The queue stores what is thrown: without the row that failed, as the log.
          throw new Error(safeError(error).message)
        })
        // Without this nudge a backlog drains one job a poll.
        boss.notifyWorker(worker)
      },
    )
    workers.push(worker)
  }
  if (spec.cron) await boss.schedule(spec.name, spec.cron)
  if (spec.atStart) await boss.send(spec.name, {})
}

/** Who enqueued a job while traces were on said so in it. */
const traceOf = (data: unknown) => (data as { traceparent?: unknown } | null)?.traceparent

/** A queue of an older release learns where its dead jobs go. */
async function prepareQueue(boss: PgBoss, { name, seconds, retries }: JobSpec): Promise<void> {
  if (name === DEAD_QUEUE) return
  const { policy, ...changeable } = QUEUE
  const options = {
    ...changeable,
    deadLetter: DEAD_QUEUE,
    ...(seconds && { expireInSeconds: seconds }),
    ...(retries !== undefined && { retryLimit: retries }),
  }
  await boss.createQueue(name, { policy, ...options })
  await boss.updateQueue(name, options)
}

function deadJobOf(job: JobWithMetadata<unknown>): DeadJob | undefined {
  const { sourceName, sourceId, sourceRetryCount } = job
  if (sourceName === null || sourceId === null) return undefined
  return { name: sourceName, id: sourceId, tries: (sourceRetryCount ?? 0) + 1 }
}

function failureOf(job: JobWithMetadata<unknown>) {
  const isLast = job.retryCount >= job.retryLimit
  return {
    event: isLast ? 'a job failed for the last time' : 'a job failed and will be repeated',
    job: job.name,
    id: job.id,
    tries: job.retryCount + 1,
  }
}

/** When the queue has surely repeated what failed after so many repeats: its moment lies between half of it and all. */
function latestRepeatMs(repeats: number): number {
  return QUEUE.retryDelay * 2 ** (repeats + 1) * 1000 + 500
}
