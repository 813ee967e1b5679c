import type { ProtocolChoice } from './protocol.ts'

/** Every format by the short name under which a post of the yard is set up (devices.md 3). */
export const FORMAT_NAMES = [
  'tenso-m',
  'continuous',
  'sics',
  'cas22',
  'cas10',
  'and18',
  'ricelake',
  'tf0',
  'tf1',
  'tf2',
  'a12',
  'cmd',
  'massa-k',
  'laumas',
  'laumas-tcp',
  'float32',
] as const
export type FormatName = (typeof FORMAT_NAMES)[number]

/** The menu of an indicator that speaks this format, in kilograms with so many decimals. */
export function menuOf(name: FormatName, decimals: number): ProtocolChoice {
  const shown = { unit: 'kg', decimals } as const
  switch (name) {
    case 'tenso-m':
      return { protocol: name, settings: { address: 1, crc: true, ...shown } }
    case 'continuous':
    case 'sics':
      return { protocol: 'mettler', settings: { format: name, checksum: true, ...shown } }
    case 'cas22':
    case 'cas10':
    case 'and18':
    case 'ricelake':
      return { protocol: 'ascii', settings: { format: name, ...shown } }
    case 'massa-k':
      return { protocol: name, settings: { tells_tare: true, ...shown } }
    case 'laumas':
    case 'laumas-tcp': {
      const framing = name === 'laumas' ? 'rtu' : 'tcp'
      const settings = { profile: 'laumas', framing, address: 1, ...shown } as const
      return { protocol: 'modbus', settings }
    }
    case 'float32': {
      const settings = { profile: name, framing: 'rtu', address: 1, ...shown } as const
      return { protocol: 'modbus', settings }
    }
    default:
      return { protocol: 'yaohua', settings: { format: name, address: 'A', ...shown } }
  }
}
