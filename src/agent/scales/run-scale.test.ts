import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { textLayout } from '#contract/scales/form/text-layout.ts'
import { until } from '#test/support/until.ts'
import { agentClock } from '../clock.ts'
import { hearScale } from './detect-scale.ts'
import { createDriver } from './drivers/text.ts'
import type { Transport } from './frames/scale-driver.ts'
import { runScale } from './run-scale.ts'

// Тензо-М, protocol 6.43 (github WendyH/TenzoM1CAddin, TenzoM.cpp): silent until it is called by its address.
const GREETING = Buffer.from('0130303031', 'hex')
const FRAME = Buffer.from('3d20203132333430', 'hex')
const layout = textLayout.parse({
  start: '3D',
  end: '',
  length: 8,
  number_from: 1,
  number_length: 7,
  status: [
    { at: 8, mask: '01', is: '01', means: 'moving' },
    { at: 8, mask: '01', is: '00', means: 'stable' },
    { at: 8, mask: '7E', is: '04', means: 'point_0' },
  ],
})
const SAYS = { greeting: '01 "0001"', question: '10' }

/** A line to an indicator that answers questions only when it was greeted; its answer to the greeting looks like a frame of 99 999 kg. */
function indicator() {
  const told: string[] = []
  let isGreeted = false
  const open = (signal: AbortSignal): Promise<Transport> => {
    isGreeted = false
    let push: (bytes: Uint8Array | undefined) => void = () => {}
    const waiting: (Uint8Array | undefined)[] = []
    const answer = (bytes: Uint8Array) => {
      waiting.push(bytes)
      push(undefined)
    }
    async function* chunks() {
      for (;;) {
        if (waiting.length === 0) await new Promise<void>((done) => (push = () => done()))
        const next = waiting.shift()
        if (next === undefined) return
        yield next
      }
    }
    const close = () => {
      waiting.push(undefined)
      push(undefined)
    }
    signal.addEventListener('abort', close)
    return Promise.resolve({
      chunks: chunks(),
      write(bytes) {
        told.push(Buffer.from(bytes).toString('hex'))
        if (GREETING.equals(bytes)) {
          isGreeted = true
          answer(Buffer.from('3d2020393939393904', 'hex'))
        } else if (isGreeted && bytes[0] === 0x10) answer(Buffer.concat([FRAME, Buffer.of(4)]))
      },
      close,
    })
  }
  return { open, told }
}

function listenTo(t: TestContext, greeting?: string) {
  const { open, told } = indicator()
  const grams: (number | null)[] = []
  const silences: string[] = []
  const driver = createDriver({
    ...SAYS,
    greeting,
    format: 'asked',
    unit: 'kg',
    period_ms: 50,
    layout,
  })
  const running = runScale(
    driver,
    open,
    { period_ms: 50, clock: agentClock(1) },
    {
      event: (event) => void (event.kind === 'sample' && grams.push(event.grams)),
      connected: () => {},
      silent: (cause) => void silences.push(cause),
      traffic: () => {},
    },
  )
  t.after(() => running.stop())
  return { told, grams, silences }
}

test('an indicator is greeted when its line opens, and what it answers to that is no weight', async (t) => {
  const { told, grams } = listenTo(t, SAYS.greeting)
  await until(() => grams.length >= 5)
  assert.deepEqual(told.slice(0, 2), [GREETING.toString('hex'), '10'])
  assert.equal(told.filter((one) => one === GREETING.toString('hex')).length, 1)
  assert.deepEqual([...new Set(grams)], [12_340_000])
})

test('without its greeting the same indicator is silent, and a line that is opened again is greeted again', async (t) => {
  const { silences } = listenTo(t)
  await until(() => silences.includes('no-answer'))
  const { told } = listenTo(t, '01 "0002"')
  await until(() => told.filter((one) => one === '0130303032').length >= 2)
})

test('a line is heard with the greeting and the question that an installer typed in', async () => {
  const { open } = indicator()
  const { signal } = new AbortController()
  const heard = await hearScale(open, SAYS, signal)
  assert.ok(heard.heard!.startsWith(FRAME.toString('hex')))
  assert.deepEqual(heard.candidates, [])
  assert.ok(!heard.heard!.includes('3939'), 'the answer to the greeting is no frame')
  const silent = await hearScale(indicator().open, { question: '10' }, signal)
  assert.equal(silent.heard, '')
})
