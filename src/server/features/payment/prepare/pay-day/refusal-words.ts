import { Refusal } from '#http/refusal.ts'

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
