import type { PlateReading } from '#contract/device/reading.ts'
import { plateOfInput } from '#contract/requisites/plate/russian-plate.ts'
import type { Visit, VisitCard } from '#contract/visit/visit-entities.ts'
import {
  answeredVisit,
  isOwnOutcome,
  noCapture,
  reduceCapture,
  type CaptureEvent,
  type CaptureState,
} from '../scale/capture-state.ts'
import { asLastTime, draftOf, emptyDraft, type Draft } from './station-draft.ts'

/** How the weight of this vehicle is taken. */
export type StationMode = 'two_pass' | 'stored_tare' | 'multi' | 'manual' | 'tare'

/** Everything that the post of trucks knows besides what the server and the scale say now. */
export interface StationState {
  readonly vehicle: Draft
  readonly mode: StationMode
  readonly capture: CaptureState
}

/** What the operator chooses of a vehicle before or after it has a visit. */
export type ChosenValues = Partial<Pick<Draft, 'supplier' | 'productId' | 'papers'>>

/** The open visit or the past visits of a plate. */
interface FoundPlate {
  transaction: Visit | null
  similar: Visit[]
  last: VisitCard | null
}

export type StationEvent =
  | CaptureEvent
  | { type: 'plate_typed'; plate: string }
  /** A camera's reading of this load; `sure` when it may fill the field. */
  | { type: 'plate_seen'; reading: PlateReading; sure: boolean }
  /** The answer about a plate, which may come after another was typed. */
  | { type: 'plate_found'; plate: string; by: 'operator' | 'camera'; found: FoundPlate }
  | { type: 'visit_picked'; visit: Visit }
  | { type: 'mode_chosen'; mode: StationMode }
  | { type: 'values_chosen'; values: ChosenValues }
  /** The known vehicle once more: empty fields as at its last visit. */
  | { type: 'last_repeated' }
  /** The server refused what was chosen: the visit has what it had, `waiting` is chosen since. */
  | { type: 'values_refused'; visit: Visit; waiting: ChosenValues | undefined }
  /** A command over the visit was answered: a weighing, a cancelled one, a typed weight. */
  | { type: 'visit_answered'; visit: VisitCard; waiting: ChosenValues | undefined }
  /** Another load came onto the scale. */
  | { type: 'load_came' }
  /** The scale is empty: the plate that the camera read no longer applies. */
  | { type: 'load_left' }
  | { type: 'vehicle_dismissed' }

export const emptyStation: StationState = {
  vehicle: emptyDraft,
  mode: 'two_pass',
  capture: noCapture,
}

/** One vehicle's way over the scale. Everything that waits (calls, cameras, the disk) is outside and comes as an event. */
export function reduceStation(now: StationState, event: StationEvent): StationState {
  const { vehicle } = now
  switch (event.type) {
    case 'plate_typed':
      return { ...now, vehicle: typePlate(vehicle, event.plate) }
    case 'plate_seen':
      return { ...now, vehicle: seePlate(vehicle, event) }
    case 'plate_found':
      return findPlate(now, event)
    case 'visit_picked':
      return takeVisit(now, event.visit, 'picked')
    case 'mode_chosen':
      return { ...now, mode: event.mode }
    case 'values_chosen':
      return { ...now, vehicle: { ...vehicle, ...event.values } }
    case 'last_repeated':
      return { ...now, vehicle: asLastTime(vehicle) }
    case 'values_refused': {
      const { visit, waiting } = event
      if (vehicle.visitId !== visit.id) return now
      return { ...now, vehicle: { ...draftOf(visit, 'picked', vehicle), ...waiting } }
    }
    case 'visit_answered': {
      const { visit, waiting } = event
      const capture = reduceCapture(now.capture, { type: 'visit_changed', visit })
      return { ...now, capture, vehicle: { ...draftOf(visit, 'recorded', vehicle), ...waiting } }
    }
    case 'load_came':
      return takeLoad(now)
    case 'load_left':
      return { ...now, vehicle: withoutReading(vehicle) }
    case 'vehicle_dismissed':
      return { ...now, vehicle: emptyDraft, mode: 'two_pass' }
    default:
      return takeCapture(now, event)
  }
}

/** Whether a camera's sure reading fills the plate: it never overwrites what the operator typed, nor a visit. */
export function cameraMayFill({ stage }: Draft): boolean {
  return stage === 'empty' || stage === 'read' || stage === 'queued'
}

/** A typed plate begins a new vehicle when the one before has a visit. */
function typePlate(now: Draft, plate: string): Draft {
  const { last: _last, ...rest } = now.visitId ? emptyDraft : now
  return { ...rest, plate, stage: plate ? 'typed' : 'empty', similar: [] }
}

function seePlate(now: Draft, { reading, sure }: { reading: PlateReading; sure: boolean }): Draft {
  return sure && cameraMayFill(now)
    ? { ...now, cameraReading: reading, plate: reading.plate ?? '', stage: 'read' }
    : { ...now, cameraReading: reading }
}

function findPlate(
  now: StationState,
  { plate, by, found }: Extract<StationEvent, { type: 'plate_found' }>,
): StationState {
  if (!isAbout(now.vehicle, plate)) return now
  const { transaction: visit, similar, last } = found
  if (visit) return takeVisit(now, visit, by === 'operator' ? 'picked' : 'recorded')
  return { ...now, vehicle: { ...now.vehicle, similar, ...(last && { last }) } }
}

/** An answer about a plate that was typed over meanwhile, or about a visit without a plate, is not of this vehicle. */
function isAbout(now: Draft, plate: string): boolean {
  return plate !== '' && !now.visitId && plateOfInput(now.plate) === plateOfInput(plate)
}

function takeVisit(now: StationState, visit: Visit, stage: 'picked' | 'recorded'): StationState {
  const unloads = visit.mode === 'multi' && visit.status === 'in'
  const mode = unloads ? 'multi' : now.mode
  return { ...now, mode, vehicle: draftOf(visit, stage, now.vehicle) }
}

/** What the operator chose waits for its load; a camera's plate or a recorded visit left with the previous load. */
function takeLoad(now: StationState): StationState {
  const capture = reduceCapture(now.capture, { type: 'figure_cleared' })
  const { stage } = now.vehicle
  if (stage === 'typed' || stage === 'picked')
    return { ...now, capture, vehicle: withoutReading(now.vehicle) }
  // Unloads in several parts belong to the vehicle that left.
  const mode = now.mode === 'multi' ? 'two_pass' : now.mode
  return { capture, mode, vehicle: emptyDraft }
}

function withoutReading({ cameraReading: _seen, ...rest }: Draft): Draft {
  return rest
}

/** A queued arrival and a late answer say what the vehicle has become. */
function takeCapture(now: StationState, event: CaptureEvent): StationState {
  const capture = reduceCapture(now.capture, event)
  const { vehicle } = now
  if (event.type === 'capture_queued')
    return {
      ...now,
      capture,
      vehicle: { ...vehicle, stage: vehicle.visitId ? 'recorded' : 'queued' },
    }
  if (event.type !== 'outcome_heard') return { ...now, capture }
  const visit = answeredVisit(event.outcome)
  // While a capture is under way, its own answer updates the visit.
  const isHeard = isOwnOutcome(now.capture, event.outcome) || !now.capture.sending
  if (!visit || !isHeard || !isAbout(vehicle, visit.carnumber ?? '')) return { ...now, capture }
  return { ...now, capture, vehicle: draftOf(visit, 'recorded', vehicle) }
}
