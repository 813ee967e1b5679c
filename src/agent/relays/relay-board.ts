import type { RelayChannel } from '#contract/device/relay.ts'

/** A board of relays, whatever its protocol; each call rejects within about two seconds when it does not answer. */
export interface RelayBoard {
  readonly channels: readonly RelayChannel[]
  set(channel: RelayChannel, on: boolean): Promise<void>
  /** The state of a relay; null = the board cannot report it. */
  read(channel: RelayChannel): Promise<boolean | null>
  /** Whether there is a vehicle over the loop; null = there is no loop. */
  loop(): Promise<boolean | null>
  close(): void
}
