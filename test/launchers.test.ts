import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { freePort } from '../scripts/ports.ts'

const root = path.join(import.meta.dirname, '..')
let dir = ''
let port = 0
const holder = net.createServer()

before(async () => {
  dir = await mkdtemp(path.join(os.tmpdir(), 'priyomka-launchers-'))
  await once(holder.listen(0, '127.0.0.1'), 'listening')
  port = (holder.address() as net.AddressInfo).port
})
after(async () => {
  holder.close()
  await rm(dir, { recursive: true, force: true })
})

test('production does not take the demo as its rules, even when every other setting is right', async () => {
  const { code, said } = await run('scripts/serve.ts', {
    DEMO: '1',
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
    DATA_DIR: dir,
  })
  assert.equal(code, 2)
  assert.equal(said, 'Неверные настройки:\n  DEMO: учебный режим запускает только npm start\n')
})

test('a taken port stops the start at once with a free one to try, and leaves no data behind', async () => {
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

async function run(script: string, env: Record<string, string>) {
  const child = spawn(process.execPath, [path.join(root, script)], {
    cwd: root,
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, said }
}
