import { refuse } from '#http/refusal.ts'

interface SlotBounds {
  readonly ofProcess: number
  readonly ofCompany: number
}

/**
 * Uploads at once. People send photos one by one; an agent sends the pictures of all cameras of a weighing together and must
 * not wait behind people.
 */
export const UPLOAD_SLOTS = {
  people: { ofProcess: 12, ofCompany: 4 },
  agents: { ofProcess: 32, ofCompany: 12 },
} as const satisfies Record<string, SlotBounds>

export interface UploadSlots {
  /** Takes a slot until the returned function is called; refuses `common.overloaded`. */
  take(kind: keyof typeof UPLOAD_SLOTS, companyId: string): () => void
  /** How many are taken now. */
  taken(kind: keyof typeof UPLOAD_SLOTS): number
}

export function openUploadSlots(): UploadSlots {
  const taken = { people: new Map<string, number>(), agents: new Map<string, number>() }
  const sum = (lanes: ReadonlyMap<string, number>) =>
    lanes.values().reduce((all, count) => all + count, 0)
  return {
    taken: (kind) => sum(taken[kind]),
    take(kind, companyId) {
      const lanes = taken[kind]
      const bounds = UPLOAD_SLOTS[kind]
      const ofCompany = lanes.get(companyId) ?? 0
      if (ofCompany >= bounds.ofCompany || sum(lanes) >= bounds.ofProcess)
        refuse('common.overloaded', {
          message: 'Сейчас загружается слишком много файлов. Повторите через несколько секунд',
          retryAfterSeconds: 3,
        })
      lanes.set(companyId, ofCompany + 1)
      return () => {
        const left = lanes.get(companyId)! - 1
        if (left > 0) lanes.set(companyId, left)
        else lanes.delete(companyId)
      }
    },
  }
}
