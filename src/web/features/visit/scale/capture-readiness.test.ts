import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Reading } from '#contract/device/reading.ts'
import type { VisitCard } from '#contract/visit/visit-entities.ts'
import { passBlock } from '../truck/pass-labels.ts'
import type { StationMode } from '../truck/station-state.ts'
import { captureReadiness, isHindered, isReady, type CaptureFacts } from './capture-readiness.ts'
import { blockedBy } from './reading-messages.ts'
import { modeFor, weighingModes } from '../truck/weighing-modes.ts'

const steady: Partial<Reading> = { weight_g: 12_000_000, stable: true, zero: false, blockers: [] }
const swaying: Partial<Reading> = { ...steady, stable: false, blockers: ['weighing.unstable'] }
const onSite = (expired?: boolean) =>
  ({
    status: 'in',
    stored_tare:
      expired === undefined
        ? null
        : { tare_g: 8_000_000, captured_at: '2026-09-01T08:00:00.000Z', expired },
  }) as Pick<VisitCard, 'status' | 'stored_tare'>

const facts = (more: Partial<CaptureFacts> = {}): CaptureFacts => ({
  mode: 'two_pass',
  plate: 'В624ВС77',
  visit: undefined,
  sending: false,
  lost: false,
  queued: undefined,
  unfit: undefined,
  early: undefined,
  tooEarly: undefined,
  pass: undefined,
  now: 0,
  ...more,
})
const of = (more?: Partial<CaptureFacts>) => captureReadiness(facts(more))

test('a steady weight of a known vehicle may be recorded', () => {
  const readiness = of({ unfit: blockedBy(steady as Reading) })
  assert.deepEqual(
    [readiness.state, isReady(readiness), isHindered(readiness)],
    ['ready', true, false],
  )
})

test('an unstable weight prevents recording, with the reason of the agent where there is one', () => {
  const readiness = of({ unfit: blockedBy(swaying as Reading) })
  assert.deepEqual([readiness.state, readiness.text], ['blocked', 'Вес не стабилен'])
  assert.equal(isHindered(readiness), true)
  const why = 'Весы показывают два веса по очереди'
  assert.equal(of({ unfit: blockedBy(swaying as Reading, undefined, { doubt: why }) }).text, why)
})

test('a scale that is offline prevents recording, except of a typed weight', () => {
  const unfit = blockedBy(undefined)
  assert.equal(of({ unfit }).text, 'Нет связи с весами')
  assert.equal(of({ unfit, mode: 'manual' }).state, 'typed_weight')
})

test('a missing plate is named when the weight is stable, before that the state of the weight', () => {
  assert.equal(of({ plate: '' }).state, 'no_plate')
  assert.equal(of({ plate: '', unfit: blockedBy(swaying as Reading) }).text, 'Вес не стабилен')
  assert.equal(of({ plate: '', unfit: 'x', mode: 'manual' }).state, 'no_plate')
})

test('without the server a weight of the scale can be recorded, and nothing that needs a PIN', () => {
  const here = of({ lost: true })
  assert.deepEqual([here.state, isReady(here)], ['ready_offline', true])
  for (const mode of ['manual', 'stored_tare'] as const)
    assert.equal(of({ lost: true, mode, visit: onSite(false) }).state, 'no_server')
})

test('a load that waits in the outbox is not recorded twice by the scale', () => {
  const queued = 'Этот вес уже записан: ждёт отправки № 4'
  assert.deepEqual(of({ queued, lost: true }), { state: 'queued', text: queued })
  assert.equal(of({ queued, mode: 'manual' }).state, 'typed_weight')
})

test('a stored tare closes the visit, an expired one with a PIN', () => {
  const by = (expired: boolean) => of({ mode: 'stored_tare', visit: onSite(expired) }).state
  assert.deepEqual([by(false), by(true)], ['stored_tare', 'expired_tare'])
})

test('a visit that was just weighed must wait, whatever the scale shows', () => {
  const pass = { from: 30_000, last_g: undefined, before_g: undefined }
  const early = passBlock(steady as Reading, pass, 0)
  assert.deepEqual(of({ visit: onSite(), pass, early }).state, 'blocked')
  assert.match(of({ visit: onSite(), pass, early, unfit: 'Вес не стабилен' }).text, /ждать ещё 30/)
  assert.equal(of({ mode: 'manual', tooEarly: passBlock(undefined, pass, 0) }).state, 'too_early')
})

test('after the exit the next step is to accept the load', () => {
  const closed = { status: 'closed', stored_tare: null } as const
  for (const lost of [false, true])
    assert.equal(of({ visit: closed, lost, unfit: blockedBy(steady as Reading) }).state, 'weighed')
  assert.equal(of({ visit: closed, sending: true }).state, 'sending')
})

test('a vehicle has the modes of weighing that fit it, and starts with the usual one', () => {
  const values = (visit?: ReturnType<typeof onSite>) =>
    weighingModes(visit, true).map(({ value }) => value)
  assert.deepEqual(values(), ['two_pass', 'multi', 'tare', 'manual'])
  assert.deepEqual(values(onSite()), ['two_pass', 'multi', 'manual'])
  assert.deepEqual(values(onSite(true)), ['two_pass', 'multi', 'stored_tare', 'manual'])
  assert.ok(weighingModes(onSite(true), false).every(({ value }) => value !== 'manual'))
  assert.match(weighingModes(onSite(true), true)[2]!.label, /^Тара 8\s000.*, просрочена$/u)
  const chosen: [StationMode, ReturnType<typeof onSite> | undefined, StationMode][] = [
    ['tare', undefined, 'tare'],
    ['tare', onSite(), 'two_pass'],
    ['stored_tare', onSite(true), 'stored_tare'],
    ['stored_tare', onSite(), 'two_pass'],
  ]
  for (const [mode, visit, expected] of chosen)
    assert.equal(modeFor(mode, weighingModes(visit, true)), expected)
})
