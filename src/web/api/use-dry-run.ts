import { useEffect, useRef, useState } from 'react'
import type { Call, CallResult } from '#contract/core/call.ts'
import { CallError } from '../state/call-error.ts'
import { sendUnchecked } from './send.ts'
import { untilAnswered } from '../state/until-answered.ts'

// Long enough for the next key of a number, short enough to feel at once (screens.md 4.2).
const PAUSE_MS = 250

/** What a form opens with is whole at once, and so is a tick: neither waits for a next key. */
const isWhole = (before: string, key: string) =>
  before === '' || withoutTicks(before) === withoutTicks(key)
const withoutTicks = (key: string) => key.replaceAll(/:(?:true|false)(?=[,}])/g, ':')

export interface DryRun<T> {
  /** The last result that could be calculated. */
  answer: T | undefined
  /** Why the present values are not allowed: the weight of an unload exceeded, kinds mixed, a limit reached. */
  problem: CallError | undefined
  /** The shown result belongs to older values. */
  stale: boolean
}

interface State<T> {
  key: string
  answer?: T | undefined
  problem?: CallError | undefined
}

/** The server's own arithmetic over the typed values: nothing is saved, no sum is calculated in the browser. */
export function useDryRun<C extends Call>(
  call: C,
  body: Record<string, unknown>,
  paused = false,
): DryRun<CallResult<C>> {
  const key = JSON.stringify(body)
  const [state, setState] = useState<State<CallResult<C>>>({ key: '' })
  const seen = useRef('')
  useEffect(() => {
    if (paused) return undefined
    const pause = isWhole(seen.current, key) ? 0 : PAUSE_MS
    seen.current = key
    const stop = new AbortController()
    const ask = async () => {
      const input = { body: { ...JSON.parse(key), dry_run: true } }
      try {
        const { signal } = stop
        const once = () => sendUnchecked(call, input, { signal, quiet: true })
        const answer = await untilAnswered(`${call.path} ${key}`, once, signal)
        setState({ key, answer })
      } catch (error) {
        if (stop.signal.aborted) return
        if (!(error instanceof CallError)) throw error
        setState((before) => ({ ...before, key, problem: error }))
      }
    }
    const timer = setTimeout(() => void ask(), pause)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [call, key, paused])
  return { answer: state.answer, problem: state.problem, stale: state.key !== key }
}
