import type { Display } from './indicator.ts'

/** What a protocol may ask of the indicator it speaks for. */
export interface IndicatorPort {
  display(): Display
  zero(): boolean
}

/** One connection: it keeps its own half-received request. */
export interface ProtocolSession {
  /** Bytes of the other side in, answers out. */
  receive(chunk: Uint8Array): Uint8Array[]
  /** Present on protocols that send without being asked, once a sample. */
  stream?(): Uint8Array
}
