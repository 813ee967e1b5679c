import { randomBytes } from 'node:crypto'
import { createServer, type Socket } from 'node:net'
import type { CameraAccess } from '../config.ts'
import { listenTcp, type Listening } from '../../listen.ts'
import type { Yard } from '../running-yard.ts'
import { takePhoto, type Camera } from './camera.ts'
import { createDigestGuard } from './digest.ts'
import { packJpeg, type RtpStream } from './rtp-jpeg.ts'

const FRAME_MS = 200
/** RFC 2435 counts in ninetieths of a millisecond. */
const TICKS_A_MS = 90
const MOST_REQUEST = 8192
/** A player that does not read loses frames and cannot fill the memory. */
const MOST_UNSENT = 2_000_000
const PATH = /\/Streaming\/Channels\/(\d{1,2})0[12]\/?(?:trackID=\d)?$/i

/** RTSP over TCP with RTP/JPEG inside it, five frames a second while a client plays; Digest MD5. */
export function startRtspServer(
  yard: Yard,
  port: number,
  access: CameraAccess,
): Promise<Listening> {
  const guard = createDigestGuard({ ...access, realm: 'yard cameras' })
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    const player = createPlayer(yard, socket)
    socket.on('close', () => {
      sockets.delete(socket)
      player.stop()
    })
    socket.on('error', () => socket.destroy())
    let waiting = ''
    socket.on('data', (chunk: Buffer) => {
      waiting += chunk.toString('latin1')
      if (waiting.length > MOST_REQUEST) return void socket.destroy()
      for (;;) {
        waiting = withoutReports(waiting)
        const end = waiting.indexOf('\r\n\r\n')
        if (waiting.startsWith('$') || end < 0) return
        const request = readRequest(waiting.slice(0, end))
        waiting = waiting.slice(end + 4)
        const camera = findCamera(yard, request.url)
        if (camera?.faults.has('camera_off')) return void socket.destroy()
        socket.write(answer(request, camera))
        if (request.method === 'PLAY' && camera) player.play(camera)
        if (request.method === 'TEARDOWN') player.stop()
      }
    })
  })
  return listenTcp(server, port, sockets)

  function answer(request: Request, camera: Camera | undefined): string {
    const reply = (status: string, headers: string[] = [], body = '') =>
      [`RTSP/1.0 ${status}`, `CSeq: ${request.headers['cseq'] ?? 0}`, ...headers, '', body].join(
        '\r\n',
      )
    if (request.method === 'OPTIONS')
      return reply('200 OK', ['Public: OPTIONS, DESCRIBE, SETUP, PLAY, TEARDOWN, GET_PARAMETER'])
    if (!camera) return reply('404 Not Found')
    const { authorization } = request.headers
    const verdict = guard('MD5', request.method, request.url, authorization)
    if (camera.faults.has('camera_password') || !verdict.granted)
      return reply(
        '401 Unauthorized',
        verdict.granted ? [] : [`WWW-Authenticate: ${verdict.challenge}`],
      )
    const session = 'Session: yard;timeout=60'
    switch (request.method) {
      case 'DESCRIBE': {
        const sdp = describe()
        const type = 'Content-Type: application/sdp'
        return reply('200 OK', [type, `Content-Length: ${sdp.length}`], sdp)
      }
      case 'SETUP':
        if (!request.headers['transport']?.includes('TCP'))
          return reply('461 Unsupported Transport')
        return reply('200 OK', [session, 'Transport: RTP/AVP/TCP;unicast;interleaved=0-1'])
      case 'PLAY':
      case 'TEARDOWN':
      case 'GET_PARAMETER':
        return reply('200 OK', [session])
      default:
        return reply('405 Method Not Allowed')
    }
  }
}

interface Request {
  method: string
  url: string
  headers: Record<string, string>
}

function readRequest(head: string): Request {
  const [first = '', ...lines] = head.split('\r\n')
  const [method = '', url = ''] = first.split(' ')
  const headers: Record<string, string> = {}
  for (const line of lines) {
    const colon = line.indexOf(':')
    if (colon > 0) headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim()
  }
  return { method, url, headers }
}

/** A player's own reports come between its requests; they are ignored. */
function withoutReports(waiting: string): string {
  let rest = waiting
  while (rest.startsWith('$') && rest.length >= 4) {
    const length = 4 + rest.charCodeAt(2) * 256 + rest.charCodeAt(3)
    if (rest.length < length) return rest
    rest = rest.slice(length)
  }
  return rest
}

function findCamera(yard: Yard, url: string): Camera | undefined {
  const channel = PATH.exec(URL.canParse(url) ? new URL(url).pathname : '')?.[1]
  return yard.cameras.find((camera) => String(camera.channel) === channel)
}

function describe(): string {
  const lines = ['v=0', 'o=- 0 0 IN IP4 127.0.0.1', 's=yard', 'c=IN IP4 0.0.0.0', 't=0 0']
  return [...lines, 'm=video 0 RTP/AVP 26', 'a=control:trackID=1', 'a=framerate:5', ''].join('\r\n')
}

function createPlayer(yard: Yard, socket: Socket) {
  const stream: RtpStream = { ssrc: randomBytes(4).readUInt32BE(), sequence: 0 }
  let timer: NodeJS.Timeout | undefined
  let drawing = false

  async function send(camera: Camera) {
    if (camera.faults.has('camera_off')) return void socket.destroy()
    if (drawing || socket.writableLength > MOST_UNSENT) return
    drawing = true
    try {
      yard.catchUp()
      const jpeg = await takePhoto(yard, camera)
      for (const packet of packJpeg(jpeg, stream, performance.now() * TICKS_A_MS)) {
        const head = Buffer.from([0x24, 0, packet.length >> 8, packet.length & 0xff])
        socket.write(Buffer.concat([head, packet]))
      }
    } finally {
      drawing = false
    }
  }

  return {
    play(camera: Camera) {
      clearInterval(timer)
      timer = setInterval(() => void send(camera), FRAME_MS)
      void send(camera)
    },
    stop: () => clearInterval(timer),
  }
}
