import assert from 'node:assert/strict'
import type { ChildProcess } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { episodeBody, type EpisodeBody } from '#contract/device/agent-events.ts'
import type { AgentMessage } from '#contract/device/agent-link.ts'
import { startYard } from '#simulators/yard/yard.ts'
import type { Yard } from '#simulators/yard/running-yard.ts'
import { truckScaleConfig } from '#test/site/agent-config.ts'
import { startAgentProgram } from '#test/site/agent-program.ts'
import { startLinkServer } from '#test/failures/link-server.ts'
import { untilLoad } from '#test/site/open-load.ts'
import { until } from '#test/support/until.ts'

type Event = Extract<AgentMessage, { msg: 'evt' }>
type Weight = Extract<AgentMessage, { msg: 'weight' }>

const SPEED = 10
const CODE = 'ABCD-1234'
/** Kilograms, each a multiple of the scale's step, each load known by its weight. */
const LOADS = [12_480, 4260, 20_020, 7340, 15_600, 9100]

const deviceId = randomUUID()
let yard: Yard
let server: Awaited<ReturnType<typeof startLinkServer>>
let dir: string
let agent: ChildProcess
const stored = new Map<string, EpisodeBody>()
const order: string[] = []
let repeats = 0
let answering: NodeJS.Timeout | undefined

before(async () => {
  yard = await startYard({ speed: SPEED })
  server = await startLinkServer({ code: CODE })
  server.configure(truckScaleConfig(yard, deviceId, randomBytes(32)))
  dir = await mkdtemp(join(tmpdir(), 'priyomka-killed-'))
  agent = await start()
  // It has its configuration, by which it weighs from now on with a link or without.
  await server.seen((m): m is Weight => m.msg === 'weight')
})
after(async () => {
  clearInterval(answering)
  agent.kill('SIGTERM')
  if (agent.exitCode === null && agent.signalCode === null) await once(agent, 'exit')
  await server.close()
  await yard.close()
  await rm(dir, { recursive: true })
})

test('loads of an agent that is killed and disconnected repeatedly arrive once each, with their weight', async () => {
  let seen = 0
  answering = setInterval(() => (seen = answer(seen)), 50)
  for (const [i, mass_kg] of LOADS.entries()) {
    const away = i % 2 === 0
    server.refuse(away)
    if (away) server.cut()
    yard.command({ do: 'arrive', post: 1, mass_kg })
    // Killed while the load comes on, stands or has just left; in between it always sees the load stand still.
    if (i % 3 === 0) await killAfter(150)
    await untilLoad(dir, deviceId, (load) => load?.reading?.weight_g === mass_kg * 1000)
    if (i % 3 === 1) await killAfter(0)
    yard.command({ do: 'leave', post: 1 })
    await untilLoad(dir, deviceId, (load) => load === undefined)
    if (i % 3 === 2) await killAfter(0)
  }
  server.refuse(false)
  const weights = () => [...stored.values()].map(({ reading }) => (reading?.weight_g ?? 0) / 1000)
  await until(() => stored.size >= LOADS.length)
  assert.deepEqual(weights(), LOADS)
  assert.deepEqual(order, order.toSorted())
  assert.equal(new Set([...stored.values()].map((load) => load.episode_id)).size, LOADS.length)
})

/** Keeps new loads and acknowledges; every third acknowledgement is lost. */
function answer(from: number): number {
  for (const message of server.messages.slice(from)) {
    if (message.msg !== 'evt') continue
    const event = message as Event
    if (event.type === 'episode') {
      if (stored.has(event.event_id)) repeats++
      else order.push(event.event_id)
      stored.set(event.event_id, episodeBody.parse(event.body))
    }
    if ((order.length + repeats) % 3 > 0) server.send({ msg: 'ack', event_ids: [event.event_id] })
  }
  return server.messages.length
}

async function killAfter(ms: number): Promise<void> {
  await sleep(ms)
  const exited = once(agent, 'exit')
  agent.kill('SIGKILL')
  await exited
  agent = await start()
}

async function start(): Promise<ChildProcess> {
  const child = startAgentProgram({
    url: server.url,
    dir,
    code: CODE,
    speed: SPEED,
    said: ['ignore', 'ignore'],
  })
  // Without a link it never says that it is ready: it weighs by the configuration it keeps.
  await Promise.race([once(child, 'message'), sleep(1500)])
  return child
}
