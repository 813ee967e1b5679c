import type { Box, PlateCandidate } from '../plate-reader.ts'
import { VOTE } from './vote-plate.ts'

/** Room on each side in widths of the plate: it may hang aslant, the camera shakes, and a frame of it is needed to find it. */
const ASIDE = 0.5
const ABOVE = 0.35

/**
 * Where the next frame of a waiting vehicle is searched first, a tenth of the work of the whole picture: around the only plate
 * of this one. Undefined when it was not read reliably, or something else in the picture may be a plate too.
 */
export function placeOfPlate(
  candidates: readonly PlateCandidate[] | undefined,
  within: Box | undefined,
): Box | undefined {
  const [best, another] = candidates ?? []
  if (!best || another || best.confidence < VOTE || best.box.width === 0) return undefined
  const { x, y, width, height } = best.box
  const side = Math.round(ASIDE * width)
  const above = Math.round(ABOVE * width)
  const left = Math.max(x - side, within?.x ?? 0)
  const top = Math.max(y - above, within?.y ?? 0)
  const right = Math.min(x + width + side, within ? within.x + within.width : Infinity)
  const bottom = Math.min(y + height + above, within ? within.y + within.height : Infinity)
  return { x: left, y: top, width: right - left, height: bottom - top }
}
