/** Why a frame is no weight; `length` and the like name the broken rule of the protocol. */
export type BadReason = 'checksum' | 'length' | 'alphabet' | 'unit' | 'step' | 'device-error'

/**
 * What a driver read (devices.md 3.1). `grams` is the displayed value with its sign, null on overload
 * and underload; `stable` null = the protocol has no such flag; `hint` is Russian advice for the installer.
 */
export type ScaleEvent =
  | {
      kind: 'sample'
      grams: number | null
      net?: boolean
      tare?: number
      stable: boolean | null
      overload: boolean
      underload: boolean
      raw: Uint8Array
    }
  | { kind: 'busy' }
  | { kind: 'bad'; reason: BadReason; raw: Uint8Array; hint?: string }

/** Pure: bytes in, samples out; no clock, no input or output. */
export interface ScaleDriver {
  readonly mode: 'stream' | 'poll'
  feed(chunk: Uint8Array): ScaleEvent[]
  /** The next request of a `poll` driver. */
  poll?(): Uint8Array
  /** Absent where the indicator does not accept a zero command. */
  zero?(): Uint8Array
  /** Forgets every byte received: after a reconnect and before each request. */
  reset(): void
}

/** An open line to an indicator; `chunks` ends when the line closes or breaks. */
export interface Transport {
  write(bytes: Uint8Array): void
  readonly chunks: AsyncIterable<Uint8Array>
  close(): void
}
