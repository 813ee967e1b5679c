import { Refusal } from '#http/refusal.ts'
import { shorten } from '../../../../text/shorten.ts'

/** The refusal of a rule, or null where it allows. */
export function refusalOf(rule: () => void): Refusal | null {
  try {
    rule()
    return null
  } catch (error) {
    return asRefusal(error)
  }
}

/** Anything but a refusal is a bug and is thrown on. */
export function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  throw error
}

/** The refusal with those of its reasons that its sentence does not say already. */
export function refusalText({ message, detail }: Refusal): string {
  const reasons = new Set(Object.values(detail.fields ?? {}))
  const others = [...reasons].filter((reason) => !message.includes(reason))
  return shorten([message, ...others].join('. '), 500)
}
