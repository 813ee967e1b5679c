import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { WebSocket } from 'ws'
import { camera, weight } from '#contract/device/device.ts'
import { visitCalls } from '#contract/visit/visit.ts'
import { hubOf } from '#server/features/device/link/hub.ts'
import { openSecondProcess } from '#test/failures/second-process.ts'
import { connectYard } from '#test/site/fake-yard.ts'
import { until } from '#test/support/until.ts'
import { openWorld } from '#test/support/world.ts'
import { peersOf } from './peers.ts'
import { processOf } from './process.ts'
import { PEER_PATH } from './peer-listener.ts'
import type { PeerNews } from './peer-messages.ts'

const world = await openWorld()
const first = await connectYard(world, world.own)
const second = await openSecondProcess(world)
const scale = first.devices['scale1']!
const there = second.world.own.operator.api
const hubThere = hubOf(second.world.services)
after(async () => {
  await first.disconnect()
  await second.close()
  await world.close()
})

/** Sends a state behind all that was sent before: once the other process has it, it has everything that it was sent. */
let marks = 0
async function allArrived(): Promise<void> {
  const detail = `Метка ${++marks}`
  first.send({ msg: 'state', device_id: scale, status: 'online', detail })
  await until(() => hubThere.states.get(scale)?.detail === detail)
}

/** A process as another release has it: it follows and says nothing unless told to. */
async function followAs(asked: readonly object[]) {
  const weights: PeerNews[] = []
  const { tokens } = peersOf(world.services)
  const token = tokens.make(crypto.randomUUID(), processOf(world.services))
  const socket = new WebSocket(`${first.url.replace('http', 'ws')}${PEER_PATH}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  let answers = 0
  socket.on('message', (data) => {
    const news = JSON.parse(String(data)) as PeerNews
    if (news.news === 'answer') answers++
    if (news.news === 'told' && news.word.type === 'weight') weights.push(news)
  })
  await new Promise((opened) => socket.once('open', opened))
  for (const request of asked) socket.send(JSON.stringify(request))
  await until(() => answers === asked.length)
  weights.length = 0
  return { weights, close: () => socket.terminate() }
}

test('weights come to a process only while somebody there wants them, and then with what came before', async () => {
  // What is asked by way of the other process comes behind the choice that this one makes at first.
  await there.send(camera.getScreenshot, { query: { camera: 2 } })
  await allArrived()
  const before = hubThere.memory(scale).latest()?.reading.seq
  await first.load(1, 12_480)
  await allArrived()
  assert.equal(hubThere.memory(scale).latest()?.reading.seq, before)

  const shown = await there.send(weight.get, { query: { post: 1 } })
  assert.equal(shown.weight_g, 12_480_000)
  const here = hubOf(world.services).memory(scale)
  assert.deepEqual(
    hubThere
      .memory(scale)
      .copy()
      .readings.map(({ reading }) => reading.seq),
    here.copy().readings.map(({ reading }) => reading.seq),
  )
  assert.deepEqual(hubThere.memory(scale).copy().settled, here.copy().settled)
  // From here on they come by themselves.
  await first.load(1, 9000)
  await until(() => hubThere.memory(scale).latest()?.reading.weight_g === 9_000_000)
})

test('a process that nobody asked before captures a reading that the screen had from another', async () => {
  const third = await openSecondProcess(world)
  try {
    await first.empty(1)
    await first.load(1, 7020, 'А123ВС77')
    const reading = await until(
      () => world.own.operator.api.send(weight.get, { query: { post: 1 } }),
      ({ weight_g }) => weight_g === 7_020_000,
    )
    const body = { command: 'capture_in', reading, carnumber: 'А123ВС77' } as const
    const visit = await third.world.own.operator.api.send(visitCalls.update, { body })
    assert.ok('in_g' in visit && visit.in_g === 7_020_000)
  } finally {
    await third.close()
  }
})

test('a follower that chose hears one scale or none, one of an older release hears all', async () => {
  const id = () => crypto.randomUUID()
  const former = await followAs([])
  const chosen = await followAs([{ ask: 'choose', id: id() }])
  const link = [...hubOf(world.services).links].find(({ isRemote }) => !isRemote)!
  const watch = { ask: 'watch', agentId: link.agentId, deviceId: scale }
  const watching = await followAs([
    { ask: 'choose', id: id() },
    { ...watch, id: id() },
  ])
  const left = await followAs([
    { ask: 'choose', id: id() },
    { ...watch, id: id() },
    { ...watch, ask: 'unwatch', id: id() },
  ])
  await first.load(1, 5000)
  await until(() => former.weights.length > 0 && watching.weights.length > 0)
  await allArrived()
  assert.deepEqual([chosen.weights.length, left.weights.length], [0, 0])
  for (const one of [former, chosen, watching, left]) one.close()
})

test('an open screen goes on when the link of its agent comes again', async () => {
  const answer = await fetch(`${second.url}${weight.stream.path}?post=1`, {
    headers: { authorization: `Bearer ${there.token!}` },
  })
  let heard = ''
  const reading = (async () => {
    for await (const piece of answer.body!) heard += Buffer.from(piece).toString()
  })().catch(() => undefined)
  await first.load(1, 6000)
  await until(() => heard.includes('"weight_g":6000000'))
  await first.disconnect()
  await first.reconnect()
  await first.load(1, 6500)
  await until(() => heard.includes('"weight_g":6500000'))
  await answer.body!.cancel().catch(() => undefined)
  void reading
})
