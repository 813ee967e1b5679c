import { createServer, type Socket } from 'node:net'
import { listenTcp, type Listening } from '../listen.ts'

/** Slips that the control page still shows. */
const KEPT_SLIPS = 20
const MOST_BYTES = 100_000
const ESC = 0x1b
const GS = 0x1d
const FS = 0x1c

/** The printed paper, newest last, each slip as its lines; `off` = the port does not answer. */
export interface Printer {
  slips: string[][]
  off: boolean
}

/** A receipt printer on port 9100: it takes bytes until the line ends and shows what would be on the paper. */
export function startPrinterServer(printer: Printer, port: number): Promise<Listening> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    // A printer without power breaks the line; a plain end would look like a slip taken.
    if (printer.off) return void socket.resetAndDestroy()
    const chunks: Buffer[] = []
    let size = 0
    socket.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > MOST_BYTES) socket.destroy()
      else chunks.push(chunk)
    })
    socket.on('end', () => {
      printer.slips.push(readSlip(Buffer.concat(chunks)))
      if (printer.slips.length > KEPT_SLIPS) printer.slips.shift()
    })
  })
  return listenTcp(server, port, sockets)
}

/** The lines of a slip: text by code page 866, a QR code as its text in brackets; other commands leave no trace. */
function readSlip(bytes: Uint8Array): string[] {
  const letters = new TextDecoder('ibm866')
  let text = ''
  for (let at = 0; at < bytes.length;) {
    const length = commandLength(bytes, at)
    if (length > 0) {
      const code = qrText(bytes.subarray(at, at + length))
      if (code !== undefined) text += `[QR ${code}]\n`
    } else text += letters.decode(bytes.subarray(at, at + 1))
    at += Math.max(1, length)
  }
  return text
    .replaceAll('\r', '')
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '')
}

/** Bytes of the command that begins here, 0 when a letter stands there. */
function commandLength(bytes: Uint8Array, at: number): number {
  const [first, second] = [bytes[at], bytes[at + 1]]
  if (first === FS) return 2
  if (first === ESC) return second === 0x40 ? 2 : 3
  if (first !== GS) return 0
  if (second === 0x28) return 5 + bytes[at + 3]! + 256 * bytes[at + 4]!
  return second === 0x56 && bytes[at + 2]! >= 65 ? 4 : 3
}

/** Function 180 of the QR commands stores the text. */
function qrText(command: Uint8Array): string | undefined {
  const stores =
    command[0] === GS && command[1] === 0x28 && command[5] === 0x31 && command[6] === 0x50
  return stores ? Buffer.from(command.subarray(8)).toString('utf8') : undefined
}
