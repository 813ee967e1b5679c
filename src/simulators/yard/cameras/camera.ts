import type { DisplayAppearance } from '../drawing/draw-indicator.ts'
import type { Scene } from '../drawing/draw-scene.ts'
import { renderPhoto } from '../drawing/render-photo.ts'
import { displayOf, type Post } from '../post/post.ts'

/** One camera of the yard's recorder; `channel` stands in its addresses. */
export interface Camera {
  channel: number
  view: Scene
  post: number
  faults: Set<CameraFault>
}

/** Off hangs up instead of answering; another password refuses every client; the last two spoil the picture. */
export const CAMERA_FAULTS = [
  'camera_off',
  'camera_password',
  'camera_black',
  'camera_blurred',
] as const
export type CameraFault = (typeof CAMERA_FAULTS)[number]

/** Frames a second of the wall's time: two pictures within one frame are the same picture. */
const FRAMES = 5
/** A lorry's tare and payload for drawing its heap: below the first it looks empty. */
const HEAP_G = { from: 9_000_000, span: 15_000_000 } as const

/** devices.md 1.5 fixes channels 1 to 3; the platforms have a view and a display each. */
export function createCameras(): Camera[] {
  const views: [Scene, number][] = [
    ['front', 1],
    ['rear', 1],
    ['indicator', 1],
    ['platform', 2],
    ['platform', 3],
    ['indicator', 2],
    ['indicator', 3],
  ]
  return views.map(([view, post], i) => ({ channel: i + 1, view, post, faults: new Set() }))
}

/** JPEG of what a camera sees at this moment. */
export function takePhoto(yard: { readonly posts: readonly Post[] }, camera: Camera) {
  const post = yard.posts.find(({ plan }) => plan.post === camera.post)!
  const { guest } = post
  const plate = camera.view === 'rear' ? (guest?.trailer_plate ?? guest?.plate) : guest?.plate
  return renderPhoto({
    view: camera.view,
    seed: guest?.seed ?? camera.channel,
    frame: Math.floor((Date.now() / 1000) * FRAMES) % 1_000_000,
    light: 0,
    lorry: guest && {
      plate: plate ?? '',
      colour: guest.colour,
      load_share: heapShare(guest.mass_g),
      plate_look: guest.plate_look,
    },
    near: nearness(post),
    display: displayAppearance(post),
    goods_share: guest ? cargoShare(guest.mass_g, post.plan.max_g) : 0,
    stamp: timestampOf(new Date()),
    spoilt: camera.faults.has('camera_black')
      ? 'black'
      : camera.faults.has('camera_blurred')
        ? 'blurred'
        : undefined,
  })
}

/** How full a lorry of this mass looks, 0…1. */
export function heapShare(mass_g: number) {
  return Math.min(1, Math.max(0, (mass_g - HEAP_G.from) / HEAP_G.span))
}

/** The share of a platform that products of this mass cover, 0…1. */
export function cargoShare(mass_g: number, max_g: number) {
  return Math.min(1, Math.max(0, mass_g / max_g))
}

/** Digits, point and lamps exactly as the protocol sends them. */
export function displayAppearance(post: Post): DisplayAppearance {
  const { value_g, stable, zero, overload } = displayOf(post)
  const { unit, decimals } = post.plan.choice.settings
  const shown = (value_g / { g: 1, kg: 1000, t: 1_000_000 }[unit]).toFixed(decimals)
  return { text: overload ? '------' : shown, stable, zero }
}

function nearness({ guest, now_ms }: Post) {
  if (!guest || guest.phase === 'standing') return 1
  const way = Math.min(1, (now_ms - guest.since_ms) / guest.lasts_ms)
  return guest.phase === 'arriving' ? way : 1 - way
}

/** The clock of the yard, as the cameras of a real one are set; the machine itself often keeps UTC. */
const YARD_CLOCK = new Intl.DateTimeFormat('ru-RU', {
  timeZone: 'Europe/Moscow',
  dateStyle: 'short',
  timeStyle: 'medium',
})

/** What a camera prints into its picture: `22-11-2026 17:05:09` in the yard's time. */
export function timestampOf(at: Date): string {
  const [day, time] = YARD_CLOCK.format(at).split(', ')
  return `${day!.replaceAll('.', '-')} ${time}`
}
