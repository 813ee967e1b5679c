import { createStore } from 'zustand'

/** As many files as one heap takes. */
export const MOST_FILES = 100
/** So many places of a company's uploads are left to the others. */
const AT_ONCE = 2

/** How a page ended; the last three may be tried again. */
export type Outcome =
  | { readonly kind: 'attached'; readonly act: FoundAct; readonly hasCode: boolean }
  | { readonly kind: 'present'; readonly act: FoundAct }
  | { readonly kind: 'no-code' | 'refused' | 'failed'; readonly message: string }

export interface FoundAct {
  readonly id: string
  readonly number: string | null
}

export interface HeapRow {
  /** The client's id of the page: a repeat after a lost answer stores nothing twice. */
  readonly id: string
  readonly file: File
  readonly state: 'waiting' | 'sending' | Outcome
  /** The act that a person chose for a page without a code, until it has arrived there. */
  readonly given?: GivenAct | undefined
}

interface GivenAct {
  readonly act: FoundAct
  /** What the page was before, and is again when the act does not take it. */
  readonly before: Outcome
}

interface HeapState {
  readonly rows: readonly HeapRow[]
  readonly isStopped: boolean
}

export type SendPage = (row: HeapRow, signal: AbortSignal) => Promise<Outcome>
export type Heap = ReturnType<typeof openHeap>

/** Files on their way to their acts, two at a time in their order, until `close`. */
export function openHeap(sendPage: SendPage) {
  const store = createStore<HeapState>(() => ({ rows: [], isStopped: false }))
  const stop = new AbortController()
  const put = (id: string, change: Pick<HeapRow, 'state' | 'given'>) =>
    store.setState(({ rows }) => ({
      rows: rows.map((row) => (row.id === id ? { ...row, ...change } : row)),
    }))
  const sendNext = () => {
    const { rows, isStopped } = store.getState()
    if (stop.signal.aborted) return
    const free = AT_ONCE - rows.filter(({ state }) => state === 'sending').length
    const waiting = rows.filter(({ state }) => state === 'waiting')
    // A person looks at what was just given: it goes first, and also from a heap that was stopped.
    const given = waiting.filter((row) => row.given)
    const others = isStopped ? [] : waiting.filter((row) => !row.given)
    for (const row of [...given, ...others].slice(0, free)) void sendRow(row)
  }
  const sendRow = async (row: HeapRow) => {
    put(row.id, { state: 'sending' })
    put(row.id, { state: await sendPage(row, stop.signal), given: undefined })
    sendNext()
  }
  return {
    store,
    /** Sends a page that has ended to the act that a person chose for it. */
    giveAct(id: string, act: FoundAct) {
      const state = store.getState().rows.find((row) => row.id === id)?.state
      if (typeof state !== 'object') return
      put(id, { state: 'waiting', given: { act, before: state } })
      sendNext()
    },
    /** Takes files into the heap; answers how many found no room. */
    add(files: readonly File[]): number {
      const { rows } = store.getState()
      const taken = files.slice(0, MOST_FILES - rows.length)
      const added = taken.map((file): HeapRow => {
        return { id: crypto.randomUUID(), file, state: 'waiting' }
      })
      store.setState({ rows: [...rows, ...added], isStopped: false })
      sendNext()
      return files.length - taken.length
    },
    /** What is on its way still arrives. */
    stop: () => store.setState({ isStopped: true }),
    resume() {
      store.setState({ isStopped: false })
      sendNext()
    },
    retry() {
      store.setState(({ rows }) => ({
        isStopped: false,
        rows: rows.map((row) => (isUnsuccessful(row) ? { ...row, state: 'waiting' } : row)),
      }))
      sendNext()
    },
    dropAttached: () =>
      store.setState(({ rows }) => ({ rows: rows.filter((row) => !isAttached(row)) })),
    close: () => stop.abort(),
  }
}

export const isPending = ({ state }: HeapRow): boolean => typeof state === 'string'

export const isAttached = ({ state }: HeapRow): boolean =>
  typeof state === 'object' && 'act' in state

export const isUnsuccessful = (row: HeapRow): boolean => !isPending(row) && !isAttached(row)
