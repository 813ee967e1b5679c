import { create } from 'zustand'

export type ConnectionState = 'online' | 'slow' | 'lost'

/** State of the connection lamp in the header; derived from answers, never blocks anything (screens.md 2.7). */
export const useConnection = create<{
  state: ConnectionState
  /** Requests that wait longer than `SILENT_MS`, by who is asked: none is ever cut off, so the screen says what it waits for. */
  silent: Record<Answerer, number>
  /** Questions that failed in passing and are asked again: by a server that has too much to do, or by no answer of it. */
  waiting: Record<Trouble, number>
}>(() => ({
  state: 'online',
  silent: { server: 0, agent: 0, program: 0 },
  waiting: { busy: 0, away: 0 },
}))

/** Our server, the agent that device calls reach without it, or the server for a part of the program. */
type Answerer = 'server' | 'agent' | 'program'
type Trouble = 'busy' | 'away'

/** Up to this time a skeleton needs no words. */
export const SILENT_MS = 5000

/** Counts a request as silent once it waits too long; the returned function ends that. */
export function watchSilence(asked: Answerer = 'server'): () => void {
  let counted = false
  const count = (by: number) =>
    useConnection.setState(({ silent }) => ({ silent: { ...silent, [asked]: silent[asked] + by } }))
  const timer = setTimeout(() => {
    counted = true
    count(1)
  }, SILENT_MS)
  return () => {
    clearTimeout(timer)
    if (counted) count(-1)
  }
}

/** Counts a question that is asked again; the returned function ends that. */
export function sayWaiting(status: number): () => void {
  const why: Trouble = status === 429 || status === 503 ? 'busy' : 'away'
  const count = (by: number) =>
    useConnection.setState(({ waiting }) => ({ waiting: { ...waiting, [why]: waiting[why] + by } }))
  count(1)
  return () => count(-1)
}

/** What a screen says while it waits for a question that is asked again; undefined where none is. */
export const waitingWords = ({ busy, away }: Record<Trouble, number>): string | undefined =>
  busy + away > 0
    ? `${busy > 0 ? 'Сервер занят' : 'Нет связи с сервером'}, пробуем ещё раз…`
    : undefined

/** Loads a part of the program; the screen says so when it does not come. */
export async function watchLoading<T>(load: () => Promise<T>): Promise<T> {
  const loaded = watchSilence('program')
  try {
    return await load()
  } finally {
    loaded()
  }
}

let askAgain = () => location.reload()
/** Once loaded, the query cache repeats its open requests; without it the page is reloaded. */
export const setAskAgain = (ask: () => void) => {
  askAgain = ask
}
/** A browser asks for a part of the program once: only a reload asks again. */
export const repeatQuestions = () =>
  useConnection.getState().silent.program > 0 ? location.reload() : askAgain()

const KEPT_TIMES = 10
/** «Медленно» from this median of the last answers on. */
const SLOW_MS = 1500
let last: number[] = []

export function noteAnswer(ms: number) {
  last = [...last, ms].slice(-KEPT_TIMES)
  const median = last.toSorted((a, b) => a - b)[Math.floor(last.length / 2)] ?? 0
  setConnection(median > SLOW_MS ? 'slow' : 'online')
}

export function connectionLost() {
  last = []
  setConnection('lost')
}

function setConnection(state: ConnectionState) {
  if (useConnection.getState().state !== state) useConnection.setState({ state })
}
