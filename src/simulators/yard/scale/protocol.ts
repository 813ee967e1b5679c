import { openAscii, type AsciiSettings } from './ascii.ts'
import { openMassaK, type MassaSettings } from './massa-k.ts'
import { openMettler, type MettlerSettings } from './mettler.ts'
import { openModbus, type ModbusSettings } from './modbus.ts'
import { openTensoM, type TensoSettings } from './tenso-m.ts'
import { openYaohua, type YaohuaSettings } from './yaohua.ts'
import type { IndicatorPort, ProtocolSession } from './protocol-session.ts'

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
