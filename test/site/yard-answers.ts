import sharp from 'sharp'
import type { LinkRequest } from '#contract/device/agent-link.ts'
import type { Load } from './yard-loads.ts'

interface Yard {
  readonly url: string
  /** Cameras that no longer answer, by code, and printers, by port. */
  readonly dark: ReadonlySet<number>
  /** Cameras whose picture does not change. */
  readonly still: ReadonlySet<number>
  token(): Promise<string>
  loadOf(post: number): Load
}

/** The answers of a working site to a request of the server, pictures first put beside the link. */
export async function answerRequest(yard: Yard, request: LinkRequest): Promise<object> {
  const { dark, loadOf } = yard
  switch (request.call) {
    case 'photo':
      if (dark.has(request.params.camera)) return offline('Камера не отвечает')
      await putPicture(yard, request.params.blob_id, request.params.camera)
      return done({ taken_at: new Date().toISOString(), age_ms: 12 })
    case 'look':
      await putPicture(yard, request.params.blob_id, 1)
      return done({ reading: loadOf(request.params.post).plate, pictured: true })
    case 'plate':
      return done(loadOf(request.params.post).plate)
    case 'zero':
      return loadOf(request.params.post).episode_id === null
        ? done({ ok: true })
        : { ok: false, code: 'common.bad-transition', message: 'На весах груз' }
    case 'relay':
      return done({ ok: true })
    case 'print':
      return dark.has(request.params.port) ? offline('Принтер не отвечает') : done({ ok: true })
    case 'watch':
      return done({ frames: [frameAfter(request.params.after)] })
    case 'cameras':
      return done({ cameras: [] })
    case 'detect':
      return done({ bytes: 120, candidates: [] })
    default:
      return offline('Камера не отвечает')
  }
}

const done = (body: object) => ({ ok: true, body })
const offline = (message: string) => ({ ok: false, code: 'device.offline', message })

function frameAfter(after: number) {
  return { n: after + 1, at: new Date().toISOString(), way: 'in', hex: 'ff01c2ff', read: '120 кг' }
}

async function putPicture(yard: Yard, id: string, camera: number): Promise<void> {
  await fetch(`${yard.url}/api/v1/agent/blob/${id}`, {
    method: 'PUT',
    headers: { 'content-type': 'image/jpeg', authorization: `Bearer ${await yard.token()}` },
    body: new Uint8Array(await picture(camera, yard.still.has(camera))),
  })
}

const stills = new Map<number, Promise<Buffer>>()
let shots = 0

/** Another picture each time, as of a yard where something happens; a camera that stands still repeats its last one. */
function picture(camera: number, stands: boolean): Promise<Buffer> {
  const still = stands && stills.get(camera)
  if (still) return still
  const background = { r: 40 * camera, g: (37 * ++shots) % 256, b: 120 }
  const drawn = sharp({ create: { width: 96, height: 54, channels: 3, background } })
    .jpeg()
    .toBuffer()
  stills.set(camera, drawn)
  return drawn
}
