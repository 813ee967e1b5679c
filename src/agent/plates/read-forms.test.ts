import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { DRAWN_FORMS, drawKazakh } from '#simulators/yard/drawing/draw-forms.ts'
import {
  formPlate,
  hardPicture,
  randomPlate,
  troubledPlate,
  yardPicture,
} from '#simulators/yard/drawing/plate-set.ts'
import { hiddenPlate, HIDDEN_KINDS, longPlate } from '#simulators/yard/drawing/hidden-plates.ts'
import { seededRandom } from '#simulators/yard/random.ts'
import { sweepSize } from '#test/support/sweep-size.ts'
import { loadPlateModels, type PlateModels } from './model/plate-models.ts'
import { readPlates } from './read-plates.ts'

const seed = Number(process.env['SEED'] ?? '777000')
/** A frame that votes, and what a screen shows at all. */
const ACCEPTED = 0.7
const SHOWN = 0.5
/** Of each kind; `npm run bench -- --only plates` reads five hundred of a seed of one's own. */
const HIDDEN = sweepSize(2, 20)
const SHORT_ONES = sweepSize(4, 40)

let models: PlateModels
before(async () => {
  models = await loadPlateModels(1)
})

test('each other form of plate is read as that form and never accepted as another', async () => {
  const misses: string[] = []
  const wrong: string[] = []
  let frames = 0
  for (const code of DRAWN_FORMS)
    for (let i = 0; i < 1; i++) {
      const { plate, jpeg } = await formPlate(seed + i, code)
      const [best] = await readPlates(models, jpeg)
      frames++
      if (best?.plate === plate) continue
      const miss = `${code} ${plate} → ${best?.plate} ${best?.confidence}`
      misses.push(miss)
      if (best && best.confidence >= ACCEPTED) wrong.push(miss)
    }
  assert.deepEqual(wrong, [])
  assert.ok(misses.length <= frames * 0.16, misses.join(', '))
})

test('a plate of Kazakhstan that could be a Russian one is not shown as such', async () => {
  for (let i = 0; i < 4; i++) {
    const [plate, jpeg] = await ambiguousPlate(seed + i)
    const russian = (await readPlates(models, jpeg)).filter(
      (candidate) => candidate.form.startsWith('ru-') && candidate.confidence >= SHOWN,
    )
    assert.deepEqual(russian, [], plate)
  }
})

test('a plate with a sign under mud, a strap, a tape or a frame, or outside the picture, is accepted as no other one', async () => {
  for (let i = 0; i < HIDDEN; i++)
    for (const kind of HIDDEN_KINDS) {
      const plate = longPlate(`hidden ${kind} ${seed + i}`)
      const [best] = await readPlates(models, await hiddenPlate(seed + i, plate, kind))
      assert.ok(
        !best || best.confidence < ACCEPTED || best.plate === plate,
        `${kind} ${plate} → ${best?.plate} ${best?.confidence}`,
      )
    }
})

test('two digits of a region with their line, ground and edge in sight are accepted', async () => {
  let accepted = 0
  for (let i = 0; i < SHORT_ONES; i++) {
    const plate = randomPlate(seededRandom(`short ${seed + i}`)).slice(0, 6) + String(20 + i)
    const [best] = await readPlates(models, await yardPicture(seed + i, plate))
    if (best?.plate === plate && best.confidence >= ACCEPTED) accepted++
  }
  assert.ok(accepted >= SHORT_ONES - 1, `${accepted} of ${SHORT_ONES}`)
})

test('night, a rolling vehicle and a lens out of focus leave most plates readable', async () => {
  const misses: string[] = []
  for (const trouble of ['night', 'motion', 'blur'] as const)
    for (let i = 0; i < 2; i++) {
      const plate = randomPlate(seededRandom(`${trouble} ${seed + i}`))
      const [best] = await readPlates(models, await troubledPlate(seed + i, plate, trouble))
      if (best?.plate === plate) continue
      misses.push(`${trouble} ${plate} → ${best?.plate} ${best?.confidence}`)
      assert.ok(!best || best.confidence < ACCEPTED, misses.join(', '))
    }
  assert.ok(misses.length <= 1, misses.join(', '))
})

/** «001 OOO 06», «888 BBB 02»: with a zero for a letter and a letter for a zero they spell a Russian plate. */
async function ambiguousPlate(seed: number): Promise<[string, Buffer]> {
  const [digits, letters] = [
    ['001', 'OOO'],
    ['888', 'BBB'],
    ['857', 'IMB'],
    ['077', 'OOO'],
  ][seed % 4] as [string, string]
  return [digits + letters, await hardPicture(seed, drawKazakh(digits, letters, '02'))]
}
