import * as z from 'zod/mini'
import { cargoShare, heapShare } from '../cameras/camera.ts'
import { COLOUR_NAMES } from '../drawing/colours.ts'
import { isDrawablePlate } from '../drawing/draw-plate.ts'
import type { Shot } from '../drawing/render-photo.ts'
import { seededRandom } from '../random.ts'
import { refuse } from '../refusal.ts'

/** The larger of the two platforms: products cover it in proportion. */
const PLATFORM_G = 600_000
const MOST_KG = 200_000

const queryShape = z.strictObject({
  view: z._default(z.enum(['front', 'rear', 'indicator', 'platform']), 'front'),
  plate: z.optional(
    z.string().check(
      z.maxLength(20),
      z.refine((plate) => isDrawablePlate(plate), 'такой номер нарисовать нельзя'),
    ),
  ),
  colour: z.optional(z.enum(COLOUR_NAMES)),
  weight_kg: z._default(z.coerce.number().check(z.minimum(-MOST_KG), z.maximum(MOST_KG)), 0),
  seed: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(2 ** 31)), 0),
  near: z._default(z.coerce.number().check(z.minimum(0), z.maximum(1)), 1),
  at: z.optional(z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?/))),
})

/**
 * Reads GET /sim/photo: the picture depends on these parameters alone, so the same address always
 * gives the same bytes. `at` is printed as it is written, without any time zone; no plate is an
 * empty yard.
 */
export function readPhotoQuery(query: URLSearchParams): Shot {
  const parsed = queryShape.safeParse(Object.fromEntries(query))
  if (!parsed.success) refuse(400, z.prettifyError(parsed.error))
  const { view, plate, colour, weight_kg, seed, near, at } = parsed.data
  const chance = seededRandom(seed)
  const paint = chance.pick(COLOUR_NAMES)
  const weight_g = weight_kg * 1000
  return {
    view,
    seed,
    frame: seed,
    light: chance.whole(0, 1000),
    lorry: plate ? { plate, colour: colour ?? paint, load_share: heapShare(weight_g) } : null,
    near,
    display: { text: weightText(weight_kg), stable: true, zero: weight_kg === 0 },
    goods_share: cargoShare(weight_g, PLATFORM_G),
    stamp: at ? timestampOf(at) : '',
  }
}

/** Seven places of the display, so at most two decimals. */
function weightText(weight_kg: number) {
  return String(Math.round(weight_kg * 100) / 100)
}

function timestampOf(at: string) {
  const [day = '', time = ''] = at.slice(0, 19).split('T')
  return `${day.split('-').reverse().join('-')} ${time}`
}
