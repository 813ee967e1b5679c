import { once } from 'node:events'
import type { ScaleTransport } from '#contract/device/scale-connection.ts'
import type { Transport } from '../frames/scale-driver.ts'

type Line = Omit<Extract<ScaleTransport, { type: 'windows_serial' }>, 'type'>

/**
 * Since Node 26.3 reads of the package stall while the event loop is idle (bindings-cpp pull request 239):
 * a timer this often keeps it turning while a port is open. To be removed with the package's next release.
 */
const KEEP_TURNING_MS = 20

/** A COM port through the optional package `serialport`, which no other system ever loads. */
export async function openWindowsSerial(line: Line, signal: AbortSignal): Promise<Transport> {
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
    chunks: untilClosed(port),
    close: () => port.destroy(),
  }
}

async function* untilClosed(
  port: AsyncIterable<unknown> & { destroyed: boolean },
): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of port) yield chunk as Uint8Array
  } catch (error) {
    if (!port.destroyed) throw error
  }
}
