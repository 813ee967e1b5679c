import {
  admitGuest,
  isFree,
  passageTime,
  roundToDivision,
  type Post,
  type PostFault,
} from './post.ts'
import { refuse } from '../refusal.ts'
import { makeCargo, makeLorry, type VehicleWish } from './vehicle.ts'

const MOST_QUEUED = 20
/** A lorry is filled by a grab in a few seconds, a platform by hand at once. */
const LOADING_MS = { truck: 3000, platform: 600 } as const

/** Sends a vehicle or products on; while the scale is taken it waits in the queue. */
export function arrive(post: Post, wish: VehicleWish) {
  const { plan, random } = post
  if (post.waiting.length >= MOST_QUEUED) refuse(409, 'В очереди больше нет места')
  const vehicle =
    plan.kind === 'truck' ? makeLorry(wish, plan.d_g, random) : makeCargo(wish, plan, random)
  if (post.waiting.length > 0 || !isFree(post)) post.waiting.push(vehicle)
  else admitGuest(post, vehicle)
  return vehicle
}

/** Sends the present load away, the same way it came. */
export function leave(post: Post) {
  const guest = standingGuest(post)
  const lasts_ms = passageTime(post)
  post.guest = { ...guest, phase: 'leaving', since_ms: post.now_ms, lasts_ms }
  post.load.change(post.now_ms, -guest.mass_g, lasts_ms, guest.axles)
}

/** Adds to the present load, or takes from it when negative; an empty platform takes new products. */
export function changeLoad(post: Post, delta_g: number) {
  const { plan, record } = post
  if (!post.guest && plan.kind === 'platform' && delta_g > 0) {
    arrive(post, { mass_g: delta_g })
    return
  }
  const guest = standingGuest(post)
  const true_g = guest.mass_g + delta_g
  if (true_g <= 0) refuse(409, 'Столько с весов снять нельзя')
  guest.mass_g = true_g
  post.load.change(post.now_ms, delta_g, LOADING_MS[plan.kind], 1)
  if (!record) return
  const mass = { true_g, rounded_g: roundToDivision(true_g, plan) }
  Object.assign(record, mass, { settled_at: null })
  record.masses.push({ at: new Date().toISOString(), ...mass })
}

/** Presses the indicator's zero; false when it declines. */
export function pressZero(post: Post, by: 'key' | 'protocol') {
  const done = post.indicator.zero()
  const detail = `${by}: ${done ? 'done' : 'declined'}`
  post.journal.note({ post: post.plan.post, type: 'zero', detail })
  return done
}

/** Sets or cuts a fault; a load under it is marked in the journal. */
export function setFault(post: Post, fault: PostFault, on: boolean) {
  const { faults, record, journal, shownThen } = post
  if (on && (fault === 'frozen' || fault === 'tare') && !faults.has(fault))
    shownThen[fault] = post.indicator.display()
  if (on) faults.add(fault)
  else faults.delete(fault)
  if (on && record && !record.faults.includes(fault)) record.faults.push(fault)
  journal.note({ post: post.plan.post, type: on ? 'fault-on' : 'fault-off', detail: fault })
}

/** Leaves mud behind, or takes something off the empty platform when negative. */
export function leaveResidue(post: Post, grams: number) {
  post.residue_g += grams
  post.journal.note({ post: post.plan.post, type: 'residue', detail: `${grams} g` })
}

/** Lets the zero wander so many grams an hour; 0 ends it. */
export function setDrift(post: Post, grams_an_hour: number) {
  post.drift_g_h = grams_an_hour
  post.journal.note({ post: post.plan.post, type: 'residue', detail: `${grams_an_hour} g/h` })
}

/** The next drives on though the scale has not shown its zero yet. */
export function tailgate(post: Post) {
  if (post.guest) refuse(409, 'На весах ещё стоит машина')
  const next = post.waiting.shift()
  if (!next) refuse(409, 'В очереди никого нет')
  admitGuest(post, next)
}

/** Empties the post at once, queue and faults too. */
export function clearPost(post: Post) {
  post.load.clear()
  post.indicator.reset()
  post.faults.clear()
  post.shownThen = {}
  post.residue_g = 0
  post.drift_g_h = 0
  post.guest = null
  post.record = null
  post.waiting = []
  post.passedZero = true
  post.zeroSince_ms = Number.NEGATIVE_INFINITY
}

function standingGuest({ guest }: Post) {
  if (!guest) refuse(409, 'На весах никого нет')
  if (guest.phase !== 'standing') refuse(409, 'На весах ещё движение: подождите')
  return guest
}
