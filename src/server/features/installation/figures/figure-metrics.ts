import { Gauge, type Registry } from 'prom-client'
import type { Services } from '../../../services.ts'
import { boundedLabel } from '../../../watch/bounded-label.ts'
import { MAX_COMPANIES } from '../../../watch/meters.ts'
import { hubOf } from '../../device/link/hub.ts'
import { arePayoutsHeld } from '../../../installation/held-payouts.ts'
import { figureGroups, figuresNow, type Figures } from './figures.ts'

/** One measured value: labels by name, and the number. */
type Sample = readonly [Readonly<Record<string, string>>, number]
interface Measure {
  readonly name: string
  readonly help: string
  readonly labels?: readonly string[]
  /** Undefined: not known, so the series is absent and an alert says so. */
  read(figures: Figures, services: Services): readonly Sample[] | undefined
}

const DISK_ROOM = { none: 0, low: 1, enough: 2 } as const
const one = (value: number | undefined): readonly Sample[] | undefined =>
  value === undefined ? undefined : [[{}, value]]

/** Adds the figures of the installation to the metrics of this process. */
export function addFigureMetrics(services: Services): void {
  const { meters } = services.state
  if (!meters) return
  // All gauges of one scrape share one look.
  let look: Promise<Figures> | undefined
  const figures = () => (look ??= figuresNow(services).finally(() => (look = undefined)))
  for (const measure of [...databaseMeasures(), ...processMeasures(), ...siteMeasures()])
    addGauge(meters, measure, async () => measure.read(await figures(), services))
  addDisk(meters, services)
}

function addGauge(
  meters: Registry,
  { name, help, labels = [] }: Measure,
  read: () => Promise<readonly Sample[] | undefined>,
): void {
  const gauge = new Gauge({
    name: `priyomka_${name}`,
    help,
    labelNames: [...labels],
    registers: [],
    async collect() {
      const samples = await read()
      // Without this a series would stay at its last good value.
      this.reset()
      if (labels.length === 0) this.remove()
      for (const [of, value] of samples ?? []) this.set(of, value)
    },
  })
  meters.registerMetric(gauge)
}

function databaseMeasures(): Measure[] {
  const ofDatabase = (read: (all: NonNullable<Figures['values']['database']>) => number) => {
    return ({ values }: Figures) => one(values.database && read(values.database))
  }
  return [
    {
      name: 'database_up',
      help: '1 while the database answers this process',
      read: ({ isDatabaseUp }) => one(Number(isDatabaseUp)),
    },
    {
      name: 'figures_up',
      help: '1 while the figures of a group are known; their series are absent otherwise',
      labels: ['group'],
      read: ({ values }) => figureGroups.map((group) => [{ group }, Number(group in values)]),
    },
    {
      name: 'database_bytes',
      help: 'Size of the database',
      read: ofDatabase(({ bytes }) => bytes),
    },
    {
      name: 'database_connections',
      help: 'Connections to the cluster',
      read: ofDatabase(({ connections }) => connections),
    },
    {
      name: 'database_connections_most',
      help: 'Connections that the cluster allows',
      read: ofDatabase(({ most_connections: most }) => most),
    },
    {
      name: 'database_waiting',
      help: 'Statements that wait for a lock',
      read: ofDatabase(({ waiting }) => waiting),
    },
    {
      name: 'database_transaction_seconds',
      help: 'The longest open transaction',
      read: ofDatabase(({ longest_s: longest }) => longest),
    },
    {
      name: 'database_dead_rows',
      help: 'Dead rows of the large tables',
      read: ofDatabase(({ dead_rows: dead }) => dead),
    },
    {
      name: 'database_live_rows',
      help: 'Living rows of the large tables',
      read: ofDatabase(({ live_rows: live }) => live),
    },
  ]
}

function processMeasures(): Measure[] {
  return [
    {
      name: 'queue_due',
      help: 'Jobs whose moment has come and that no worker has taken',
      labels: ['queue'],
      read: ({ values }) => values.queues?.map(({ name, due }) => [{ queue: name }, due]),
    },
    {
      name: 'queue_oldest_seconds',
      help: 'How long the oldest of them is due',
      labels: ['queue'],
      read: ({ values }) => values.queues?.map(({ name, oldest_s: age }) => [{ queue: name }, age]),
    },
    {
      name: 'jobs_dead',
      help: 'Jobs that were given up within a day',
      labels: ['work'],
      read: ({ values }) => withTotal(values.dead, 'work'),
    },
    {
      name: 'rows_set_aside',
      help: 'Rows that a sweep passes over since they failed within a day',
      labels: ['sweep'],
      read: ({ values }) => withTotal(values.aside, 'sweep'),
    },
    {
      name: 'processes',
      help: 'Server processes that have said lately that they live',
      read: ({ values }) => one(values.processes?.length),
    },
    {
      name: 'links',
      help: 'Sockets of agents that this process holds',
      read: (_, services) =>
        one([...hubOf(services).links].filter(({ isRemote }) => !isRemote).length),
    },
    {
      name: 'payouts_held',
      help: '1 while payouts wait after a restore',
      read: (_, services) => one(Number(arePayoutsHeld(services))),
    },
  ]
}

/** The sum is there when no kind is: zero is told, never left out. */
function withTotal(
  found: readonly { readonly name: string; readonly count: number }[] | undefined,
  label: string,
): Sample[] | undefined {
  if (!found) return undefined
  const total = found.reduce((sum, { count }) => sum + count, 0)
  return [
    [{ [label]: 'all' }, total],
    ...found.map(({ name, count }): Sample => [{ [label]: name }, count]),
  ]
}

function siteMeasures(): Measure[] {
  const companyLabel = boundedLabel(MAX_COMPANIES)
  return [
    {
      name: 'payouts',
      help: 'Payouts that a bank has or may have',
      labels: ['state'],
      read: ({ values }) => values.payouts?.map(({ status, count }) => [{ state: status }, count]),
    },
    {
      name: 'payouts_oldest_seconds',
      help: 'How long the oldest of them is in its state',
      labels: ['state'],
      read: ({ values }) =>
        values.payouts?.map(({ status, oldest_s: age }) => [{ state: status }, age]),
    },
    {
      name: 'agents',
      help: `Agents of a company by its id; beyond ${MAX_COMPANIES} companies "other"`,
      labels: ['company', 'state'],
      read: ({ values }) =>
        values.agents &&
        sumByLabels(values.agents, ({ company_id: id, is_online: isOnline }) => [
          { company: companyLabel(id), state: isOnline ? 'online' : 'offline' },
          1,
        ]),
    },
    {
      name: 'agent_silent_seconds',
      help: 'How long the agent that is silent longest has not been connected',
      read: ({ values }) =>
        one(values.agents?.reduce((most, agent) => Math.max(most, agent.silent_s), 0)),
    },
    {
      name: 'banks',
      help: 'Agreements by which payouts go',
      labels: ['state'],
      read: ({ values: { banks } }) => {
        if (!banks) return undefined
        const stopped = banks.filter((bank) => bank.is_stopped).length
        return [
          [{ state: 'open' }, banks.length - stopped],
          [{ state: 'stopped' }, stopped],
        ]
      },
    },
    {
      name: 'backup_set_up',
      help: '1 when the settings say where backups go',
      read: (_, { config }) => one(Number(config.backup !== undefined)),
    },
    {
      name: 'backup_age_seconds',
      help: 'Since the newest whole backup was read back; absent when there is none',
      read: ({ values }) => one(values.backup?.age_s ?? undefined),
    },
    {
      name: 'backup_late',
      help: '1 when there is no whole backup of the last 26 hours although they are set up',
      read: ({ values }, { config }) =>
        one(values.backup && Number(config.backup !== undefined && values.backup.is_late)),
    },
    {
      name: 'backup_failed',
      help: '1 when the newest attempt failed',
      read: ({ values }) => one(values.backup && Number(values.backup.failed !== null)),
    },
  ]
}

function sumByLabels<T>(rows: readonly T[], sampleOf: (row: T) => Sample): Sample[] {
  const sums = new Map<string, Sample>()
  for (const [labels, value] of rows.map(sampleOf)) {
    const key = JSON.stringify(labels)
    sums.set(key, [labels, (sums.get(key)?.[1] ?? 0) + value])
  }
  return [...sums.values()]
}

function addDisk(meters: Registry, { files: { disk } }: Services): void {
  const none = () => undefined
  addGauge(meters, { name: 'disk_free_bytes', help: 'Room on the disk of files', read: none }, () =>
    disk.space().then(({ free }) => one(free), none),
  )
  addGauge(meters, { name: 'disk_bytes', help: 'Size of the disk of files', read: none }, () =>
    disk.space().then(({ total }) => one(total), none),
  )
  addGauge(
    meters,
    {
      name: 'disk_room',
      help: '2 enough, 1 little, 0 none: files are not stored any more',
      read: none,
    },
    () => disk.room().then((room) => one(DISK_ROOM[room]), none),
  )
}
