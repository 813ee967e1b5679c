import type { DeviceState } from '#contract/device/agent-link.ts'
import type { RelayOrder, RelayState } from '#contract/device/relay.ts'
import { refuse } from '#http/refusal.ts'
import type { Clock } from '../clock.ts'
import { isOccupied } from './relay-rules.ts'
import { relaySwitch, SILENT, type HeldCommand, type SwitchSetup } from './switch-relays.ts'

export interface WatchedRelays {
  readonly state: DeviceState
  readonly shown: RelayState
  /** Refuses with `common.bad-transition` to close the barrier over a vehicle, `device.offline` when the board is silent. */
  command(order: RelayOrder): Promise<void>
  stop(): Promise<void>
}

const POLL_MS = 200
/** A person's command holds so long (devices.md 8, watchdog). */
const HOLD_MS = 60_000

/** Lamp and barrier of one post: its rule, manual commands for a minute, and the interlocks over both. */
export function watchRelays(setup: SwitchSetup & { clock: Clock }): WatchedRelays {
  const { board, clock, post } = setup
  const relays = relaySwitch(setup)
  const commands = new Map<'lamp' | 'barrier', HeldCommand & { until: number }>()
  let working: Promise<unknown> = Promise.resolve()
  let waiting = 0

  /** One after another: two commands for one barrier would not know of each other; a command counts from its turn. */
  function poll(takeOrder?: () => void): Promise<void> {
    waiting++
    const done = working.then(() => {
      takeOrder?.()
      for (const [key, { until }] of commands) if (clock.now() >= until) commands.delete(key)
      return relays.look({ lamp: commands.get('lamp'), barrier: commands.get('barrier') })
    })
    working = done.finally(() => waiting--)
    return done
  }

  async function command({ channel, on, pulse_ms, by }: RelayOrder): Promise<void> {
    if (!board.channels.includes(channel))
      refuse('device.not-configured', { message: 'На посту нет такого реле' })
    const closing = channel === 'barrier' && !on
    if (closing && isOccupied({ standing: setup.standing(), loop: relays.shown.loop })) {
      const reason = 'Под шлагбаумом машина'
      setup.note({ post, channel, on, pulse_ms, by, reason, done: false })
      refuse('common.bad-transition', { message: 'Под шлагбаумом машина: закрыть нельзя' })
    }
    const key = channel === 'barrier' ? 'barrier' : 'lamp'
    const wanted = channel === 'red' ? !on : on
    await poll(() =>
      commands.set(key, { on: wanted, by, until: clock.now() + (pulse_ms ?? HOLD_MS) }),
    )
    if (relays.state.status === 'online') return
    // A person whose command was refused must not see the barrier move when the board comes back.
    commands.delete(key)
    refuse('device.offline', { message: SILENT })
  }

  // A dead board takes a second per reading: queued readings would delay commands, and a new address, for as long as it was
  // dead.
  const timer = setInterval(() => waiting === 0 && void poll(), POLL_MS)
  return {
    get state() {
      return relays.state
    },
    get shown() {
      return relays.shown
    },
    command,
    async stop() {
      clearInterval(timer)
      await working
      board.close()
    },
  }
}
