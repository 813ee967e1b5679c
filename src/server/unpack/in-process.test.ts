import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { readInProcess } from './in-process.ts'

const dir = await mkdtemp(path.join(os.tmpdir(), 'priyomka-readers-'))
after(() => rm(dir, { recursive: true, force: true }))

const serve = JSON.stringify(import.meta.resolve('./serve-reader.ts'))

/** A reader whose answer to `q` is that text of JavaScript. */
async function reader(name: string, answer: string): Promise<URL> {
  const file = path.join(dir, `${name}.mjs`)
  await writeFile(file, `import { serveReader } from ${serve}\nserveReader((q) => { ${answer} })`)
  return pathToFileURL(file)
}

const PATIENT = { heapMb: 64, deadlineMs: 600_000 }
const doubled = await reader('doubled', 'return q * 2')

test('a reader that never answers is ended at its deadline, and the next ones run', async () => {
  const held = await reader('held', 'for (;;);')
  const limits = { heapMb: 64, deadlineMs: 1 }
  const ended = await Promise.all([1, 2, 3].map(() => readInProcess(held, 0, limits)))
  assert.deepEqual(ended, [undefined, undefined, undefined])
  assert.equal(await readInProcess(doubled, 21, PATIENT), 42)
})

test('a reader that uses up its memory answers nothing', async () => {
  const growing = await reader(
    'growing',
    'const all = []; for (;;) all.push(new Array(1000).fill({}))',
  )
  for (const heapMb of [32, 64, 128])
    assert.equal(await readInProcess(growing, 0, { ...PATIENT, heapMb }), undefined)
})

test('a program starts while its question is on its way, and ends when there is none', async () => {
  const mark = path.join(dir, 'started')
  const file = path.join(dir, 'early.mjs')
  const write = `import { writeFileSync } from 'node:fs'
writeFileSync(${JSON.stringify(mark)}, String(process.pid))
await import(${JSON.stringify(doubled.href)})`
  await writeFile(file, write)
  const question = async () => {
    while (!existsSync(mark)) await pause(10)
    return 21
  }
  assert.equal(await readInProcess(pathToFileURL(file), question(), PATIENT), 42)
  await rm(mark)
  const refused = async () => {
    await question()
    throw new Error('no picture')
  }
  const program = pathToFileURL(file)
  const tries = [1, 2, 3].map(() =>
    assert.rejects(readInProcess(program, refused(), PATIENT), /no picture/),
  )
  await Promise.all(tries)
  assert.equal(await readInProcess(doubled, 21, PATIENT), 42)
})

test('a reader that throws or ends without an answer gives an error', async () => {
  const failing = await reader('failing', "throw new Error('broken')")
  await assert.rejects(readInProcess(failing, 0, PATIENT), /broken/)
  const silent = await reader('silent', 'process.exit(0)')
  await assert.rejects(readInProcess(silent, 0, PATIENT), /it ended with 0/)
})

test('bytes are passed to the reader and back unchanged', async () => {
  const echo = await reader('echo', 'return q')
  const bytes = Uint8Array.from({ length: 3_000_000 }, (_, n) => n % 251)
  const back = await readInProcess<Uint8Array>(echo, bytes, PATIENT)
  assert.equal(Buffer.compare(back!, bytes), 0)
})
