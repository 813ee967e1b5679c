import type { RelayBody } from '#contract/device/agent-events.ts'
import type { DeviceState } from '#contract/device/agent-link.ts'
import type { RelayChannel, RelayState } from '#contract/device/relay.ts'
import { deviceState } from '../site/device-state.ts'
import type { RelayBoard } from './relay-board.ts'
import { isOccupied, relayTargets, type RelayFacts, type RelayTargets } from './relay-rules.ts'

export interface SwitchSetup {
  device_id: string
  post: number
  board: RelayBoard
  linkUp(): boolean
  standing(): RelayFacts['standing']
  tell(state: DeviceState): void
  /** The lamp, the barrier or the loop changed. */
  shown(state: RelayState): void
  note(body: RelayBody): void
}

/** A person's command that still holds. */
export interface HeldCommand {
  on: boolean
  by: string | null
}

export interface RelaySwitch {
  readonly state: DeviceState
  readonly shown: RelayState
  /** Reads the loop and switches what differs from the rule; a silent board is a state, not an error. */
  look(commands: { lamp: HeldCommand | undefined; barrier: HeldCommand | undefined }): Promise<void>
}

export const SILENT = 'Реле не отвечает'

/** Brings the relays of one post to the state of its rule, and publishes each change once. */
export function relaySwitch(setup: SwitchSetup): RelaySwitch {
  const { board, post } = setup
  const state = deviceState(setup.device_id, setup.tell)
  let shown: RelayState = { red: false, green: false, barrier: false, loop: null }
  /** After a silence the state of the relays is unknown, so they are read and all of them set again. */
  let unsure = true

  function show(change: Partial<RelayState>): void {
    shown = { ...shown, ...change }
    setup.shown(shown)
  }

  /** A barrier that cannot be asked counts as open over a vehicle: it is not let down on it. */
  async function isKnownChannel(channel: RelayChannel): Promise<boolean> {
    const standing = setup.standing()
    const mayStand = channel === 'barrier' && isOccupied({ standing, loop: shown.loop })
    return (await board.read(channel)) ?? mayStand
  }

  async function turn(
    channel: RelayChannel,
    targets: RelayTargets,
    by: string | null,
  ): Promise<void> {
    const on = targets[channel]
    await board.set(channel, on)
    const changed = shown[channel] !== on
    show({ [channel]: on })
    const reason = targets.why
    if (changed) setup.note({ post, channel, on, pulse_ms: null, by, reason, done: true })
  }

  return {
    get state() {
      return state.now
    },
    get shown() {
      return shown
    },
    async look({ lamp, barrier }) {
      try {
        // First the scale, then the loop: a vehicle that leaves one is on the other by then.
        const standing = setup.standing()
        const loop = await board.loop()
        if (loop !== shown.loop) show({ loop })
        if (unsure)
          for (const channel of board.channels) show({ [channel]: await isKnownChannel(channel) })
        const targets = relayTargets({
          linkUp: setup.linkUp(),
          standing,
          loop,
          lamp: lamp && (lamp.on ? 'green' : 'red'),
          barrier: barrier?.on,
          barrierOpen: shown.barrier,
        })
        for (const channel of board.channels)
          if (unsure || targets[channel] !== shown[channel])
            await turn(channel, targets, (channel === 'barrier' ? barrier : lamp)?.by ?? null)
        unsure = false
        state.set('online')
      } catch (error) {
        if (state.now.detail !== SILENT) console.error('Relay board failed', error)
        unsure = true
        state.set('offline', SILENT)
      }
    },
  }
}
