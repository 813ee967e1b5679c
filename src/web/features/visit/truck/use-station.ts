import { useEffect, useRef, useState, type Dispatch, type SetStateAction } from 'react'
import type { PlateReading, Reading } from '#contract/device/reading.ts'
import { plateOfInput } from '#contract/requisites/plate/russian-plate.ts'
import type { StoredTare, Visit, VisitCard } from '#contract/visit/visit-entities.ts'
import type { VisitCommand } from '#contract/visit/visit-input.ts'
import { visitCalls } from '#contract/visit/visit.ts'
import { weight } from '#contract/device/device.ts'
import { callOnce, useCall } from '#web/api/use-call.ts'
import { useSend } from '#web/api/use-send.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import type { Capture } from '#web/offline/outbox-store.ts'
import { queuedArrival, useOutbox } from '#web/offline/outbox.ts'
import { focusOn } from '../scale/focus-on.ts'
import { useLiveWeight } from '../scale/live-weight.ts'
import { passBlock, passOf, type Pass } from './pass-labels.ts'
import { blockedBy } from '../scale/reading-messages.ts'
import {
  asLastTime,
  atNewLoad,
  atZero,
  commandOf,
  draftOf,
  nobody,
  noPapers,
  seenDraft,
  withTypedPlate,
  type Draft,
  type Papers,
} from './station-draft.ts'
import { useLoadId, useNewLoad } from '../platform/watch-load.ts'
import { useCapture } from '../scale/use-capture.ts'
import { useVisitInfo } from '../visit/visit-info.ts'
import { watchPlate } from './watch-plate.ts'
import type { HeldWeight } from '../scale/held-weight.ts'

export type StationMode = 'two_pass' | 'stored_tare' | 'multi' | 'manual' | 'tare'

export interface StationSettings {
  post: number
  platePollMs: number
  sureBp: number
}

/** Stands for a visit that the answer to its arrival will name. */
const LATER = { id: '00000000-0000-0000-0000-000000000000', version: 1 }

/** What a weighing makes old. */
export const afterCapture = [
  visitCalls.find,
  visitCalls.getIn,
  visitCalls.getFree,
  visitCalls.getAll,
  visitCalls.findInByCarnumber,
  weight.getEpisodes,
]

/** One vehicle's way over the scale: plate, visit, captures. `mid` records one unload of several. */
export function useStation(settings: StationSettings) {
  const { post } = settings
  const [mode, setMode] = useState<StationMode>('two_pass')
  const [held, setHeld] = useState<HeldWeight>()
  const vehicle = useVehicle(settings, heardBy(setHeld, setMode))
  const { draft, setDraft } = vehicle
  const save = useSend(visitCalls.update, { refreshes: afterCapture })
  const goOnWith = (made: VisitCard | StoredTare) =>
    'weighings' in made &&
    setDraft((now) =>
      isOf(now, made.carnumber ?? '') ? { ...draftOf(made, now), plateFrom: 'camera' } : now,
    )
  // Written down here: the next load is another vehicle's.
  const capturing = useCapture({
    setHeld,
    queued: () => setDraft((now) => ({ ...now, plateFrom: 'camera' })),
    answered: goOnWith,
    elsewhere: goOnWith,
  })
  const sending = save.sending || capturing.sending
  // Of its own: choosing a supplier does not make the capture's button busy.
  const saveInfo = useSend(visitCalls.update, { refreshes: afterCapture })
  const { visit, pass } = useVisit(draft.visitId)
  const info = useVisitInfo<ChosenValues>(visit)

  const sendNow = (body: VisitCommand) => save.send({ body })
  const run = (body: VisitCommand, sendIt: Send = sendNow) =>
    info.inTurn(async (newest) => {
      const answer = await sendIt(upToDate(body, newest))
      if (!answer || !('weighings' in answer)) return undefined
      // What was typed belongs to the captured visit now: the next load starts afresh.
      setDraft((now) => ({ ...draftOf(answer, now), ...info.waiting(), plateFrom: 'camera' }))
      return answer
    })
  const sendInfo = async (part: ChosenValues, to: Visit) => {
    const body = { command: 'set_info' as const, ...atVisit(to), ...infoOf(part) }
    const answer = await saveInfo.send({ body })
    if (answer && 'weighings' in answer) return answer
    // Refused: what stands on screen is what the visit has.
    setDraft((now) => (now.visitId === to.id ? { ...draftOf(to, now), ...info.waiting() } : now))
    return undefined
  }
  const clientId = useLoadId()
  const capture = async (kind: 'in' | 'mid' | 'out' | 'tare') => {
    const reading = readingFor(kind, draft, pass)
    if (!reading) return
    const whole = { client_id: clientId(`${reading.episode_id} ${kind}`), post, reading }
    if (kind === 'tare') {
      const body = { command: 'capture_tare' as const, carnumber: draft.plate, ...whole }
      await capturing.write(body, () => 'тара записана')
      return setMode('two_pass')
    }
    const { after, ...command } = commandAfter(kind, draft, visit)
    await run({ ...command, ...whole }, (body) =>
      capturing.write(body as Capture, ({ number }) => `записано № ${number}`, after),
    )
  }

  const choose = (part: ChosenValues) => {
    setDraft((now) => ({ ...now, ...part }))
    if (draft.visitId) info.put(draft.visitId, part, sendInfo)
  }
  const reset = () => {
    setDraft(nobody)
    setMode('two_pass')
  }
  const { settled } = info
  const actions = { run, capture, choose, reset, setMode, settled }
  const why = capturing.why ?? save.refusal?.explanation
  return { ...vehicle, ...actions, visit, pass, held, why, mode, sending, post }
}

/** What the scale shows, when it may be written down now; otherwise he is told why not. */
function readingFor(
  kind: 'in' | 'mid' | 'out' | 'tare',
  { plate }: Draft,
  pass: Pass | undefined,
): Reading | undefined {
  const { reading } = useLiveWeight.getState()
  const next = kind === 'mid' || kind === 'out'
  const blocked = blockedBy(reading) ?? (next ? passBlock(reading, pass, Date.now()) : undefined)
  if (blocked) toast.warning(blocked)
  if (blocked || !reading) return undefined
  if ((kind === 'in' || kind === 'tare') && !plate) {
    focusOn('station-plate')
    toast.warning('Впишите номер машины')
    return undefined
  }
  return reading
}

/** A vehicle whose arrival still waits for the link leaves after it: that answer will name the visit. */
function commandAfter(
  kind: 'in' | 'mid' | 'out',
  draft: Draft,
  visit: Visit | undefined,
): ReturnType<typeof commandOf> & { after?: number } {
  const arrival = visit ? undefined : queuedArrival(useOutbox.getState().records, draft.plate)
  if (!arrival) return commandOf(kind, draft, visit)
  return { ...commandOf('out', draft, LATER), after: arrival.no }
}

type Send = (body: VisitCommand) => Promise<VisitCard | StoredTare | undefined>

/** What was chosen a moment ago has moved the version on; the command was made before its answer. */
function upToDate(body: VisitCommand, newest: Visit | undefined): VisitCommand {
  const same = newest && 'id' in body && body.id === newest.id
  return same ? ({ ...body, version: newest.version } as VisitCommand) : body
}

interface HeardEvents {
  /** Another load; whether its plate was typed before it came. */
  load: (typed: boolean) => void
  /** A vehicle that is on site already. */
  picked: (row: Visit) => void
}

function heardBy(
  setHeld: Dispatch<SetStateAction<HeldWeight | undefined>>,
  setMode: Dispatch<SetStateAction<StationMode>>,
): HeardEvents {
  return {
    load(typed) {
      setHeld(undefined)
      // Who unloads in several goes is not known of the vehicle that drives on next.
      if (!typed) setMode((now) => (now === 'multi' ? 'two_pass' : now))
    },
    picked({ mode, status }) {
      if (mode === 'multi' && status === 'in') setMode('multi')
    },
  }
}

/** Which vehicle stands there: seen, typed, picked from the queue, or known from before. */
function useVehicle({ post, platePollMs, sureBp }: StationSettings, heard: HeardEvents) {
  const [draft, setDraft] = useState<Draft>(nobody)
  const latest = useRef(draft)
  useEffect(() => {
    latest.current = draft
  })
  const pick = (row: Visit, plateFrom: Draft['plateFrom'] = 'typed') => {
    setDraft((now) => ({ ...draftOf(row, now), plateFrom }))
    heard.picked(row)
  }
  const lookUp = async (plate: string, from: Draft['plateFrom'] = 'typed') => {
    if (!plate) return
    const found = await findPlate(plate)
    if (!found || !isOf(latest.current, plate)) return
    if (found.transaction) return pick(found.transaction, from)
    const { similar, last } = found
    setDraft((now) => (isOf(now, plate) ? { ...now, similar, ...(last && { last }) } : now))
    return undefined
  }
  const see = (seen: PlateReading) => {
    const sure = seen.plate !== null && seen.confidence_bp >= sureBp
    const isFree = (now: Draft) => now.plateFrom !== 'typed' && !now.visitId
    setDraft((now) => (sure && isFree(now) ? seenDraft(now, seen) : { ...now, seen }))
    if (sure && isFree(draft)) void lookUp(seen.plate ?? '', 'camera')
  }
  const begin = () => {
    heard.load(draft.plateFrom === 'typed')
    setDraft(atNewLoad)
  }
  const look = (signal: AbortSignal) => watchPlate({ post, pollMs: platePollMs, sureBp, signal })
  useNewLoad({ begin, look, see, gone: () => setDraft(atZero) })
  const type = (plate: string) => setDraft((now) => withTypedPlate(now, plate))
  const asBefore = () => setDraft(asLastTime)
  return { draft, setDraft, pick, lookUp, type, asBefore }
}

export type Station = ReturnType<typeof useStation>

type ChosenValues = Partial<Pick<Draft, 'supplier' | 'productId' | 'papers'>>

/** A plate that cannot be looked up is typed on; the toast of the call has said why. */
async function findPlate(plate: string) {
  return callOnce(visitCalls.findInByCarnumber, { query: { carnumber: plate } }).catch(
    () => undefined,
  )
}

/** An answer about a plate that the operator has meanwhile typed over is not his. */
const isOf = (now: Draft, plate: string) =>
  !now.visitId && plateOfInput(now.plate) === plateOfInput(plate)

const atVisit = ({ id, version }: Visit) => ({ id, version })

function infoOf(part: ChosenValues) {
  return {
    ...('supplier' in part && { supplier_id: part.supplier?.id ?? null }),
    ...('productId' in part && { product_id: part.productId ?? null }),
    ...(part.papers && sentPapers(part.papers)),
  }
}

/** An emptied field takes its value off the visit. */
function sentPapers(papers: Papers): Partial<Record<keyof Papers, string | null>> {
  const names = Object.keys(noPapers) as (keyof Papers)[]
  return Object.fromEntries(names.map((name) => [name, papers[name] || null]))
}

function useVisit(id: string | undefined): { visit?: VisitCard; pass?: Pass } {
  const { data, at } = useCall(
    visitCalls.find,
    { query: { filter: { id: id ?? '' } } },
    { when: id !== undefined, keep: true },
  )
  const visit = data?.items.find((one) => one.id === id)
  return visit ? { visit, pass: passOf(visit, at) } : {}
}
