import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import sharp from 'sharp'
import { drawPlate, PLATE_WIDTH } from '#simulators/yard/drawing/draw-plate.ts'
import { svgDocument } from '#simulators/yard/drawing/draw-scene.ts'
import {
  foreignPlate,
  hardPlate,
  randomPlate,
  yardPicture,
} from '#simulators/yard/drawing/plate-set.ts'
import { seededRandom } from '#simulators/yard/random.ts'
import { sweepSize } from '#test/support/sweep-size.ts'
import { placeOfPlate } from './vote/place-of-plate.ts'
import { loadPlateModels, type PlateModels } from './model/plate-models.ts'
import { readPlates } from './read-plates.ts'

// A seed that the tuning never saw can be given; the bars are those of devices.md 10, test 17.
const seed = Number(process.env['SEED'] ?? '777000')
const FRAMES = sweepSize(16, 40)
const OTHERS = sweepSize(4, 10)
const ACCEPTED = 0.7

describe(`plate recognition, SEED=${seed}`, () => {
  let models: PlateModels
  before(async () => {
    models = await loadPlateModels(1)
  })

  test('of generated plates at least 93 % are read exactly, 90 % are accepted, and none is accepted wrong', async () => {
    const misses: string[] = []
    let accepted = 0
    let wrong = 0
    for (let i = 0; i < FRAMES; i++) {
      const plate = randomPlate(seededRandom(`plate ${seed + i}`))
      const jpeg =
        i % 2 === 0 ? await hardPlate(seed + i, plate) : await yardPicture(seed + i, plate)
      const [best] = await readPlates(models, jpeg)
      if (best?.plate !== plate) misses.push(`${plate} → ${best?.plate} ${best?.confidence}`)
      if (!best || best.confidence < ACCEPTED) continue
      accepted++
      if (best.plate !== plate) wrong++
    }
    assert.equal(wrong, 0, misses.join(', '))
    assert.ok(FRAMES - misses.length >= FRAMES * 0.93, misses.join(', '))
    assert.ok(accepted >= FRAMES * 0.9, `${accepted} accepted; ${misses.join(', ')}`)
  })

  test('an empty yard with a printed date and foreign plates are never accepted', async () => {
    for (let i = 0; i < OTHERS; i++)
      for (const jpeg of [await yardPicture(seed + i, null), await foreignPlate(seed + i)]) {
        const [best] = await readPlates(models, jpeg)
        assert.ok(!best || best.confidence < ACCEPTED, `${best?.plate} ${best?.confidence}`)
      }
  })

  test('a trailer plate is read in its own form', async () => {
    const [best] = await readPlates(models, await yardPicture(seed, 'АВ123478'))
    assert.equal(best?.plate, 'АВ123478')
    assert.equal(best.form, 'ru-trailer')
  })

  test('of two plates read with high confidence the nearer one comes first', async () => {
    const plates = ['К777ХХ199', 'М456ТУ50'] as const
    for (const [near, far] of [plates, plates.toReversed()] as [string, string][]) {
      const place = (plate: string, x: number, width: number) =>
        `<g transform="translate(${x} 300) scale(${width / PLATE_WIDTH})">${drawPlate(plate, 0)}</g>`
      const jpeg = await sharp(
        Buffer.from(svgDocument(place(far, 100, 160) + place(near, 700, 240))),
      )
        .flatten({ background: '#556' })
        .jpeg()
        .toBuffer()
      const read = await readPlates(models, jpeg)
      assert.deepEqual(
        read.slice(0, 2).map(({ plate }) => plate),
        [near, far],
      )
      assert.ok(read[1]!.confidence >= ACCEPTED)
    }
  })

  test('a region of interest hides everything outside it', async () => {
    const jpeg = await yardPicture(seed, 'К777ХХ199')
    const inside = await readPlates(models, jpeg)
    const { x } = inside[0]!.box
    const narrowed = await readPlates(models, jpeg, placeOfPlate(inside, undefined))
    assert.equal(narrowed[0]?.plate, 'К777ХХ199')
    assert.ok(Math.abs(narrowed[0].box.x - x) < 20)
    const sky = { x: 0, y: 0, width: 1280, height: 200 }
    assert.ok(((await readPlates(models, jpeg, sky))[0]?.confidence ?? 0) < ACCEPTED)
  })

  test('bytes that are no picture are an error, not an empty answer', async () => {
    await assert.rejects(readPlates(models, Buffer.from('no picture')))
  })
})
