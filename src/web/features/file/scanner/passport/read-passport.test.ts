import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { openMrzReading, type MachineReadable } from '#contract/requisites/mrz/mrz.ts'
import { checkDigit } from '#test/builders/camera/mrz-lines.ts'
import { passportPicture } from '#test/builders/camera/photograph.ts'
import { sweepSize } from '#test/support/sweep-size.ts'
import type { GreyPicture } from './grey-picture.ts'
import { readPassport } from './read-passport.ts'

const today = () => '2026-11-27'
const RUSSIAN = [
  'PNRUSBAQRAMOV<<AMIR<IL9GAM<<<<<<<<<<<<<<<<<<',
  '4601234561RUS9312074M<<<<<<<1111228770001<76',
] as const
const TD3 = [
  'P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<',
  'L898902C36UTO7408122F1204159ZE184226B<<<<<10',
] as const
const CLEAR = {
  side: 1600,
  share: 0.8,
  degrees: 3,
  perspective: 0.02,
  blur: 0.03,
  noise: 6,
  quality: 60,
  shadow: 0.7,
} as const

async function greyOf(picture: Buffer, quarters = 0): Promise<GreyPicture> {
  const { data, info } = await sharp(picture)
    .rotate(90 * quarters)
    .resize(2400, 2400, { fit: 'inside', withoutEnlargement: true })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data: new Uint8Array(data), width: info.width, height: info.height }
}

const read = async (jpeg: Buffer) => readPassport(await greyOf(jpeg), today)

const said = (lines: readonly string[]) => openMrzReading(today)(lines.join('')) as MachineReadable

const fieldsOf = (document: object | undefined) =>
  Object.entries(document ?? {})
    .filter(([, value]) => value !== undefined)
    .map(([field]) => field)

test('photos of passports and cards are read sign by sign, askew, in shadow and with noise', async () => {
  for (const seed of ['one', 'two', 'three', 'four', 'five'].slice(0, sweepSize(2, 5))) {
    const { jpeg, lines } = await passportPicture(`test ${seed}`)
    const reading = await read(jpeg)
    assert.deepEqual(reading?.lines, lines, seed)
    assert.ok(reading.isWhole, seed)
    assert.deepEqual(reading.document, said(lines), seed)
  }
})

test('a picture is read in whichever of its quarters it lies', async () => {
  const taking = { ...CLEAR, kind: 'internal', lines: RUSSIAN } as const
  const { jpeg } = await passportPicture('turned', taking)
  for (const quarters of [1, 2, 3]) {
    const reading = readPassport(await greyOf(jpeg, quarters), today)
    assert.deepEqual(reading?.document, said(RUSSIAN), `${quarters} quarters`)
  }
})

test('each damaged check digit hides its field and no other', async () => {
  const lost = async (at: number) => {
    const damaged =
      RUSSIAN[1].slice(0, at) + ((Number(RUSSIAN[1][at]) + 4) % 10) + RUSSIAN[1].slice(at + 1)
    const lines = [RUSSIAN[0], damaged]
    const { jpeg } = await passportPicture('damaged', { ...CLEAR, kind: 'internal', lines })
    const reading = await read(jpeg)
    assert.equal(reading?.isWhole, false)
    assert.deepEqual(reading.lines, lines)
    const left = fieldsOf(reading.document)
    return fieldsOf(said(RUSSIAN)).filter((field) => !left.includes(field))
  }
  assert.deepEqual(await lost(9), ['series', 'number'])
  assert.deepEqual(await lost(19), ['birth_date'])
  assert.deepEqual(await lost(42), ['series', 'number', 'issued_at', 'dept_code'])
  // The digit of the whole proves no field of its own.
  assert.deepEqual(await lost(43), [])
})

test('a sign under a finger hides its field, whatever its check digit says', async () => {
  const { jpeg } = await passportPicture('covered', {
    ...CLEAR,
    degrees: 0,
    perspective: 0,
    kind: 'foreign',
    lines: TD3,
  })
  const whole = await greyOf(jpeg)
  assert.deepEqual(readPassport(whole, today)?.document, said(TD3))
  const reading = readPassport(coverSign(whole), today)
  assert.ok(reading)
  assert.equal(reading.document.last_name, undefined)
  assert.equal(reading.document.number, 'L898902C3')
})

/** A blot over the third letter of the surname of the picture above. */
function coverSign(picture: GreyPicture): GreyPicture {
  const data = picture.data.slice()
  const { width, height } = picture
  const scale = (width * 0.8) / 125
  const x = width / 2 + (6.6 + 7.5 * 2.54 - 62.5) * scale
  const y = height / 2 + (74.5 - 1.2 - 44) * scale
  for (let dy = -1.6 * scale; dy < 1.6 * scale; dy++)
    for (let dx = -1.1 * scale; dx < 1.1 * scale; dx++)
      data[Math.round(y + dy) * width + Math.round(x + dx)] = 30
  return { data, width, height }
}

test('a number that reads as well with another sign is not offered: its digit cannot tell G from 6', async () => {
  const number = 'G66G6G6G6'
  const second = `${number}${checkDigit(number)}UTO7408122F1204159<<<<<<<<<<<<<<0`
  const whole = second.slice(0, 10) + second.slice(13, 20) + second.slice(21, 43)
  const lines = [TD3[0], second + checkDigit(whole)]
  const soft = { ...CLEAR, blur: 0.16, noise: 14, kind: 'foreign', lines } as const
  for (const seed of [1, 2, 3].slice(0, sweepSize(1, 3))) {
    const { document } = (await read((await passportPicture(seed, soft)).jpeg)) ?? {}
    assert.ok(document?.number === undefined || document.number === number, `${document?.number}`)
  }
})

test('a page without lines, a blank and noise say nothing', async () => {
  const random = Buffer.alloc(600 * 400)
  for (let i = 0; i < random.length; i++) random[i] = (i * 7919) % 251
  const raw = { raw: { width: 600, height: 400, channels: 1 } } as const
  const noise = await sharp(random, raw).jpeg().toBuffer()
  const blank = await sharp({
    create: { width: 800, height: 600, channels: 3, background: '#ddd' },
  })
    .jpeg()
    .toBuffer()
  const { jpeg } = await passportPicture('cut', { ...CLEAR, kind: 'foreign' })
  const upper = await sharp(jpeg).extract({ left: 0, top: 0, width: 1600, height: 700 }).toBuffer()
  for (const picture of [noise, blank, upper]) assert.equal(await read(picture), undefined)
})
