import { openAscii, type AsciiSettings } from './ascii.ts'
import type { Display } from './indicator.ts'
import { openMassaK, type MassaSettings } from './massa-k.ts'
import { openMettler, type MettlerSettings } from './mettler.ts'
import { openModbus, type ModbusSettings } from './modbus.ts'
import { openTensoM, type TensoSettings } from './tenso-m.ts'
import { openYaohua, type YaohuaSettings } from './yaohua.ts'

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
export type ProtocolChoice =
  | { protocol: 'tenso-m'; settings: TensoSettings }
  | { protocol: 'mettler'; settings: MettlerSettings }
  | { protocol: 'ascii'; settings: AsciiSettings }
  | { protocol: 'yaohua'; settings: YaohuaSettings }
  | { protocol: 'massa-k'; settings: MassaSettings }
  | { protocol: 'modbus'; settings: ModbusSettings }

/** Opens the protocol of one connection. */
export function openProtocol(choice: ProtocolChoice, port: IndicatorPort): ProtocolSession {
  switch (choice.protocol) {
    case 'tenso-m':
      return openTensoM(choice.settings, port)
    case 'mettler':
      return openMettler(choice.settings, port)
    case 'ascii':
      return openAscii(choice.settings, port)
    case 'yaohua':
      return openYaohua(choice.settings, port)
    case 'massa-k':
      return openMassaK(choice.settings, port)
    case 'modbus':
      return openModbus(choice.settings, port)
  }
}
