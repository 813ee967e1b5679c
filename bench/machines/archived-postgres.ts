import { execFile } from 'node:child_process'
import { appendFileSync, chownSync, mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from '../../scripts/ports.ts'
import { needPrograms, ownerOfPostgres, POSTGRES_BIN } from './debian-postgres.ts'

const PGBACKREST = '/usr/bin/pgbackrest'
const CONFIG = path.resolve(import.meta.dirname, '../../deploy/ha/pgbackrest.conf')
const PASSWORD = 'priyomka'
const LOOK_MS = 200

/** A PostgreSQL whose changes go to pgBackRest as they are made, set up by `deploy/ha/pgbackrest.conf`. */
export interface ArchivedPostgres {
  url(database: string): string
  backUp(): Promise<void>
  /** Ends PostgreSQL at once and removes its folder; then what was there at that moment is put back, and serves. */
  loseAndRecover(at: Date): Promise<void>
  stop(): Promise<void>
}

export async function startArchivedPostgres(dir: string): Promise<ArchivedPostgres> {
  needPrograms(PGBACKREST, POSTGRES_BIN)
  const owner = ownerOfPostgres()
  const data = path.join(dir, 'data')
  const port = await freePort()
  for (const folder of [
    dir,
    ...['data', 'repository', 'lock'].map((name) => path.join(dir, name)),
  ]) {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    if (owner.uid !== undefined && owner.gid !== undefined) chownSync(folder, owner.uid, owner.gid)
  }
  const env = {
    PATH: process.env['PATH'] ?? '',
    LANG: 'C.UTF-8',
    // Where this machine has other places than the file names.
    PGBACKREST_CONFIG: CONFIG,
    PGBACKREST_STANZA: 'priyomka',
    PGBACKREST_REPO1_PATH: path.join(dir, 'repository'),
    PGBACKREST_REPO1_CIPHER_PASS: PASSWORD,
    PGBACKREST_LOCK_PATH: path.join(dir, 'lock'),
    PGBACKREST_PG1_PATH: data,
    PGBACKREST_PG1_PORT: String(port),
    PGBACKREST_PG1_SOCKET_PATH: dir,
  }
  const run = (file: string, ...args: string[]) =>
    promisify(execFile)(file, args, { ...owner, cwd: dir, env })
  const tell = (...args: string[]) =>
    run(path.join(POSTGRES_BIN, 'pg_ctl'), '-w', '-D', data, '-l', path.join(dir, 'log'), ...args)
  const psql = async (statement: string) => {
    const args = ['-h', dir, '-p', String(port), '-Atc', statement]
    return (await run('/usr/bin/psql', ...args)).stdout
  }
  const pgbackrest = (...args: string[]) => run(PGBACKREST, ...args)

  await run(path.join(POSTGRES_BIN, 'initdb'), '-D', data, '-E', 'UTF8', '--locale=C.UTF-8', '-k')
  appendFileSync(
    path.join(data, 'postgresql.conf'),
    `listen_addresses = '127.0.0.1'
port = ${String(port)}
unix_socket_directories = '${dir}'
max_connections = 300
archive_mode = on
archive_command = 'pgbackrest archive-push %p'
archive_timeout = 60s
`,
  )
  await tell('start')
  await psql(`alter role postgres password '${PASSWORD}'`)
  await pgbackrest('stanza-create')
  return {
    url: (database) => `postgres://postgres:${PASSWORD}@127.0.0.1:${String(port)}/${database}`,
    backUp: async () => void (await pgbackrest('backup', '--type=full')),
    async loseAndRecover(at) {
      // The last changes are in the archive before the machine goes: what it still holds alone is lost with it.
      await psql('select pg_switch_wal()')
      await pgbackrest('check')
      await tell('stop', '-m', 'immediate')
      rmSync(data, { recursive: true })
      await pgbackrest(
        'restore',
        '--type=time',
        `--target=${at.toISOString().replace('T', ' ').replace('Z', '+00')}`,
        '--target-action=promote',
      )
      await tell('start')
      // Until the last change before that moment is there, it takes no others.
      while ((await psql('select pg_is_in_recovery()')).includes('t')) await pause(LOOK_MS)
    },
    stop: async () => void (await tell('stop', '-m', 'fast')),
  }
}
