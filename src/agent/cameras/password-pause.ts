// Cameras close an account for half an hour after five to seven wrong passwords: by these pauses six go out in that time.
const PAUSES_MS = [5_000, 30_000, 120_000, 600_000] as const

export interface PasswordPause {
  refused(): void
  accepted(): void
  /** For how long nothing may be asked, ms; 0 = ask. */
  left(): number
}

/** Holds a wrong password back from a camera; a new configuration begins with a new pause. */
export function passwordPause(): PasswordPause {
  let refusals = 0
  let until = -Infinity
  return {
    refused() {
      until = performance.now() + PAUSES_MS[Math.min(refusals++, PAUSES_MS.length - 1)]!
    },
    accepted: () => void (refusals = 0),
    left: () => Math.max(0, until - performance.now()),
  }
}
