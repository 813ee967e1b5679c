import { create } from 'zustand'

export type ConnectionState = 'online' | 'slow' | 'lost'

/** What the lamp in the header shows; known from answers, never blocks anything (web.md 2.7). */
export const useConnection = create<{ state: ConnectionState }>(() => ({ state: 'online' }))

const KEPT = 10
/** «Медленно» from this median of the last answers on. */
const SLOW_MS = 1500
let last: number[] = []

export function answered(ms: number) {
  last = [...last, ms].slice(-KEPT)
  const median = last.toSorted((a, b) => a - b)[Math.floor(last.length / 2)] ?? 0
  set(median > SLOW_MS ? 'slow' : 'online')
}

export function connectionLost() {
  last = []
  set('lost')
}

function set(state: ConnectionState) {
  if (useConnection.getState().state !== state) useConnection.setState({ state })
}
