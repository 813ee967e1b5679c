import { useEffect, useState } from 'react'
import { act } from '#contract/act.ts'
import type { ActWithPositions } from '#contract/act-entities.ts'
import { CallError } from '#web/api/call-error.ts'
import { send } from '#web/api/send.ts'

// Long enough for the next key of a number, short enough to feel at once (web.md 7).
const PAUSE_MS = 250

export interface Preview {
  act: ActWithPositions | undefined
  /** Why it could not be computed: a drop's weight passed, kinds mixed. */
  problem: CallError | undefined
  /** What is shown belongs to older values. */
  stale: boolean
}

/** The server's own arithmetic over what is typed: nothing is written, no sum is made in the browser. While the act itself is being saved it rests. */
export function usePreview(body: Record<string, unknown>, paused: boolean): Preview {
  const key = JSON.stringify(body)
  const [state, setState] = useState<{ key: string; act?: ActWithPositions; problem?: CallError }>({
    key: '',
  })
  useEffect(() => {
    if (paused) return undefined
    const stop = new AbortController()
    const ask = async () => {
      const input = { body: { ...JSON.parse(key), command: 'save', dry_run: true } as never }
      try {
        const answer = await send(act.update, input, { signal: stop.signal, quiet: true })
        setState({ key, act: answer })
      } catch (error) {
        if (stop.signal.aborted) return
        if (!(error instanceof CallError)) throw error
        setState((before) => ({ ...before, key, problem: error }))
      }
    }
    const timer = setTimeout(() => void ask(), PAUSE_MS)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [key, paused])
  return { act: state.act, problem: state.problem, stale: state.key !== key }
}
