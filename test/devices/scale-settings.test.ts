import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ScaleConnection } from '#contract/device/scale-connection.ts'
import { paceProblem, pollInterval } from '#contract/visit/weighing-pace.ts'
import { grossOf } from '#agent/scales/gross-weight.ts'
import { steadyWeight } from '#agent/scales/settling/steady-weight.ts'
import type { Display } from '#simulators/yard/scale/indicator.ts'
import { menuOf, openProtocol } from '#simulators/yard/scale/formats.ts'
import { driverOf, wireFormats, type WireFormat } from './scale-formats.ts'
import { choiceOf, randomWords } from './scale-vectors.ts'
import { IS_LONG } from '../support/sweep-size.ts'

const LIMITS = { e_g: 20_000, presence_g: 200_000 }
/** Longer than the longest window that can be set, and than the time after which a reason is reported. */
const MINUTES_MS = 120_000

describe('a still load gives a weight, or its settings are refused, or a reason is shown', () => {
  const frames = IS_LONG ? [4, 10, 40, 100] : [4, 100]
  const spans = IS_LONG ? [500, 2000, 10_000] : [500, 10_000]
  const ages = IS_LONG ? [500, 700, 1000, 2000, 10_000] : [500, 2000, 10_000]
  const rules = frames.flatMap((stab_frames) =>
    spans.flatMap((stab_ms) => ages.map((max_age_ms) => ({ stab_frames, stab_ms, max_age_ms }))),
  )

  for (const format of wireFormats)
    test(`${format.name}: every period, line speed, rule and rate`, () => {
      const polled = driverOf(format, 0).mode === 'poll'
      let taken = 0
      let refused = 0
      let told = 0
      for (const rule of rules) {
        if (polled) {
          for (const period_ms of [50, 100, 150, 200, 300, 400, 450, 500])
            for (const baud of [0, 600, 1200, 2400, 9600, 57_600]) {
              const connection = connectionOf(format, period_ms, baud)
              const problem = paceProblem(connection, rule)
              if (problem) {
                assert.match(problem.message, /[а-я]+ .*\d+ мс/)
                refused++
                continue
              }
              const end = weigh(format, rule, pollInterval(connection)!)
              assert.equal(end, 8_000_000, JSON.stringify([rule, period_ms, baud]))
              taken++
            }
          continue
        }
        for (const rate of [0.2, 0.5, 0.7, 0.8, 0.9, 1, 1.3, 2, 3, 5, 7, 10, 20, 30, 60, 90]) {
          const end = weigh(format, rule, 1000 / rate)
          if (end === 8_000_000) taken++
          else {
            assert.match(String(end), /^Весы передают вес реже раза в|^Вес не меняется/)
            told++
          }
        }
      }
      assert.ok(taken > 0)
      assert.ok(polled ? refused > 0 : told > 0)
    })

  test('with the default rules every stream of one frame a second gives a weight or a reason', () => {
    const rule = { stab_frames: 10, stab_ms: 2000, max_age_ms: 2000 }
    const cas22 = wireFormats.find(({ name }) => name === 'cas22')!
    const ends = [0.5, 0.75, 0.85, 1, 1.3, 10].map((rate) => weigh(cas22, rule, 1000 / rate))
    assert.deepEqual(
      ends.map((end) => typeof end),
      ['string', 'string', 'number', 'number', 'number', 'number'],
    )
  })
})

describe('MT-SICS: the tare key of the terminal is pressed at random', () => {
  for (const period_ms of [50, 100, 200, 400, 500])
    test(`asked every ${period_ms} ms: every stable weight is the true one`, () => {
      for (const stab_frames of [4, 10])
        for (const stab_ms of [500, 2000]) {
          const still = playWithTare({ period_ms, stab_frames, stab_ms, max_age_ms: 2000 })
          assert.ok(still > 100, `${still} still weights`)
        }
    })
})

function connectionOf(format: WireFormat, period_ms: number, baud: number): ScaleConnection {
  const choice = choiceOf(format.driver, { ...format.settings, period_ms })
  const line = { bits: 8, parity: 'none', stop: 1 } as const
  const transport =
    baud === 0
      ? { type: 'tcp', host: '192.168.1.20', port: 4001 }
      : { type: 'tty', path: '/dev/ttyS0', baud, ...line }
  return { ...choice, transport } as ScaleConnection
}

interface Rule {
  stab_frames: number
  stab_ms: number
  max_age_ms: number
}

/** The weight that was captured of a motionless load of 8 t, or the reported reason instead; '' = nothing at all. */
function weigh(format: WireFormat, rule: Rule, interval: number): number | string {
  const { mode } = driverOf(format, 0)
  const stable = format.flags.stable ? true : null
  const steady = steadyWeight({ ...LIMITS, ...rule }, mode)
  const next = randomWords(3)
  let said = ''
  for (let at = 0; at < MINUTES_MS; at += interval) {
    const late = (next() % 40) / 1000
    const verdict = steady.assess({ grams: 8_000_000, stable, at: at + late * interval }, false)
    if ('refusal' in verdict) said = verdict.refusal
    else if (verdict.stable) return 8_000_000
    else said = verdict.doubt || said
  }
  return said
}

/** Ten minutes of a terminal that is asked; loads and tares change at any moment, also between two questions. */
function playWithTare({ period_ms, ...rule }: Rule & { period_ms: number }): number {
  const next = randomWords(period_ms + rule.stab_ms)
  const format = wireFormats.find(({ name }) => name === 'sics')!
  const driver = driverOf({ ...format, settings: { format: 'sics', period_ms } }, 0)
  const steady = steadyWeight({ ...LIMITS, ...rule }, 'poll')
  let gross = 8_000_000
  let tare = 0
  let changesAt = 5000
  const display = (): Display => {
    const net = tare !== 0
    const value_g = gross - tare
    return { value_g, stable: true, zero: value_g === 0, overload: false, net, tare_g: tare }
  }
  const session = openProtocol(menuOf('sics', 0), { display, zero: () => true })
  let now = 0
  const change = () => {
    if (now < changesAt) return
    changesAt = now + 200 + (next() % 6000)
    if (next() % 4 === 0) gross = [8_000_000, 11_000_000, 8_020_000, 5_000_000][next() % 4]!
    else tare = tare === 0 ? [3_000_000, 20_000, 5_000_000][next() % 3]! : 0
  }
  let still = 0
  for (let tick = 0; tick < 600_000; tick += period_ms) {
    now = tick
    driver.reset()
    for (let asked = 0; asked < 2; asked++) {
      change()
      const [answer] = session.receive(driver.poll!(now))
      now += 12
      for (const event of driver.feed(answer!)) {
        if (event.kind !== 'sample') continue
        const weight = grossOf(event)
        if (typeof weight !== 'number') continue
        const unsure = event.unsure === true
        const verdict = steady.assess({ grams: weight, stable: event.stable, at: now }, unsure)
        if ('refusal' in verdict || !verdict.stable) continue
        assert.equal(weight, gross, `${now} ms, tare ${tare}`)
        still++
      }
      if (!driver.asksAgain?.()) break
    }
  }
  return still
}
