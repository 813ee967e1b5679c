import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { ScaleTransport } from '#contract/device/scale-connection.ts'
import { allowedAddress, type AllowedAddress } from '../../site/allowed-address.ts'
import type { Transport } from '../frames/scale-driver.ts'
import { openTty } from './tty.ts'

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

type Line = Omit<Extract<ScaleTransport, { type: 'windows_serial' }>, 'type'>

/**
 * Since Node 26.3 reads of the package stall while the event loop is idle (bindings-cpp pull request 239):
 * a timer this often keeps it turning while a port is open. To be removed with the package's next release.
 */
const KEEP_TURNING_MS = 20

/** A COM port through the optional package `serialport`, which no other system ever loads. */
async function openWindowsSerial(line: Line, signal: AbortSignal): Promise<Transport> {
  const { SerialPort } = await import('serialport')
  const port = new SerialPort({
    path: line.path,
    baudRate: line.baud,
    dataBits: line.bits,
    parity: line.parity,
    stopBits: line.stop,
    autoOpen: false,
  })
  port.open()
  await once(port, 'open', { signal })
  const turning = setInterval(() => {}, KEEP_TURNING_MS)
  port.once('close', () => clearInterval(turning))
  port.on('error', () => port.destroy())
  signal.addEventListener('abort', () => port.destroy(), { once: true })
  return {
    write: (bytes) => void port.write(Buffer.from(bytes)),
    chunks: untilEnded(port),
    close: () => port.destroy(),
  }
}

async function* untilEnded(
  port: AsyncIterable<unknown> & { destroyed: boolean },
): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of port) yield chunk as Uint8Array
  } catch (error) {
    if (!port.destroyed) throw error
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
