import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { startProgram, stopStarting } from '../../scripts/child.ts'
import { freePort } from '../../scripts/ports.ts'
import { childEnvironment } from '../support/child-environment.ts'

const root = path.join(import.meta.dirname, '../..')
let dir = ''
let port = 0
const holder = net.createServer()
/** Short beside every step of a start. */
const LOOK_MS = 20

before(async () => {
  dir = await mkdtemp(path.join(os.tmpdir(), 'priyomka-launchers-'))
  // Run by root, PostgreSQL lives under a user of its own, who must pass through.
  await chmod(dir, 0o755)
  await once(holder.listen(0, '127.0.0.1'), 'listening')
  port = (holder.address() as net.AddressInfo).port
})
after(async () => {
  holder.close()
  await rm(dir, { recursive: true, force: true })
})

test('production refuses the setting DEMO, even when every other setting is right', async () => {
  const { code, said } = await run('scripts/serve.ts', {
    DEMO: '1',
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
    DATA_DIR: dir,
  })
  assert.equal(code, 2)
  assert.equal(said, 'Неверные настройки:\n  DEMO: учебный режим запускает только npm start\n')
})

test('a taken port stops the start at once with a free one to try, and no data is written', async () => {
  const data = path.join(dir, 'data')
  const { code, said } = await run('scripts/demo.ts', { PORT: String(port), DATA_DIR: data })
  assert.notEqual(code, 0)
  assert.match(said, new RegExp(`PORT: порт ${port} занят или закрыт. Задайте другой: PORT=8090`))
  assert.doesNotMatch(said, /\n {4}at /)
  assert.deepEqual(await readdir(data).catch(() => []), [])
})

test('a data folder that is a file is named in the refusal', async () => {
  const file = path.join(dir, 'file')
  await writeFile(file, '')
  const { code, said } = await run('scripts/demo.ts', {
    PORT: String(await freePort()),
    DATA_DIR: file,
  })
  assert.notEqual(code, 0)
  assert.match(said, new RegExp(`DATA_DIR: папка ${file} не создаётся или закрыта`))
})

test('a taken port of the training yard is named in a message', async () => {
  const data = path.join(dir, 'taken')
  await mkdir(data)
  await writeFile(path.join(data, 'simulator-ports.json'), JSON.stringify({ camera: port }))
  const { code, said } = await run('scripts/demo.ts', {
    PORT: String(await freePort()),
    DATA_DIR: data,
  })
  assert.notEqual(code, 0)
  assert.match(said, new RegExp(`^Порт ${port} учебной площадки или банка \\(camera\\) занят`))
  assert.doesNotMatch(said, /\n {4}at /)
})

test('a folder that cannot be made is named in a message, and the start ends', async (t) => {
  if (!existsSync('/proc/self')) return t.skip('no such file system here')
  const { code, said } = await run('scripts/demo.ts', {
    PORT: String(await freePort()),
    DATA_DIR: '/proc/none/data',
  })
  assert.notEqual(code, 0)
  assert.match(said, /DATA_DIR: папка \/proc\/none\/data не создаётся или закрыта/)
})

test('bad settings of all programs of the demo are named at once, before anything starts', async () => {
  const bad = {
    PORT: '0',
    DATABASE_URL: 'mysql://x',
    DATABASE_OWNER_URL: 'mysql://y',
    DEMO_MIN_PASS_S: 'soon',
    RATE_READS: 'many',
    POOL_SIZE: '1',
    PUBLIC_URL: 'priyomka',
    TRUSTED_PROXIES: 'proxy.local',
    LEGACY_ARCHIVE_URL: 'ftp://x',
    LEGACY_KIOSK_SECONDS: '90',
    AGENT_CLOCK_FACTOR: '99',
    YARD_SPEED: 'fast',
    YARD_SCALE_FORMATS: 'cas22,what,and18',
    BANK_BALANCE_KOP: '-1',
    BANK_HOLD_MS: 'long',
  }
  const data = path.join(dir, 'never-made')
  const good = { LEGACY_KIOSK_URL: 'file:///old.csv', DATA_DIR: data }
  const { code, said } = await run('scripts/demo.ts', { ...bad, ...good })
  assert.equal(code, 2)
  const [head, ...lines] = said.trimEnd().split('\n')
  assert.equal(head, 'Неверные настройки:')
  assert.deepEqual(
    lines.map((line) => /^ {2}(\w+): (?=.*[а-я])/.exec(line)?.[1]).toSorted(),
    Object.keys(bad).toSorted(),
    said,
  )
  assert.equal(existsSync(data), false)
})

// What lies in the data folder tells how far a start has come.
for (const [moment, file] of [
  ['at its very beginning', 'launcher.pid'],
  ['while the database starts', 'postgres/postmaster.pid'],
] as const)
  test(`Ctrl-C ${moment} ends a start without an error message and leaves nothing running`, async () => {
    const data = path.join(dir, path.basename(file))
    const env = { PORT: String(await freePort()), DATA_DIR: data }
    const { code, said } = await run('scripts/demo.ts', env, path.join(data, file))
    assert.equal(code, 0, said)
    assert.doesNotMatch(said, /ECONN|Error|завершилась|\n {4}at /)
    assert.equal(existsSync(path.join(data, 'launcher.pid')), false)
    assert.equal(existsSync(path.join(data, 'postgres/postmaster.pid')), false)
  })

test('a start cancelled between two programs starts no further one', async () => {
  await stopStarting()
  const program = { name: 'сервер', script: 'scripts/none.ts', env: {}, onDeath: () => undefined }
  await assert.rejects(startProgram(program), /^Error: сервер: запуск прерван$/)
})

/** Runs a launcher to its end; Ctrl-C is pressed as soon as the file is there. */
async function run(script: string, env: Record<string, string>, stopAt?: string) {
  const child = spawn(process.execPath, [path.join(root, script)], {
    cwd: root,
    env: { ...childEnvironment, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const look = setInterval(() => {
    if (stopAt === undefined || !existsSync(stopAt)) return
    clearInterval(look)
    child.kill('SIGINT')
  }, LOOK_MS)
  const [code] = (await once(child, 'close')) as [number | null]
  clearInterval(look)
  return { code, said }
}
