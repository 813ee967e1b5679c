import { createHash } from 'node:crypto'
import { createReadStream, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod/mini'
import {
  askUpdateResult,
  updatePartResult,
  UPDATE_PART,
  type AskUpdate,
} from '#contract/device/release/agent-update.ts'
import type { ReleaseStatement, SignedRelease } from '#contract/device/release/release-statement.ts'
import type { Clock } from '../clock.ts'
import { agentToken } from '../link/agent-token.ts'
import type { Identity } from '../link/identity.ts'
import { RefusedRelease } from './verify-release.ts'

const CALL_MS = 30_000
/** A part as text with the words around it; whatever comes behind that many bytes is not read. */
const MAX_ANSWER = UPDATE_PART * 2
/** With a part of 192 KB this leaves most of the poorest uplink to the weights. */
const PAUSE_MS = 1000

/** Tells the server how the update stands; the release it offers, if any. */
export async function askUpdate(
  identity: Identity,
  clock: Clock,
  body: AskUpdate,
  signal: AbortSignal,
): Promise<SignedRelease | null> {
  const answer = await call(identity, clock, 'askUpdate', body, signal)
  // A server of the former release knows no updates.
  return answer === undefined ? null : z.parse(askUpdateResult, answer).offer
}

/** Fetches what is missing of the archive; throws RefusedRelease when the whole is not what was signed, and begins it anew the next time. */
export async function fetchRelease(
  identity: Identity,
  clock: Clock,
  { version, platform, size, sha256 }: ReleaseStatement,
  archive: string,
  signal: AbortSignal,
): Promise<void> {
  const file = await open(archive, 'a', 0o600)
  try {
    let offset = statSync(archive).size
    while (offset < size) {
      const answer = await call(
        identity,
        clock,
        'getUpdatePart',
        { version, platform, offset },
        signal,
      )
      const bytes = Buffer.from(z.parse(updatePartResult, answer).bytes, 'base64url')
      if (bytes.length === 0 || offset + bytes.length > size) break
      await file.writeFile(bytes)
      offset += bytes.length
      await sleep(PAUSE_MS / clock.factor, undefined, { signal })
    }
  } finally {
    await file.close()
  }
  const whole = createHash('sha256')
  for await (const piece of createReadStream(archive)) whole.update(piece as Buffer)
  if (whole.digest('hex') === sha256) return
  await open(archive, 'w').then((empty) => empty.close())
  throw new RefusedRelease('Файл обновления на сервере не тот, что подписан. Положите его заново')
}

/** The answer of a call as JSON; undefined where the server knows no such call. */
async function call(
  identity: Identity,
  clock: Clock,
  name: string,
  body: object,
  signal: AbortSignal,
): Promise<unknown> {
  for (let tries = 0; ; tries++) {
    const authorization = `Bearer ${await agentToken(identity, clock)}`
    const sentAt = performance.now()
    const answer = await fetch(new URL(`/api/v1/agent/${name}`, identity.server), {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization },
      body: JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(CALL_MS)]),
    })
    clock.learn(answer.headers.get('date'), sentAt, performance.now())
    if (answer.ok) return JSON.parse(await readBounded(answer))
    await answer.body?.cancel()
    if (answer.status === 404 && name === 'askUpdate') return undefined
    // The clock may have been wrong; the refusal itself carried the right time.
    if (answer.status !== 401 || tries > 0) throw new Error(`${name} answered ${answer.status}`)
  }
}

async function readBounded(answer: Response): Promise<string> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of answer.body ?? []) {
    size += piece.length
    if (size > MAX_ANSWER) throw new Error('The answer is longer than any that was asked for')
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}
