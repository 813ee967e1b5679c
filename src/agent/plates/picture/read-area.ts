import { cutStrip } from './cut-strip.ts'
import type { Picture } from './decode-picture.ts'
import { readBody, readWhole, type FormReading, type Writing } from '../vote/plate-forms.ts'
import { countDigits, countSigns } from '../vote/columns.ts'
import { groundOf, hasSkyFlag } from './plate-ground.ts'
import type { PlateAlphabet } from '../model/plate-alphabet.ts'
import type { PlateModels } from '../model/plate-models.ts'
import { readRegionText, withRegionPlace, type RegionReading } from './read-region.ts'
import { hidesPart } from './hidden-parts.ts'
import { pointsOf, type Point, type Quad } from './text-areas.ts'

/** Below this a strip holds no plate, whatever the grammar made of it. */
export const WORTH_SHOWING = 0.3
/** Under the 0.7 of an accepted frame. */
export const DOUBTFUL = 0.65
/** Under the 0.5 of what is shown at all. */
export const CONTESTED_SHARE = 0.45
/** Good enough to look no further for the region. */
const SURE = 0.8
const SURE_OF_TWO = 0.95
const CLEAR_SIGNS = 4
/** More signs without a place in the text are those of a watermark, an address or the name of a dealer. */
const MOST_OTHERS = 2
/** Behind a body alone, in which a region and RUS may follow. */
const MOST_BEHIND = 5
/** Nine signs of a plate, RUS and a bolt or two; a date that a camera prints has more. */
const MOST_SIGNS = 13
/** Of the three that every form has: О stands for 0 in some readings. */
const FEWEST_DIGITS = 2
/** A date that a camera prints, «03-08-00 19:13», has two marks between digits at least; no form of a plate has. */
const MOST_DIVIDED = 1
/** Below this a digit of the region that was read with the body is no word against what its own looks say. */
const UNSURE_DIGIT = 0.5
/** Pixels of an area; on a narrower plate a wrong digit can look as sure as a right one, so it is looked at twice. */
const NEAR_ENOUGH = 105
/** Of the second look: signs that stand close together get columns of their own. */
const STRETCH = 1.45
/** Of the third: an area that the detector cut short lost its first sign or the region. */
const WIDER = 1.25
const HIGHER = 1.12

/** A reading, and where in the picture each of its signs stands. */
type PlacedReading = FormReading & { points: Point[] }

/** One area of writing as it was first seen, and the plate in it, if there is one. */
export interface AreaReading {
  area: Quad
  writing: Writing
  signs: number
  plate: FormReading | undefined
}

/**
 * What one look at an area shows: a whole plate, enough signs of some plate to look at it closely, clear writing that is none,
 * or nothing that can be told.
 */
export type Impression = 'whole' | 'partly' | 'other' | 'unclear'

export async function glanceAt(
  models: PlateModels,
  picture: Picture,
  area: Quad,
): Promise<Impression> {
  const { alphabet } = models
  const writing = await readForm(models, picture, area)
  if (!hasSigns(writing, alphabet))
    return countSigns(writing.columns, alphabet.writing) < CLEAR_SIGNS ? 'unclear' : 'other'
  const whole = readWhole(writing, alphabet)
  if (resemblesPlate(whole)) return isWorth(whole) ? 'whole' : 'partly'
  return resemblesPlate(readBody(writing, alphabet)) ? 'partly' : 'unclear'
}

async function readForm(
  models: PlateModels,
  picture: Picture,
  area: Quad,
  stretch = 1,
): Promise<Writing> {
  const strip = cutStrip(picture, area, stretch)
  return { columns: await models.recognise(strip), ground: groundOf(strip) }
}

/**
 * A region may stand in the same strip, in the next area to the right, or where the form expects it. `once`: one look must do,
 * since a larger plate was read surely and comes first whatever more looks would show here.
 */
export async function readArea(
  models: PlateModels,
  picture: Picture,
  area: Quad,
  areas: readonly Quad[],
  once = false,
): Promise<AreaReading> {
  const skyFlag = hasSkyFlag(picture, area)
  const look = async (quad: Quad, stretch?: number): Promise<Writing> => ({
    ...(await readForm(models, picture, quad, stretch)),
    skyFlag,
  })
  const lookWhole = async (quad: Quad, stretch?: number) =>
    placeReading(quad, readWhole(await look(quad, stretch), models.alphabet))
  const writing = await look(area)
  const signs = countSigns(writing.columns, models.alphabet.writing)
  const first = placeReading(area, readWhole(writing, models.alphabet))
  // The flag of a foreign plate is as dark as mud to a camera at night.
  const isHidden = (plate: PlacedReading) =>
    (isRussian(plate) || !skyFlag) && hidesPart(picture, area, plate)
  const result = (plate: PlacedReading | undefined) => {
    const seen = plate && isHidden(plate) ? lowerToDoubt(plate) : plate
    return { area, writing, signs, plate: seen }
  }
  const near = area.width >= NEAR_ENOUGH
  if (near && isSure(first)) return result(first)
  if (once || !hasSigns(writing, models.alphabet)) return result(first && lowerToDoubt(first))
  const alone = placeReading(area, readBody(writing, models.alphabet))
  if (!resemblesPlate(first) && !resemblesPlate(alone)) return result(first)
  const lacksRegion = near && alone && isClear(alone) && !isWorth(first)
  let whole = lacksRegion ? first : agreedReading(first, await lookWhole(area, STRETCH))
  if (isSure(whole)) return result(whole)
  const body = likelierBody(bodyOf(whole), alone)
  if (body && body.confidence >= WORTH_SHOWING && isRussian(body)) {
    const longer = await lookWhole(withRegionPlace(area, body), STRETCH)
    const agreeing =
      near && [whole, longer].every((one) => one && isClear(one) && one.text === first?.text)
    if (longer && longer.text.startsWith(body.text)) whole = agreedReading(whole, longer)
    if (isSure(whole) || agreeing) return result(whole)
    const region = await readRegionText(models, picture, area, areas, body)
    if (region && region.confidence >= WORTH_SHOWING) whole = reconcile(whole, body, region)
  }
  if (whole && isRussian(whole) && whole.confidence >= WORTH_SHOWING) return result(whole)
  const wide = { ...area, width: area.width * WIDER, height: area.height * HIGHER }
  return result(agreedReading(whole, await lookWhole(wide)))
}

function placeReading(quad: Quad, reading: FormReading | undefined): PlacedReading | undefined {
  return reading && { ...reading, points: pointsOf(quad, reading.at) }
}

/** Neither a word nor a date: every form has three digits, and none has two marks between them. */
function hasSigns({ columns }: Writing, alphabet: PlateAlphabet): boolean {
  const signs = countSigns(columns, alphabet.writing)
  if (signs < CLEAR_SIGNS || signs > MOST_SIGNS) return false
  const { count, divided } = countDigits(columns, alphabet)
  return count >= FEWEST_DIGITS && divided <= MOST_DIVIDED
}

/** A second look costs as much as the first: only where most signs of some form stood out. */
function resemblesPlate(reading: FormReading | undefined): boolean {
  if (!reading || reading.clear < CLEAR_SIGNS) return false
  return reading.others <= (reading.region === 0 && isRussian(reading) ? MOST_BEHIND : MOST_OTHERS)
}

function isRussian({ form }: FormReading): boolean {
  return form.country === 'RU'
}

/** Two looks that spell the same confirm each other; two that differ leave a doubt about the better one. */
function agreedReading(
  one: PlacedReading | undefined,
  other: PlacedReading | undefined,
): PlacedReading | undefined {
  if (!one || !other) return one ?? other
  const better = other.confidence > one.confidence ? other : one
  const worse = better === one ? other : one
  if (one.text === other.text || worse.confidence < WORTH_SHOWING) return better
  return lowerToDoubt(better)
}

function lowerToDoubt(reading: PlacedReading): PlacedReading {
  return { ...reading, confidence: Math.min(reading.confidence, DOUBTFUL) }
}

/** Blurred equal digits melt together (777 to 77, 116 to 16), so two digits need more than three do. */
function isSure(whole: FormReading | undefined): boolean {
  if (!whole || whole.rival !== 'none') return false
  return whole.confidence >= (whole.region === 2 ? SURE_OF_TWO : SURE)
}

function isWorth(reading: FormReading | undefined): boolean {
  return (reading?.confidence ?? 0) >= WORTH_SHOWING
}

function isClear({ confidence, rival }: FormReading): boolean {
  return rival === 'none' && confidence >= SURE
}

/** The body of a whole plate that was read at all. */
function bodyOf(whole: PlacedReading | undefined): PlacedReading | undefined {
  if (!whole || whole.confidence < WORTH_SHOWING || whole.region === 0) return undefined
  const signs = whole.text.length - whole.region
  const chars = whole.chars.slice(0, signs)
  return {
    ...whole,
    text: whole.text.slice(0, signs),
    region: 0,
    chars,
    at: whole.at.slice(0, signs),
    points: whole.points.slice(0, signs),
    confidence: Math.min(...chars),
  }
}

/** A rare form that was read whole is no reason to overlook the body of a lorry's own. */
function likelierBody(one: PlacedReading | undefined, other: PlacedReading | undefined) {
  if (!one || !other || one.form === other.form) return one ?? other
  return one.form.rarity > other.form.rarity && other.confidence > SURE ? other : one
}

function reconcile(
  whole: PlacedReading | undefined,
  body: PlacedReading,
  region: RegionReading,
): PlacedReading {
  const joined = {
    ...body,
    text: body.text + region.text,
    region: region.text.length,
    chars: [...body.chars, ...region.chars],
    points: [...body.points, ...region.points],
    confidence: Math.min(body.confidence, region.confidence),
  }
  if (!whole || whole.confidence < WORTH_SHOWING) return joined
  const better = whole.confidence > joined.confidence ? whole : joined
  const unsure = Math.min(...whole.chars.slice(-whole.region)) < UNSURE_DIGIT
  return joined.text === whole.text || (better === joined && unsure) ? better : lowerToDoubt(better)
}
