import { refuse } from '#http/refusal.ts'

/**
 * Places at work with pictures that all callers of the process share: `places` at once, `most` more in the order in which they
 * came. Refuses `common.overloaded`.
 */
export function openPictureSlots(places: number, most: number) {
  let busy = 0
  const waiting: (() => void)[] = []
  return async function inSlot<T>(work: () => Promise<T>): Promise<T> {
    if (busy >= places) {
      if (waiting.length >= most) refuse('common.overloaded')
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else busy++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else busy--
    }
  }
}
