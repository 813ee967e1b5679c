import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readInThread } from './in-thread.ts'

const program = (source: string) => new URL(`data:text/javascript,${encodeURIComponent(source)}`)
const answering = program(`
  import { parentPort, workerData } from 'node:worker_threads'
  parentPort.postMessage(workerData * 2)`)

test('a thread that never answers is ended at its deadline, and the next ones have their turn', async () => {
  const held = program('for (;;);')
  const ended = await Promise.all(
    Array.from({ length: 3 }, () => readInThread(held, 0, { heapMb: 64, deadlineMs: 1 })),
  )
  assert.deepEqual(ended, [undefined, undefined, undefined])
  assert.equal(await readInThread(answering, 21, { heapMb: 64, deadlineMs: 600_000 }), 42)
})

test('a thread that uses up its memory answers nothing; one that fails is an error', async () => {
  const growing = program('const all = []; for (;;) all.push(new Array(1000).fill({}))')
  assert.equal(await readInThread(growing, 0, { heapMb: 16, deadlineMs: 600_000 }), undefined)
  const failing = program("throw new Error('broken')")
  await assert.rejects(readInThread(failing, 0, { heapMb: 64, deadlineMs: 600_000 }), /broken/)
  const silent = program('')
  await assert.rejects(readInThread(silent, 0, { heapMb: 64, deadlineMs: 600_000 }), /ended/)
})
