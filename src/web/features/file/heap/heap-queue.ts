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
  const over = new AbortController()
  const put = (id: string, state: HeapRow['state']) =>
    store.setState(({ rows }) => ({
      rows: rows.map((row) => (row.id === id ? { ...row, state } : row)),
    }))
  const sendNext = () => {
    const { rows, isStopped } = store.getState()
    if (isStopped || over.signal.aborted) return
    const free = AT_ONCE - rows.filter(({ state }) => state === 'sending').length
    const next = rows.filter(({ state }) => state === 'waiting').slice(0, Math.max(0, free))
    for (const row of next) void sendRow(row)
  }
  const sendRow = async (row: HeapRow) => {
    put(row.id, 'sending')
    put(row.id, await sendPage(row, over.signal))
    sendNext()
  }
  return {
    store,
    put,
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
    close: () => over.abort(),
  }
}

export const isPending = ({ state }: HeapRow): boolean => typeof state === 'string'

export const isAttached = ({ state }: HeapRow): boolean =>
  typeof state === 'object' && 'act' in state

export const isUnsuccessful = (row: HeapRow): boolean => !isPending(row) && !isAttached(row)
