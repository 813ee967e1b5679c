import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import sharp from 'sharp'
import { columnsOf, DICTIONARY } from '#test/support/plate-columns.ts'
import { plateAlphabet } from './model/plate-alphabet.ts'
import type { PlateModels } from './model/plate-models.ts'
import type { Box } from './plate-reader.ts'
import { readArea } from './picture/read-area.ts'
import { readPlates } from './read-plates.ts'

/** Under the level at which one look at a region of two digits is enough. */
const UNSURE = 0.9
/** Shown and not accepted, so that other writing is read as well. */
const WEAK = 0.6
/** Under what one accepted frame needs. */
const DOUBTFUL = 0.65
const PICTURE = { width: 1280, height: 720 }
const QUICK = '640×352'
const WHOLE = '960×544'

let jpeg: Buffer
before(async () => {
  jpeg = await sharp({ create: { ...PICTURE, channels: 3, background: '#888' } })
    .jpeg()
    .toBuffer()
})

test('a word and a date are read once, a plate with low confidence is read again', async () => {
  const looksAt = async (text: string, once: boolean) => {
    const { models, looks } = writing(() => [text, UNSURE])
    const area = { cx: 640, cy: 360, width: 200, height: 45, angle: 0 }
    const picture = { ...PICTURE, data: new Uint8Array(PICTURE.width * PICTURE.height * 3) }
    const { plate } = await readArea(models, picture, area, [area], once)
    return { looks: looks(), confidence: plate?.confidence ?? 0 }
  }
  assert.equal((await looksAt('GOODENOUGH', false)).looks, 1)
  assert.equal((await looksAt('03-08-0019:13', false)).looks, 1)
  const plate = await looksAt('1234AB77', false)
  assert.ok(plate.looks > 1 && plate.confidence > DOUBTFUL, JSON.stringify(plate))
  assert.deepEqual(await looksAt('1234AB77', true), { looks: 1, confidence: DOUBTFUL })
  // Two digits of a car's region need the plate's border, and an empty picture has none.
  assert.equal((await looksAt('A123BC77', false)).confidence, DOUBTFUL)
})

test('a plate missing in its own part of the picture is searched around it, not in the whole picture', async () => {
  const place = { x: 560, y: 340, width: 160, height: 36 }
  const { models, maps } = writing(
    () => ['A123BC777', 0.98],
    (size, run) => (run === 1 ? [] : [size === QUICK ? place : 'middle']),
  )
  const [best] = await readPlates(models, jpeg)
  assert.equal(best?.plate, 'А123ВС777')
  assert.deepEqual([maps.length, maps.includes(WHOLE)], [3, false])
})

test('a plate missing in both parts is searched in the whole picture', async () => {
  const place = { x: 560, y: 340, width: 160, height: 36 }
  const { models, maps } = writing(
    () => ['A123BC777', 0.98],
    (size) => (size === QUICK || size === WHOLE ? [place] : []),
  )
  const [best] = await readPlates(models, jpeg)
  assert.equal(best?.plate, 'А123ВС777')
  assert.deepEqual([maps.length, maps.at(-1)], [4, WHOLE])
})

test('a word found in the first pass is not read again when the whole picture is searched', async () => {
  const word = { x: 100, y: 100, width: 200, height: 40 }
  const plate = { x: 560, y: 500, width: 160, height: 36 }
  const { models, maps, looks } = writing(
    (look) => (look === 0 ? ['GOODENOUGH', 0.98] : ['A123BC777', 0.98]),
    (size) => (size === QUICK ? [word] : [word, plate]),
  )
  const [best] = await readPlates(models, jpeg)
  assert.equal(best?.plate, 'А123ВС777')
  assert.deepEqual([maps, looks()], [[QUICK, WHOLE], 2])
})

test('the whole picture is searched for an ambiguous Russian plate, not for an ambiguous Kazakh one', async () => {
  const place = { x: 560, y: 340, width: 160, height: 36 }
  const searched = async (text: string) => {
    const { models, maps } = writing(
      () => [text, 0.98],
      (size) => [size === QUICK || size === WHOLE ? place : 'middle'],
    )
    const [best] = await readPlates(models, jpeg)
    return { form: best?.form, whole: maps.includes(WHOLE), shown: best!.confidence >= 0.5 }
  }
  assert.deepEqual(await searched('857IMB02'), { form: 'kz-car', whole: false, shown: false })
  assert.deepEqual(await searched('O01OOO06'), { form: 'ru-car', whole: true, shown: false })
})

test('text beside a plate that was read with its region is taken for the region alone', async () => {
  const looksAt = async (beside: Box[]) => {
    const place = { x: 560, y: 340, width: 160, height: 36 }
    const { models, looks } = writing(
      () => ['A123BC77', WEAK],
      (size) => [size === QUICK ? place : 'middle', ...(size === QUICK ? [] : beside)],
    )
    await readPlates(models, jpeg)
    return looks()
  }
  const alone = await looksAt([])
  // In pixels of the part: the region to the right of the middle, or a line above it.
  assert.equal(await looksAt([{ x: 226, y: 72, width: 30, height: 14 }]), alone + 1)
  assert.ok((await looksAt([{ x: 100, y: 5, width: 80, height: 14 }])) > alone + 1)
})

test('beside a larger plate read with high confidence other text is read once', async () => {
  const near = { x: 200, y: 500, width: 200, height: 44 }
  const far = { x: 900, y: 200, width: 150, height: 34 }
  const { models, looks } = writing(
    (look) => (look < 2 ? ['A123BC777', 0.98] : ['M456TY50', UNSURE]),
    (size) => (size === QUICK ? [near, far] : ['middle']),
  )
  const [best] = await readPlates(models, jpeg)
  assert.equal(best?.plate, 'А123ВС777')
  // Two for each: one that says that it seems a plate, and one with the edges of the closer search.
  assert.equal(looks(), 4)
})

/**
 * Models with prepared answers: `textOf` by the number of the reading, `placesOf` by the size of the map and its number, in
 * pixels of the picture for the quick and the whole search and of the map for a part.
 */
function writing(
  textOf: (look: number) => [text: string, sure: number],
  placesOf: (size: string, run: number) => (Box | 'middle')[] = () => [],
) {
  const maps: string[] = []
  let count = 0
  const models: PlateModels = {
    alphabet: plateAlphabet(DICTIONARY),
    recognise: () => {
      const [text, sure] = textOf(count++)
      return Promise.resolve(columnsOf(text, 1, sure))
    },
    detect: ({ width, height }) => {
      const size = `${width}×${height}`
      const scale = size === QUICK || size === WHOLE ? width / PICTURE.width : 1
      const map = new Float32Array(width * height)
      const middle = { x: width / 2 - 50, y: height / 2 - 11, width: 100, height: 22 }
      for (const place of placesOf(size, maps.length))
        fill(map, width, place === 'middle' ? middle : place, scale)
      maps.push(size)
      return Promise.resolve(map)
    },
  }
  return { models, maps, looks: () => count }
}

function fill(map: Float32Array, line: number, { x, y, width, height }: Box, scale: number): void {
  for (let v = Math.round(y * scale); v < (y + height) * scale; v++)
    for (let u = Math.round(x * scale); u < (x + width) * scale; u++) map[v * line + u] = 1
}
