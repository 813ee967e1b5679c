import { createServer, type Socket } from 'node:net'
import { listenTcp, type Listening } from '../listen.ts'

/** Coils of one post: two lamps and the barrier's motor; the fourth is not wired. */
const COILS_A_POST = 4
const READ_COILS = 1
const READ_INPUTS = 2
const WRITE_COIL = 5
const WRITE_COILS = 15
const ILLEGAL_FUNCTION = 1
const ILLEGAL_ADDRESS = 2
const HEADER = 7
const MOST_FRAME = 260

/** The state of the board: a coil on = lamp lit or barrier open; an input on = a vehicle over the loop. */
export interface RelayBoard {
  coils: boolean[]
  inputs: boolean[]
}

export function createRelayBoard(posts: number): RelayBoard {
  return {
    coils: Array.from({ length: posts * COILS_A_POST }, () => false),
    inputs: Array.from({ length: posts }, () => false),
  }
}

/** How the lamp and the barrier of a post stand, `index` counted from 0. */
export function relaysOf(board: RelayBoard, index: number) {
  const [red, green, barrier] = board.coils.slice(index * COILS_A_POST)
  return { red: red!, green: green!, barrier: barrier!, loop: board.inputs[index]! }
}

/** Modbus/TCP by its public specification; every unit answers, as a single board on a converter does. */
export function startRelayServer(board: RelayBoard, port: number): Promise<Listening> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    let waiting = Buffer.alloc(0)
    socket.on('data', (chunk: Buffer) => {
      waiting = Buffer.concat([waiting, chunk])
      for (;;) {
        if (waiting.length < HEADER + 1) return
        const length = 6 + waiting.readUInt16BE(4)
        if (length > MOST_FRAME || waiting.readUInt16BE(2) !== 0) return void socket.destroy()
        if (waiting.length < length) return
        socket.write(answer(board, waiting.subarray(0, length)))
        waiting = waiting.subarray(length)
      }
    })
  })
  return listenTcp(server, port, sockets)
}

function answer(board: RelayBoard, frame: Buffer): Buffer {
  const body = carryOut(board, frame.subarray(HEADER))
  const head = Buffer.from(frame.subarray(0, HEADER))
  head.writeUInt16BE(1 + body.length, 4)
  return Buffer.concat([head, body])
}

function carryOut({ coils, inputs }: RelayBoard, request: Buffer): Buffer {
  const operation = request[0]!
  const exception = (code: number) => Buffer.from([operation | 0x80, code])
  if (request.length < 5) return exception(ILLEGAL_ADDRESS)
  const start = request.readUInt16BE(1)
  const second = request.readUInt16BE(3)
  switch (operation) {
    case READ_COILS:
    case READ_INPUTS: {
      const bits = (operation === READ_COILS ? coils : inputs).slice(start, start + second)
      if (second === 0 || bits.length < second) return exception(ILLEGAL_ADDRESS)
      const packed = Buffer.alloc(Math.ceil(second / 8))
      for (const [i, on] of bits.entries()) if (on) packed[i >> 3]! |= 1 << (i & 7)
      return Buffer.concat([Buffer.from([operation, packed.length]), packed])
    }
    case WRITE_COIL:
      if (start >= coils.length) return exception(ILLEGAL_ADDRESS)
      coils[start] = second === 0xff00
      return request.subarray(0, 5)
    case WRITE_COILS:
      if (second === 0 || start + second > coils.length) return exception(ILLEGAL_ADDRESS)
      for (let i = 0; i < second; i++)
        coils[start + i] = (request[6 + (i >> 3)]! >> (i & 7)) % 2 === 1
      return request.subarray(0, 5)
    default:
      return exception(ILLEGAL_FUNCTION)
  }
}
