import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { CameraAccess } from '../config.ts'
import { listenHttp } from '../../listen.ts'
import type { Yard } from '../running-yard.ts'
import { takePhoto, type Camera } from './camera.ts'
import { createDigestGuard, type DigestAlgorithm } from './digest.ts'
import { answerOnvif } from './onvif.ts'
import { dahuaFiles, dahuaManager, hikvisionAlerts } from './plate-streams.ts'

type Serve = (yard: Yard, camera: Camera, response: ServerResponse) => void

/** Addresses of three makers (devices.md 5); the group is the channel, 1 where there is none. */
const PLACES: { path: RegExp; algorithm: DigestAlgorithm; serve: Serve }[] = [
  {
    path: /^\/ISAPI\/Streaming\/channels\/(\d{1,2})0[12]\/picture$/,
    algorithm: 'MD5',
    serve: sendPhoto,
  },
  { path: /^\/cgi-bin\/snapshot\.cgi\?channel=(\d{1,2})$/, algorithm: 'SHA-256', serve: sendPhoto },
  { path: /^\/axis-cgi\/jpg\/image\.cgi\?camera=(\d{1,2})$/, algorithm: 'MD5', serve: sendPhoto },
  {
    path: /^\/ISAPI\/Event\/notification\/alertStream$/,
    algorithm: 'MD5',
    serve: hikvisionAlerts,
  },
  {
    path: /^\/cgi-bin\/snapManager\.cgi\?action=attachFileProc&/,
    algorithm: 'SHA-256',
    serve: dahuaFiles,
  },
  {
    path: /^\/cgi-bin\/eventManager\.cgi\?action=attach&/,
    algorithm: 'SHA-256',
    serve: dahuaManager,
  },
]

/** Serves every camera of the yard from one loopback port, behind Digest. */
export async function startCameraServer(yard: Yard, port: number, access: CameraAccess) {
  const guard = createDigestGuard({ ...access, realm: 'yard cameras' })

  function answer(request: IncomingMessage, response: ServerResponse) {
    const url = request.url ?? ''
    if (request.method === 'POST' && url.startsWith('/onvif/'))
      return answerOnvif(yard, access, request, response)
    const place = findPlace(url)
    const camera = yard.cameras.find(({ channel }) => channel === place?.channel)
    if (!place || !camera || request.method !== 'GET') return void response.writeHead(404).end()
    if (camera.faults.has('camera_off')) return void request.socket.destroy()
    const algorithm = access.digest === 'by-path' ? place.algorithm : access.digest
    const changed = camera.faults.has('camera_password')
    const header = changed ? undefined : request.headers.authorization
    const verdict = guard(algorithm, 'GET', url, header)
    if (verdict.granted) return place.serve(yard, camera, response)
    response.writeHead(401, { 'www-authenticate': verdict.challenge }).end()
  }

  return listenHttp(createServer(answer), port)
}

function findPlace(url: string) {
  for (const { path, ...place } of PLACES) {
    const match = path.exec(url)
    if (match) return { channel: Number(match[1] ?? 1), ...place }
  }
  return null
}

function sendPhoto(yard: Yard, camera: Camera, response: ServerResponse) {
  takePhoto(yard, camera).then(
    (jpeg) => {
      const length = String(jpeg.length)
      response.writeHead(200, { 'content-type': 'image/jpeg', 'content-length': length })
      response.end(jpeg)
    },
    (error: unknown) => response.destroy(error as Error),
  )
}
