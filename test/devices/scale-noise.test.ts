import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { wireFormats } from './scale-formats.ts'
import { hammer } from './scale-noise.ts'

/** A million a driver is `npm run bench -- --only scale-noise`; this many keep the tests quick. */
const FRAMES = 10_000

describe('random and cut frames', () => {
  for (const format of wireFormats)
    test(`${format.name}: ${FRAMES} of them make no weight`, () => {
      const { falseSamples, falseWeights } = hammer(format, FRAMES, 11)
      assert.equal(falseWeights, 0)
      // Where the check sum is short, the halves of two frames fit now and then: the stability detector guards against that.
      const most = format.checksummed ? FRAMES / 2000 : FRAMES / 20
      assert.ok(falseSamples <= most, `${falseSamples} false samples`)
    })
})
