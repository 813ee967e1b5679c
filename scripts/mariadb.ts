import { spawn, spawnSync, type ChildProcessByStdio } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { describeFailure } from './debian.mjs'

const PLACES = ['/usr/sbin/mariadbd', '/usr/libexec/mariadbd', '/opt/homebrew/bin/mariadbd']
const INSTALLERS = ['/usr/bin/mariadb-install-db', '/opt/homebrew/bin/mariadb-install-db']
const START_MS = 60_000

/** What the installer's script calls; it lies in the package of the client. */
const DEFAULTS_PRINTERS = ['/usr/bin/my_print_defaults', '/opt/homebrew/bin/my_print_defaults']

export const findMariadb = () => PLACES.find((place) => existsSync(place))

/** The program that makes an empty database, when everything that it calls is there. */
export function findMariadbTools(): string | undefined {
  const complete = DEFAULTS_PRINTERS.some((place) => existsSync(place))
  return complete ? INSTALLERS.find((place) => existsSync(place)) : undefined
}

/** A MariaDB of its own for a test: empty, on a loopback port, gone with `stop`. */
export async function startMariadb(port: number): Promise<{ url: string; stop(): Promise<void> }> {
  const installer = findMariadbTools()
  const program = findMariadb()
  if (!installer || !program)
    throw new Error('MariaDB: install mariadb-server-core and mariadb-client-core')
  const dir = await mkdtemp(path.join(os.tmpdir(), 'priyomka-maria-'))
  const common = ['--no-defaults', `--datadir=${dir}/data`, `--user=${os.userInfo().username}`]
  makeData(installer, [...common, '--auth-root-authentication-method=normal', '--skip-test-db'])
  const server = spawn(
    program,
    [
      ...common,
      '--bind-address=127.0.0.1',
      `--port=${port}`,
      `--socket=${dir}/socket`,
      '--skip-log-bin',
      '--innodb-buffer-pool-size=32M',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  // A process that gives up before `stop` leaves no server behind.
  const end = () => void server.kill('SIGKILL')
  process.once('exit', end)
  const ended = new Promise((resolve) => server.once('exit', resolve))
  await isReady(server).catch((error: unknown) => {
    end()
    throw error
  })
  return {
    url: `mysql://root@127.0.0.1:${port}/mysql`,
    async stop() {
      process.off('exit', end)
      server.kill('SIGTERM')
      await ended
      await rm(dir, { recursive: true, force: true })
    },
  }
}

/** Throws with both streams of a failed installer: it tells its errors on its output. */
export function makeData(installer: string, args: readonly string[]): void {
  const done = spawnSync(installer, args, { encoding: 'utf8' })
  if (done.status !== 0) throw new Error(describeFailure('mariadb-install-db', done))
}

function isReady(server: ChildProcessByStdio<null, null, Readable>): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = ''
    const timer = setTimeout(() => reject(new Error(`MariaDB does not start: ${said}`)), START_MS)
    server.once('error', reject)
    server.once('exit', (status, signal) => {
      clearTimeout(timer)
      reject(new Error(describeFailure('mariadbd', { status, signal, stderr: said })))
    })
    server.stderr.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-4000)
      if (!said.includes('ready for connections')) return
      clearTimeout(timer)
      resolve()
    })
  })
}
