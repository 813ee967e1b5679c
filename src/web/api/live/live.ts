import type { Query } from '@tanstack/react-query'
import type { Entity } from '#contract/core/entities.ts'
import { live, MOST_BEHIND_MS, type LiveChange } from '#contract/core/live.ts'
import { CallError } from '../../state/call-error.ts'
import { useConnection } from '../../state/connection.ts'
import { readToken } from '../../state/token.ts'
import { isSending } from '../send.ts'
import { signedInAgain } from '../sign-in-again.ts'
import { stream } from '../stream.ts'
import { askedAt, queryClient } from '../query-client.ts'

/** Waits between attempts, doubled after each failure. */
const FIRST_WAIT_MS = 1000
const LAST_WAIT_MS = 30_000
/** Changes of one burst refresh a screen once, and a flood of them once a second. */
const BATCH_MS = 100
const APART_MS = 1000
/** How often a reading lets the commands of this tab go first: their answer is waited for, and the next screen may not need it. */
const MOST_TRIES = 10
/** The first calls are sent in the effects of one render, some of them before the one that opens the stream. */
const ASKED_BEFORE_MS = 1000

/**
 * Follows the changes of other users until the signal; a broken stream is opened again after 1 to 30 s. The screens sent their
 * first requests at `begun`, by the clock of the page: the answers may be outdated before the stream is open.
 */
export async function follow(begun: number, signal: AbortSignal) {
  let wait = FIRST_WAIT_MS
  let missed = false
  for (;;) {
    const behind_ms = Math.round(performance.now() - begun + ASKED_BEFORE_MS)
    missed ||= behind_ms > MOST_BEHIND_MS
    const query = missed ? {} : { behind_ms }
    const token = readToken()
    try {
      for await (const { event, data } of stream(live.stream, { query }, signal)) {
        if (missed) askAllAgain()
        missed = false
        wait = FIRST_WAIT_MS
        if (event === 'change') take(data)
        if (event === 'bye') await askSignIn(token, reasonOf(data))
      }
    } catch (error) {
      // A broken stream is not an error of the user: the calls themselves report the state of the connection.
      if (error instanceof CallError) await askSignIn(token, error.code)
    }
    missed = true
    if (signal.aborted) return
    await pause(wait, signal)
    wait = Math.min(wait * 2, LAST_WAIT_MS)
  }
}

const reasonOf = (data: string) => (JSON.parse(data) as { reason?: string }).reason

/** An ended session covers the open screen at once, whatever it shows; another tab may have signed in again already. */
async function askSignIn(token: string | null, reason: string | undefined) {
  if (reason === 'auth.required' && readToken() === token) await signedInAgain()
}

/** When each changed at the latest, by the clock of the page. */
const pendingEntities = new Map<Entity, number>()
let timer: ReturnType<typeof setTimeout> | undefined
let refreshedAt = -APART_MS

function take(data: string) {
  for (const { entity, ago_ms = 0 } of JSON.parse(data) as LiveChange[]) {
    const at = performance.now() - ago_ms
    pendingEntities.set(entity, Math.max(at, pendingEntities.get(entity) ?? at))
  }
  const wait = Math.max(BATCH_MS, refreshedAt + APART_MS - performance.now())
  timer ??= setTimeout(refreshPending, wait)
}

/** A stored answer is outdated when its call is `about` an entity that may have changed after it was asked for. */
function refreshPending(tries = MOST_TRIES) {
  if (isSending() && tries > 0) {
    timer = setTimeout(refreshPending, BATCH_MS, tries - 1)
    return
  }
  timer = undefined
  refreshedAt = performance.now()
  const changed = new Map(pendingEntities)
  pendingEntities.clear()
  askAgain(({ meta }) => {
    const about = (meta?.['about'] ?? []) as Entity[]
    return Math.max(...about.map((entity) => changed.get(entity) ?? -Infinity))
  })
}

/**
 * Asks again for each answer that may be older than the last change of what it is about, by `performance.now()`. One that is on its way
 * is let come, so that changes in a row leave no slow screen without an answer, and is asked for again after it.
 */
export function askAgain(changedAt: (query: Query) => number): void {
  const predicate = (query: Query) => (askedAt.get(query) ?? 0) <= changedAt(query)
  const late = queryClient.getQueryCache().findAll({ fetchStatus: 'fetching', predicate })
  void queryClient.invalidateQueries({ predicate }, { cancelRefetch: false })
  for (const query of late) {
    const again = () => askAgain((one) => (one === query ? changedAt(one) : -Infinity))
    void query.promise?.then(again, again)
  }
}

/** After a lost connection: what is on its way may never come, so it is asked for anew as well. */
export function askAllAgain(): void {
  for (const query of queryClient.getQueryCache().findAll({ type: 'active' }))
    void query.cancel({ silent: true })
  void queryClient.invalidateQueries()
}

/** Ends early where the browser's network, or an answer to another question, is back: the screens may be old by then. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const ended = new AbortController()
    const end = () => {
      clearTimeout(timeout)
      unwatch()
      ended.abort()
      resolve()
    }
    const timeout = setTimeout(end, ms)
    const unwatch = useConnection.subscribe((now, before) => {
      if (before.state === 'lost' && now.state !== 'lost') end()
    })
    addEventListener('online', end, { signal: ended.signal })
    signal.addEventListener('abort', end, { signal: ended.signal })
  })
}
