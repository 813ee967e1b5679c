import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { installPackage } from './debian-package.ts'

const PLACES = ['/usr/sbin/mariadbd', '/usr/libexec/mariadbd', '/opt/homebrew/bin/mariadbd']
const INSTALLERS = ['/usr/bin/mariadb-install-db', '/opt/homebrew/bin/mariadb-install-db']
const START_MS = 60_000

export const findMariadb = () => PLACES.find((place) => existsSync(place))

/** A MariaDB of its own for a test: empty, on a loopback port, gone with `stop`; installed as Debian's package where absent. */
export async function startMariadb(port: number): Promise<{ url: string; stop(): Promise<void> }> {
  if (!findMariadb() && !installPackage('mariadb-server-core'))
    throw new Error('Не удалось установить mariadb-server-core: поставьте его сами')
  const installer = INSTALLERS.find((place) => existsSync(place))
  if (!installer) throw new Error('Нет программы mariadb-install-db')
  const dir = await mkdtemp(path.join(os.tmpdir(), 'priyomka-maria-'))
  const common = ['--no-defaults', `--datadir=${dir}/data`, `--user=${os.userInfo().username}`]
  const made = spawnSync(
    installer,
    [...common, '--auth-root-authentication-method=normal', '--skip-test-db'],
    { encoding: 'utf8' },
  )
  if (made.status !== 0) throw new Error(`mariadb-install-db: ${made.stderr}`)
  const server = spawn(
    findMariadb()!,
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
  await isReady(server.stderr)
  const ended = new Promise((resolve) => server.once('exit', resolve))
  return {
    url: `mysql://root@127.0.0.1:${port}/mysql`,
    async stop() {
      server.kill('SIGTERM')
      await ended
      await rm(dir, { recursive: true, force: true })
    },
  }
}

function isReady(words: NodeJS.ReadableStream): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = ''
    const timer = setTimeout(() => reject(new Error(`MariaDB does not start: ${said}`)), START_MS)
    words.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-4000)
      if (!said.includes('ready for connections')) return
      clearTimeout(timer)
      resolve()
    })
  })
}
