/** Series in promtool's notation, a value a minute: `0+1x8` begins at 0 and grows eight times by 1. */
type Series = Readonly<Record<string, string>>

export interface AlertCase {
  /** What a server says in the fault; beside it stands a whole one (`WHOLE`). */
  readonly fault: Series
  /** The nearest to it that is no fault, where a whole server is not. */
  readonly quiet?: Series
  /** Labels of the alert beside its name and severity. */
  readonly labels?: Readonly<Record<string, string>>
}

const AT = { job: 'priyomka', instance: 'server:9464' }
const at = (name: string, labels: Readonly<Record<string, string>> = {}) =>
  `${name}{${Object.entries({ ...AT, ...labels })
    .map(([label, value]) => `${label}="${value}"`)
    .join(',')}}`
/** Longer than the longest `for:`, an hour. */
const always = (value: number) => `${value}x80`
/** Of a database of two machines: db1 is the primary, db2 its synchronous standby. */
const MACHINES = { job: 'priyomka-patroni' }
const patroni = (name: string, machine: 'db1' | 'db2') =>
  `patroni_${name}{job="priyomka-patroni",instance="${machine}:8008",scope="priyomka"}`
const upIn = (job: string, instance: string) => `up{job="${job}",instance="${instance}"}`
const etcd = (machine: string) =>
  `etcd_server_has_leader{job="priyomka-etcd",instance="${machine}:2379"}`
const BEHIND_PROXY = {
  job: 'priyomka-haproxy',
  instance: '127.0.0.1:8405',
  proxy: 'priyomka_write',
}
const active = `haproxy_backend_active_servers{${Object.entries(BEHIND_PROXY)
  .map(([label, value]) => `${label}="${value}"`)
  .join(',')}}`
const MB = 1024 ** 2

const refused = (code: string) => at('priyomka_refusals_total', { code })
const oldest = (state: string) => at('priyomka_payouts_oldest_seconds', { state })

/** A server without a fault, as its metrics say. */
export const WHOLE: Series = {
  [at('up')]: always(1),
  [at('priyomka_database_up')]: always(1),
  [at('priyomka_figures_up', { group: 'payouts' })]: always(1),
  [refused('common.internal')]: always(3),
  [refused('common.overloaded')]: always(7),
  [refused('common.too-many')]: '0+1x80',
  [at('nodejs_eventloop_lag_p99_seconds')]: always(0.02),
  [at('priyomka_call_seconds_bucket', { call: 'supplier/find', le: '0.5' })]: '0+9x80',
  [at('priyomka_call_seconds_bucket', { call: 'supplier/find', le: '+Inf' })]: '0+9x80',
  [at('priyomka_gate_waiting', { gate: 'ordinary' })]: always(0),
  [at('priyomka_pool_busy', { pool: 'calls' })]: always(15),
  [at('priyomka_pool_size', { pool: 'calls' })]: always(16),
  [at('priyomka_sockets', { kind: 'http' })]: always(700),
  [at('priyomka_uploads', { lane: 'people' })]: always(11),
  [at('priyomka_uploads_most', { lane: 'people' })]: always(12),
  [at('priyomka_database_waiting')]: always(0),
  [at('priyomka_database_transaction_seconds')]: always(1700),
  [at('priyomka_database_connections')]: always(80),
  [at('priyomka_database_connections_most')]: always(100),
  [at('priyomka_database_dead_rows')]: always(300_000),
  [at('priyomka_database_live_rows')]: always(700_000),
  [at('priyomka_queue_oldest_seconds', { queue: 'payment.work' })]: always(200),
  [at('priyomka_jobs_dead', { work: 'all' })]: always(0),
  [at('priyomka_rows_set_aside', { sweep: 'all' })]: always(0),
  [oldest('unknown')]: always(3500),
  [oldest('registering')]: always(800),
  [at('priyomka_payouts_held')]: always(0),
  [at('priyomka_banks', { state: 'stopped' })]: always(0),
  [at('priyomka_agent_silent_seconds')]: always(500),
  [at('priyomka_disk_room')]: always(2),
  [at('priyomka_backup_set_up')]: always(1),
  [at('priyomka_backup_late')]: always(0),
  [at('priyomka_backup_failed')]: always(0),
  [upIn('priyomka-patroni', 'db1:8008')]: always(1),
  [upIn('priyomka-patroni', 'db2:8008')]: always(1),
  [patroni('primary', 'db1')]: always(1),
  [patroni('primary', 'db2')]: always(0),
  [patroni('replica', 'db1')]: always(0),
  [patroni('replica', 'db2')]: always(1),
  [patroni('sync_standby', 'db1')]: always(0),
  [patroni('sync_standby', 'db2')]: always(1),
  [patroni('xlog_location', 'db1')]: always(900 * MB),
  [patroni('xlog_location', 'db2')]: always(0),
  [patroni('xlog_replayed_location', 'db1')]: always(0),
  [patroni('xlog_replayed_location', 'db2')]: always(850 * MB),
  [patroni('is_paused', 'db1')]: always(0),
  [patroni('is_paused', 'db2')]: always(0),
  [upIn('priyomka-etcd', 'witness:2379')]: always(1),
  [etcd('db1')]: always(1),
  [etcd('witness')]: always(1),
  [active]: always(1),
  [at('priyomka_report_readings_total', { place: 'primary', fault: 'away' })]: always(4),
  [at('priyomka_report_readings_total', { place: 'standby', fault: 'none' })]: '0+9x80',
}

/** For each alert what fires it. */
export const ALERT_CASES: Readonly<Record<string, AlertCase>> = {
  PriyomkaDown: { fault: { [at('up')]: always(0) }, labels: AT },
  PriyomkaErrors: {
    fault: { [refused('common.internal')]: '0+1x80' },
    labels: { ...AT, code: 'common.internal' },
  },
  PriyomkaOverloaded: {
    fault: { [refused('common.overloaded')]: '0+5x80' },
    labels: { ...AT, code: 'common.overloaded' },
  },
  PriyomkaRateLimited: {
    fault: { [refused('common.too-many')]: '0+20x80' },
    labels: { ...AT, code: 'common.too-many' },
  },
  PriyomkaEventLoopSlow: {
    fault: { [at('nodejs_eventloop_lag_p99_seconds')]: always(0.3) },
    // One long turn is no fault.
    quiet: { [at('nodejs_eventloop_lag_p99_seconds')]: '0.02x10 3 0.02x60' },
    labels: AT,
  },
  PriyomkaSlowCalls: {
    fault: {
      [at('priyomka_call_seconds_bucket', { call: 'supplier/find', le: '0.5' })]: '0+1x80',
      [at('priyomka_call_seconds_bucket', { call: 'supplier/find', le: '2.5' })]: '0+3x80',
    },
  },
  PriyomkaCallsWait: {
    fault: { [at('priyomka_gate_waiting', { gate: 'ordinary' })]: always(4) },
    labels: { gate: 'ordinary' },
  },
  PriyomkaPoolUsedUp: {
    fault: { [at('priyomka_pool_busy', { pool: 'calls' })]: always(16) },
    labels: { ...AT, pool: 'calls' },
  },
  PriyomkaSocketsMany: {
    fault: { [at('priyomka_sockets', { kind: 'http' })]: always(990) },
    labels: { ...AT, kind: 'http' },
  },
  PriyomkaUploadsFull: {
    fault: { [at('priyomka_uploads', { lane: 'people' })]: always(12) },
    labels: { ...AT, lane: 'people' },
  },
  PriyomkaDatabaseAway: {
    // What the database says is absent then: only this alert fires.
    fault: {
      [at('priyomka_database_up')]: always(0),
      [at('priyomka_figures_up', { group: 'payouts' })]: always(0),
      [oldest('unknown')]: '_x80',
    },
  },
  PriyomkaFiguresMissing: {
    fault: {
      [at('priyomka_figures_up', { group: 'payouts' })]: always(0),
      [oldest('unknown')]: '_x80',
    },
    labels: { group: 'payouts' },
  },
  PriyomkaDatabaseLocks: { fault: { [at('priyomka_database_waiting')]: always(2) } },
  PriyomkaLongTransaction: {
    fault: { [at('priyomka_database_transaction_seconds')]: always(1900) },
  },
  PriyomkaDatabaseConnections: {
    fault: { [at('priyomka_database_connections')]: always(95) },
  },
  PriyomkaDatabaseBloat: { fault: { [at('priyomka_database_dead_rows')]: always(700_000) } },
  PriyomkaQueueLate: {
    fault: { [at('priyomka_queue_oldest_seconds', { queue: 'payment.work' })]: always(900) },
    labels: { queue: 'payment.work' },
  },
  PriyomkaJobDied: {
    fault: {
      [at('priyomka_jobs_dead', { work: 'all' })]: always(1),
      [at('priyomka_jobs_dead', { work: 'report.make' })]: always(1),
    },
    labels: { work: 'report.make' },
  },
  PriyomkaRowsSetAside: {
    fault: {
      [at('priyomka_rows_set_aside', { sweep: 'all' })]: always(2),
      [at('priyomka_rows_set_aside', { sweep: 'payment.due' })]: always(2),
    },
    labels: { sweep: 'payment.due' },
  },
  PriyomkaPayoutUnknown: { fault: { [oldest('unknown')]: always(3700) } },
  PriyomkaPayoutStuck: { fault: { [oldest('registering')]: always(1000) } },
  PriyomkaPayoutsHeld: {
    // The queues that wait with them are no fault of their own.
    fault: {
      [at('priyomka_payouts_held')]: always(1),
      [at('priyomka_queue_oldest_seconds', { queue: 'payment.work' })]: always(9000),
    },
  },
  PriyomkaBankStopped: { fault: { [at('priyomka_banks', { state: 'stopped' })]: always(1) } },
  PriyomkaAgentGone: { fault: { [at('priyomka_agent_silent_seconds')]: always(700) } },
  PriyomkaDiskLow: { fault: { [at('priyomka_disk_room')]: always(1) } },
  PriyomkaDiskFull: { fault: { [at('priyomka_disk_room')]: always(0) } },
  PriyomkaBackupLate: { fault: { [at('priyomka_backup_late')]: always(1) } },
  PriyomkaBackupFailed: { fault: { [at('priyomka_backup_failed')]: always(1) } },
  PriyomkaStandbyNotRead: {
    fault: {
      [at('priyomka_report_readings_total', { place: 'primary', fault: 'away' })]: '0+1x80',
    },
    labels: { fault: 'away' },
  },
  PriyomkaClusterMachineGone: {
    // What it said of itself is absent then, and that it is the standby no alert of its own.
    fault: {
      [upIn('priyomka-patroni', 'db2:8008')]: always(0),
      [patroni('sync_standby', 'db2')]: '_x80',
      [patroni('replica', 'db2')]: '_x80',
      [patroni('xlog_replayed_location', 'db2')]: '_x80',
    },
    labels: { ...MACHINES, instance: 'db2:8008' },
  },
  PriyomkaClusterNoLeader: {
    fault: { [patroni('primary', 'db1')]: always(0) },
    // The other one takes over within a minute.
    quiet: { [patroni('primary', 'db1')]: '1x9 0x70', [patroni('primary', 'db2')]: '0x9 1x70' },
    labels: MACHINES,
  },
  PriyomkaClusterTwoLeaders: {
    fault: { [patroni('primary', 'db2')]: always(1) },
    labels: MACHINES,
  },
  PriyomkaClusterNoStandby: {
    fault: { [patroni('sync_standby', 'db2')]: always(0) },
    labels: MACHINES,
  },
  PriyomkaClusterStandbyLate: {
    fault: { [patroni('xlog_replayed_location', 'db2')]: always(800 * MB) },
    labels: MACHINES,
  },
  PriyomkaClusterPaused: {
    fault: {
      [patroni('is_paused', 'db1')]: always(1),
      [patroni('is_paused', 'db2')]: always(1),
    },
    labels: MACHINES,
  },
  PriyomkaEtcdNoQuorum: {
    fault: { [etcd('db1')]: always(0), [etcd('witness')]: always(0) },
    // One that is cut off says so of itself.
    quiet: { [etcd('witness')]: always(0) },
    labels: { job: 'priyomka-etcd' },
  },
  PriyomkaEtcdMemberGone: {
    fault: { [upIn('priyomka-etcd', 'witness:2379')]: always(0), [etcd('witness')]: '_x80' },
    labels: { job: 'priyomka-etcd', instance: 'witness:2379' },
  },
  PriyomkaProxyNoDatabase: { fault: { [active]: always(0) }, labels: BEHIND_PROXY },
  PriyomkaBackupNotSetUp: { fault: { [at('priyomka_backup_set_up')]: always(0) } },
}
