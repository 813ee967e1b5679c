import { createReadStream } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { refuse } from '#http/refusal.ts'

// A PDF of ten megabytes takes clamd two or three seconds; a person goes on waiting this long.
const DEADLINE_MS = 30_000
// clamd takes a length before each piece; its answer is one line.
const PIECE = 64 * 1024
const MAX_ANSWER = 1024

/**
 * Asks the virus scanner of this machine about a received file (ClamAV's `clamd`, command INSTREAM). Refuses `common.infected`, and
 * `common.not-scanned` when the scanner is away, silent or says anything but that the file is clean: nothing passes by its outage.
 */
export async function scanUpload(
  clamd: string,
  file: string,
  deadlineMs = DEADLINE_MS,
): Promise<void> {
  const said = await askScanner(clamd, file, deadlineMs).catch(() => '')
  if (/^stream: .+ FOUND$/.test(said)) refuse('common.infected')
  if (said !== 'stream: OK') refuse('common.not-scanned')
}

/** `/run/clamav/clamd.ctl` or `127.0.0.1:3310`. */
function open(clamd: string): Socket {
  if (clamd.startsWith('/')) return connect(clamd)
  const [host, port] = clamd.split(':')
  return connect(Number(port), host)
}

function askScanner(clamd: string, file: string, deadlineMs: number): Promise<string> {
  const socket = open(clamd)
  return new Promise((resolve, reject) => {
    let answer = ''
    const end = (error?: Error) => {
      clearTimeout(timer)
      bytes.destroy()
      socket.destroy()
      if (error) reject(error)
      else resolve(answer.replace(/\0[^]*$/, '').trim())
    }
    const timer = setTimeout(() => end(new Error('the scanner is silent')), deadlineMs)
    const bytes = createReadStream(file, { highWaterMark: PIECE })
    bytes.on('error', end)
    socket.on('error', end)
    // An answer is whole with its zero byte; a line that ends before is none.
    socket.on('close', () => end(new Error('the scanner broke off')))
    socket.on('data', (piece: Buffer) => {
      answer += piece.toString('latin1')
      if (answer.includes('\0') || answer.length > MAX_ANSWER) end()
    })
    socket.write('zINSTREAM\0')
    bytes.on('data', (piece) => {
      const length = Buffer.alloc(4)
      length.writeUInt32BE(piece.length)
      socket.write(length)
      if (!socket.write(piece)) {
        bytes.pause()
        socket.once('drain', () => bytes.resume())
      }
    })
    bytes.on('end', () => socket.write(Buffer.alloc(4)))
  })
}
