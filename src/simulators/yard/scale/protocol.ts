import type { Display } from './indicator.ts'
import { openTensoM, type TensoSettings } from './tenso-m.ts'

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

/** A protocol by its name in devices.md 3 with what is set up in the indicator's menu. */
export type ProtocolChoice = { protocol: 'tenso-m'; settings: TensoSettings }

/** Opens the protocol of one connection. */
export function openProtocol(choice: ProtocolChoice, port: IndicatorPort): ProtocolSession {
  return openTensoM(choice.settings, port)
}
