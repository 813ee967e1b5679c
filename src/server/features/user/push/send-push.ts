import type { JobSpec } from '../../../jobs.ts'
import { noticeFacts, type NoticeKind } from '#contract/user/notice-kinds.ts'
import type { Tx } from '../../../db/handle.ts'
import { NO_COMPANY, uuidv7 } from '../../../db/uuid.ts'
import { resolveName } from '../../../outbound/outside-address.ts'
import type { PushTarget } from '../../../push/encrypt-push.ts'
import { openInstallationKey } from '../../../push/installation-key.ts'
import {
  KEPT_SECONDS,
  postPush,
  type PushEffects,
  type PushMessage,
  type PushOutcome,
} from '../../../push/post-push.ts'
import type { Services } from '../../../services.ts'
import type { Cipher, EncryptedPlace } from '../../../storage/encryption.ts'
import type { Recipient } from '../notices/notice-choice-queries.ts'
import * as queries from './push-queries.ts'

export const PUSH_JOB = 'notice.push'

export interface PushJob {
  readonly browser_id: string
  readonly user_id: string
  readonly kind: NoticeKind
  readonly href: string
  /** Instead of the title of the kind, for figures that name nobody. */
  readonly text?: string
  /** Of the notice: one that is sent twice is shown once. */
  readonly tag: string
  readonly tries: number
}

export const LIVE_PUSH: PushEffects = { deadlineMs: 10_000, resolve: resolveName }

/** The reason of a message that cannot be written: the keys of this browser, or our own, were encrypted with another key. */
export const UNREADABLE = 'unreadable'

// A push service that hangs for ten seconds holds one slot; the others still move.
const WORKERS = 4
/** Pauses after the first, second … failed attempt, seconds; after the last the notice is in the bell alone. */
const PAUSES = [10, 60, 5 * 60, 30 * 60, 2 * 3600] as const
// A service that asks for a pause gets it, as long as the notice is of use then.
const MAX_ASKED_PAUSE = 3600

export function targetPlace(endpointHash: Buffer): EncryptedPlace {
  const id = endpointHash.toString('hex')
  return { companyId: NO_COMPANY, table: 'push_browser', id, field: 'target' }
}

/** Messages are sent after the change that they report is stored, one job a browser. */
export async function enqueuePushes(
  tx: Tx,
  people: readonly Recipient[],
  { kind, href, text }: Pick<PushJob, 'kind' | 'href' | 'text'>,
): Promise<void> {
  const wanted = people.filter(({ pushed }) => pushed).map(({ id }) => id)
  if (wanted.length === 0) return
  for (const { id, user_id } of await queries.browsersOf(tx, wanted)) {
    const tag = uuidv7()
    const job: PushJob = {
      browser_id: id,
      user_id,
      kind,
      href,
      ...(text !== undefined && { text }),
      tag,
      tries: 0,
    }
    await tx.services.jobs.enqueue(tx, PUSH_JOB, job, { key: tag })
  }
}

export function pushJobs(services: Services, effects: PushEffects = LIVE_PUSH): JobSpec[] {
  return [
    {
      name: PUSH_JOB,
      concurrency: WORKERS,
      later: true,
      handler: (data) => pushNotice(services, data as PushJob, effects),
    },
  ]
}

/**
 * One attempt. The kind alone is told, never the notice's own words: a locked phone shows them to whoever holds it, and they name
 * sums, people and plates. Only the figures of a day, which whoever gets them has asked for, are told as they are.
 */
async function pushNotice(services: Services, job: PushJob, effects: PushEffects): Promise<void> {
  const { title, bell } = noticeFacts[job.kind]
  const outcome = await sendToBrowser(
    services,
    { id: job.browser_id, user_id: job.user_id },
    {
      title: 'Приёмка',
      text: job.text ?? title,
      href: job.href,
      tag: job.tag,
      isUrgent: bell === 'always',
    },
    effects,
  )
  if (outcome?.kind === 'later') await sendLater(services, job, outcome)
  if (outcome?.kind === 'refused') logRefused(services, job, outcome.reason)
}

async function sendLater(
  services: Services,
  job: PushJob,
  { seconds, reason }: { readonly seconds: number; readonly reason: string },
): Promise<void> {
  const pause = PAUSES[job.tries]
  if (pause === undefined || seconds > KEPT_SECONDS) return logRefused(services, job, reason)
  await services.jobs.enqueue(
    services,
    PUSH_JOB,
    { ...job, tries: job.tries + 1 },
    { key: job.tag, afterSeconds: Math.max(pause, Math.min(seconds, MAX_ASKED_PAUSE)) },
  )
}

/** The address names a browser of a person, so the log has neither it nor its answer. */
export function logRefused(
  { log }: Services,
  { browser_id, tries }: Pick<PushJob, 'browser_id' | 'tries'>,
  reason: string,
): void {
  const line = { event: 'a push message was given up', job: PUSH_JOB, id: browser_id }
  log.failure({ ...line, tries: tries + 1 }, new Error(reason))
}

/** Sends to a browser of this person and notes what became of it; undefined when the person has no such browser. */
export async function sendToBrowser(
  { q, seal, config }: Services,
  { id, user_id }: { readonly id: string; readonly user_id: string },
  message: PushMessage,
  effects: PushEffects,
): Promise<PushOutcome | undefined> {
  const row = await queries.findSealedBrowser(q, user_id, id)
  if (!row) return undefined
  const key = await openInstallationKey(q, seal)
  const target = readTarget(seal, row)
  if (!key || !target) return { kind: 'refused', reason: UNREADABLE }
  const outcome = await postPush(config, key, { target, message }, effects)
  if (outcome.kind === 'sent') await queries.noteSent(q, id)
  if (outcome.kind === 'gone') await queries.dropGoneBrowser(q, id, row.sealed)
  return outcome
}

/** Undefined where another key has sealed it: a database that was restored without its own. */
function readTarget(
  seal: Cipher,
  { sealed, endpoint_hash }: { readonly sealed: Buffer; readonly endpoint_hash: Buffer },
): PushTarget | undefined {
  try {
    return JSON.parse(seal.open(targetPlace(endpoint_hash), sealed)) as PushTarget
  } catch {
    return undefined
  }
}
