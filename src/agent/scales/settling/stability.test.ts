import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { stabilityDetector } from './stability.ts'

const E = 20_000
const limits = { e_g: E, stab_ms: 2000, stab_frames: 10 }

describe('stability of a weight', () => {
  test('two seconds of the same weight are stable at two seconds, not before', () => {
    const at = firstStable(Array.from({ length: 40 }, (_, i) => [i * 100, 12_340_000]))
    assert.ok(at! >= 2000 && at! <= 2150, `${at}`)
  })

  test('three seconds are needed where the protocol has no flag', () => {
    const frames = Array.from({ length: 50 }, (_, i): Frame => [i * 100, 5000])
    const at = firstStable(frames, null)
    assert.ok(at! >= 3000 && at! <= 3150, `${at}`)
  })

  test("the indicator's flag alone is not enough while the weights are two divisions apart", () => {
    const frames = Array.from({ length: 60 }, (_, i): Frame => [i * 100, (i % 3) * E])
    assert.equal(firstStable(frames), undefined)
  })

  test('weights that grow by a tenth of a division a frame are not stable', () => {
    const frames = Array.from({ length: 60 }, (_, i): Frame => [i * 100, i * 2100])
    assert.equal(firstStable(frames), undefined)
  })

  test('weights that differ by exactly one division are stable', () => {
    const frames = Array.from({ length: 40 }, (_, i): Frame => [i * 100, (i % 2) * E])
    assert.ok(firstStable(frames) !== undefined)
  })

  test('the flag for motion overrides equal weights', () => {
    const frames = Array.from({ length: 40 }, (_, i): Frame => [i * 100, 5000])
    assert.equal(firstStable(frames, false), undefined)
  })

  test('a gap of 800 ms restarts the window', () => {
    const detector = stabilityDetector(limits)
    feed(detector, still(0, 1900))
    assert.equal(feed(detector, still(2700, 4600)), false)
    assert.equal(feed(detector, still(4700, 4800)), true)
  })

  test('gaps of 650 ms do not restart the window, and few frames need twice the time', () => {
    const at = firstStable(Array.from({ length: 12 }, (_, i): Frame => [i * 650, 5000]))
    assert.ok(at! > 4000 && at! <= 5200, `${at}`)
  })

  test('the set number of frames is required, for up to twice the time', () => {
    const every = (ms: number, stab_frames: number) =>
      firstStable(
        Array.from({ length: 99 }, (_, i): Frame => [i * ms, 5000]),
        true,
        stabilityDetector({ ...limits, stab_frames }),
      )
    assert.deepEqual([every(100, 10), every(100, 30), every(100, 99)], [2100, 2900, 4100])
    assert.deepEqual([every(300, 4), every(300, 10)], [2400, 2700])
  })

  test('a frame that may have waited in a buffer does not complete the window', () => {
    const detector = stabilityDetector(limits)
    feed(detector, still(0, 1900))
    assert.equal(feed(detector, [[2550, 5000]]), false, 'sent after 1900, nobody knows when')
    assert.equal(feed(detector, [[2551, 5000]]), false, 'read together with it')
    assert.equal(feed(detector, [[2650, 5000]]), true)
  })

  test('a change of one division at the end of a window means motion', () => {
    const detector = stabilityDetector(limits)
    feed(detector, still(0, 3000))
    assert.equal(feed(detector, still(3100, 3800, 5000 + E)), false)
    assert.equal(feed(detector, still(3900, 4000, 5000)), true)
    assert.equal(feed(detector, still(4100, 6300, 5000 + E)), true, 'it stands there now')
  })

  test('four frames are needed, whatever time three of them span', () => {
    const four = still(0, 1200).filter(([at]) => at % 400 === 0)
    const stab = { e_g: E, stab_ms: 400, stab_frames: 3 }
    assert.deepEqual(
      four.map((_, i) => feed(stabilityDetector(stab), four.slice(0, i + 1))),
      [false, false, false, true],
    )
  })

  test('a hundred equal frames that arrive in 5 ms after a stall are not stable', () => {
    const burst = Array.from({ length: 100 }, (_, i): Frame => [5000 + i / 20, 5000])
    assert.equal(firstStable(burst), undefined)
    const detector = stabilityDetector(limits)
    feed(detector, still(0, 1000))
    assert.equal(feed(detector, burst), false)
  })

  test('a bad frame, overload or a new connection empties the window', () => {
    const detector = stabilityDetector(limits)
    assert.equal(feed(detector, still(0, 3000)), true)
    detector.restart()
    assert.equal(feed(detector, still(3100, 5000)), false)
    assert.equal(feed(detector, still(5100, 5200)), true)
  })

  test('one frame more than a division off keeps the window unstable until it is left behind', () => {
    for (const step of [E + 1, -E - 1]) {
      const detector = stabilityDetector(limits)
      feed(detector, still(0, 3000))
      assert.equal(feed(detector, [[3100, 5000 + step]]), false)
      assert.equal(feed(detector, still(3200, 5200)), false)
      assert.equal(feed(detector, [[5300, 5000]]), true)
    }
  })

  test('weights that swing by a division to each side of the newest are not stable', () => {
    const swing = [1, 2, 1, 0]
    const frames = Array.from({ length: 60 }, (_, i): Frame => [i * 100, swing[i % 4]! * E])
    assert.equal(firstStable(frames), undefined)
  })

  test('a negative weight can be stable', () => {
    const frames = Array.from({ length: 40 }, (_, i): Frame => [i * 100, -40_000])
    assert.ok(firstStable(frames) !== undefined)
  })

  test('a faster indicator does not become stable sooner', () => {
    const at = firstStable(Array.from({ length: 200 }, (_, i): Frame => [i * 20, 5000]))
    assert.ok(at! >= 2000 && at! <= 2150)
  })

  test('a stable scale that begins to move is unstable with the first such frame', () => {
    const detector = stabilityDetector(limits)
    assert.equal(feed(detector, still(0, 3000)), true)
    assert.equal(
      feed(detector, [
        [3100, 5000 + E],
        [3200, 5000 + 2 * E],
      ]),
      false,
    )
  })
})

describe('the newest of a window against its median', () => {
  // Windows of exactly four and of exactly five frames.
  const isStable = (weights: number[]) => {
    const stab_ms = (weights.length - 2) * 500
    const detector = stabilityDetector({ e_g: E, stab_ms, stab_frames: 4 })
    return feed(
      detector,
      weights.map((grams, i): Frame => [i * 500, grams]),
    )
  }

  test('of an even number both frames in the middle are the median', () => {
    assert.equal(isStable([0, E, E, 0]), true)
    assert.equal(isStable([0, 0, E, E]), true)
    assert.equal(isStable([0, 0, 0, E]), false)
    assert.equal(isStable([E, E, E, 0]), false)
  })

  test('of an odd number it is the one in the middle', () => {
    assert.equal(isStable([E, E, 0, E, 0]), false)
    assert.equal(isStable([0, 0, E, 0, E]), false)
    assert.equal(isStable([E, 0, E, 0, 0]), true)
  })

  test('half a division off it is stable, more is not', () => {
    assert.equal(isStable([0, 0, 0, E / 2]), true)
    assert.equal(isStable([0, 0, 0, E / 2 + 1]), false)
    assert.equal(isStable([E, E, E, E / 2]), true)
    assert.equal(isStable([E, E, E, E / 2 - 1]), false)
  })
})

describe('a gap between frames', () => {
  /** Whether the last of these intervals leaves the window as it was, complete before it. */
  const bridges = (intervals: number[]) => {
    const detector = stabilityDetector({ e_g: E, stab_ms: 1000, stab_frames: 4 })
    let at = 0
    return feed(detector, [[0, 5000], ...intervals.map((ms): Frame => [(at += ms), 5000])])
  }

  test('of an ordinary line is 700 ms', () => {
    assert.equal(bridges([...Array(12).fill(100), 700]), true)
    assert.equal(bridges([...Array(12).fill(100), 701]), false)
  })

  test('of a slow line is one and a half of its usual interval', () => {
    assert.equal(bridges([600, 600, 600, 600, 900]), true)
    assert.equal(bridges([600, 600, 600, 600, 901]), false)
    assert.equal(bridges([100, 100, 100, 600, 600, 600, 900]), true, 'the last five count')
  })

  test('is not known before five intervals', () => {
    assert.equal(bridges([600, 600, 600, 850]), false)
    assert.equal(bridges([850, 100, 100, 100]), false)
  })

  test('has the median of the intervals for the usual one', () => {
    assert.equal(bridges([600, 600, 100, 600, 850]), true)
    assert.equal(bridges([100, 100, 600, 600, 850]), true)
    assert.equal(bridges([600, 100, 100, 100, 850]), false)
  })
})

test('frames within 10 ms are one moment, and no further ones', () => {
  const at = (last: number) => feed(stabilityDetector(limits), [...still(0, 2000), [last, 5000]])
  assert.deepEqual([at(2010), at(2011)], [false, true])
})

test('a window of more than 2000 frames is never complete', () => {
  const frames = Array.from({ length: 2100 }, (_, i): Frame => [i * 11, 5000])
  const at = (stab_ms: number) =>
    firstStable(frames, true, stabilityDetector({ ...limits, stab_ms }))
  assert.deepEqual([at(1998 * 11), at(1998 * 11 + 1)], [1999 * 11, undefined])
})

type Frame = [at: number, grams: number]

function still(from: number, to: number, grams = 5000): Frame[] {
  return Array.from({ length: (to - from) / 100 + 1 }, (_, i) => [from + i * 100, grams])
}

function feed(detector: ReturnType<typeof stabilityDetector>, frames: Frame[]): boolean {
  return frames.map(([at, grams]) => detector.isStable({ at, grams, stable: true })).at(-1)!
}

function firstStable(
  frames: Frame[],
  flag: boolean | null = true,
  detector = stabilityDetector(limits),
): number | undefined {
  return frames.find(([at, grams]) => detector.isStable({ at, grams, stable: flag }))?.[0]
}
