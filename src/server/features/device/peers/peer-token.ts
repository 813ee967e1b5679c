import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { keyedHash } from '../../../storage/encryption.ts'

// Two machines' clocks differ by less; a token that was overheard opens nothing later.
const LIFE_MS = 60_000
const USED_MOST = 10_000

export interface PeerTokens {
  /** What `from` shows to `to`: `from.time.nonce.mac`, opens one connection. */
  make(from: string, to: string): string
  /** The id of the process that made the token, undefined when it proves nothing to `to` or was used before. */
  prove(token: string, to: string): string | undefined
}

/** Tokens by which processes of one installation recognise each other: all of them have the same secrets. */
export function peerTokens(secret: Buffer, now: () => number = Date.now): PeerTokens {
  const key = keyedHash(secret, 'peer link')
  const used = new Map<string, number>()
  const macOf = (text: string, to: string) =>
    createHmac('sha256', key).update(`${text}\0${to}`).digest('base64url')

  const isFirstUse = (mac: string) => {
    for (const [known, at] of used) {
      if (now() - at < 2 * LIFE_MS && used.size < USED_MOST) break
      used.delete(known)
    }
    if (used.has(mac)) return false
    used.set(mac, now())
    return true
  }

  return {
    make(from, to) {
      const text = `${from}.${now()}.${randomUUID()}`
      return `${text}.${macOf(text, to)}`
    },
    prove(token, to) {
      const parts = token.split('.')
      const [from, at, nonce, mac] = parts
      if (parts.length !== 4 || !from || !at || !nonce || !mac) return undefined
      const expected = Buffer.from(macOf(`${from}.${at}.${nonce}`, to))
      const given = Buffer.from(mac)
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
      if (!(Math.abs(now() - Number(at)) <= LIFE_MS)) return undefined
      return isFirstUse(mac) ? from : undefined
    },
  }
}
