import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { ScaleTransport } from '#contract/device/scale-connection.ts'
import { allowedAddress, type AllowedAddress } from '../../site/allowed-address.ts'
import type { Transport } from '../frames/scale-driver.ts'
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

const CONNECT_MS = 3000
const KEEP_ALIVE_MS = 5000

/** Opens a line to a serial device server or a network indicator (devices.md 3.10); rejects after 3 s. */
export async function openTcp(
  address: AllowedAddress,
  port: number,
  signal: AbortSignal,
): Promise<Transport> {
  const socket = connect({
    host: address.host,
    port,
    lookup: address.lookup,
    noDelay: true,
    keepAlive: true,
    keepAliveInitialDelay: KEEP_ALIVE_MS,
    signal,
  })
  try {
    await once(socket, 'connect', {
      signal: AbortSignal.any([signal, AbortSignal.timeout(CONNECT_MS)]),
    })
  } catch (error) {
    socket.on('error', () => {})
    socket.destroy()
    throw error
  }
  return {
    write: (bytes) => void socket.write(bytes),
    chunks: untilClosed(socket),
    close: () => socket.destroy(),
  }
}

/** A reset or a broken cable ends the line like a close; only the caller's own errors are thrown. */
async function* untilClosed(socket: Socket): AsyncGenerator<Uint8Array> {
  try {
    yield* socket as AsyncIterable<Uint8Array>
  } catch (error) {
    if (!socket.destroyed) throw error
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
