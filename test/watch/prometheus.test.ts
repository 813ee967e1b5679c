import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { DEADLINES } from '#server/deadlines.ts'
import { serverOf } from '#server/db/handle.ts'
import { inTransaction } from '#server/db/handle.ts'
import { uuidv7 } from '#server/db/uuid.ts'
import { listenForMetrics } from '#server/admission/listen-for-metrics.ts'
import '#server/features/installation/figures/figures.ts'
import { PROMETHEUS } from '../../scripts/prometheus.ts'
import { standBetween, type Between } from '../failures/tcp-between.ts'
import { unusedPort } from '../support/server-program.ts'
import { until } from '../support/until.ts'
import { openWorld } from '../support/world.ts'

const deploy = path.resolve(import.meta.dirname, '../../deploy/prometheus')
let line: Between | undefined
const token = 'prometheus-proves-itself-by-this-token'
const world = await openWorld({
  jobs: true,
  config: {
    metrics: { host: '127.0.0.1', port: 0, token },
    backup: { dir: '/nowhere', recipient: 'age1', keepDays: 35 },
    deadlines: DEADLINES,
  },
  through: async (url) => {
    const at = new URL(url)
    line = await standBetween(Number(at.port))
    at.port = String(line.port)
    return at.href
  },
})
const { services, own } = world
const listener = await listenForMetrics(services)
const dir = await mkdtemp(path.join(os.tmpdir(), 'priyomka-prometheus-'))
const port = await unusedPort()
await writeSettings()
const watcher = spawn(
  PROMETHEUS,
  [
    `--config.file=${dir}/prometheus.yml`,
    `--storage.tsdb.path=${dir}/data`,
    `--web.listen-address=127.0.0.1:${port}`,
    '--log.level=error',
  ],
  { stdio: ['ignore', 'ignore', 'pipe'] },
)
let said = ''
watcher.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
const ended = new Promise<void>((resolve) => watcher.once('close', () => resolve()))
after(async () => {
  line!.cut(false)
  watcher.kill('SIGKILL')
  await ended
  listener!.close()
  await world.close()
  await line!.close()
  await rm(dir, { recursive: true, force: true })
})

/** The shipped files; only how long a fault must last and how often it is looked for are those of a test. */
async function writeSettings(): Promise<void> {
  const rules = await readFile(path.join(deploy, 'priyomka.rules.yml'), 'utf8')
  await writeFile(path.join(dir, 'priyomka.rules.yml'), rules.replaceAll(/for: \w+/g, 'for: 0s'))
  await writeFile(path.join(dir, 'token'), token)
  const settings = await readFile(path.join(deploy, 'prometheus.yml'), 'utf8')
  const own = settings
    .replaceAll(/interval: \w+/g, 'interval: 1s')
    .replace('127.0.0.1:9464', `127.0.0.1:${listener!.port}`)
    .replace('# authorization:', 'authorization:')
    .replace(/#( +credentials_file:) .*/, `$1 ${dir}/token`)
  assert.match(own, /^ {4}authorization:\n {5,}credentials_file: \/\S+token$/m)
  await writeFile(path.join(dir, 'prometheus.yml'), own)
}

interface Alert {
  readonly labels: Readonly<Record<string, string>>
  readonly state: string
}

async function firing(): Promise<string[]> {
  assert.equal(watcher.exitCode, null, said)
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/alerts`).catch(() => undefined)
  if (!answer?.ok) return []
  const { data } = (await answer.json()) as { data: { alerts: readonly Alert[] } }
  return data.alerts
    .filter(({ state }) => state === 'firing')
    .map(({ labels }) => labels['alertname']!)
}
const fires = (...names: string[]) =>
  until(firing, (now) => names.every((name) => now.includes(name)))
const ends = (...names: string[]) =>
  until(firing, (now) => now.length > 0 && names.every((name) => !now.includes(name)))
const lookNow = () => void (services.state.figures!.begunAt = -Infinity)

test('a real Prometheus fires for real faults, and its alerts end with them', async () => {
  // No backup was ever taken.
  await fires('PriyomkaBackupLate')
  assert.ok(!(await firing()).includes('PriyomkaDatabaseAway'))

  await services.jobs.start([
    {
      name: 'test.doomed',
      retries: 0,
      handler: () => Promise.reject(new Error('it cannot be done')),
    },
  ])
  await inTransaction(serverOf(services, own.id), (tx) =>
    services.jobs.enqueue(tx, 'test.doomed', {}),
  )
  await until(async () => {
    const { rows } = await sql`select from pgboss.job where source_name = 'test.doomed'`.execute(
      services.q,
    )
    return rows.length > 0
  })
  await sql`insert into agent (company_id, id, site_id, public_key, program_version, status, last_seen_at)
    values (${own.id}, ${uuidv7()}, ${own.siteId}, 'x', '1', 'offline', now() - interval '1 hour')`.execute(
    services.q,
  )
  lookNow()
  await fires('PriyomkaJobDied', 'PriyomkaAgentGone')

  line!.cut(true)
  await fires('PriyomkaDatabaseAway')
  // What only the database knows is unknown now, and not still true.
  await ends('PriyomkaJobDied', 'PriyomkaAgentGone', 'PriyomkaBackupLate')
  line!.cut(false)
  lookNow()
  await fires('PriyomkaJobDied', 'PriyomkaAgentGone', 'PriyomkaBackupLate')
  await ends('PriyomkaDatabaseAway')

  listener!.close()
  await fires('PriyomkaDown')
})
