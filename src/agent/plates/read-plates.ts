import { normalizePlate } from '#contract/requisites/plate/plate.ts'
import {
  brighten,
  decodePicture,
  inSteps,
  isDark,
  scaleFor,
  scalePart,
  type Picture,
} from './picture/decode-picture.ts'
import type { FormReading } from './vote/plate-forms.ts'
import type { PlateModels } from './model/plate-models.ts'
import type { Box, PlateCandidate } from './plate-reader.ts'
import {
  CONTESTED_SHARE,
  DOUBTFUL,
  readArea,
  glanceAt,
  WORTH_SHOWING,
  type AreaReading,
} from './picture/read-area.ts'
import {
  hasShape,
  isBesideBody,
  isSame,
  isWithin,
  partAround,
  scaleQuad,
  sizeOf,
} from './picture/quad-places.ts'
import { readSquarePlates } from './picture/square-plates.ts'
import { textAreas, type Quad } from './picture/text-areas.ts'
import { VOTE } from './vote/vote-plate.ts'

/** Strips read a frame: each costs 10 to 25 ms, and a plate is among the largest writing of a post's view. */
const MAX_STRIPS = 10
const MAX_CANDIDATES = 5
/** A plate of any other form is rare at a scale and a misread one is not, so it stays a suggestion. */
const USUAL_FORMS = new Set([
  'ru-car',
  'ru-trailer',
  'kz-car',
  'kz-company',
  'by-car',
  'ua-car',
  'kg-car',
  'uz-car',
])
/** Writing so narrow, pixels, must be read surer, and under the last not even so. */
const NEAR_ENOUGH = 105
const SURE_OF_NARROW = 0.9
const NARROWEST = 60
const RARE = 0.25
/** Long sides of what the detector sees; devices.md 6.4: 960 read most plates of 640, 736, 960 and 1280. */
const DETECT_SIDE = 960
const QUICK_SIDE = 640
/** Smaller than that share of a sure plate, writing belongs to its frame or to a vehicle further off. */
const FURTHER_OFF = 0.4
/** What a screen shows at all. */
const SHOWN = 0.5
/** By so much more of it is searched where the first part showed no plate: the detector needs something around writing. */
const MORE_ROOM = 2
/** With more signs taken for what they look like, «2 888 888» on the roof of a taxi is О288ВВ88. */
const MOST_TAKEN = 1

type Frame = Awaited<ReturnType<typeof decodePicture>>

/** Reads every plate of one JPEG (devices.md 6.2), best first; throws when the bytes are no picture. */
export async function readPlates(
  models: PlateModels,
  jpeg: Uint8Array,
  roi?: Box,
): Promise<PlateCandidate[]> {
  const frame = await decodePicture(jpeg, roi)
  const { full } = frame
  const scale = scaleFor(full, DETECT_SIDE)
  const { near, others } = await searchLikelyPlaces(models, frame, scale)
  const there = present(frame, near)
  if ((there[0] && isEnough(there[0])) || near.some(isContested)) return there
  const small = await scalePart(full, wholeOf(full), scale)
  const found = present(frame, await searchPart(models, full, wholeOf(full), small, [], others))
  if (found.length > 0 || !isDark(small)) return found
  const bright = brighten(full)
  return present(frame, await searchPart(models, bright, wholeOf(full), brighten(small)))
}

/** A lorry's own plate stays as unsure in a search of the whole picture; a doubtful one of another form may be half a plate. */
function isEnough({ confidence, form }: PlateCandidate): boolean {
  return confidence >= (form === 'ru-car' ? SHOWN : VOTE)
}

/**
 * All signs of a Kazakh car were read, and they are those of another plate too: a further search shows the same signs. A Russian
 * plate has a second chance, and any other form may be a plate cut short.
 */
function isContested({ plate }: AreaReading): boolean {
  if (!plate || plate.rival === 'none' || plate.confidence < SURE_OF_NARROW) return false
  return plate.form.code === 'kz-car'
}

/**
 * Where a quick look at the shrunk picture shows writing like that of a plate, its surroundings are searched at the full
 * scale. Most plates are found so for half the work; the edges that the quick look finds are too coarse to read by.
 */
async function searchLikelyPlaces(
  models: PlateModels,
  { full }: Frame,
  scale: number,
): Promise<{ near: AreaReading[]; others: Quad[] }> {
  const found: AreaReading[] = []
  const others: Quad[] = []
  const quick = scaleFor(full, QUICK_SIDE)
  if (quick >= scale) return { near: found, others }
  const small = await scalePart(full, wholeOf(full), quick)
  const areas = await detectAreas(models, wholeOf(full), small)
  let lost: Quad | undefined
  for (const area of areas.slice(0, MAX_STRIPS).filter(hasShape)) {
    if (isFurtherOff(area, found)) break
    if (found.some((reading) => isWithin(area, reading.area))) continue
    const impression = await glanceAt(models, full, area)
    if (impression === 'other') others.push(area)
    if (impression === 'other' || impression === 'unclear') continue
    const there = await searchAround(models, full, area, scale, 1, found)
    found.push(...there)
    if (impression === 'whole' && !there.some(isWorth)) lost ??= area
  }
  if (lost && !found.some(isWorth))
    found.push(...(await searchAround(models, full, lost, scale, MORE_ROOM)))
  return { near: found, others }
}

function isWorth(reading: AreaReading): boolean {
  return confidenceOf(reading) >= WORTH_SHOWING
}

async function searchAround(
  models: PlateModels,
  full: Picture,
  area: Quad,
  scale: number,
  room: number,
  earlierReadings: readonly AreaReading[] = [],
): Promise<AreaReading[]> {
  const part = inSteps(partAround(area, full, room), full, scale)
  const small = await scalePart(full, part, scale)
  return searchPart(models, full, part, small, earlierReadings)
}

/**
 * All writing of a part of the picture, `small` as the detector sees it. What was read before is not read again, nor are the
 * `others`, words and dates of the quick look.
 */
async function searchPart(
  models: PlateModels,
  full: Picture,
  part: Box,
  small: Picture,
  earlierReadings: readonly AreaReading[] = [],
  others: readonly Quad[] = [],
): Promise<AreaReading[]> {
  const areas = await detectAreas(models, part, small)
  const read: AreaReading[] = []
  for (const area of areas.slice(0, MAX_STRIPS)) {
    const before = earlierReadings.find((reading) => isWithin(area, reading.area))
    if (before && !read.includes(before)) read.push(before)
    if (others.some((other) => isSame(area, other))) continue
    if (before || isFurtherOff(area, read) || read.some((one) => isBeside(area, one))) continue
    const once = isSecond(area, [...earlierReadings, ...read])
    read.push(await readArea(models, full, area, areas, once))
  }
  return [...read, ...readSquarePlates(models, read)]
}

/** A sure plate much larger than such writing was read: it is that of another vehicle, if it is one. */
function isFurtherOff(area: Quad, read: readonly AreaReading[]): boolean {
  return read.some(
    (one) => confidenceOf(one) >= VOTE && sizeOf(area) < sizeOf(one.area) * FURTHER_OFF,
  )
}

/** The region of a plate that was read with it, its flag and RUS are areas of their own as often as not. */
function isBeside(quad: Quad, { area, plate }: AreaReading): boolean {
  if (!plate || plate.region === 0 || plate.confidence < WORTH_SHOWING) return false
  return isBesideBody(quad, area)
}

/** A larger plate was read surely, so such writing can only be the plate of a second vehicle. */
function isSecond(area: Quad, read: readonly AreaReading[]): boolean {
  return read.some((one) => confidenceOf(one) >= VOTE && sizeOf(area) < sizeOf(one.area))
}

async function detectAreas(models: PlateModels, part: Box, small: Picture): Promise<Quad[]> {
  const map = await models.detect(small)
  return textAreas(map, small.width, small.height).map((quad) => {
    const placed = scaleQuad(quad, part.width / small.width, part.height / small.height)
    return { ...placed, cx: placed.cx + part.x, cy: placed.cy + part.y }
  })
}

function present({ left, top, pixel }: Frame, readings: AreaReading[]): PlateCandidate[] {
  const found = readings.flatMap((reading) => {
    const { area, plate } = reading
    if (!plate || plate.confidence < WORTH_SHOWING) return []
    const { text, chars, form } = plate
    const box = outline(scaleQuad(area, pixel, pixel), left, top)
    const confidence = confidenceOf(reading)
    return [
      { raw: text, plate: normalizePlate(text).plate, confidence, chars, form: form.code, box },
    ]
  })
  return found.sort(compareCandidates).slice(0, MAX_CANDIDATES)
}

function confidenceOf(reading: AreaReading): number {
  const { plate } = reading
  return plate ? Math.min(plate.confidence, limitOf(reading, plate)) : 0
}

function wholeOf({ width, height }: Picture): Box {
  return { x: 0, y: 0, width, height }
}

/** A reading counts at its own level, or is a suggestion, or not even that where it may be a plate of another country. */
function limitOf({ area, writing }: AreaReading, plate: FormReading): number {
  const { form, exact, taken, rival, confidence } = plate
  if (rival === 'foreign') return CONTESTED_SHARE
  if (taken > MOST_TAKEN) return DOUBTFUL
  const width = writing.upper === undefined ? area.width : area.width * 2
  const clear = width >= NEAR_ENOUGH || (width >= NARROWEST && confidence >= SURE_OF_NARROW)
  // White characters on black or blue are a second proof: private cars have none.
  const proved = form.ground === 'dark' && writing.ground === 'dark' && exact
  const usual = USUAL_FORMS.has(form.code)
  const own = usual ? form.country === 'RU' || exact : proved
  return rival === 'none' && clear && own ? 1 : DOUBTFUL
}

/** Of plates that were read reliably the largest belongs to the vehicle in front; doubtful ones come after them. */
function compareCandidates(a: PlateCandidate, b: PlateCandidate): number {
  const sure = Number(b.confidence >= VOTE) - Number(a.confidence >= VOTE)
  if (sure !== 0) return sure
  return a.confidence >= VOTE ? sizeOf(b.box) - sizeOf(a.box) : rank(b) - rank(a)
}

/** A doubtful plate of a rare form comes after a doubtful plate of a lorry. */
function rank({ confidence, form }: PlateCandidate): number {
  return USUAL_FORMS.has(form) ? confidence : confidence - RARE
}

function outline(quad: Quad, left: number, top: number): Box {
  return {
    x: Math.round(left + quad.cx - quad.width / 2),
    y: Math.round(top + quad.cy - quad.height / 2),
    width: Math.round(quad.width),
    height: Math.round(quad.height),
  }
}
