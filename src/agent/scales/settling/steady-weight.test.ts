import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { steadyWeight, type Verdict } from './steady-weight.ts'

const limits = {
  e_g: 20_000,
  presence_g: 200_000,
  stab_ms: 2000,
  stab_frames: 10,
  max_age_ms: 2000,
}
const LORRY = 12_340_000

describe('frames of an indicator that sends continuously', () => {
  test('after a stall whose frames were buffered no old frame gives a weight', () => {
    for (const stallS of [9, 15, 22])
      for (const fasterBy of [2, 3, 5.3, 20]) {
        const steady = steadyWeight(limits, 'stream')
        stream(steady, 0, 15_000, 100, LORRY)
        const frames = stallS * 10
        const began = 15_000 + stallS * 1000
        const drain = stream(
          steady,
          began,
          began + (frames * 100) / fasterBy,
          100 / fasterBy,
          LORRY,
        )
        assert.deepEqual(drain.filter(isStill), [], `${stallS} s, ${fasterBy} times as fast`)
        const from = began + (frames * 100) / fasterBy
        const live = stream(steady, from, from + 8000, 100, 0)
        assert.ok(live.some(isStill))
        assert.match(doubtOf(drain.at(-1)!), /накопилось/)
      }
  })

  test('frames that a device server buffered before the first connection give no weight', () => {
    const steady = steadyWeight(limits, 'stream')
    const drain = stream(steady, 0, 4300, 19, LORRY)
    assert.deepEqual(drain.filter(isStill), [])
    const live = stream(steady, 4319, 20_000, 100, 0)
    assert.ok(live.some(isStill))
  })

  test('an indicator that begins to send three times as often is accepted after a minute', () => {
    const steady = steadyWeight(limits, 'stream')
    stream(steady, 0, 15_000, 100, LORRY)
    const faster = stream(steady, 15_000, 90_000, 33, LORRY)
    assert.equal(isStill(faster.at(-1)!), true)
  })

  test('frames that arrive in packets of five count as regular', () => {
    const steady = steadyWeight(limits, 'stream')
    const verdicts = Array.from({ length: 200 }, (_, i) =>
      assess(steady, Math.floor(i / 5) * 500, LORRY),
    )
    assert.ok(isStill(verdicts.at(-1)!))
    assert.deepEqual(
      verdicts.filter((verdict) => 'refusal' in verdict),
      [],
    )
  })

  test('after a stall without buffered frames only the window restarts', () => {
    const steady = steadyWeight(limits, 'stream')
    stream(steady, 0, 15_000, 100, LORRY)
    const after = stream(steady, 20_000, 23_000, 100, LORRY)
    assert.ok(isStill(after.at(-1)!))
  })
})

describe('a constant weight that never becomes stable', () => {
  test('a bad frame every second is named as the reason', () => {
    const steady = steadyWeight(limits, 'poll')
    let last: Verdict = { stable: false, doubt: '' }
    for (let at = 0; at < 30_000; at += 100) {
      if (at % 1000 === 0) steady.noteBadFrame()
      last = assess(steady, at, LORRY)
    }
    assert.match(doubtOf(last), /часть кадров весов приходит испорченной/)
  })

  test('pauses of a second are named as the reason', () => {
    const steady = steadyWeight(limits, 'poll')
    let last: Verdict = { stable: false, doubt: '' }
    for (let at = 0; at < 30_000; at += at % 1500 === 0 ? 1000 : 100)
      last = assess(steady, at, LORRY)
    assert.match(doubtOf(last), /показания приходят с перерывами/)
  })

  test('constant motion flags are named as the reason, moving cattle and an empty scale are not', () => {
    const steady = steadyWeight(limits, 'poll')
    const end = (weights: (i: number) => number) =>
      Array.from({ length: 400 }, (_, i) => assess(steady, i * 100, weights(i), false)).at(-1)!
    assert.match(doubtOf(end(() => LORRY)), /индикатор сообщает о движении/)
    assert.equal(doubtOf(end((i) => LORRY + (i % 3) * 40_000)), '')
    assert.equal(doubtOf(end(() => 0)), '')
  })

  test('the reason is cleared when the weight becomes stable', () => {
    const steady = steadyWeight(limits, 'poll')
    for (let at = 0; at < 30_000; at += 100) assess(steady, at, LORRY, false)
    const verdicts = stream(steady, 30_000, 34_000, 100, LORRY)
    assert.deepEqual(verdicts.at(-1), { stable: true, doubt: '' })
  })
})

type Steady = ReturnType<typeof steadyWeight>

function stream(steady: Steady, from: number, to: number, every: number, grams: number): Verdict[] {
  const verdicts: Verdict[] = []
  for (let at = from; at < to; at += every) verdicts.push(assess(steady, at, grams))
  return verdicts
}

function assess(steady: Steady, at: number, grams: number, stable: boolean | null = true): Verdict {
  return steady.assess({ grams, stable, at })
}

function isStill(verdict: Verdict): boolean {
  return 'stable' in verdict && verdict.stable
}

function doubtOf(verdict: Verdict): string {
  return 'doubt' in verdict ? verdict.doubt : verdict.refusal
}
