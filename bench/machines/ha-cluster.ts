import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../../scripts/ports.ts'
import { needPrograms, ownerOfPostgres, POSTGRES_BIN, type Owner } from './debian-postgres.ts'

const PATRONI = '/usr/bin/patroni'
const ETCD = '/usr/bin/etcd'
const HAPROXY = '/usr/sbin/haproxy'

const DEPLOY = path.resolve(import.meta.dirname, '../../deploy/ha')
const PASSWORD = 'priyomka'
const LOOK_MS = 100
const START_MS = 90_000

/** Two machines of a database, a third that votes alone, and a proxy that leads to the primary: set up by the files of `deploy/ha`. */
export interface HaCluster {
  /** A database of whichever machine is the primary now. */
  url(database: string): string
  /** Where the proxy leads to the standby. */
  readonly readingPort: number
  /** The same of one machine, past the proxy. */
  urlOf(name: string, database: string): string
  /** What Prometheus asks, by the jobs of deploy/prometheus. */
  readonly watched: Readonly<Record<string, readonly string[]>>
  nameOf(role: 'primary' | 'sync'): Promise<string>
  /** Changes what Patroni keeps for all machines, as `patronictl edit-config` does. */
  configure(change: object): Promise<void>
  /** SIGKILL to all programs of a machine at once, as a power cut would. */
  kill(name: string): void
  /** Machines come back; resolves once the standby has all that the primary has: the next one may be killed. */
  revive(...names: string[]): Promise<void>
  stop(): Promise<void>
}

interface Machine {
  readonly name: string
  readonly programs: Program[]
  readonly ports: Record<'client' | 'peer' | 'api' | 'postgres', number>
}

interface Program {
  readonly title: string
  readonly child: ChildProcess
  readonly said: string[]
}

export async function startHaCluster(dir: string): Promise<HaCluster> {
  needPrograms(PATRONI, ETCD, HAPROXY, POSTGRES_BIN)
  const owner = ownerOfPostgres()
  const machines: Machine[] = []
  for (const name of ['db1', 'db2', 'witness']) machines.push(await makeMachine(dir, name, owner))
  const databases = machines.filter(({ name }) => name !== 'witness')
  const proxy = {
    ports: { write: await freePort(), read: await freePort(), metrics: await freePort() },
    program: undefined as Program | undefined,
  }
  const named = (name: string) => machines.find((machine) => machine.name === name)!
  const startMachine = (machine: Machine) => {
    machine.programs.push(startEtcd(dir, machine, machines))
    if (machine.name !== 'witness')
      machine.programs.push(startPatroni({ dir, machine, machines, owner }))
  }
  const stop = async () => {
    for (const machine of databases) await endProgram(machine.programs[1])
    for (const machine of machines) killMachine(dir, machine)
    await endProgram(proxy.program)
  }
  try {
    for (const machine of machines) startMachine(machine)
    proxy.program = startProxy(proxy.ports, databases)
    await untilStands(databases)
  } catch (error) {
    await stop()
    throw error
  }
  return {
    url: (database) => `postgres://postgres:${PASSWORD}@${at(proxy.ports.write)}/${database}`,
    readingPort: proxy.ports.read,
    urlOf: (name, database) =>
      `postgres://postgres:${PASSWORD}@${at(named(name).ports.postgres)}/${database}`,
    watched: {
      'priyomka-patroni': databases.map(({ ports }) => at(ports.api)),
      'priyomka-etcd': machines.map(({ ports }) => at(ports.client)),
      'priyomka-haproxy': [at(proxy.ports.metrics)],
    },
    nameOf: async (role) => (await machineOf(databases, role)).name,
    configure: async (change) => configure(await machineOf(databases, 'primary'), change),
    kill: (name) => killMachine(dir, named(name)),
    async revive(...names) {
      for (const name of names) startMachine(named(name))
      await untilStands(databases)
    },
    stop,
  }
}

async function makeMachine(dir: string, name: string, { uid, gid }: Owner): Promise<Machine> {
  const home = path.join(dir, name)
  mkdirSync(home, { recursive: true })
  if (uid !== undefined && gid !== undefined) chownSync(home, uid, gid)
  const ports = { client: await freePort(), peer: await freePort(), api: await freePort() }
  return { name, programs: [], ports: { ...ports, postgres: await freePort() } }
}

const at = (port: number) => `127.0.0.1:${String(port)}`

/** Settings of a machine: exactly those that the sample names, so that what is drilled is what is described. */
function fillSample(file: string, values: Record<string, string>): Record<string, string> {
  const sample = readFileSync(path.join(DEPLOY, file), 'utf8')
  const named = [...sample.matchAll(/^([A-Z0-9_]+)=/gm)].map(([, name]) => name!)
  const other = named.filter((name) => values[name] === undefined)
  const unnamed = Object.keys(values).filter((name) => !named.includes(name))
  if (other.length + unnamed.length > 0)
    throw new Error(`${file} and its drill differ: ${[...other, ...unnamed].join(', ')}`)
  return values
}

function startEtcd(dir: string, { name, ports }: Machine, machines: readonly Machine[]): Program {
  return startProgram(`${name} etcd`, ETCD, [], {
    env: fillSample('etcd.env', {
      ETCD_NAME: name,
      ETCD_DATA_DIR: path.join(dir, `${name}-etcd`),
      ETCD_LISTEN_CLIENT_URLS: `http://${at(ports.client)}`,
      ETCD_ADVERTISE_CLIENT_URLS: `http://${at(ports.client)}`,
      ETCD_LISTEN_PEER_URLS: `http://${at(ports.peer)}`,
      ETCD_INITIAL_ADVERTISE_PEER_URLS: `http://${at(ports.peer)}`,
      ETCD_INITIAL_CLUSTER: machines
        .map((one) => `${one.name}=http://${at(one.ports.peer)}`)
        .join(','),
      ETCD_INITIAL_CLUSTER_TOKEN: 'priyomka',
      ETCD_INITIAL_CLUSTER_STATE: 'new',
    }),
  })
}

interface OfPatroni {
  readonly dir: string
  readonly machine: Machine
  readonly machines: readonly Machine[]
  readonly owner: Owner
}

function startPatroni({ dir, machine, machines, owner }: OfPatroni): Program {
  const { name, ports } = machine
  const home = path.join(dir, name)
  return startProgram(`${name} patroni`, PATRONI, [path.join(DEPLOY, 'patroni.yml')], {
    ...owner,
    cwd: home,
    env: fillSample('patroni.env', {
      PATRONI_NAME: name,
      PATRONI_ETCD3_HOSTS: machines.map((one) => at(one.ports.client)).join(','),
      PATRONI_RESTAPI_LISTEN: at(ports.api),
      PATRONI_RESTAPI_CONNECT_ADDRESS: at(ports.api),
      PATRONI_RESTAPI_USERNAME: 'patroni',
      PATRONI_RESTAPI_PASSWORD: PASSWORD,
      PATRONI_POSTGRESQL_LISTEN: at(ports.postgres),
      PATRONI_POSTGRESQL_CONNECT_ADDRESS: at(ports.postgres),
      PATRONI_POSTGRESQL_DATA_DIR: path.join(home, 'data'),
      PATRONI_POSTGRESQL_BIN_DIR: POSTGRES_BIN,
      PATRONI_POSTGRESQL_PGPASS: path.join(home, 'pgpass'),
      PATRONI_SUPERUSER_USERNAME: 'postgres',
      PATRONI_SUPERUSER_PASSWORD: PASSWORD,
      PATRONI_REPLICATION_USERNAME: 'replicator',
      PATRONI_REPLICATION_PASSWORD: PASSWORD,
      PATRONI_REWIND_USERNAME: 'rewind',
      PATRONI_REWIND_PASSWORD: PASSWORD,
    }),
  })
}

function startProxy(
  ports: Readonly<Record<'write' | 'read' | 'metrics', number>>,
  databases: readonly Machine[],
): Program {
  const env: Record<string, string> = {
    WRITE_BIND: at(ports.write),
    READ_BIND: at(ports.read),
    METRICS_BIND: at(ports.metrics),
  }
  for (const [index, { ports }] of databases.entries()) {
    env[`DB${String(index + 1)}`] = at(ports.postgres)
    env[`DB${String(index + 1)}_API_HOST`] = '127.0.0.1'
    env[`DB${String(index + 1)}_API_PORT`] = String(ports.api)
  }
  return startProgram('haproxy', HAPROXY, ['-db', '-f', path.join(DEPLOY, 'haproxy.cfg')], { env })
}

interface Start extends Owner {
  readonly env: Record<string, string>
  readonly cwd?: string
}

function startProgram(title: string, file: string, args: string[], start: Start): Program {
  const { env, ...rest } = start
  const child = spawn(file, args, {
    ...rest,
    env: { PATH: process.env['PATH'] ?? '', LANG: 'C.UTF-8', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said: string[] = []
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      said.push(chunk.toString())
      if (said.length > 60) said.shift()
    })
  return { title, child, said }
}

/** Asked to end, with its PostgreSQL. */
async function endProgram(program: Program | undefined): Promise<void> {
  if (!program || program.child.exitCode !== null || program.child.signalCode !== null) return
  const ended = once(program.child, 'exit')
  program.child.kill('SIGTERM')
  await ended
}

/** PostgreSQL is no child of ours: its processes are found by the pid in its folder, its own children first. */
function killMachine(dir: string, machine: Machine): void {
  for (const { child } of machine.programs) child.kill('SIGKILL')
  machine.programs.length = 0
  const note = path.join(dir, machine.name, 'data/postmaster.pid')
  const [postmaster = ''] = existsSync(note) ? readFileSync(note, 'utf8').split('\n') : []
  if (!isPostgres(postmaster)) return
  const children = readdirSync('/proc').filter((pid) => parentOf(pid) === postmaster)
  for (const pid of [postmaster, ...children])
    try {
      process.kill(Number(pid), 'SIGKILL')
    } catch {
      // It ended by itself meanwhile.
    }
}

/** A pid of an earlier life may be another program's by now. */
const isPostgres = (pid: string) =>
  /^\d+$/.test(pid) && /postgres/.test(readProc(`/proc/${pid}/cmdline`))

const parentOf = (pid: string) =>
  /^\d+$/.test(pid) ? /\) \S (\d+) /.exec(readProc(`/proc/${pid}/stat`))?.[1] : undefined

function readProc(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/** Whether Patroni's address answers 200: by its documentation of the REST API. */
async function answers({ ports }: Machine, address: string): Promise<boolean> {
  return fetch(`http://${at(ports.api)}${address}`, { signal: AbortSignal.timeout(2000) }).then(
    ({ ok }) => ok,
    () => false,
  )
}

async function configure({ ports }: Machine, change: object): Promise<void> {
  const { ok, status } = await fetch(`http://${at(ports.api)}/config`, {
    method: 'PATCH',
    headers: { authorization: `Basic ${Buffer.from(`patroni:${PASSWORD}`).toString('base64')}` },
    body: JSON.stringify(change),
  })
  if (!ok) throw new Error(`Patroni does not take ${JSON.stringify(change)}: ${status}`)
}

async function machineOf(
  databases: readonly Machine[],
  role: 'primary' | 'sync',
): Promise<Machine> {
  for (;;) {
    for (const machine of databases) if (await answers(machine, `/${role}`)) return machine
    await pause(LOOK_MS)
  }
}

/** One machine is the primary and the other one its synchronous standby. */
async function untilStands(databases: readonly Machine[]): Promise<void> {
  const until = performance.now() + START_MS
  const count = async (address: string) =>
    (await Promise.all(databases.map((machine) => answers(machine, address)))).filter(Boolean)
      .length
  while ((await count('/primary')) !== 1 || (await count('/sync')) !== databases.length - 1) {
    if (performance.now() > until)
      throw new Error(`the cluster does not stand:\n${lastWords(databases)}`)
    await pause(LOOK_MS)
  }
}

const lastWords = (machines: readonly Machine[]) =>
  machines
    .flatMap(({ programs }) =>
      programs.map(({ title, said }) => `${title}: ${said.slice(-20).join('')}`),
    )
    .join('\n')
