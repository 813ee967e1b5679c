import type { RelayBody } from '#contract/agent-events.ts'
import type { DeviceState } from '#contract/agent-link.ts'
import type { RelayChannel, RelayOrder, RelayState } from '#contract/relay.ts'
import { refuse } from '#http/refusal.ts'
import type { Clock } from '../clock.ts'
import { deviceState } from '../device-state.ts'
import type { RelayBoard } from './relay-board.ts'
import { isOccupied, relayTargets, type RelayFacts, type RelayTargets } from './relay-rules.ts'

export interface RelaySetup {
  device_id: string
  post: number
  board: RelayBoard
  clock: Clock
  linkUp(): boolean
  standing(): RelayFacts['standing']
  tell(state: DeviceState): void
  /** The lamp, the barrier or the loop changed. */
  shown(state: RelayState): void
  note(body: RelayBody): void
}

export interface WatchedRelays {
  readonly state: DeviceState
  readonly shown: RelayState
  /** Refuses with `common.bad-transition` to close the barrier over a vehicle, `device.offline` when the board is silent. */
  command(order: RelayOrder): Promise<void>
  stop(): Promise<void>
}

const LOOK_MS = 200
/** A person's command holds so long (devices.md 8, watchdog). */
const HOLD_MS = 60_000
const SILENT = 'Реле не отвечает'

interface Command {
  on: boolean
  until: number
  by: string | null
}

/** Lamp and barrier of one post: its rule, people's commands for a minute, and the interlocks over both. */
export function watchRelays(setup: RelaySetup): WatchedRelays {
  const { board, clock } = setup
  const state = deviceState(setup.device_id, setup.tell)
  const commands = new Map<'lamp' | 'barrier', Command>()
  let shown: RelayState = { red: false, green: false, barrier: false, loop: null }
  /** After a silence nobody knows how the relays stand, so they are asked and all of them set again. */
  let unsure = true
  let working: Promise<unknown> = Promise.resolve()
  let stopped = false

  function facts(): RelayFacts {
    for (const [key, { until }] of commands) if (clock.now() >= until) commands.delete(key)
    const lamp = commands.get('lamp')
    return {
      linkUp: setup.linkUp(),
      standing: setup.standing(),
      loop: shown.loop,
      lamp: lamp && (lamp.on ? 'green' : 'red'),
      barrier: commands.get('barrier')?.on,
      barrierOpen: shown.barrier,
    }
  }

  async function look(): Promise<void> {
    try {
      const loop = await board.loop()
      if (loop !== shown.loop) show({ loop })
      if (unsure) for (const channel of board.channels) show({ [channel]: await known(channel) })
      const targets = relayTargets(facts())
      for (const channel of board.channels)
        if (unsure || targets[channel] !== shown[channel]) await turn(channel, targets)
      unsure = false
      state.set('online')
    } catch (error) {
      if (state.now.detail !== SILENT) console.error('Relay board failed', error)
      unsure = true
      state.set('offline', SILENT)
    }
  }

  /** A barrier that cannot be asked counts as open over a vehicle: it is not let down on it. */
  async function known(channel: RelayChannel): Promise<boolean> {
    const standing = setup.standing()
    const mayStand = channel === 'barrier' && isOccupied({ standing, loop: shown.loop })
    return (await board.read(channel)) ?? mayStand
  }

  async function turn(channel: RelayChannel, targets: RelayTargets): Promise<void> {
    const on = targets[channel]
    await board.set(channel, on)
    const by = commands.get(channel === 'barrier' ? 'barrier' : 'lamp')?.by ?? null
    const changed = shown[channel] !== on
    show({ [channel]: on })
    const { post } = setup
    if (changed)
      setup.note({ post, channel, on, pulse_ms: null, by, reason: targets.why, done: true })
  }

  function show(change: Partial<RelayState>): void {
    shown = { ...shown, ...change }
    setup.shown(shown)
  }

  /** One after another: two hands on one barrier would not know of each other. */
  function next(work: () => Promise<void>): Promise<void> {
    const done = working.then(work)
    working = done.catch(() => {})
    return done
  }

  async function command({ channel, on, pulse_ms, by }: RelayOrder): Promise<void> {
    if (!board.channels.includes(channel))
      refuse('device.not-configured', { message: 'На посту нет такого реле' })
    const closing = channel === 'barrier' && !on
    if (closing && isOccupied({ standing: setup.standing(), loop: shown.loop })) {
      const { post } = setup
      const reason = 'Под шлагбаумом машина'
      setup.note({ post, channel, on, pulse_ms, by, reason, done: false })
      refuse('common.bad-transition', { message: 'Под шлагбаумом машина: закрыть нельзя' })
    }
    const key = channel === 'barrier' ? 'barrier' : 'lamp'
    const green = channel === 'red' ? !on : on
    const until = clock.now() + (pulse_ms ?? HOLD_MS)
    commands.set(key, { on: channel === 'barrier' ? on : green, until, by })
    await next(look)
    if (state.now.status === 'offline') refuse('device.offline', { message: SILENT })
  }

  const timer = setInterval(() => void next(async () => (stopped ? undefined : look())), LOOK_MS)
  return {
    get state() {
      return state.now
    },
    get shown() {
      return shown
    },
    command,
    async stop() {
      stopped = true
      clearInterval(timer)
      await working
      board.close()
    },
  }
}
