import * as z from 'zod/mini'
import { useEffect } from 'react'
import { create } from 'zustand'
import { reading as readingShape, type Reading } from '#contract/device/reading.ts'
import { deviceStateEvent, weight } from '#contract/device/device.ts'
import { CallError } from '#web/state/call-error.ts'
import { connectionLost } from '#web/state/connection.ts'
import { markRoute, routeOf, useLostRoutes } from '#web/api/route-table.ts'
import { send } from '#web/api/send.ts'
import { stream } from '#web/api/stream.ts'
import { NO_SCALE } from './reading-messages.ts'

// A number older than this is taken off the screen (screens.md 9).
const SILENCE_MS = 1500
const WATCH_MS = 250
const RETRY_MS = 1000
// The server reports a silent scale within two seconds; if the server itself is silent, the connection is lost.
const HUNG_MS = 4000
// After so many broken streams the weight is polled for a while, then the stream is tried again.
const TRIES = 3
const POLLS = 20
const PATH = weight.stream.path

interface LiveWeight {
  /** What the scale shows now; absent while it is silent. */
  reading: Reading | undefined
  /** Why it is silent, in words that the operator understands. */
  problem: string
  /** Why a weight that is shown does not settle, as the agent reports it. */
  doubt: string
}

/** The present reading of the one open station, outside the React tree of the form so that typing never waits for it. */
export const useLiveWeight = create<LiveWeight>(() => ({
  reading: undefined,
  problem: '',
  doubt: '',
}))

let heardAt = 0
let waiting: Reading | undefined
/** True while the stream delivers readings: if they stop without a state event, the connection is lost, not the scale. */
let flowing = false

/** Follows the scale of a post while the screen is open: a stream, or polling where streams break. Without a scale nothing is asked. */
export function useWeightFeed(post: number | undefined, pollMs: number) {
  useEffect(() => {
    if (post === undefined) {
      forget(NO_SCALE)
      return () => forget('')
    }
    const stop = new AbortController()
    const silence = setInterval(() => {
      if (performance.now() - heardAt > SILENCE_MS) forget()
    }, WATCH_MS)
    void followWeight(post, pollMs, stop.signal)
    return () => {
      stop.abort()
      clearInterval(silence)
      forget()
    }
  }, [post, pollMs])
}

/** Until the signal: the stream, polling after broken streams, and the agent itself again when it answers again. */
export async function followWeight(post: number, pollMs: number, signal: AbortSignal) {
  let broken = 0
  while (!signal.aborted) {
    const lost = useLostRoutes.getState()
    if (broken < TRIES) {
      broken = (await listen(post, signal)) ? 0 : broken + 1
    } else {
      await poll(post, pollMs, signal)
      broken = TRIES - 1
    }
    // No pause after the route has changed: the next attempt does not use the route that just failed.
    if (!signal.aborted && lost === useLostRoutes.getState()) await pause(RETRY_MS)
  }
}

/** Whether anything was heard before the stream ended. */
async function listen(post: number, signal: AbortSignal): Promise<boolean> {
  let hasData = false
  const hung = new AbortController()
  const watch = setInterval(() => {
    if (!flowing || performance.now() - heardAt < HUNG_MS) return
    lineLost()
    hung.abort()
  }, WATCH_MS)
  let direct = routeOf(PATH)
  const leave = useLostRoutes.subscribe(() => {
    const known = direct
    direct = routeOf(PATH)
    if (direct && !known) hung.abort()
  })
  const both = AbortSignal.any([signal, hung.signal])
  try {
    for await (const { event, data } of stream(weight.stream, { query: { post } }, both)) {
      hasData = true
      flowing = event === 'weight' || (flowing && event !== 'state')
      if (event === 'weight') hear(z.parse(readingShape, JSON.parse(data)))
      if (event === 'state') {
        const state = z.parse(deviceStateEvent, JSON.parse(data))
        if (state.status === 'online') useLiveWeight.setState({ doubt: state.message })
        else forget(state.message)
      }
    }
  } catch (error) {
    reportError(error)
  } finally {
    clearInterval(watch)
    leave()
    flowing = false
  }
  return hasData
}

async function poll(post: number, pollMs: number, signal: AbortSignal) {
  for (let asked = 0; asked < POLLS && !signal.aborted; asked += 1) {
    try {
      hear(await send(weight.get, { query: { post } }, { signal: soon(signal), quiet: true }))
    } catch (error) {
      reportError(error)
    }
    await pause(pollMs)
  }
}

/** A lost link ends a reading; the next try goes on by itself. */
function reportError(error: unknown) {
  if (error instanceof DOMException && error.name === 'TimeoutError') lineLost()
  if (error instanceof CallError) useLiveWeight.setState({ problem: error.message })
}

/** The server that was asked hangs: if it was the agent, our server is asked next. */
function lineLost() {
  const direct = routeOf(PATH)
  if (direct) markRoute(direct.url, true)
  else connectionLost()
}

/** Readings come up to ten a second; the screen takes the newest, once a frame. */
function hear(reading: Reading) {
  heardAt = performance.now()
  if (!waiting) requestAnimationFrame(show)
  waiting = reading
}

function show() {
  useLiveWeight.setState({ reading: waiting, problem: '' })
  waiting = undefined
}

function forget(problem?: string) {
  if (problem !== undefined || useLiveWeight.getState().reading)
    useLiveWeight.setState({
      reading: undefined,
      doubt: '',
      ...(problem !== undefined && { problem }),
    })
}

/** A poll that hangs is a lost one. */
const soon = (signal: AbortSignal) => AbortSignal.any([signal, AbortSignal.timeout(HUNG_MS)])

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
