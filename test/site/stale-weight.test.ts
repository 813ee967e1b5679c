import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Reading } from '#contract/device/reading.ts'
import { weight } from '#contract/device/device.ts'
import { assertWithin } from '../support/promised-speed.ts'
import { until } from '../support/until.ts'
import { standBetween, type Between } from '../failures/tcp-between.ts'
import { randomOf } from '../yard-day/plan-day.ts'
import { startProduct, type RunningProduct } from '../yard-day/running-product.ts'

/** One poll of the weight: when it was sent and what came, the answer's own time of the frame included. */
interface Look {
  readonly askedAt: number
  readonly answeredAt: number
  readonly status: number
  readonly frameAt: number
  /** The server's own word. */
  readonly ageMs: number
}

const POSTS = [1, 2, 3]
const LOOK_MS = 20
/** Between rounds nothing is checked: whether the link is back can wait. */
const REST_MS = 200
const ROUNDS = 8
// devices.md 10, test 8.
const OLDEST_MS = 2000
const REFUSED_MS = 2200
const SHOWN_MS = 1500
/** So many polls continue into a silence that has been reported everywhere. */
const MORE_LOOKS = 20

let product: RunningProduct
let wire: Between

before(async () => {
  product = await startProduct({
    speed: 1,
    seed: 8,
    between: { server: async (port) => (wire = await standBetween(port)).port },
  })
})
after(async () => {
  await product?.close()
  await wire?.close()
})

test('after a broken or stalled link no weight older than two seconds is accepted', async (t) => {
  const random = randomOf(8)
  const most = { age: 0, told: 0, refused: 0, shown: 0, streamed: 0 }
  const readers = POSTS.map((post) => watchPost(post))
  for (let round = 0; round < ROUNDS; round++) {
    await until(() => readers.every((reader) => reader.isOnline()))
    await sleep(200 + random() * 1000)
    const how = round % 2 ? 'cut' : 'freeze'
    for (const reader of readers) reader.begin()
    const silentAt = Date.now()
    wire[how](true)
    await until(() => readers.every((reader) => reader.isRefused()))
    const refused = readers.map(({ looks }) => looks.length)
    await until(() => readers.every(({ looks }, i) => looks.length > refused[i]! + MORE_LOOKS))
    const mendedAt = Date.now()
    for (const [i, { looks }] of readers.entries())
      assert.deepEqual(looks.slice(refused[i]).filter(isGood), [], 'a weight out of the silence')
    wire[how](false)
    // What waited in a stalled link comes in one burst; none of it is the present weight.
    await sleep(500)
    for (const { looks, offlineAt, rest } of readers) {
      rest()
      const good = looks.filter(isGood)
      most.told = Math.max(most.told, ...good.map(({ ageMs }) => ageMs))
      most.age = Math.max(most.age, ...good.map(({ askedAt, frameAt }) => askedAt - frameAt))
      const inSilence = good.filter(({ answeredAt }) => answeredAt < mendedAt)
      most.refused = Math.max(most.refused, ...inSilence.map((look) => look.askedAt - silentAt))
      most.shown = Math.max(most.shown, offlineAt()! - silentAt)
    }
  }
  for (const reader of readers) {
    most.streamed = Math.max(most.streamed, reader.oldestStreamed())
    await reader.stop()
  }
  t.diagnostic(JSON.stringify(most))
  assert.ok(most.told <= OLDEST_MS, `answered with ${most.told} ms of age`)
  assertWithin(most.age, OLDEST_MS, 'age of an answer')
  assertWithin(most.streamed, OLDEST_MS, 'age in the stream')
  assertWithin(most.refused, REFUSED_MS, 'refusal after the silence')
  assertWithin(most.shown, SHOWN_MS, 'shown as offline')
})

const isGood = ({ status }: Look) => status === 200

/** Fifty polls a second at one post, from a round's beginning until it is checked, and its live stream. */
function watchPost(post: number) {
  const stopping = new AbortController()
  const { signal } = stopping
  const headers = { authorization: `Bearer ${product.world.own.operator.api.token!}` }
  const looks: Look[] = []
  let online = false
  let oldest = 0
  let offlineAt: number | undefined
  const look = async () => {
    const askedAt = Date.now()
    const answer = await fetch(`${product.url}${weight.get.path}?post=${post}`, { headers, signal })
    const body = (await answer.json()) as Reading
    looks.push({
      askedAt,
      answeredAt: Date.now(),
      status: answer.status,
      frameAt: Date.parse(body.ts),
      ageMs: body.age_ms,
    })
  }
  let pause = REST_MS
  const looking = lookOn()
  const listening = listen().catch(ifStopped)

  async function lookOn(): Promise<void> {
    while (!signal.aborted) {
      void look().catch(ifStopped)
      await sleep(pause)
    }
  }
  async function listen(): Promise<void> {
    const url = `${product.url}${weight.stream.path}?post=${post}`
    const { body } = await fetch(url, { headers, signal })
    for await (const text of body!.pipeThrough(new TextDecoderStream())) {
      for (const [, ts] of text.matchAll(/"ts":"([^"]+)"/g))
        oldest = Math.max(oldest, Date.now() - Date.parse(ts!))
      const offline = text.includes('"status":"offline"')
      if (offline) offlineAt ??= Date.now()
      if (offline || text.includes('event: weight')) online = !offline
    }
  }
  function ifStopped(error: unknown): void {
    if (!signal.aborted) throw error
  }
  return {
    looks,
    offlineAt: () => offlineAt,
    /** Of all readings that the stream brought. */
    oldestStreamed: () => oldest,
    isOnline: () => online && looks.at(-1)?.status === 200,
    isRefused: () =>
      offlineAt !== undefined && looks.slice(-3).every(({ status }) => status === 503),
    begin() {
      looks.length = 0
      offlineAt = undefined
      pause = LOOK_MS
    },
    rest() {
      pause = REST_MS
    },
    async stop() {
      stopping.abort()
      await Promise.all([looking, listening])
    },
  }
}
