import { useEffect, useRef, useState } from 'react'
import type { PlateReading } from '#contract/agent-link.ts'
import type { Transaction } from '#contract/transaction-entities.ts'
import type { TransactionCommand } from '#contract/transaction-input.ts'
import { transactions } from '#contract/transaction.ts'
import { callOnce, useCall } from '#web/api/use-call.ts'
import { useSend } from '#web/api/use-send.ts'
import type { Found } from '#web/ui/inputs/lookup-input.tsx'
import { toast } from '#web/ui/toast.ts'
import { useLiveWeight } from './live-weight.ts'
import { blockedBy } from './reading-words.ts'
import { watchPlate } from './watch-plate.ts'

/** What is known of the vehicle on the scale; a typed plate is never overwritten by a camera. */
interface Draft {
  plate: string
  plateFrom: 'nobody' | 'camera' | 'typed'
  seen?: PlateReading
  supplier: Found | null
  productId: string | null
  visitId?: string
  similar: Transaction[]
}

interface Held {
  grams: number
  words: string
  done: boolean
}

export interface StationSettings {
  post: number
  platePollMs: number
  sureBp: number
}

const NOBODY: Draft = {
  plate: '',
  plateFrom: 'nobody',
  supplier: null,
  productId: null,
  similar: [],
}

const refreshes = [
  transactions.find,
  transactions.getIn,
  transactions.getFree,
  transactions.getAll,
  transactions.findInByCarnumber,
]

/** One vehicle's way over the scale: plate, visit, captures. `mid` records one unload of several. */
export function useStation({ post, platePollMs, sureBp }: StationSettings) {
  const [draft, setDraft] = useState<Draft>(NOBODY)
  const [held, setHeld] = useState<Held>()
  const save = useSend(transactions.update, { refreshes })
  const visit = useVisit(draft.visitId)

  const pick = (row: Transaction, plateFrom: Draft['plateFrom'] = 'typed') =>
    setDraft({ ...draftOf(row), plateFrom })
  const lookUp = async (plate: string, from: Draft['plateFrom'] = 'typed') => {
    if (!plate) return
    const found = await callOnce(transactions.findInByCarnumber, { query: { carnumber: plate } })
    if (found.transaction) pick(found.transaction, from)
    else setDraft((now) => (now.visitId ? now : { ...now, similar: found.similar }))
  }
  const see = (seen: PlateReading) => {
    const sure = seen.plate !== null && seen.confidence_bp >= sureBp
    const free = draft.plateFrom !== 'typed' && !draft.visitId
    setDraft((now) => (sure && free ? seenDraft(now, seen) : { ...now, seen }))
    if (sure && free) void lookUp(seen.plate ?? '', 'camera')
  }
  const begin = () => {
    setHeld(undefined)
    setDraft((now) => (now.plateFrom === 'typed' ? now : NOBODY))
  }
  useNewLoad(begin, (signal) => watchPlate({ post, pollMs: platePollMs, sureBp, signal }), see)

  const run = async (body: TransactionCommand): Promise<Transaction | undefined> => {
    const answer = await save.send({ body })
    if (!answer || !('weighings' in answer)) return undefined
    // What was typed belongs to the captured visit now: the next load starts afresh.
    setDraft((now) => ({
      ...draftOf(answer),
      plateFrom: body.command === 'set_info' ? now.plateFrom : 'camera',
    }))
    return answer
  }
  const clientId = useLoadId()
  const capture = async (kind: 'in' | 'mid' | 'out') => {
    const { reading } = useLiveWeight.getState()
    const blocked = blockedBy(reading)
    if (blocked || !reading) return toast.warning(blocked ?? '')
    if (kind === 'in' && !draft.plate) return toast.warning('Впишите номер машины')
    const grams = reading.weight_g ?? 0
    setHeld({ grams, words: 'записывается', done: false })
    const id = clientId(`${reading.episode_id} ${kind}`)
    const answer = await run({ ...commandOf(kind, draft, visit), client_id: id, post, reading })
    setHeld(answer && { grams, words: `записано № ${answer.number}`, done: true })
    return undefined
  }

  const type = (plate: string) => setDraft((now) => typedDraft(now, plate))
  const choose = (part: Chosen) => {
    setDraft((now) => ({ ...now, ...part }))
    if (!visit) return
    void run({
      command: 'set_info',
      id: visit.id,
      version: visit.version,
      ...('supplier' in part && { supplier_id: part.supplier?.id ?? null }),
      ...('productId' in part && { product_id: part.productId ?? null }),
    })
  }
  const reset = () => setDraft(NOBODY)
  const { sending } = save
  return { draft, visit, held, sending, pick, lookUp, run, capture, reset, type, choose }
}

export type Station = ReturnType<typeof useStation>

type Chosen = Partial<Pick<Draft, 'supplier' | 'productId'>>

function typedDraft(now: Draft, plate: string): Draft {
  const rest = now.visitId ? NOBODY : now
  return { ...rest, plate, plateFrom: plate ? 'typed' : 'nobody', similar: [] }
}

function seenDraft(now: Draft, seen: PlateReading): Draft {
  return { ...now, seen, plate: seen.plate ?? '', plateFrom: 'camera' }
}

/** What a capture says besides the reading itself. */
function commandOf(kind: 'in' | 'mid' | 'out', draft: Draft, visit: Transaction | undefined) {
  const seen = draft.seen && { plate_reading: draft.seen }
  if (visit && kind !== 'in') {
    const command = kind === 'mid' ? ('capture_mid' as const) : ('capture_out' as const)
    return { command, id: visit.id, version: visit.version, ...seen }
  }
  return {
    command: 'capture_in' as const,
    carnumber: draft.plate,
    ...seen,
    ...(draft.supplier && { supplier_id: draft.supplier.id }),
    ...(draft.productId && { product_id: draft.productId }),
  }
}

function draftOf(visit: Transaction): Draft {
  return {
    plate: visit.carnumber ?? '',
    plateFrom: 'typed',
    supplier: visit.supplier_id
      ? { id: visit.supplier_id, label: visit.supplier_name ?? '' }
      : null,
    productId: visit.product_id,
    visitId: visit.id,
    similar: [],
  }
}

function useVisit(id: string | undefined) {
  const { data } = useCall(
    transactions.find,
    { query: { filter: { id: id ?? '' } } },
    { when: id !== undefined, keep: true },
  )
  return id ? data?.items.find((one) => one.id === id) : undefined
}

/** Runs at the beginning of every load; what it starts is stopped by the next one. */
function useNewLoad(
  begin: () => void,
  look: (signal: AbortSignal) => AsyncGenerator<PlateReading>,
  see: (plate: PlateReading) => void,
) {
  const latest = useRef({ begin, look, see })
  useEffect(() => {
    latest.current = { begin, look, see }
  })
  useEffect(() => {
    let known: string | null = null
    let stop = new AbortController()
    const hear = (episode: string | null | undefined) => {
      if (!episode || episode === known) return
      stop.abort()
      stop = new AbortController()
      if (known !== null) latest.current.begin()
      known = episode
      void eachOf(latest.current.look(stop.signal), (plate) => latest.current.see(plate))
    }
    hear(useLiveWeight.getState().reading?.episode_id)
    const leave = useLiveWeight.subscribe(({ reading }) => hear(reading?.episode_id))
    return () => {
      leave()
      stop.abort()
    }
  }, [])
}

// Outside the hook: the compiler of React does not take such a loop.
async function eachOf<T>(all: AsyncIterable<T>, take: (one: T) => void) {
  for await (const one of all) take(one)
}

/** The same id for every try of one capture: a repeat after a lost answer makes no second record. */
function useLoadId(): (of: string) => string {
  const kept = useRef({ of: '', id: '' })
  return (of) => {
    if (kept.current.of !== of) kept.current = { of, id: crypto.randomUUID() }
    return kept.current.id
  }
}
