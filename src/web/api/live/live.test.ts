import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { QueryObserver } from '@tanstack/react-query'
import type { Entity } from '#contract/core/entities.ts'
import { auth } from '#contract/user/auth.ts'
import { MOST_BEHIND_MS, type LiveChange } from '#contract/core/live.ts'

let opened = Promise.withResolvers<ServerResponse>()
const commanded = Promise.withResolvers<ServerResponse>()
const server = createServer(({ method }, answer) => {
  if (method !== 'GET') return commanded.resolve(answer)
  answer.writeHead(200, { 'content-type': 'text/event-stream' })
  return opened.resolve(answer)
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const windowEvents = new EventTarget()
// What a page has: the stream comes from its own address.
const page = {
  addEventListener: windowEvents.addEventListener.bind(windowEvents),
  location: new URL(origin),
  localStorage: { getItem: () => null },
}
const before = Object.keys(page).map(
  (name) => [name, Reflect.getOwnPropertyDescriptor(globalThis, name)] as const,
)
for (const [name, value] of Object.entries(page))
  Object.defineProperty(globalThis, name, { value, configurable: true })
const { follow } = await import('./live.ts')
const { queryClient } = await import('../query-client.ts')
const { send } = await import('../send.ts')
const { connectionLost, noteAnswer } = await import('../../state/connection.ts')
const end = new AbortController()
after(() => {
  end.abort()
  queryClient.clear()
  server.closeAllConnections()
  server.close()
  for (const [name, was] of before)
    if (was) Object.defineProperty(globalThis, name, was)
    else Reflect.deleteProperty(globalThis, name)
})

/** Longer than this test runs, and within what a stream may lie behind. */
const LONG_AGO_MS = MOST_BEHIND_MS

const tell = async (...changes: LiveChange[]) => {
  const stream = await opened.promise
  stream.write(`event: change\ndata: ${JSON.stringify(changes)}\n\n`)
}

/** A part of a screen that shows an entity: how often it was asked for, and when the next asking comes. */
async function show(entity: Entity) {
  let next = Promise.withResolvers<void>()
  let asked = 0
  const queryFn = () => {
    next.resolve()
    next = Promise.withResolvers()
    return ++asked
  }
  const part = new QueryObserver(queryClient, {
    queryKey: [entity],
    queryFn,
    meta: { about: [entity] },
  })
  part.subscribe(() => undefined)
  await part.getCurrentQuery().promise
  return { asked: () => asked, askedAgain: () => next.promise }
}

test('a change from before the stream is no reason to ask again for what was asked for after it', async () => {
  const [act, payment, product] = [await show('act'), await show('payment'), await show('product')]
  void follow(performance.now(), end.signal)
  const last = product.askedAgain()
  await tell(
    { entity: 'act', id: null, ago_ms: LONG_AGO_MS },
    { entity: 'payment', id: null, ago_ms: 0 },
    { entity: 'payment', id: null, ago_ms: LONG_AGO_MS },
    { entity: 'product', id: null },
  )
  // All that a batch of changes makes outdated is asked for at once, in the order of the first askings.
  await last
  assert.deepEqual([act.asked(), payment.asked(), product.asked()], [1, 2, 2])
})

test('a change is read after the command that is on its way, or after a second of it', async () => {
  const visit = await show('transaction')
  const sent = send(auth.logout, {})
  const command = await commanded.promise
  const told = performance.now()
  const again = visit.askedAgain()
  await tell({ entity: 'transaction', id: null })
  await again
  // A batch of changes waits for 100 ms, and ten times as long for the command, which has no answer yet.
  assert.ok(performance.now() - told > 1050)
  const onceMore = visit.askedAgain()
  command.end('{}')
  await sent
  await tell({ entity: 'transaction', id: null })
  await onceMore
})

const signs = {
  'the network of the browser': () => windowEvents.dispatchEvent(new Event('online')),
  'an answer to another question': () => {
    connectionLost()
    noteAnswer(1)
  },
}
for (const [back, comeBack] of Object.entries(signs))
  test(`a broken stream opens with ${back}, before its pause is over, and all is asked for again`, async (t) => {
    const visit = await show('transaction')
    const again = visit.askedAgain()
    const broken = await opened.promise
    opened = Promise.withResolvers()
    t.mock.timers.enable({ apis: ['setTimeout'] })
    const paused = t.mock.method(globalThis, 'setTimeout')
    broken.end()
    while (!paused.mock.calls.some(({ arguments: [, ms] }) => ms === 1000)) await setImmediate()
    comeBack()
    const stream = await opened.promise
    t.mock.timers.reset()
    stream.write('event: ping\ndata: \n\n')
    await again
  })
