import type { Journal, LoadRecord } from '../journal.ts'
import type { Random } from '../random.ts'
import {
  createIndicator,
  SAMPLE_HERTZ,
  type Display,
  type Indicator,
  type ScaleRating,
} from '../scale/indicator.ts'
import { LINE_FAULTS } from '../scale/line-faults.ts'
import { createLoad, type Load, type Spring } from '../scale/load.ts'
import type { ProtocolChoice } from '../scale/formats.ts'
import type { Vehicle } from './vehicle.ts'

/**
 * What can be wrong with a scale: its line; a load that never comes to rest; a display that is frozen; a tare that was set on
 * the indicator; wheels that are beside the platform.
 */
export const POST_FAULTS = [...LINE_FAULTS, 'unstable', 'frozen', 'tare', 'wheels_off'] as const
export type PostFault = (typeof POST_FAULTS)[number]

export interface PostPlan extends ScaleRating {
  post: number
  kind: 'truck' | 'platform'
  choice: ProtocolChoice
}

/** A vehicle or products in their place: `since_ms` and `lasts_ms` are in simulated time. */
export interface Guest extends Vehicle {
  phase: 'arriving' | 'standing' | 'leaving'
  since_ms: number
  lasts_ms: number
}

/** One weighing place: its load, its indicator, its queue and its faults. */
export interface Post {
  plan: PostPlan
  journal: Journal
  random: Random
  load: Load
  indicator: Indicator
  faults: Set<PostFault>
  /** What the display showed when the fault `frozen` or `tare` began. */
  shownThen: Partial<Record<'frozen' | 'tare', Display>>
  /** Mud left behind, snow or, below zero, a plate that was taken away; grams. */
  residue_g: number
  /** How fast the empty scale wanders, grams an hour. */
  drift_g_h: number
  guest: Guest | null
  record: LoadRecord | null
  waiting: Vehicle[]
  /** Moment of the last sample. */
  now_ms: number
  /** Since when the indicator has shown zero after the last load. */
  zeroSince_ms: number
  passedZero: boolean
}

const STEP_MS = 1000 / SAMPLE_HERTZ
const HOUR_MS = 3_600_000
/** With one axle of three beside the platform. */
const BORNE_BY_PLATFORM = 0.65
/** After a standstill of the process longer than this the missed samples are left out. */
const MOST_CATCH_UP_MS = 60_000
/** The next waits while the scale shows zero: the agent needs 1 s of it, an operator a glance. */
const GAP_MS = 2500
/** Shares of the division; on an empty platform nothing moves. */
const NOISE = { loaded: 0.3, empty: 0.05 } as const

/** Devices.md 9 gives the truck's swing; a platform is stiffer, so it calms sooner. */
const SPRINGS: Record<PostPlan['kind'], Spring> = {
  truck: { swing: [0.005, 0.03], tau_s: 1.5, hertz: 1.2 },
  platform: { swing: [0.005, 0.03], tau_s: 0.4, hertz: 3 },
}

/** An empty post at the moment 0. */
export function createPost(plan: PostPlan, journal: Journal, random: Random): Post {
  return {
    plan,
    journal,
    random,
    load: createLoad(SPRINGS[plan.kind], random),
    indicator: createIndicator(plan),
    faults: new Set(),
    shownThen: {},
    residue_g: 0,
    drift_g_h: 0,
    guest: null,
    record: null,
    waiting: [],
    now_ms: 0,
    zeroSince_ms: -GAP_MS,
    passedZero: true,
  }
}

/** The displayed weight, which goes out on the line, faults of the indicator included. */
export function displayOf({ indicator, faults, shownThen }: Post): Display {
  const display = indicator.display()
  if (faults.has('frozen') && shownThen.frozen) return shownThen.frozen
  if (!faults.has('tare') || !shownThen.tare) return display
  const tare_g = shownThen.tare.value_g
  return { ...display, value_g: display.value_g - tare_g, net: true, tare_g }
}

/** Plays every sample up to a moment of the yard's time. */
export function advancePost(post: Post, now_ms: number) {
  if (now_ms - post.now_ms > MOST_CATCH_UP_MS) post.now_ms = now_ms - MOST_CATCH_UP_MS
  while (post.now_ms + STEP_MS <= now_ms) {
    post.now_ms += STEP_MS
    takeSample(post)
    moveGuest(post)
    keepRecord(post)
    callNext(post)
  }
}

/** Lets a vehicle or products on and opens its record; the mass comes axle by axle. */
export function admitGuest(post: Post, vehicle: Vehicle) {
  const { plan, journal, now_ms } = post
  const lasts_ms = passageTime(post)
  post.guest = { ...vehicle, phase: 'arriving', since_ms: now_ms, lasts_ms }
  post.load.change(now_ms, vehicle.mass_g, lasts_ms, vehicle.axles)
  post.passedZero = false
  post.record = journal.openLoad({
    post: plan.post,
    kind: plan.kind === 'truck' ? 'vehicle' : 'goods',
    plate: vehicle.plate,
    trailer_plate: vehicle.trailer_plate,
    true_g: vehicle.mass_g,
    rounded_g: roundToDivision(vehicle.mass_g, plan),
    on_at: new Date().toISOString(),
    faults: [...post.faults],
  })
}

/** True when the next may drive on: the scale is empty, and has shown its zero long enough. */
export function isFree({ guest, passedZero, now_ms, zeroSince_ms }: Post) {
  return !guest && passedZero && now_ms - zeroSince_ms >= GAP_MS
}

/** Milliseconds from the first to the last axle: 4 to 8 s for a lorry, a lift of the arms for products. */
export function passageTime({ plan, random }: Post) {
  return plan.kind === 'truck' ? random.between(4000, 8000) : random.between(600, 1200)
}

/** What a faultless indicator would show for a mass. */
export function roundToDivision(mass_g: number, { d_g }: ScaleRating) {
  return Math.round(mass_g / d_g) * d_g
}

function takeSample(post: Post) {
  const { plan, guest, random, now_ms } = post
  post.residue_g += (post.drift_g_h * STEP_MS) / HOUR_MS
  const borne = guest && post.faults.has('wheels_off') ? BORNE_BY_PLATFORM : 1
  const mass = post.load.mass(now_ms) * borne + post.residue_g
  const noise = random.normal() * plan.d_g * (guest ? NOISE.loaded : NOISE.empty)
  post.indicator.sample(mass + noise + (guest ? unrest(post, guest, mass) : 0))
}

/** Wheels that roll shake the scale by some divisions, so a pause between two axles is no rest. */
function unrest({ plan, faults, now_ms }: Post, guest: Guest, mass_g: number) {
  if (faults.has('unstable')) return sway(now_ms, mass_g, plan)
  if (guest.phase === 'standing') return 0
  return sway(now_ms, mass_g, plan) * Math.min(1, (4 * Math.abs(mass_g)) / guest.mass_g)
}

function moveGuest(post: Post) {
  const { guest, record } = post
  if (!guest || guest.phase === 'standing' || !post.load.rests(post.now_ms)) return
  if (guest.phase === 'arriving') {
    guest.phase = 'standing'
    return
  }
  if (record) record.off_at = new Date().toISOString()
  post.guest = null
  post.record = null
}

function keepRecord(post: Post) {
  const { guest, record, journal, plan } = post
  const { stable, zero } = post.indicator.display()
  if (record && guest?.phase === 'standing' && stable && post.load.rests(post.now_ms)) {
    record.settled_at ??= new Date().toISOString()
  }
  if (!guest && zero && !post.passedZero) {
    post.passedZero = true
    post.zeroSince_ms = post.now_ms
    journal.note({ post: plan.post, type: 'zero-pass', detail: '' })
  }
}

function callNext(post: Post) {
  if (!isFree(post)) return
  const next = post.waiting.shift()
  if (next) admitGuest(post, next)
}

/** Cattle never stand still: five divisions or 1 % of the load to and fro, whichever is more. */
function sway(now_ms: number, mass_g: number, { d_g }: ScaleRating) {
  const size = Math.max(5 * d_g, Math.abs(mass_g) / 100)
  const t = now_ms / 1000
  return size * (Math.sin(2 * Math.PI * 0.7 * t) + 0.5 * Math.sin(2 * Math.PI * 0.31 * t))
}
