import { randomUUID } from 'node:crypto'
import type { Post } from '../post/post.ts'
import { takePhoto, type Camera } from './camera.ts'

/** One vehicle as reported by the plate camera at the entry. */
export interface Passage {
  id: string
  group: number
  at: Date
  /** Latin twins as cameras write them; null = a vehicle without a readable plate. */
  plate: string | null
  /** Percent. */
  level: number
  jpeg: Buffer
}

/** Listeners of passages; each passage is sent once. */
export interface Passages {
  listeners: Set<(passage: Passage) => void>
  /** Checks whether a new vehicle drives on; called with every step of the simulation. */
  notice(yard: { readonly posts: readonly Post[]; readonly cameras: readonly Camera[] }): void
}

const CYRILLIC = 'АВЕКМНОРСТУХ'
const LATIN = 'ABEKMHOPCTYX'
/** A vehicle is read when most of it is on the platform. */
const READ_AT = 0.5
const LEVELS = { clean: 92, dirty: 0, missing: 0, foreign: 71 } as const

/** The plate camera watches the front of the truck scale, channel 1. */
export function createPassages(): Passages {
  let group = 40
  let toldOf: number | undefined
  const listeners = new Set<(passage: Passage) => void>()
  return {
    listeners,
    notice(yard) {
      const camera = yard.cameras[0]!
      const post = yard.posts.find(({ plan }) => plan.post === camera.post)!
      const { guest, record, now_ms } = post
      if (!guest || !record || toldOf === record.load || !guest.plate) return
      const isNear = now_ms - guest.since_ms >= READ_AT * guest.lasts_ms
      if (guest.phase === 'arriving' && !isNear) return
      toldOf = record.load
      if (listeners.size === 0 || isBlind(camera)) return
      const { plate, plate_look } = guest
      group++
      const passage = { id: randomUUID(), group, at: new Date(), level: LEVELS[plate_look] }
      const seen = passage.level > 0 ? latin(plate) : null
      void takePhoto(yard, camera).then((jpeg) => {
        for (const listener of listeners) listener({ ...passage, plate: seen, jpeg })
      })
    },
  }
}

function isBlind({ faults }: Camera) {
  return faults.size > 0
}

function latin(plate: string) {
  return [...plate].map((char) => LATIN[CYRILLIC.indexOf(char)] ?? char).join('')
}
