import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openDriver } from '#agent/scales/frames/open-driver.ts'
import { detectionChoices, scales } from '#contract/device/scale-connection.ts'
import { candidatesShowing, likelyCandidates, needsLoad } from '#contract/device/scale-detection.ts'
import type { ScaleCandidate } from '#contract/device/scale-detection.ts'

/** As detection hears a line that repeats one frame, with every driver that streams. */
function heard(frame: string): ScaleCandidate[] {
  return scales.flatMap(detectionChoices).flatMap(({ choice, checksummed }) => {
    const driver = openDriver(choice)
    if (driver.mode !== 'stream') return []
    const events = driver.feed(Buffer.from(frame.repeat(12), 'latin1'))
    const samples = events.flatMap((event) => (event.kind === 'sample' ? [event] : []))
    if (samples.length < 10 || 2 * samples.length < events.length) return []
    const [good, bad] = [samples.length, events.length - samples.length]
    return [{ ...choice, good, bad, checksummed, grams: samples.at(-1)!.grams } as ScaleCandidate]
  })
}

describe('what detection offers', () => {
  test('an empty scale of several formats needs a load, and the weight on the indicator leaves the right ones', () => {
    assert.ok(needsLoad(heard('=00000000')))
    const loaded = heard('=04.21000')
    assert.ok(needsLoad(loaded))
    const weights = new Set(likelyCandidates(loaded).map(({ grams }) => grams))
    assert.ok(weights.size > 1, 'formats that contradict each other')
    for (const grams of weights) {
      const remaining = candidatesShowing(loaded, grams!)
      assert.ok(remaining.length > 0 && remaining.every((one) => one.grams === grams))
    }
    assert.deepEqual(candidatesShowing(loaded, 77_000), [])
  })

  test('nought on the indicator leaves nothing: an empty scale decides nothing', () => {
    assert.deepEqual(candidatesShowing(heard('=00000000'), 0), [])
  })

  test('a line of one format is offered also of an empty scale, and a sum outweighs lines without one', () => {
    const plain = heard('ST,GS,+0000000kg\r\n')
    assert.deepEqual([plain.length, needsLoad(plain)], [1, false])
    const [summed, other] = [
      { ...plain[0]!, checksummed: true },
      { ...heard('=00000000')[0]!, checksummed: false },
    ]
    assert.deepEqual(likelyCandidates([other, summed]), [summed])
    assert.equal(needsLoad([other, summed]), false)
  })
})
