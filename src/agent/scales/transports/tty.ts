import { execFile } from 'node:child_process'
import { close, constants, open as openFile, write } from 'node:fs'
import { ReadStream } from 'node:tty'
import { promisify } from 'node:util'
import type { ScaleTransport } from '#contract/device/scale-connection.ts'
import type { Transport } from '../frames/scale-driver.ts'

type Line = Pick<
  Extract<ScaleTransport, { type: 'tty' }>,
  'path' | 'baud' | 'bits' | 'parity' | 'stop'
>

const STTY_MS = 3000

/** Opens a serial port of Linux through `stty` and a terminal stream, so no native module is needed. */
export async function openTty(line: Line, signal: AbortSignal): Promise<Transport> {
  await promisify(execFile)('stty', sttyArguments(line), { signal, timeout: STTY_MS })
  const { O_RDWR, O_NOCTTY, O_NONBLOCK } = constants
  const fd = await promisify(openFile)(line.path, O_RDWR | O_NOCTTY | O_NONBLOCK)
  let stream: ReadStream
  try {
    // An abort that came while the port was being opened had no listener.
    signal.throwIfAborted()
    stream = new ReadStream(fd)
  } catch (error) {
    close(fd)
    throw error
  }
  // The stream reads through a descriptor of its own and leaves this one to us: without its end each reconnection would keep one.
  stream.once('close', () => close(fd))
  // A reader that waits for the next byte notices nothing else.
  signal.addEventListener('abort', () => stream.destroy(), { once: true })
  return {
    // A port that is gone ends the stream too; that is where it is noticed.
    write: (bytes) => {
      if (!stream.destroyed) write(fd, bytes, () => {})
    },
    chunks: untilGone(stream),
    close: () => stream.destroy(),
  }
}

/** As devices.md 3.10 lists them; `raw` alone would leave the size of a byte as it was. */
function sttyArguments({ path, baud, bits, parity, stop }: Line): string[] {
  const parities = {
    none: ['-parenb'],
    even: ['parenb', '-parodd'],
    odd: ['parenb', 'parodd'],
  }
  const line = ['-F', path, String(baud), 'raw', `cs${bits}`, ...parities[parity]]
  const stops = stop === 2 ? 'cstopb' : '-cstopb'
  return [...line, stops, '-echo', '-crtscts', 'clocal', 'min', '1', 'time', '0']
}

/** Pulling the plug out gives an error or an end; both only end the line. */
async function* untilGone(stream: ReadStream): AsyncGenerator<Uint8Array> {
  try {
    yield* stream as AsyncIterable<Uint8Array>
  } catch (error) {
    if (!stream.destroyed) throw error
  }
}
