import { hash, verify } from '@node-rs/argon2'
import { refuse } from '#http/refusal.ts'

// argon2id, OWASP floor (security.md 4.1): 19 MiB, two passes, one lane; 11 ms on a small server.
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
// Two at a time and a short queue: sign-ins must not starve the scale of CPU.
const AT_A_TIME = 2
const QUEUE = 50

let running = 0
const waiting: (() => void)[] = []

async function slot<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_A_TIME) {
    if (waiting.length >= QUEUE) refuse('common.overloaded')
    await new Promise<void>((resolve) => waiting.push(resolve))
  }
  running++
  try {
    return await work()
  } finally {
    running--
    waiting.shift()?.()
  }
}

export function hashPassword(password: string): Promise<string> {
  return slot(() => hash(password.normalize('NFC'), PARAMETERS))
}

// A hash that matches no password: an unknown login costs the same time as a wrong password (security.md 4.3).
let nobody: Promise<string> | undefined

/** True when the password fits; without a stored hash the same work is done and the answer is false. */
export async function passwordFits(storedHash: string | null, password: string): Promise<boolean> {
  nobody ??= hashPassword('a password that nobody has: nightfall')
  const target = storedHash ?? (await nobody)
  const fits = await slot(() => verify(target, password.normalize('NFC')))
  return fits && storedHash !== null
}

/** True for a hash made with less work than today's: it is renewed at the next sign-in. */
export function isOutdated(storedHash: string): boolean {
  const made = /\$m=(\d+),t=(\d+),p=(\d+)\$/.exec(storedHash)
  return !made || Number(made[1]) < PARAMETERS.memoryCost || Number(made[2]) < PARAMETERS.timeCost
}
