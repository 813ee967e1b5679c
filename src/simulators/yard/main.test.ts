import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { constants, existsSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const script = fileURLToPath(new URL('./main.ts', import.meta.url))

function start(env: Record<string, string>, args: string[] = []) {
  const child = fork(script, args, {
    env: { ...process.env, YARD_PORT: '0', ...env },
    silent: true,
  })
  let out = ''
  let errors = ''
  child.stdout!.on('data', (chunk) => (out += String(chunk)))
  child.stderr!.on('data', (chunk) => (errors += String(chunk)))
  return { child, out: () => out, errors: () => errors }
}

test('the program prints where it listens and ends with its parent', async () => {
  const { child, out } = start({})
  const [message] = (await once(child, 'message')) as [{ control: number; ready: boolean }]
  assert.equal(message.ready, true)
  assert.equal((await fetch(`http://127.0.0.1:${message.control}/sim/state`)).status, 200)
  child.disconnect()
  const [code] = (await once(child, 'exit')) as [number]
  assert.equal(code, 0)
  assert.deepEqual(JSON.parse(out()), message)
})

test('SIGTERM ends it cleanly', async () => {
  const { child } = start({})
  await once(child, 'message')
  child.kill('SIGTERM')
  const [code] = (await once(child, 'exit')) as [number]
  assert.equal(code, 0)
})

test('a bad setting stops it before it listens', async () => {
  const { child, out, errors } = start({ YARD_SPEED: 'fast' })
  const [code] = (await once(child, 'exit')) as [number]
  assert.notEqual(code, 0)
  assert.equal(out(), '')
  assert.match(errors(), /YARD_SPEED/)
})

test('with --tty each indicator has a serial port too, removed at the end', async () => {
  const { child } = start({}, ['--tty'])
  const [message] = (await once(child, 'message')) as [{ ttys: { post: number; path: string }[] }]
  assert.deepEqual(
    message.ttys.map(({ post }) => post),
    [1, 2, 3],
  )
  const { path } = message.ttys[2]!
  const port = await open(path, constants.O_RDWR | constants.O_NOCTTY)
  const { buffer, bytesRead } = await port.read(Buffer.alloc(64))
  await port.close()
  assert.match(buffer.toString('latin1', 0, bytesRead), /^ST,GS,/)
  child.kill('SIGTERM')
  await once(child, 'exit')
  assert.equal(existsSync(path), false)
})

test('without socat --tty ends at once and names what to install', async () => {
  const { child, errors } = start({ PATH: '' }, ['--tty'])
  const [code] = (await once(child, 'close')) as [number]
  assert.notEqual(code, 0)
  assert.match(errors(), /spawn socat ENOENT: --tty needs socat \(apt-get install socat\)/)
})
