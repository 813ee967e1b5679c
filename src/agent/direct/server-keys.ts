import { join } from 'node:path'
import { importJWK, type CryptoKey, type JWK, type KeyObject } from 'jose'
import * as z from 'zod/mini'
import type { Clock } from '../clock.ts'
import { readPrivate, writePrivate } from '../private-file.ts'

const storedKeys = z.object({
  at: z.number(),
  keys: z
    .array(
      z.object({
        kty: z.literal('OKP'),
        crv: z.literal('Ed25519'),
        x: z.string().check(z.maxLength(100)),
        kid: z.string().check(z.maxLength(100)),
      }),
    )
    .check(z.maxLength(10)),
})
type StoredKeys = z.output<typeof storedKeys>

// devices.md 1.4.
const ASK_AGAIN_MS = 60_000
const FRESH_MS = 10 * 60_000
const KEPT_MS = 30 * 24 * 3600 * 1000
const FETCH_MS = 5000

/** The server's public keys by their ids: stored on disk, requested again for an unknown id at most once a minute, and every ten minutes of use. */
export interface ServerKeys {
  find(kid: string): Promise<CryptoKey | KeyObject | Uint8Array | undefined>
}

export async function serverKeys(dir: string, server: URL, clock: Clock): Promise<ServerKeys> {
  const path = join(dir, 'jwks.json')
  const parsedKeys = storedKeys.safeParse(await readPrivate(path))
  let keptKeys: StoredKeys = parsedKeys.success ? parsedKeys.data : { at: 0, keys: [] }
  let askedAt = -Infinity
  let asking: Promise<void> | undefined

  async function ask(): Promise<void> {
    const answer = await fetch(new URL('/.well-known/jwks.json', server), {
      redirect: 'error',
      signal: AbortSignal.timeout(FETCH_MS),
    })
    const body = z.parse(z.pick(storedKeys, { keys: true }), await answer.json())
    keptKeys = { at: clock.wall(), keys: body.keys }
    await writePrivate(path, keptKeys)
  }

  function key(kid: string): JWK | undefined {
    return clock.wall() - keptKeys.at < KEPT_MS
      ? keptKeys.keys.find((one) => one.kid === kid)
      : undefined
  }

  return {
    async find(kid) {
      // A key that was retired after a leak signs for nobody within minutes of that, where the server can be asked.
      const isOld = clock.wall() - keptKeys.at >= FRESH_MS
      if ((isOld || !key(kid)) && (asking || performance.now() - askedAt >= ASK_AGAIN_MS)) {
        askedAt = asking ? askedAt : performance.now()
        // A server that is away leaves us with the keys we have.
        asking ??= ask()
          .catch((error: unknown) => console.error('Server keys not fetched', error))
          .finally(() => (asking = undefined))
        // A known key is used meanwhile: a weight waits for no server.
        if (!key(kid)) await asking
      }
      const jwk = key(kid)
      return jwk && importJWK(jwk, 'EdDSA')
    },
  }
}
