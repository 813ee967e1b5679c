import { cutStrip } from './cut-strip.ts'
import { decodePicture, type Picture } from './decode-picture.ts'
import { readBody, readRegion, readWhole, type FormReading } from './plate-forms.ts'
import type { Columns, Spelling } from './plate-grammar.ts'
import type { PlateModels } from './plate-models.ts'
import type { Box, PlateCandidate } from './plate-reader.ts'
import { textAreas, type Quad } from './text-areas.ts'

/** Strips read a frame: each costs 10 to 25 ms, and a plate is among the largest writing of a post's view. */
const MAX_STRIPS = 10
const MAX_CANDIDATES = 5
/** Below this a strip holds no plate, whatever the grammar made of it. */
const WORTH_SHOWING = 0.3
/** Good enough to look no further for the region. */
const SURE = 0.8
const SURE_OF_TWO = 0.95
/** Under the 0.7 of an accepted frame. */
const DOUBTFUL = 0.65
const CLEAR_SIGNS = 4
/** Of the second look: signs that stand close together get columns of their own. */
const STRETCH = 1.45
/** Lorries and trailers; a plate of any other form is rare at a scale and a misread one is not, so it stays a suggestion. */
const USUAL_FORMS = new Set(['L999LLR', 'LL9999R'])
/** Writing so narrow, pixels, stands on a plate under 95: there a wrong digit of the region looks as sure as a right one. */
const NEAR_ENOUGH = 105
/** Where the region block stands, in spans from the body's first to its last sign; height and shift in its height. */
const REGION_LOOKS = [
  { from: 0.15, width: 0.49, height: 1, across: 0 },
  { from: 0.16, width: 0.48, height: 0.8, across: -0.1 },
  { from: 0.17, width: 0.46, height: 0.65, across: -0.1 },
]

/** Reads every plate of one JPEG (devices.md 6.2), best first; throws when the bytes are no picture. */
export async function readPlates(
  models: PlateModels,
  jpeg: Uint8Array,
  roi?: Box,
): Promise<PlateCandidate[]> {
  const { full, small, left, top, pixel } = await decodePicture(jpeg, roi)
  const map = await models.detect(small)
  const areas = textAreas(map, small.width, small.height).map((quad) =>
    scaled(quad, full.width / small.width, full.height / small.height),
  )
  const found: PlateCandidate[] = []
  for (const area of areas.slice(0, MAX_STRIPS)) {
    const read = await readArea(models, full, area, areas)
    if (!read || read.confidence < WORTH_SHOWING) continue
    const text = textOf(read)
    const box = outline(scaled(area, pixel, pixel), left, top)
    const { chars, form } = read
    const sure = USUAL_FORMS.has(form) && area.width >= NEAR_ENOUGH
    const confidence = sure ? read.confidence : Math.min(read.confidence, DOUBTFUL)
    found.push({ raw: text, plate: text, confidence, chars, form, box })
  }
  return found.sort((a, b) => b.confidence - a.confidence).slice(0, MAX_CANDIDATES)
}

/** A region may stand in the same strip, in the next area to the right, or where the form expects it. */
async function readArea(
  models: PlateModels,
  picture: Picture,
  area: Quad,
  areas: readonly Quad[],
): Promise<FormReading | undefined> {
  const columns = await models.recognise(cutStrip(picture, area))
  const first = readWhole(columns, models.alphabet)
  if (!first || isSure(first)) return first
  const wider = looksLikePlate(first) && (await readWider(models, picture, area))
  const whole = wider ? agreed(first, wider) : first
  if (isSure(whole)) return whole
  const body = bodyOf(whole, readBody(columns, models.alphabet))
  if (!body || body.confidence < WORTH_SHOWING) return whole
  const looks: Spelling[] = []
  for (const quad of regionPlaces(area, areas, body, columns)) {
    const strip = await models.recognise(cutStrip(picture, quad))
    const region = readRegion(strip, models.alphabet)
    if (region && region.confidence >= WORTH_SHOWING) looks.push(region)
  }
  const region = agreedRegion(looks)
  return region ? reconcile(whole, body, region) : whole
}

/** A second look costs as much as the first: only where most signs of some form stood out. */
function looksLikePlate({ chars }: FormReading): boolean {
  return chars.filter((char) => char > 0.5).length >= CLEAR_SIGNS
}

async function readWider(models: PlateModels, picture: Picture, area: Quad) {
  const columns = await models.recognise(cutStrip(picture, area, STRETCH))
  return readWhole(columns, models.alphabet)
}

/** Two looks that spell the same confirm each other; two that differ leave a doubt about the better one. */
function agreed(one: FormReading, other: FormReading): FormReading {
  const better = other.confidence > one.confidence ? other : one
  const worse = better === one ? other : one
  const same = textOf(one) === textOf(other)
  if (same || worse.confidence < WORTH_SHOWING) return better
  return { ...better, confidence: Math.min(better.confidence, DOUBTFUL) }
}

function textOf({ body, region }: FormReading): string {
  return body.text + (region ?? '')
}

/** Blurred equal digits melt together (777 to 77, 116 to 16), so two digits need more than three do. */
function isSure(whole: FormReading): boolean {
  return whole.confidence >= (whole.region?.length === 3 ? SURE : SURE_OF_TWO)
}

/** The body of a whole plate that was read at all, else the body alone. */
function bodyOf(whole: FormReading | undefined, alone: FormReading | undefined) {
  if (!whole || whole.confidence < WORTH_SHOWING) return alone
  const chars = whole.chars.slice(0, whole.body.text.length)
  const form = whole.form.slice(0, -1)
  return { ...whole, form, region: null, chars, confidence: Math.min(...chars) }
}

function reconcile(
  whole: FormReading | undefined,
  body: FormReading,
  region: Spelling,
): FormReading {
  const joined = {
    ...body,
    form: `${body.form}R`,
    region: region.text,
    chars: [...body.chars, ...region.chars],
    confidence: Math.min(body.confidence, region.confidence),
  }
  if (!whole || whole.confidence < WORTH_SHOWING) return joined
  const better = whole.confidence > joined.confidence ? whole : joined
  if (joined.region === whole.region) return better
  return { ...better, confidence: Math.min(better.confidence, DOUBTFUL) }
}

/** A block of two or three digits is easily cut wrong, so one look alone is never enough to be accepted. */
function agreedRegion(looks: readonly Spelling[]): Spelling | undefined {
  const weight = (text: string) =>
    looks.reduce((sum, look) => sum + (look.text === text ? look.confidence : 0), 0)
  const best = looks.toSorted(
    (a, b) => weight(b.text) - weight(a.text) || b.confidence - a.confidence,
  )[0]
  if (!best) return undefined
  const agreeing = looks.filter((look) => look.text === best.text).length
  const against = looks.length - agreeing
  const held = agreeing > 1 && against === 0 ? best.confidence : Math.min(best.confidence, DOUBTFUL)
  return { ...best, confidence: held }
}

function regionPlaces(
  area: Quad,
  areas: readonly Quad[],
  body: FormReading,
  columns: Columns,
): Quad[] {
  const neighbour = areas.find((other) => isRightOf(area, other))
  const expected = REGION_LOOKS.map((look) => expectedRegion(area, body, columns, look))
  return [...(neighbour ? [neighbour] : []), ...expected]
}

function isRightOf(area: Quad, other: Quad): boolean {
  const dx = other.cx - area.cx
  const dy = other.cy - area.cy
  const along = dx * Math.cos(area.angle) + dy * Math.sin(area.angle)
  const across = Math.abs(dy * Math.cos(area.angle) - dx * Math.sin(area.angle))
  return along > area.width * 0.4 && along < area.width * 0.95 && across < area.height * 0.5
}

/** From the columns of the body's first and last sign; the block's digits stand above RUS and the flag. */
function expectedRegion(
  area: Quad,
  body: FormReading,
  columns: Columns,
  look: (typeof REGION_LOOKS)[number],
): Quad {
  const place = (column: number) => ((column + 0.5) / columns.steps - 0.5) * area.width
  const first = place(body.body.at[0]!)
  const last = place(body.body.at.at(-1)!)
  const width = (last - first) * look.width
  const along = last + (last - first) * look.from + width / 2
  const across = area.height * look.across
  const cos = Math.cos(area.angle)
  const sin = Math.sin(area.angle)
  return {
    cx: area.cx + along * cos - across * sin,
    cy: area.cy + along * sin + across * cos,
    width,
    height: area.height * look.height,
    angle: area.angle,
  }
}

function scaled(quad: Quad, kx: number, ky: number): Quad {
  return {
    ...quad,
    cx: quad.cx * kx,
    cy: quad.cy * ky,
    width: quad.width * kx,
    height: quad.height * ky,
  }
}

function outline(quad: Quad, left: number, top: number): Box {
  return {
    x: Math.round(left + quad.cx - quad.width / 2),
    y: Math.round(top + quad.cy - quad.height / 2),
    width: Math.round(quad.width),
    height: Math.round(quad.height),
  }
}
