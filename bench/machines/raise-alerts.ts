import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '../../scripts/ports.ts'
import { PROMETHEUS } from '../../scripts/prometheus.ts'
import { tell } from '../tell.ts'
import type { HaCluster } from './ha-cluster.ts'

const DEPLOY = path.resolve(import.meta.dirname, '../../deploy/prometheus')
const LOOK_MS = 250
/** The next scrape and the next look at the rules have passed twice. */
const SETTLE_MS = 4000
/** A machine that comes back may copy its data anew. */
const PATIENCE_MS = 120_000
/** More than the rule lets the standby be behind. */
const WRITTEN_MB = 96

/** A fault of a machine or of a person, what it must fire, and how it ends. */
interface Fault {
  readonly what: string
  readonly alerts: readonly string[]
  raise(): Promise<void>
  end(): Promise<void>
}

/**
 * Raises each fault in a real cluster under a real Prometheus with the shipped files: its alerts fire, and end with it. Two leaders at
 * once, which Patroni is there to prevent, are proved by promtool alone.
 */
export async function raiseAlerts(cluster: HaCluster, dir: string): Promise<void> {
  const prometheus = await startPrometheus(cluster, dir)
  try {
    await prometheus.until((now) => now.length === 0, 'no alert fires')
    await pause(SETTLE_MS)
    for (const fault of faultsOf(cluster)) {
      const before = await prometheus.firing()
      if (before.length > 0) throw new Error(`before «${fault.what}» fire ${before.join(', ')}`)
      const startedAt = performance.now()
      await fault.raise()
      const fired = await prometheus.until(
        (now) => fault.alerts.every((name) => now.includes(name)),
        `${fault.alerts.join(', ')} at «${fault.what}»`,
      )
      const seconds = Number(((performance.now() - startedAt) / 1000).toFixed(1))
      tell({ name: `alerts: ${fault.what}`, value: seconds, unit: 's', fired })
      await fault.end()
      await prometheus.until((now) => now.length === 0, `the end of «${fault.what}»`)
    }
  } finally {
    await prometheus.stop()
  }
}

function faultsOf(cluster: HaCluster): Fault[] {
  const names = { primary: '', standby: '' }
  return [
    {
      what: 'Patroni is paused',
      alerts: ['PriyomkaClusterPaused'],
      raise: () => cluster.configure({ pause: true }),
      end: () => cluster.configure({ pause: null }),
    },
    {
      what: 'the standby is synchronous no more',
      alerts: ['PriyomkaClusterNoStandby'],
      raise: () => cluster.configure({ synchronous_mode: false }),
      end: () => cluster.configure({ synchronous_mode: true }),
    },
    {
      what: 'the standby replays nothing',
      alerts: ['PriyomkaClusterStandbyLate'],
      async raise() {
        names.standby = await cluster.nameOf('sync')
        await ask(cluster.urlOf(names.standby, 'postgres'), 'select pg_wal_replay_pause()')
        await ask(
          cluster.url('postgres'),
          `create table ballast as select repeat(md5(n::text), 32) as text from generate_series(1, ${WRITTEN_MB} * 1024) as n`,
        )
      },
      async end() {
        await ask(cluster.urlOf(names.standby, 'postgres'), 'select pg_wal_replay_resume()')
        await ask(cluster.url('postgres'), 'drop table ballast')
      },
    },
    {
      what: 'the machine of the standby dies',
      alerts: ['PriyomkaClusterMachineGone', 'PriyomkaEtcdMemberGone'],
      async raise() {
        names.standby = await cluster.nameOf('sync')
        cluster.kill(names.standby)
      },
      end: () => cluster.revive(names.standby),
    },
    {
      what: 'the machine of the primary dies',
      alerts: ['PriyomkaClusterNoLeader', 'PriyomkaProxyNoDatabase', 'PriyomkaClusterMachineGone'],
      async raise() {
        names.primary = await cluster.nameOf('primary')
        cluster.kill(names.primary)
      },
      end: () => cluster.revive(names.primary),
    },
    {
      what: 'etcd loses its majority',
      alerts: ['PriyomkaEtcdNoQuorum', 'PriyomkaClusterNoLeader', 'PriyomkaProxyNoDatabase'],
      async raise() {
        names.standby = await cluster.nameOf('sync')
        for (const name of [names.standby, 'witness']) cluster.kill(name)
      },
      end: () => cluster.revive('witness', names.standby),
    },
  ]
}

async function ask(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}

/** The shipped files; only how long a fault must last, how often it is looked for and where the programs are is of a drill. */
function writeSettings({ watched }: HaCluster, dir: string): string {
  for (const file of ['priyomka.rules.yml', 'cluster.rules.yml'])
    writeFileSync(
      path.join(dir, file),
      readFileSync(path.join(DEPLOY, file), 'utf8').replaceAll(/for: \w+/g, 'for: 0s'),
    )
  let text = readFileSync(path.join(DEPLOY, 'prometheus.yml'), 'utf8')
    .replaceAll(/interval: \w+/g, 'interval: 1s')
    .replaceAll(/^ {2}# (- job_name| {2}static_configs| {4}- targets)/gm, '  $1')
  for (const [job, places] of Object.entries(watched)) {
    const targets = new RegExp(`(job_name: ${job}\n.*\n +- targets: ).*`)
    if (!targets.test(text)) throw new Error(`prometheus.yml has no job ${job}`)
    text = text.replace(targets, `$1${JSON.stringify(places)}`)
  }
  // The server itself is not part of it.
  text = text.replace(/ {2}- job_name: priyomka\n[^]*?(?= {2}- job_name)/, '')
  const settings = path.join(dir, 'prometheus.yml')
  writeFileSync(settings, text)
  return settings
}

async function startPrometheus(cluster: HaCluster, dir: string) {
  const port = await freePort()
  const child = spawn(
    PROMETHEUS,
    [
      `--config.file=${writeSettings(cluster, dir)}`,
      `--storage.tsdb.path=${path.join(dir, 'series')}`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--log.level=error',
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  )
  const read = async <T>(what: string): Promise<T | undefined> => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/${what}`).catch(() => undefined)
    return answer?.ok ? ((await answer.json()) as { data: T }).data : undefined
  }
  interface Alert {
    readonly labels: Readonly<Record<string, string>>
    readonly state: string
  }
  interface Target {
    readonly health: string
  }
  /** Undefined before each program was asked at least once. */
  const look = async () => {
    const targets = await read<{ activeTargets: readonly Target[] }>('targets')
    const asked = targets?.activeTargets.filter(({ health }) => health !== 'unknown') ?? []
    if (asked.length !== Object.values(cluster.watched).flat().length) return undefined
    const told = await read<{ alerts: readonly Alert[] }>('alerts')
    return told?.alerts.flatMap(({ state, labels }) =>
      state === 'firing' ? [labels['alertname']!] : [],
    )
  }
  return {
    firing: async () => (await look()) ?? [],
    async until(fits: (now: readonly string[]) => boolean, what: string): Promise<string[]> {
      const end = performance.now() + PATIENCE_MS
      let now: string[] | undefined
      while (performance.now() < end) {
        now = await look()
        if (now && fits(now)) return [...new Set(now)].toSorted()
        await pause(LOOK_MS)
      }
      throw new Error(`not in time: ${what}; now fire: ${(now ?? []).join(', ') || 'none'}`)
    },
    async stop() {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}
