import { normalizePlate } from '#contract/requisites/plate.ts'
import { brighten, decodePicture, isDark } from './decode-picture.ts'
import type { FormReading } from './plate-forms.ts'
import type { PlateModels } from './plate-models.ts'
import type { Box, PlateCandidate } from './plate-reader.ts'
import { CONTESTED, DOUBTFUL, readArea, WORTH_SHOWING, type AreaReading } from './read-area.ts'
import { readSquarePlates } from './square-plates.ts'
import { textAreas, type Quad } from './text-areas.ts'

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

type Frame = Awaited<ReturnType<typeof decodePicture>>

/** Reads every plate of one JPEG (devices.md 6.2), best first; throws when the bytes are no picture. */
export async function readPlates(
  models: PlateModels,
  jpeg: Uint8Array,
  roi?: Box,
): Promise<PlateCandidate[]> {
  const frame = await decodePicture(jpeg, roi)
  const found = await searchPlates(models, frame, frame)
  if (found.length > 0 || !isDark(frame.small)) return found
  const { full, small } = frame
  return searchPlates(models, frame, { full: brighten(full), small: brighten(small) })
}

async function searchPlates(
  models: PlateModels,
  { left, top, pixel }: Frame,
  { full, small }: Pick<Frame, 'full' | 'small'>,
): Promise<PlateCandidate[]> {
  const map = await models.detect(small)
  const areas = textAreas(map, small.width, small.height).map((quad) =>
    scaled(quad, full.width / small.width, full.height / small.height),
  )
  const read: AreaReading[] = []
  for (const area of areas.slice(0, MAX_STRIPS))
    read.push(await readArea(models, full, area, areas))
  const found = [...read, ...readSquarePlates(models, read)].flatMap((reading) => {
    const { area, plate } = reading
    if (!plate || plate.confidence < WORTH_SHOWING) return []
    const { text, chars, form } = plate
    const box = outline(scaled(area, pixel, pixel), left, top)
    const confidence = Math.min(plate.confidence, limitOf(reading, plate))
    return [
      { raw: text, plate: normalizePlate(text).plate, confidence, chars, form: form.code, box },
    ]
  })
  return found.sort((a, b) => rank(b) - rank(a)).slice(0, MAX_CANDIDATES)
}

/** A reading counts at its own level, or is a suggestion, or not even that where it may be a plate of another country. */
function limitOf({ area, writing }: AreaReading, plate: FormReading): number {
  const { form, exact, rival, confidence } = plate
  if (rival === 'foreign') return CONTESTED
  const width = writing.upper === undefined ? area.width : area.width * 2
  const clear = width >= NEAR_ENOUGH || (width >= NARROWEST && confidence >= SURE_OF_NARROW)
  // White signs on black or blue are a second witness: no car of a private person has them.
  const proved = form.ground === 'dark' && writing.ground === 'dark' && exact
  const usual = USUAL_FORMS.has(form.code)
  const own = usual ? form.country === 'RU' || exact : proved
  return rival === 'none' && clear && own ? 1 : DOUBTFUL
}

/** A doubtful plate of a rare form stands behind a doubtful one of a lorry. */
function rank({ confidence, form }: PlateCandidate): number {
  return USUAL_FORMS.has(form) ? confidence : confidence - RARE
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
