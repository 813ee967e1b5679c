import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PlateReading } from '#contract/device/reading.ts'
import type { Visit, VisitCard } from '#contract/visit/visit-entities.ts'
import { commandOf, emptyDraft } from './station-draft.ts'
import {
  cameraMayFill,
  emptyStation,
  reduceStation,
  type StationEvent,
  type StationState,
} from './station-state.ts'

const read = { plate: 'В624ВС77', confidence_bp: 9400 } as PlateReading
const other = { plate: 'А001АА77', confidence_bp: 9900 } as PlateReading
const visit = (more: Partial<VisitCard> = {}) =>
  ({
    id: '1',
    version: 1,
    number: '7',
    carnumber: 'В624ВС77',
    status: 'in',
    mode: 'two_pass',
    supplier_id: null,
    product_id: null,
    waybill_date: null,
    weighings: [],
    ...more,
  }) as VisitCard
const supplier = { id: 's', label: 'Иванов' }

/** The state after these events, from an empty station. */
const after = (...events: StationEvent[]): StationState =>
  events.reduce(reduceStation, emptyStation)

const typed = (plate = 'Е624ВС77'): StationEvent => ({ type: 'plate_typed', plate })
const seen = (reading = read, sure = true): StationEvent => ({ type: 'plate_seen', reading, sure })
const found = (more: object = {}, by: 'operator' | 'camera' = 'operator'): StationEvent => ({
  type: 'plate_found',
  plate: 'В624ВС77',
  by,
  found: { transaction: null, similar: [], last: null, ...more },
})
const answered: StationEvent = { type: 'visit_answered', visit: visit(), waiting: undefined }
const queued: StationEvent = { type: 'capture_queued', grams: 12_000_000, no: 4 }
const loadCame: StationEvent = { type: 'load_came' }

test('a camera fills the plate of an unknown vehicle, and a reading of higher confidence replaces it', () => {
  const { vehicle } = after(seen())
  assert.deepEqual(
    [vehicle.stage, vehicle.plate, vehicle.cameraReading],
    ['read', 'В624ВС77', read],
  )
  assert.equal(after(seen(), seen(other)).vehicle.plate, 'А001АА77')
})

test('a reading of low confidence is shown beside the field and fills nothing', () => {
  const { vehicle } = after(seen(read, false))
  assert.deepEqual([vehicle.stage, vehicle.plate, vehicle.cameraReading], ['empty', '', read])
})

test('a camera overwrites neither a typed plate nor a visit', () => {
  for (const before of [
    [typed()],
    [{ type: 'visit_picked', visit: visit() } as const],
    [answered],
  ]) {
    const { vehicle } = after(...before)
    assert.equal(cameraMayFill(vehicle), false)
    const now = after(...before, seen(other)).vehicle
    assert.deepEqual(
      [now.stage, now.plate, now.cameraReading],
      [vehicle.stage, vehicle.plate, other],
    )
  }
})

test('an emptied field is filled by the camera again', () => {
  assert.equal(after(typed(), typed('')).vehicle.stage, 'empty')
  assert.equal(after(typed(), typed(''), seen()).vehicle.stage, 'read')
})

test('a plate typed after a visit begins another vehicle; typed before one it keeps the choices', () => {
  const chosen = { type: 'values_chosen', values: { supplier } } as const
  assert.deepEqual(after(typed('Е6'), chosen, typed()).vehicle.supplier, supplier)
  const next = after(answered, chosen, typed()).vehicle
  assert.deepEqual([next.stage, next.visitId, next.supplier], ['typed', undefined, null])
})

test('a typed plate waits for its load and is not compared with the plate of the previous vehicle', () => {
  const { vehicle } = after(seen(), typed(), loadCame)
  assert.deepEqual(
    [vehicle.stage, vehicle.plate, vehicle.cameraReading],
    ['typed', 'Е624ВС77', undefined],
  )
  assert.ok(!('plate_reading' in commandOf('in', vehicle, undefined)))
  const again = after(seen(), typed(), loadCame, seen()).vehicle
  assert.ok('plate_reading' in commandOf('in', again, undefined))
})

test('values of the camera and the scale end with the load, choices of the operator stay', () => {
  assert.deepEqual(after(seen(), loadCame).vehicle, emptyDraft)
  assert.deepEqual(after(answered, loadCame).vehicle, emptyDraft)
  assert.deepEqual(after(typed(), queued, loadCame).vehicle, emptyDraft)
  const picked = after({ type: 'visit_picked', visit: visit() }, loadCame).vehicle
  assert.deepEqual([picked.stage, picked.visitId], ['picked', '1'])
})

test('an open visit of the plate is selected, and one that the operator selected stays after the load', () => {
  const byCamera = after(seen(), found({ transaction: visit() }, 'camera')).vehicle
  assert.deepEqual(
    [byCamera.stage, byCamera.visitId, byCamera.cameraReading],
    ['recorded', '1', read],
  )
  const byOperator = after(typed('В624ВС77'), found({ transaction: visit() })).vehicle
  assert.equal(byOperator.stage, 'picked')
})

test('a late answer about a plate that was typed over changes nothing', () => {
  for (const answer of [{ transaction: visit() }, { similar: [visit()] }, { last: visit() }]) {
    const before = after(typed('В624ВС77'), typed('А001АА77'))
    assert.equal(reduceStation(before, found(answer)), before)
    const taken = after(typed('В624ВС77'), { type: 'visit_picked', visit: visit({ id: '2' }) })
    assert.equal(reduceStation(taken, found(answer)), taken)
  }
})

test('a plate in another spelling is the same plate', () => {
  const { vehicle } = after(typed('в 624 вс 77'), found({ similar: [visit({ id: '3' })] }))
  assert.deepEqual(
    vehicle.similar.map(({ id }) => id),
    ['3'],
  )
})

test('a known vehicle fills only fields that are not chosen yet', () => {
  const last = visit({
    supplier_id: 'old',
    supplier_name: 'Петров',
    product_id: 'p',
    driver_name: 'Сидоров',
  })
  const chosen = { type: 'values_chosen', values: { supplier } } as const
  const { vehicle } = after(typed('В624ВС77'), found({ last }), chosen, { type: 'last_repeated' })
  assert.deepEqual(
    [vehicle.supplier, vehicle.productId, vehicle.papers.driver_name],
    [supplier, 'p', 'Сидоров'],
  )
  const unknown = after(typed())
  assert.deepEqual(reduceStation(unknown, { type: 'last_repeated' }), unknown)
})

test('a weighing selects its visit, and choices made meanwhile override it', () => {
  const { vehicle } = after(typed(), {
    type: 'visit_answered',
    visit: visit(),
    waiting: { supplier },
  })
  assert.deepEqual([vehicle.stage, vehicle.visitId, vehicle.supplier], ['recorded', '1', supplier])
})

test('refused values return to those of the visit, unless another vehicle is selected', () => {
  const chosen = { type: 'values_chosen', values: { supplier } } as const
  const refused = { type: 'values_refused', visit: visit(), waiting: { productId: 'p' } } as const
  const { vehicle } = after(answered, chosen, refused)
  assert.deepEqual([vehicle.supplier, vehicle.productId], [null, 'p'])
  const another = after(answered, typed())
  assert.equal(reduceStation(another, refused), another)
})

test('the confidence of the plate is shown with its visit until the scale is empty', () => {
  const before = after(seen(), found({ transaction: visit() }, 'camera'))
  assert.ok('plate_reading' in commandOf('out', before.vehicle, { id: '1', version: 1 }))
  const { vehicle } = reduceStation(before, { type: 'load_left' })
  assert.deepEqual([vehicle.visitId, vehicle.cameraReading], ['1', undefined])
})

test('a vehicle with several unloadings keeps that mode over its loads, the next one does not', () => {
  const multi = visit({ mode: 'multi' })
  const picked = after({ type: 'visit_picked', visit: multi })
  assert.equal(picked.mode, 'multi')
  assert.equal(reduceStation(picked, loadCame).mode, 'multi')
  assert.equal(after(seen(), found({ transaction: multi }, 'camera'), loadCame).mode, 'two_pass')
  const closed = visit({ mode: 'multi', status: 'closed' })
  assert.equal(after({ type: 'visit_picked', visit: closed }).mode, 'two_pass')
  const manual = { type: 'mode_chosen', mode: 'manual' } as const
  assert.equal(after(manual, seen(), loadCame).mode, 'manual')
})

test('after the vehicle is deselected the station is empty, and its weight stays until the next load', () => {
  const dismissed = { type: 'vehicle_dismissed' } as const
  const manual = { type: 'mode_chosen', mode: 'manual' } as const
  const done = { type: 'capture_answered', grams: 1000, words: 'записано № 7' } as const
  const now = after(typed(), answered, manual, done, dismissed)
  assert.deepEqual([now.vehicle, now.mode], [emptyDraft, 'two_pass'])
  assert.equal(now.capture.heldWeight?.words, 'записано № 7')
  assert.equal(reduceStation(now, loadCame).capture.heldWeight, undefined)
})

test('the word of a recorded weight goes with the visit that was voided', () => {
  const done = {
    type: 'capture_answered',
    grams: 1000,
    words: 'записано № 7',
    visitId: '1',
  } as const
  const voided = visit({ status: 'void' })
  const now = after(typed(), done, { type: 'visit_answered', visit: voided, waiting: undefined })
  assert.equal(now.capture.heldWeight, undefined)
})

test('without the link the arrival is queued, and its answer names the visit', () => {
  const before = after(typed('В624ВС77'), { type: 'capture_sent', grams: 12_000_000 }, queued)
  assert.deepEqual([before.vehicle.stage, before.vehicle.plate], ['queued', 'В624ВС77'])
  const now = reduceStation(before, { type: 'outcome_heard', outcome: { no: 4, answer: visit() } })
  assert.deepEqual([now.vehicle.stage, now.vehicle.visitId], ['recorded', '1'])
  assert.equal(now.capture.heldWeight?.words, 'записано № 7')
})

test('an exit that is queued leaves its visit on screen for this load alone', () => {
  const before = after({ type: 'visit_picked', visit: visit() }, queued)
  assert.deepEqual([before.vehicle.stage, before.vehicle.visitId], ['recorded', '1'])
  assert.deepEqual(reduceStation(before, loadCame).vehicle, emptyDraft)
})

test('a late answer about another vehicle changes only the shown weight', () => {
  const before = after(typed('В624ВС77'), queued, loadCame, typed('А001АА77'))
  const now = reduceStation(before, { type: 'outcome_heard', outcome: { no: 4, answer: visit() } })
  assert.equal(now.vehicle, before.vehicle)
  assert.deepEqual(now.capture.waiting, [])
})

test('an answer to another tab updates the same vehicle, but not while a capture is being sent', () => {
  const outcome = { no: 9, answer: visit() }
  const heard = { type: 'outcome_heard', outcome } as const
  assert.equal(after(typed('В624ВС77'), heard).vehicle.visitId, '1')
  const sent = { type: 'capture_sent', grams: 1 } as const
  assert.equal(after(typed('В624ВС77'), sent, heard).vehicle.visitId, undefined)
})

test('a weighing without a plate, as a platform makes them, is no vehicle of this post', () => {
  const outcome = { no: 9, answer: visit({ carnumber: null }) }
  assert.equal(after({ type: 'outcome_heard', outcome }).vehicle, emptyDraft)
})

test('an event does not change the state object before it', () => {
  const states = [after(seen()), after(typed()), after(answered), after(typed(), queued)]
  const copies = structuredClone(states)
  const events: StationEvent[] = [
    typed('А001АА77'),
    seen(other),
    found({ transaction: visit() as Visit }),
    answered,
    queued,
    loadCame,
    { type: 'load_left' },
    { type: 'values_chosen', values: { supplier } },
    { type: 'vehicle_dismissed' },
  ]
  for (const state of states) for (const event of events) reduceStation(state, event)
  assert.deepEqual(states, copies)
})
