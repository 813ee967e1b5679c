import type { ScaleTransport } from '#contract/device/scale-connection.ts'
import { allowedAddress } from '../../site/allowed-address.ts'
import type { Transport } from '../frames/scale-driver.ts'
import { openTcp } from './tcp.ts'
import { openTty } from './tty.ts'
import { openWindowsSerial } from './windows-serial.ts'

/** Opens the line of a scale; a network address is checked at every opening. */
export async function openTransport(
  transport: ScaleTransport,
  allowLoopback: boolean,
  signal: AbortSignal,
): Promise<Transport> {
  switch (transport.type) {
    case 'tcp':
      return openTcp(allowedAddress(transport.host, allowLoopback), transport.port, signal)
    case 'tty':
      return openTty(transport, signal)
    case 'windows_serial':
      return openWindowsSerial(transport, signal)
  }
}

/** The Russian sentence for a port that this system cannot have, or undefined. */
export function foreignPort({ type }: ScaleTransport): string | undefined {
  if (type === 'tty' && process.platform !== 'linux')
    return 'Порт вида /dev/… бывает только в Linux'
  if (type === 'windows_serial' && process.platform !== 'win32')
    return 'Порт вида COM3 бывает только в Windows'
  return undefined
}
