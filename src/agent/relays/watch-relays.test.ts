import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { RelayBody } from '#contract/device/agent-events.ts'
import type { DeviceState } from '#contract/device/agent-link.ts'
import {
  modbusRelayConnection,
  type RelayChannel,
  type RelayOrder,
} from '#contract/device/relay.ts'
import { Refusal } from '#http/refusal.ts'
import { createRelayBoard, relaysOf, startRelayServer } from '#simulators/yard/relay-board.ts'
import { until } from '#test/support/until.ts'
import { agentClock } from '../clock.ts'
import type { RelayBoard } from './relay-board.ts'
import { openBoard } from './relay-line.ts'
import { relaySwitch } from './switch-relays.ts'
import { watchRelays, type WatchedRelays } from './watch-relays.ts'

const post = 1
const ONLINE = { status: 'online' } as const
const by = randomUUID()
const order = (channel: RelayOrder['channel'], on: boolean): RelayOrder => ({
  post,
  channel,
  on,
  pulse_ms: null,
  by,
})

describe('lamp and barrier of a post over Modbus/TCP', () => {
  const board = createRelayBoard(3)
  const notes: RelayBody[] = []
  const states: DeviceState[] = []
  let standing: { present: boolean; captured: boolean } | undefined
  let linkUp = true
  let server: Awaited<ReturnType<typeof startRelayServer>>
  let relays: WatchedRelays
  const start = (port: number) =>
    watchRelays({
      device_id: randomUUID(),
      post,
      board: openBoard(
        {
          driver: 'modbus',
          connection: modbusRelayConnection.parse({
            host: '127.0.0.1',
            port,
            red: 0,
            green: 1,
            barrier: 2,
            loop: 0,
          }),
        },
        true,
      ),
      // A minute of holding passes in 1.2 s.
      clock: agentClock(50),
      linkUp: () => linkUp,
      standing: () => standing,
      tell: (state) => states.push(state),
      shown: () => {},
      note: (body) => notes.push(body),
    })

  before(async () => {
    standing = { present: false, captured: false }
    server = await startRelayServer(board, 0)
    relays = start(server.port)
  })
  after(async () => {
    await relays.stop()
    await server.close()
  })
  beforeEach(() => {
    notes.length = 0
  })

  /** On the board and in the agent's own view: a relay turns before its answer, note and state are there. */
  async function untilSeen(wanted: Partial<ReturnType<typeof relaysOf>>): Promise<void> {
    const views = () => [relaysOf(board, 0), relays.shown, { status: relays.state.status }]
    const due = () => views().map((view, i) => ({ ...view, ...[wanted, wanted, ONLINE][i] }))
    await until(() => isDeepStrictEqual(views(), due()))
  }

  test('the lamp and the barrier follow a weighing, and each step is an event', async () => {
    await untilSeen({ green: true, red: false, barrier: false })
    assert.equal(states.at(-1)!.status, 'online')
    standing = { present: true, captured: false }
    await untilSeen({ green: false, red: true, barrier: false })
    standing = { present: true, captured: true }
    await untilSeen({ green: true, red: false, barrier: true })
    board.inputs[0] = true
    standing = { present: false, captured: false }
    await sleep(500)
    assert.equal(relaysOf(board, 0).barrier, true)
    board.inputs[0] = false
    await untilSeen({ green: true, barrier: false })
    assert.deepEqual(
      notes
        .filter(({ channel }) => channel === 'barrier')
        .map(({ on, by, reason }) => [on, by, reason]),
      [
        [true, null, 'Взвешено'],
        [false, null, 'Весы свободны'],
      ],
    )
  })

  test('a person opens the barrier for a minute, and the event names the person', async () => {
    await relays.command(order('barrier', true))
    assert.equal(relaysOf(board, 0).barrier, true)
    assert.equal(notes[0]!.by, by)
    await untilSeen({ barrier: false })
    assert.deepEqual(notes.at(-1)!.on, false)
  })

  test('the barrier is not closed over a vehicle, and the attempt is recorded as an event', async () => {
    await relays.command(order('barrier', true))
    standing = { present: true, captured: false }
    await assert.rejects(
      relays.command(order('barrier', false)),
      (error) => error instanceof Refusal && error.code === 'common.bad-transition',
    )
    assert.deepEqual(notes.at(-1), {
      ...order('barrier', false),
      reason: 'Под шлагбаумом машина',
      done: false,
    })
    await sleep(1700)
    assert.equal(relaysOf(board, 0).barrier, true)
    standing = { present: false, captured: false }
    await untilSeen({ barrier: false })
  })

  test('a lost link turns the lamp red and closes the barrier', async () => {
    await relays.command(order('barrier', true))
    linkUp = false
    await untilSeen({ red: true, green: false, barrier: false })
    linkUp = true
    await untilSeen({ green: true })
  })

  test('a lost relay board is reported, and its outputs are set again when it is back', async () => {
    const { port } = server
    await server.close()
    await until(() => relays.state.status !== 'online')
    assert.equal(relays.state.detail, 'Реле не отвечает')
    await assert.rejects(relays.command(order('green', false)), Refusal)
    board.coils.fill(true)
    standing = { present: false, captured: false }
    server = await startRelayServer(board, port)
    await untilSeen({ barrier: false })
    assert.equal(relays.state.status, 'online')
  })

  test('after a restart with a vehicle on the scale a closed barrier stays closed', async () => {
    await untilSeen({ barrier: false })
    await relays.stop()
    standing = { present: true, captured: false }
    relays = start(server.port)
    await untilSeen({ red: true, green: false })
    await sleep(400)
    assert.equal(relaysOf(board, 0).barrier, false)
  })
})

test('the barrier stays open for a vehicle that moves from the scale onto the loop while both are read', async () => {
  let standing = { present: true, captured: true }
  let loop = false
  const turned: [RelayChannel, boolean][] = []
  const board: RelayBoard = {
    channels: ['barrier'],
    read: async () => true,
    async loop() {
      const seen = loop
      standing = { present: false, captured: false }
      loop = true
      return seen
    },
    set: async (channel, on) => void turned.push([channel, on]),
    close: () => undefined,
  }
  const nobody = () => undefined
  const told = { tell: nobody, shown: nobody, note: nobody }
  const setup = { device_id: randomUUID(), post, board, linkUp: () => true, ...told }
  const relays = relaySwitch({ ...setup, standing: () => standing })
  await relays.look({ lamp: undefined, barrier: undefined })
  assert.deepEqual(turned, [['barrier', true]])
})

describe('a board that does not answer', () => {
  const gate = Promise.withResolvers<null>()
  let alive = false
  let asks = 0
  const turned: [RelayChannel, boolean][] = []
  const board: RelayBoard = {
    channels: ['barrier'],
    read: async () => false,
    loop: async () => (alive ? null : (asks++, await gate.promise)),
    set: async (channel, on) => void turned.push([channel, on]),
    close: () => undefined,
  }
  const start = () =>
    watchRelays({
      device_id: randomUUID(),
      post,
      board,
      clock: agentClock(),
      linkUp: () => true,
      standing: () => ({ present: false, captured: false }),
      tell: () => {},
      shown: () => {},
      note: () => {},
    })

  test('gets one request at a time, so that a command and a new address do not wait for earlier requests', async () => {
    const relays = start()
    await sleep(900)
    const refused = assert.rejects(relays.command(order('barrier', true)), Refusal)
    const stopped = relays.stop()
    gate.reject(new Error('no answer'))
    await Promise.all([refused, stopped])
    assert.equal(asks, 2)
  })

  test('does not carry out a refused command when it is back', async () => {
    const relays = start()
    await assert.rejects(relays.command(order('barrier', true)), Refusal)
    alive = true
    await until(() => relays.state.status !== 'offline')
    await relays.stop()
    assert.deepEqual(turned, [['barrier', false]])
  })
})
