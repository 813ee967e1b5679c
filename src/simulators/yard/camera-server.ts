import { createServer } from 'node:http'
import { takePhoto } from './camera.ts'
import type { CameraAccess } from './config.ts'
import { createDigestGuard, type DigestAlgorithm } from './digest.ts'
import { listenHttp } from './listen.ts'
import type { Yard } from './yard.ts'

/** Addresses of three makers (devices.md 5); the group is the channel. */
const SNAPSHOTS: { path: RegExp; algorithm: DigestAlgorithm }[] = [
  { path: /^\/ISAPI\/Streaming\/channels\/(\d{1,2})0[12]\/picture$/, algorithm: 'MD5' },
  { path: /^\/cgi-bin\/snapshot\.cgi\?channel=(\d{1,2})$/, algorithm: 'SHA-256' },
  { path: /^\/axis-cgi\/jpg\/image\.cgi\?camera=(\d{1,2})$/, algorithm: 'MD5' },
]

/** Serves every camera of the yard from one loopback port, behind Digest. */
export async function startCameraServer(yard: Yard, port: number, access: CameraAccess) {
  const guard = createDigestGuard({ ...access, realm: 'yard cameras' })
  const server = createServer((request, response) => {
    const url = request.url ?? ''
    const place = findSnapshot(url)
    const camera = yard.cameras.find(({ channel }) => channel === place?.channel)
    if (!place || !camera || request.method !== 'GET') {
      response.writeHead(404).end()
      return
    }
    if (camera.off) {
      request.socket.destroy()
      return
    }
    const algorithm = access.digest === 'by-path' ? place.algorithm : access.digest
    const verdict = guard(algorithm, 'GET', url, request.headers.authorization)
    if (!verdict.granted) {
      response.writeHead(401, { 'www-authenticate': verdict.challenge }).end()
      return
    }
    takePhoto(yard, camera).then(
      (jpeg) => {
        const length = String(jpeg.length)
        response.writeHead(200, { 'content-type': 'image/jpeg', 'content-length': length })
        response.end(jpeg)
      },
      (error: unknown) => response.destroy(error as Error),
    )
  })
  return listenHttp(server, port)
}

function findSnapshot(url: string) {
  for (const { path, algorithm } of SNAPSHOTS) {
    const match = path.exec(url)
    if (match) return { channel: Number(match[1]), algorithm }
  }
  return null
}
