import assert from 'node:assert/strict'
import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { after, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { Refusal } from '#http/refusal.ts'
import { yardPicture } from '#simulators/yard/drawing/plate-set.ts'
import { workerPlateReader } from './worker-reader.ts'
import { assertWithin } from '#test/support/promised-speed.ts'

const options = { signal: new AbortController().signal }
const closing: (() => Promise<void>)[] = []
const dir = await mkdtemp(join(tmpdir(), 'priyomka-plates-'))
after(async () => {
  for (const close of closing) await close()
  await rm(dir, { recursive: true })
})

let written = 0

/** A worker of these words, in place of the real one. */
async function program(text: string): Promise<URL> {
  const file = join(dir, `${written++}.mjs`)
  await writeFile(file, text)
  return pathToFileURL(file)
}

describe('the worker that reads plates', () => {
  // A machine that does ten things at once lets a reading wait longer than a yard may.
  const reader = workerPlateReader(undefined, 120_000)
  closing.push(reader.close)

  test('the main thread stays free while pictures are read', async () => {
    const jpeg = await yardPicture(5, 'А123ВС77')
    await reader.read(jpeg, options)
    // Recognition on this thread would keep the loop busy all the while; milliseconds are the bench's business.
    const before = performance.eventLoopUtilization()
    for (let i = 0; i < 5; i++)
      assert.equal((await reader.read(jpeg, options))[0]?.plate, 'А123ВС77')
    const { utilization } = performance.eventLoopUtilization(before)
    assertWithin(utilization * 100, 50, 'percent of the loop')
  })

  test('the program tells each step of its start, so that a slow one is not taken for a dead one', async () => {
    const child = fork(new URL('./plate-worker.ts', import.meta.url), { stdio: 'inherit' })
    const told: string[] = []
    for (let word = ''; word !== 'ready';) {
      const [answer] = (await once(child, 'message')) as [object]
      told.push((word = Object.keys(answer)[0]!))
    }
    child.kill('SIGKILL')
    // The program runs, two models are prepared and loaded, and the first look at a picture begins.
    assert.deepEqual(
      told.slice(0, 6),
      Array.from({ length: 6 }, () => 'working'),
    )
  })

  test('a program that ends in the middle of a frame ends cleanly', async () => {
    const jpeg = (await yardPicture(6, 'А123ВС77')).toString('base64')
    const script = `void (async () => {
      const { workerPlateReader } = await import(${JSON.stringify(import.meta.resolve('./worker-reader.ts'))})
      const reader = workerPlateReader()
      const jpeg = Buffer.from('${jpeg}', 'base64')
      const { signal } = new AbortController()
      await reader.read(jpeg, { signal }).catch(() => {})
      reader.read(jpeg, { signal }).catch(() => {})
      await new Promise((resolve) => setTimeout(resolve, 30))
      await reader.close()
      process.exit(0)
    })()`
    const child = spawn(process.execPath, ['-'], {
      stdio: ['pipe', 'inherit', 'pipe'],
    })
    let said = ''
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
    child.stdin.end(script)
    const [code, signal] = (await once(child, 'exit')) as [number | null, string | null]
    assert.deepEqual([code, signal, said], [0, null, ''])
  })

  test('a waiting frame is replaced by a newer one', async () => {
    const jpeg = await yardPicture(6, 'М456ОР178')
    const first = reader.read(jpeg, options)
    const replaced = reader.read(jpeg, options)
    const newest = reader.read(jpeg, options)
    await assert.rejects(replaced, /newer frame/)
    assert.equal((await first)[0]?.plate, 'М456ОР178')
    assert.equal((await newest)[0]?.plate, 'М456ОР178')
  })

  test('a damaged picture fails alone and the next one is read', async () => {
    await assert.rejects(reader.read(Buffer.from('damaged'), options))
    const jpeg = await yardPicture(7, 'Т111ТТ99')
    assert.equal((await reader.read(jpeg, options))[0]?.plate, 'Т111ТТ99')
  })

  test('a worker that hangs is ended after four seconds and the next frame has a new one', async () => {
    const reader = workerPlateReader(
      await program(`let frames = 0
        process.on('message', ({ id }) => {
          if (frames++) for (;;);
          process.send({ id, candidates: [] })
        }); process.send({ ready: true })`),
    )
    closing.push(reader.close)
    // The start of a worker is not in the four seconds of a frame.
    assert.deepEqual(await reader.read(Buffer.alloc(1), options), [])
    const started = performance.now()
    await assert.rejects(reader.read(Buffer.alloc(1), options))
    const took = performance.now() - started
    assert.ok(took > 3900, `${took} ms`)
    assertWithin(took, 5500, 'a worker that hangs')
    assert.deepEqual(await reader.read(Buffer.alloc(1), options), [])
  })

  test('a slow worker that makes progress may finish its frame', async () => {
    const reader = workerPlateReader(
      await program(`process.on('message', async ({ id }) => {
        for (let step = 0; step < 3; step++) {
          process.send({ working: true })
          await new Promise((resolve) => setTimeout(resolve, 1500))
        }
        process.send({ id, candidates: [] })
      }); process.send({ ready: true })`),
    )
    closing.push(reader.close)
    const { pid } = reader
    const first = await pid()
    assert.deepEqual(await reader.read(Buffer.alloc(1), options), [])
    assert.equal(await pid(), first)
  })

  test('a caller gets a timeout even when the worker has not started', async () => {
    const reader = workerPlateReader(
      await program(
        `process.on('message', () => {}); setTimeout(() => process.send({ ready: true }), 1500)`,
      ),
    )
    closing.push(reader.close)
    const late = { signal: AbortSignal.timeout(200) }
    await assert.rejects(reader.read(Buffer.alloc(1), late), { name: 'TimeoutError' })
  })

  test('closing ends a worker at once, also while it loads', async () => {
    const file = join(dir, 'loading.pid')
    const reader = workerPlateReader(
      await program(`import { writeFileSync } from 'node:fs'
        process.on('message', () => {}); writeFileSync(${JSON.stringify(file)}, String(process.pid))`),
    )
    closing.push(reader.close)
    const asked = assert.rejects(reader.read(Buffer.alloc(1), options), /agent is ending/)
    let pid = ''
    while (!pid) pid = await readFile(file, 'utf8').catch(() => sleep(20, ''))
    const started = performance.now()
    await reader.close()
    const took = performance.now() - started
    assertWithin(took, 3000, 'the end of a loading worker')
    assert.throws(() => process.kill(Number(pid), 0), { code: 'ESRCH' })
    await asked
  })

  test('after a native crash only the frame in work is lost', async () => {
    const reader = workerPlateReader(
      await program(`process.on('message', ({ id, jpeg }) =>
        jpeg[0] ? process.kill(process.pid, 'SIGABRT') : process.send({ id, candidates: [] })); process.send({ ready: true })`),
    )
    closing.push(reader.close)
    await assert.rejects(reader.read(Buffer.alloc(1, 1), options), /worker ended/)
    assert.deepEqual(await reader.read(Buffer.alloc(1), options), [])
  })

  test('a computer that cannot run the models gives a message', async () => {
    const reader = workerPlateReader(await program(`console.log('no binary'); process.exit(1)`))
    closing.push(reader.close)
    await assert.rejects(reader.read(Buffer.alloc(1), options), (error: unknown) => {
      assert.ok(error instanceof Refusal)
      assert.equal(error.message, 'Распознавание номеров недоступно на этом компьютере')
      return true
    })
  })
})
