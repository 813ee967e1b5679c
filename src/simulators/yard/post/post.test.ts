import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createJournal } from '../journal.ts'
import {
  arrive,
  changeLoad,
  leave,
  leaveResidue,
  pressZero,
  setDrift,
  setFault,
  tailgate,
} from './post-commands.ts'
import { advancePost, createPost, displayOf, roundToDivision, type PostPlan } from './post.ts'
import { seededRandom } from '../random.ts'

const settings = { address: 1, crc: true, unit: 'kg', decimals: 0 } as const
const truck: PostPlan = {
  post: 1,
  kind: 'truck',
  max_g: 60_000_000,
  d_g: 20_000,
  choice: { format: 'tenso-m', settings },
}
const platform: PostPlan = { ...truck, post: 2, kind: 'platform', max_g: 150_000, d_g: 50 }

function openPost(plan: PostPlan, seed: number) {
  const post = createPost(plan, createJournal(), seededRandom(seed))
  const pass = (seconds: number) => advancePost(post, post.now_ms + seconds * 1000)
  pass(3)
  return { post, pass, shown: () => post.indicator.display() }
}

const seeds = fc.integer({ min: 1, max: 1_000_000 })

test('a lorry settles on its mass to the division within 20 seconds and motion clears', () => {
  fc.assert(
    fc.property(seeds, fc.integer({ min: 50, max: 3000 }), (seed, divisions) => {
      const { post, pass, shown } = openPost(truck, seed)
      arrive(post, { mass_g: divisions * truck.d_g })
      pass(20)
      assert.equal(shown().value_g, divisions * truck.d_g)
      assert.equal(shown().stable, true)
      assert.equal(post.journal.loads[0]?.rounded_g, shown().value_g)
      assert.ok(post.journal.loads[0]?.settled_at)
    }),
    { numRuns: 60 },
  )
})

test('a mass between two divisions is shown within one division of the true one', () => {
  fc.assert(
    fc.property(seeds, fc.integer({ min: 1000, max: 150_000 }), (seed, mass_g) => {
      const { post, pass, shown } = openPost(platform, seed)
      arrive(post, { mass_g })
      pass(10)
      assert.ok(Math.abs(shown().value_g - mass_g) < platform.d_g)
      assert.equal(shown().stable, true)
    }),
    { numRuns: 60 },
  )
})

test('a rolling vehicle is never still for two seconds', () => {
  fc.assert(
    fc.property(seeds, (seed) => {
      const { post, pass, shown } = openPost(truck, seed)
      arrive(post, { mass_g: 24_000_000, axles: 2 })
      let still = 0
      while (post.guest?.phase === 'arriving') {
        pass(0.1)
        still = shown().stable && shown().value_g > 200_000 ? still + 1 : 0
        assert.ok(still < 20, `still for ${still} samples while rolling`)
      }
      leaveWhenStill(pass, post)
      still = 0
      while (post.guest?.phase === 'leaving') {
        pass(0.1)
        still = shown().stable && shown().value_g > 200_000 ? still + 1 : 0
        assert.ok(still < 20, `still for ${still} samples while rolling off`)
      }
    }),
    { numRuns: 60 },
  )
})

function leaveWhenStill(
  pass: (seconds: number) => void,
  post: ReturnType<typeof openPost>['post'],
) {
  pass(15)
  leave(post)
}

test('the next vehicle in the queue waits until the scale is back at zero', () => {
  const { post, pass, shown } = openPost(truck, 5)
  arrive(post, { plate: 'А123ВС77', mass_g: 12_480_000 })
  arrive(post, { plate: 'Е456КМ178', mass_g: 9_000_000 })
  pass(20)
  assert.equal(post.waiting.length, 1)
  leave(post)
  let zeros = 0
  while (post.waiting.length > 0) {
    pass(0.1)
    if (shown().zero) zeros++
  }
  assert.ok(zeros >= 10, `only ${zeros} samples of zero between two vehicles`)
  pass(20)
  assert.equal(shown().value_g, 9_000_000)
  const [first, second] = post.journal.loads
  assert.equal(first?.plate, 'А123ВС77')
  assert.ok(first?.off_at)
  assert.equal(second?.plate, 'Е456КМ178')
  assert.equal(second?.off_at, null)
})

test('loading and unloading are kept step by step in one record', () => {
  const { post, pass, shown } = openPost(platform, 8)
  changeLoad(post, 12_350)
  pass(5)
  assert.equal(shown().value_g, 12_350)
  changeLoad(post, 2000)
  pass(5)
  assert.equal(shown().value_g, 14_350)
  changeLoad(post, -14_000)
  pass(5)
  assert.equal(shown().value_g, 350)
  assert.equal(post.journal.loads.length, 1)
  const masses = post.journal.loads[0]?.masses.map(({ rounded_g }) => rounded_g)
  assert.deepEqual(masses, [12_350, 14_350, 350])
  assert.throws(() => changeLoad(post, -1000), /снять нельзя/)
})

test('cattle never stand still until the fault is ended', () => {
  const { post, pass, shown } = openPost(truck, 3)
  setFault(post, 'unstable', true)
  arrive(post, { mass_g: 14_000_000 })
  pass(20)
  for (let i = 0; i < 200; i++) {
    pass(0.1)
    assert.equal(shown().stable, false)
  }
  assert.deepEqual(post.journal.loads[0]?.faults, ['unstable'])
  setFault(post, 'unstable', false)
  pass(3)
  assert.equal(shown().stable, true)
  assert.equal(shown().value_g, 14_000_000)
})

test('more than the capacity and nine divisions is overload', () => {
  const { post, pass, shown } = openPost(truck, 4)
  arrive(post, { mass_g: truck.max_g + 9 * truck.d_g })
  pass(20)
  assert.equal(shown().overload, false)
  changeLoad(post, truck.d_g)
  pass(10)
  assert.equal(shown().overload, true)
  assert.equal(shown().stable, false)
})

test('zero is declined under a load and while something moves', () => {
  const { post, pass } = openPost(truck, 6)
  assert.equal(pressZero(post, 'key'), true)
  arrive(post, { mass_g: 9_000_000 })
  pass(5)
  assert.equal(pressZero(post, 'key'), false)
  pass(20)
  assert.equal(pressZero(post, 'protocol'), false)
  const details = post.journal.events.map(({ detail }) => detail)
  assert.deepEqual(details, ['key: done', 'key: declined', 'protocol: declined'])
})

test('leaving is refused when no vehicle is on the scale', () => {
  const { post, pass } = openPost(truck, 7)
  assert.throws(() => leave(post), /никого нет/)
  arrive(post, {})
  pass(1)
  assert.throws(() => leave(post), /ещё движение/)
})

test('one seed plays the same samples', () => {
  const play = () => {
    const { post, pass, shown } = openPost(truck, 11)
    arrive(post, { mass_g: 9_990_000 })
    return Array.from({ length: 120 }, () => {
      pass(0.1)
      return shown().value_g
    })
  }
  assert.deepEqual(play(), play())
  assert.equal(roundToDivision(9_990_000, truck), 10_000_000)
})

test('mud stays on the scale, and zeroing the indicator removes it from the weight', () => {
  const { post, pass, shown } = openPost(platform, 3)
  leaveResidue(post, 400)
  pass(5)
  assert.equal(shown().value_g, 400)
  assert.equal(pressZero(post, 'key'), true)
  pass(3)
  assert.equal(shown().value_g, 0)
  leaveResidue(post, -1000)
  pass(5)
  assert.equal(shown().value_g, -1000)
})

test('a zero that wanders faster than the indicator follows is seen', () => {
  const { post, pass, shown } = openPost(platform, 4)
  setDrift(post, 720_000)
  pass(60)
  assert.ok(shown().value_g > 5 * platform.d_g, `${shown().value_g}`)
})

test('a lorry with wheels beside the platform shows less than its mass', () => {
  const { post, pass, shown } = openPost(truck, 5)
  setFault(post, 'wheels_off', true)
  arrive(post, { mass_g: 20_000_000 })
  pass(30)
  assert.equal(shown().value_g, 13_000_000)
  assert.equal(post.journal.loads[0]?.true_g, 20_000_000)
})

test('a tare set on the indicator and a frozen number are on the display, and end with their fault', () => {
  const { post, pass } = openPost(platform, 6)
  arrive(post, { mass_g: 20_000 })
  pass(10)
  setFault(post, 'tare', true)
  assert.deepEqual(
    [displayOf(post).value_g, displayOf(post).net, displayOf(post).tare_g],
    [0, true, 20_000],
  )
  setFault(post, 'tare', false)
  setFault(post, 'frozen', true)
  leave(post)
  pass(10)
  assert.equal(displayOf(post).value_g, 20_000)
  setFault(post, 'frozen', false)
  assert.equal(displayOf(post).value_g, 0)
})

test('a vehicle drives on before zero only when one waits and none is on the scale', () => {
  const { post, pass } = openPost(truck, 7)
  assert.throws(() => tailgate(post), /никого нет/)
  arrive(post, { mass_g: 20_000_000 })
  arrive(post, { mass_g: 10_000_000 })
  pass(20)
  assert.throws(() => tailgate(post), /стоит машина/)
  leave(post)
  while (post.guest) pass(0.1)
  tailgate(post)
  assert.equal(post.guest!.phase, 'arriving')
  assert.equal(post.passedZero, false)
})
