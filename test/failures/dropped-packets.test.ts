import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { live } from '#contract/core/live.ts'
import { product } from '#contract/price/product.ts'
import { supplier } from '#contract/supplier/supplier.ts'
import { DEADLINES } from '#server/deadlines.ts'
import { inTransaction } from '#server/db/handle.ts'
import { addAuditEvent } from '#server/db/audit.ts'
import type { JobSpec } from '#server/jobs.ts'
import { uuidv7 } from '#server/db/uuid.ts'
import { standBetween, type Between } from './tcp-between.ts'
import { assertWithin } from '../support/promised-speed.ts'
import { openWorld } from '../support/world.ts'

let wire!: Between
const done: string[] = []
const world = await openWorld({
  config: { deadlines: DEADLINES },
  through: async (url) => {
    const address = new URL(url)
    wire = await standBetween(Number(address.port))
    address.port = String(wire.port)
    return address.href
  },
})
const { own, app, services } = world
const note = (data: { id: string }) => void done.push(data.id)
const job: JobSpec = { name: 'test.work', handler: async (data: { id: string }) => note(data) }
await services.jobs.start([job])
const base = await app.listen({ host: '127.0.0.1', port: 0 })
const headers = { authorization: `Bearer ${own.operator.api.token!}` }
after(async () => {
  await world.close()
  await wire.close()
})

const statusOf = (path: string) => app.inject({ url: path, headers }).then((a) => a.statusCode)

/** The stream as a screen has it: its events until it ends. */
async function openStream() {
  const answer = await fetch(`${base}${live.stream.path}?behind_ms=1000`, { headers })
  let text = ''
  const ended = (async () => {
    for await (const part of answer.body!.pipeThrough(new TextDecoderStream())) text += part
  })()
  return { status: answer.status, ended, said: () => text }
}

test('a database whose packets are dropped causes seconds of delay, then calls, streams and workers recover', async () => {
  // As many connections as the pool may hold, all of them idle when the path breaks.
  await Promise.all(Array.from({ length: 24 }, () => statusOf(supplier.getAll.path)))
  const screen = await openStream()
  assert.equal(screen.status, 200)
  wire.swallow(true)
  const cutAt = performance.now()
  // The first request meets a dead connection, and so would each of the others without its result.
  const first = await Promise.all([statusOf(supplier.getAll.path), statusOf(product.getAll.path)])
  assert.deepEqual(first, [503, 503])
  wire.swallow(false)
  const later = []
  for (let n = 0; n < 24; n++) later.push(await statusOf(supplier.getAll.path))
  assert.deepEqual(new Set(later), new Set([200]), 'one loss is enough for all lines')
  await screen.ended
  let again = await openStream()
  while (again.status !== 200) {
    assert.equal(again.status, 503)
    await pause(100)
    again = await openStream()
  }
  assert.equal((await app.inject('/readyz')).statusCode, 200)
  const id = uuidv7()
  await inTransaction(own.db, async (db) => {
    addAuditEvent(db, { action: 'act.update', entity: 'act', id })
    await services.jobs.enqueue(db, job.name, { id })
  })
  while (!again.said().includes(id)) await pause(50)
  while (!done.includes(id)) await pause(50)
  assertWithin(performance.now() - cutAt, 15_000, 'recovery from dropped packets')
})
