import { serverNow, toServerTime } from '#web/ui/server-clock.ts'
import { useReducer, type Dispatch } from 'react'
import type { PlateReading, Reading } from '#contract/device/reading.ts'
import type { StoredTare, Visit, VisitCard } from '#contract/visit/visit-entities.ts'
import type { VisitCommand } from '#contract/visit/visit-input.ts'
import { visitCalls } from '#contract/visit/visit.ts'
import { weight, carnumber } from '#contract/device/device.ts'
import { callOnce, useCall } from '#web/api/use-call.ts'
import { useSend } from '#web/api/use-send.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import type { Capture } from '#web/offline/outbox-store.ts'
import { queuedArrival, useOutbox, waitingLoad } from '#web/offline/outbox.ts'
import { focusOn } from '../scale/focus-on.ts'
import { useLiveWeight } from '../scale/live-weight.ts'
import { passBlock, passOf, type Pass } from './pass-labels.ts'
import { blockedBy } from '../scale/reading-messages.ts'
import { commandOf, noPapers, type Draft, type Papers } from './station-draft.ts'
import {
  cameraMayFill,
  emptyStation,
  reduceStation,
  type ChosenValues,
  type StationEvent,
  type StationMode,
} from './station-state.ts'
import { useLoadId, useNewLoad } from '../platform/watch-load.ts'
import { useCapture } from '../scale/use-capture.ts'
import { useVisitInfo } from '../visit/visit-info.ts'
import { CallError } from '#web/state/call-error.ts'
import { send } from '#web/api/send.ts'

export interface StationSettings {
  post: number
  platePollMs: number
  /** A camera reads plates at the post. */
  readsPlates: boolean
  sureBp: number
}

/** Placeholder for a visit that the answer to its arrival will name. */
const LATER = { id: '00000000-0000-0000-0000-000000000000', version: 1 }

/** Queries that a weighing makes outdated. */
export const afterCapture = [
  visitCalls.find,
  visitCalls.getIn,
  visitCalls.getFree,
  visitCalls.getAll,
  visitCalls.findInByCarnumber,
  weight.getEpisodes,
]

/** The station's state and everything that it waits for. `mid` records one unload of several. */
export function useStation(settings: StationSettings) {
  const { post } = settings
  const [state, dispatch] = useReducer(reduceStation, emptyStation)
  const { vehicle: draft, mode, capture: captured } = state
  const plate = usePlate(settings, draft, dispatch)
  const save = useSend(visitCalls.update, { refreshes: afterCapture })
  // Recorded here: the next load is another vehicle's.
  const writeCapture = useCapture(dispatch)
  const sending = save.sending || captured.sending
  // Of its own: choosing a supplier does not make the capture's button busy. The answer has all that the next command needs, so
  // the lists are read again beside it: product and acceptance do not wait for them.
  const saveInfo = useSend(visitCalls.update, { refreshes: afterCapture, leaves: true })
  const { visit, pass } = useVisit(draft.visitId)
  const info = useVisitInfo<ChosenValues>(visit)

  const sendNow = (body: VisitCommand) => save.send({ body })
  const run = (body: VisitCommand, sendIt: Send = sendNow) =>
    info.inTurn(async (newest) => {
      const answer = await sendIt(upToDate(body, newest))
      if (!answer || !('weighings' in answer)) return undefined
      dispatch({ type: 'visit_answered', visit: answer, waiting: info.waiting() })
      return answer
    })
  const sendInfo = async (part: ChosenValues, to: Visit) => {
    const body = { command: 'set_info' as const, ...atVisit(to), ...infoOf(part) }
    const answer = await saveInfo.send({ body })
    if (answer && 'weighings' in answer) return answer
    dispatch({ type: 'values_refused', visit: to, waiting: info.waiting() })
    return undefined
  }
  const setMode = (to: StationMode) => dispatch({ type: 'mode_chosen', mode: to })
  const clientId = useLoadId()
  const capture = async (kind: 'in' | 'mid' | 'out' | 'tare') => {
    const reading = readingFor(kind, draft, pass)
    if (!reading) return
    const whole = { client_id: clientId(`${reading.episode_id} ${kind}`), post, reading }
    if (kind === 'tare') {
      const body = { command: 'capture_tare' as const, carnumber: draft.plate, ...whole }
      await writeCapture(body, () => 'тара записана')
      return setMode('two_pass')
    }
    const { after, ...command } = commandAfter(kind, draft, visit)
    const answer = await run({ ...command, ...whole }, (body) =>
      writeCapture(body as Capture, ({ number }) => `записано № ${number}`, after),
    )
    const waits = waitingLoad(useOutbox.getState().records, reading.episode_id)
    // F8 pressed inside the field of the plate looks nothing up: a vehicle on site is refused as an arrival and then picked.
    if (kind === 'in' && !answer && !waits) void plate.lookUp(draft.plate)
  }

  const choose = (values: ChosenValues) => {
    dispatch({ type: 'values_chosen', values })
    if (draft.visitId) info.put(draft.visitId, values, sendInfo)
  }
  const reset = () => dispatch({ type: 'vehicle_dismissed' })
  const { settled } = info
  const actions = { ...plate, run, capture, choose, reset, setMode, settled }
  const why = captured.refusal ?? save.refusal?.explanation
  return {
    ...actions,
    draft,
    visit,
    pass,
    heldWeight: captured.heldWeight,
    why,
    mode,
    sending,
    post,
  }
}

/** What the scale shows, if it may be recorded now; otherwise the operator sees the reason. */
function readingFor(
  kind: 'in' | 'mid' | 'out' | 'tare',
  { plate }: Draft,
  pass: Pass | undefined,
): Reading | undefined {
  const { reading, ...why } = useLiveWeight.getState()
  const next = kind === 'mid' || kind === 'out'
  const blocked =
    blockedBy(reading, undefined, why) ?? (next ? passBlock(reading, pass, serverNow()) : undefined)
  if (blocked) toast.warning(blocked)
  if (blocked || !reading) return undefined
  if ((kind === 'in' || kind === 'tare') && !plate) {
    focusOn('station-plate')
    toast.warning('Впишите номер машины')
    return undefined
  }
  return reading
}

/** An exit whose arrival still waits for the connection is sent after it: the answer to the arrival will name the visit. */
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

/** A recent choice has changed the version; the command was created before its answer. */
function upToDate(body: VisitCommand, newest: Visit | undefined): VisitCommand {
  const same = newest && 'id' in body && body.id === newest.id
  return same ? ({ ...body, version: newest.version } as VisitCommand) : body
}

/** The vehicle on the scale: seen, typed, picked from the queue, or known from before. */
function usePlate(
  { post, platePollMs, readsPlates, sureBp }: StationSettings,
  draft: Draft,
  dispatch: Dispatch<StationEvent>,
) {
  const lookUp = async (plate: string, by: 'operator' | 'camera' = 'operator') => {
    if (!plate) return
    const found = await findPlate(plate)
    if (found) dispatch({ type: 'plate_found', plate, by, found })
  }
  const see = (reading: PlateReading) => {
    const sure = reading.plate !== null && reading.confidence_bp >= sureBp
    dispatch({ type: 'plate_seen', reading, sure })
    if (sure && cameraMayFill(draft)) void lookUp(reading.plate ?? '', 'camera')
  }
  useNewLoad({
    onLoad: () => dispatch({ type: 'load_came' }),
    look: (signal) =>
      watchPlate({ post, hasReader: readsPlates, pollMs: platePollMs, sureBp, signal }),
    onPlate: see,
    onRemoved: () => dispatch({ type: 'load_left' }),
  })
  return {
    lookUp: (plate: string) => lookUp(plate),
    pick: (visit: Visit) => dispatch({ type: 'visit_picked', visit }),
    type: (plate: string) => dispatch({ type: 'plate_typed', plate }),
    asBefore: () => dispatch({ type: 'last_repeated' }),
  }
}

// A plate that was not read in this many attempts is typed.
const MAX_POLLS = 15
// Less than this is not even offered (screens.md 9).
const OFFERED_BP = 5000

interface PlateWatch {
  post: number
  /** A camera reads plates here: without one nothing is asked. */
  hasReader: boolean
  pollMs: number
  /** From this confidence on a plate fills the field, and reading ends. */
  sureBp: number
  signal: AbortSignal
}

/** Looks for the plate of a new load until it is surely read, for at most fifteen looks. */
async function* watchPlate({
  post,
  hasReader,
  pollMs,
  sureBp,
  signal,
}: PlateWatch): AsyncGenerator<PlateReading> {
  const looks = hasReader ? MAX_POLLS : 0
  for (let look = 0; look < looks && !signal.aborted; look += 1) {
    const plate = await readPlate(post, signal)
    if (signal.aborted) return
    if (plate?.plate && plate.confidence_bp >= OFFERED_BP) yield plate
    if (plate?.plate && plate.confidence_bp >= sureBp) return
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
}

/** Absent while none is read: the operator types it. */
async function readPlate(post: number, signal: AbortSignal): Promise<PlateReading | undefined> {
  try {
    return await send(carnumber.get, { query: { post } }, { signal, quiet: true })
  } catch (error) {
    if (error instanceof CallError || signal.aborted) return undefined
    throw error
  }
}

export type Station = ReturnType<typeof useStation>

/** If a plate cannot be looked up, typing continues; the toast of the call has given the reason. */
async function findPlate(plate: string) {
  return callOnce(visitCalls.findInByCarnumber, { query: { carnumber: plate } }).catch(
    () => undefined,
  )
}

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
    { when: id !== undefined, keepPrevious: true },
  )
  const visit = data?.items.find((one) => one.id === id)
  return visit ? { visit, pass: passOf(visit, toServerTime(at)) } : {}
}
