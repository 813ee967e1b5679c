import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { enrolCode, enrolResult, type EnrolResult } from '#contract/device/agent-enrol.ts'
import type { Clock } from '../clock.ts'
import { originOf } from '../config.ts'
import { readPrivate, writePrivate } from '../private-file.ts'
import { VERSION } from '../version.ts'

/** Who this agent is; made once by enrolment and never leaves the machine. */
export interface Identity extends EnrolResult {
  server: URL
  key: KeyObject
}

const FILE = 'identity.json'
const storedIdentity = z.object({ ...enrolResult.shape, server: z.url(), private_key: z.string() })
const refusal = z.object({ message: z.string() })
const ENROL_MS = 15_000

/** Null before the first enrolment. */
export async function readIdentity(dir: string): Promise<Identity | null> {
  const content = await readPrivate(join(dir, FILE))
  if (content === undefined) return null
  const { server, private_key, ...ids } = z.parse(storedIdentity, content)
  return { ...ids, server: originOf(server), key: createPrivateKey(private_key) }
}

/** Exchanges a one-time code for an identity (devices.md 1.1); throws the server's own sentence when it refuses. */
export async function enrol(
  dir: string,
  server: URL,
  code: string,
  clock: Clock,
): Promise<Identity> {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const sentAt = performance.now()
  const answer = await fetch(new URL('/api/v1/agent/enrol', server), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      code: normalCode(code),
      public_key: publicKey.export({ format: 'jwk' }).x,
      version: VERSION,
    }),
    redirect: 'error',
    signal: AbortSignal.timeout(ENROL_MS),
  }).catch((error: unknown) => {
    throw new Error(`${server.origin} does not answer: ${causeOf(error)}`, { cause: error })
  })
  clock.learn(answer.headers.get('date'), sentAt, performance.now())
  const body: unknown = await answer.json()
  if (!answer.ok) {
    const refusalBody = refusal.safeParse(body)
    throw new Error(
      refusalBody.success ? refusalBody.data.message : `Enrolment answered ${answer.status}`,
    )
  }
  const ids = z.parse(enrolResult, body)
  const private_key = privateKey.export({ format: 'pem', type: 'pkcs8' })
  await writePrivate(join(dir, FILE), { ...ids, server: server.origin, private_key })
  return { ...ids, server, key: privateKey }
}

/** `fetch` only reports that it failed; the reason is in its cause. */
function causeOf(error: unknown): string {
  const { cause, message } = error as Error
  return cause instanceof Error ? cause.message || (cause as { code?: string }).code! : message
}

/** People read I and L as 1 and O as 0 and leave the dash out. */
export function normalCode(typed: string): string {
  const signs = typed.toUpperCase().replace(/[\s-]/g, '').replace(/[IL]/g, '1').replace(/O/g, '0')
  return z.parse(enrolCode, `${signs.slice(0, 4)}-${signs.slice(4)}`)
}
