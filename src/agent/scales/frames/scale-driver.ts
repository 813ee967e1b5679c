/** Why a frame is no weight; `length` and the like name the broken rule of the protocol. */
export type BadReason =
  | 'checksum'
  | 'length'
  | 'alphabet'
  | 'unit'
  | 'other-unit'
  | 'step'
  | 'device-error'

/**
 * What a driver read (devices.md 3.1). `grams` is the displayed value with its sign, null on overload
 * and underload; `stable` null = the protocol has no such flag; `hint` is Russian advice for the installer.
 * `net` is absent where the protocol has no such mark; a net value without a tare above zero is no weight.
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
      /** The number under which the indicator's alibi memory keeps this very weight. */
      alibi?: string
      /** The tare may have changed since it was reported: the weight is shown and never counts as stable. */
      unsure?: boolean
      hint?: string
    }
  | { kind: 'busy' }
  | { kind: 'bad'; reason: BadReason; raw: Uint8Array; hint?: string }

/** Pure: bytes in, samples out; no clock, no input or output. */
export interface ScaleDriver {
  readonly mode: 'stream' | 'poll'
  feed(chunk: Uint8Array): ScaleEvent[]
  /** The next request of a `poll` driver; `at` is monotonic milliseconds, for what has to be asked now and then. */
  poll?(at?: number): Uint8Array
  /** What an indicator has to be told when its line opens; what it answers is no weight. */
  greeting?(): Uint8Array
  /** True when the last answer was to a side question, so that the weight is asked for without waiting. */
  asksAgain?(): boolean
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
