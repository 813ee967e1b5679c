import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { renderPhoto } from '../drawing/render-photo.ts'
import { readPhotoQuery } from './photo-query.ts'

const photo = (query: Record<string, string>) =>
  renderPhoto(readPhotoQuery(new URLSearchParams(query)))
const pixels = (jpeg: Buffer) => sharp(jpeg).removeAlpha().raw().toBuffer()

/** Counts pixels that differ by more than JPEG and grain can explain. */
async function difference(a: Buffer, b: Buffer) {
  const [one, two] = await Promise.all([pixels(a), pixels(b)])
  let count = 0
  for (let i = 0; i < one.length; i += 3) if (Math.abs(one[i]! - two[i]!) > 60) count++
  return count
}

const lorry = { view: 'front', plate: 'А123ВС77', colour: 'red', weight_kg: '12480', seed: '7' }

test('a photo is a JPEG of 1280 by 720, and the same address gives the same bytes', async () => {
  const first = await photo(lorry)
  const { format, width, height } = await sharp(first).metadata()
  assert.deepEqual({ format, width, height }, { format: 'jpeg', width: 1280, height: 720 })
  assert.ok(first.equals(await photo(lorry)))
  assert.ok(!first.equals(await photo({ ...lorry, seed: '8' })))
})

test('another plate changes the plate and nothing else', async () => {
  const first = await photo(lorry)
  const changed = await difference(first, await photo({ ...lorry, plate: 'Е456КМ178' }))
  assert.ok(changed > 400, `${changed} pixels`)
  assert.ok(changed < 280 * 100, `${changed} pixels`)
  const twins = await photo({ ...lorry, plate: 'a123bc 77' })
  assert.ok(first.equals(twins))
})

test('rear, indicator and platform show something else when the load does', async () => {
  for (const view of ['rear', 'indicator', 'platform']) {
    const loaded = await photo({ ...lorry, view, weight_kg: '24000' })
    const empty = await photo({ ...lorry, view, weight_kg: '0' })
    assert.ok((await difference(loaded, empty)) > 400, view)
  }
})

test('without a plate the yard is empty', async () => {
  const { plate: _, ...nobody } = lorry
  assert.ok((await difference(await photo(lorry), await photo(nobody))) > 50_000)
})

test('unknown parameters, colours, and plates without outlines are refused', () => {
  const bad: Record<string, string>[] = [
    { view: 'top' },
    { plate: 'Ж123ЩЩ77' },
    { plate: '<script>' },
    { colour: 'mauve' },
    { weight_kg: 'many' },
    { seed: '1.5' },
    { at: 'yesterday' },
    { size: 'big' },
  ]
  for (const query of bad) {
    assert.throws(() => readPhotoQuery(new URLSearchParams(query)), {
      status: 400,
    })
  }
})
