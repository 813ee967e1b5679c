import { refuse } from '#http/refusal.ts'
import type { Tx } from '../../../db/handle.ts'
import type { RaisedMark } from '../../../flags.ts'
import { givenPictures, findAppearances } from '../../file/file-queries.ts'

/**
 * Pictures that the operator brings are his word: they were saved by a person, for nothing else, and no camera of the yard took them.
 * That another visit shows them already is refused by the database (`photo_of_one_visit`).
 */
export async function assertGivenPhotos(
  tx: Tx,
  ids: readonly string[] | undefined,
  visitId: string | null,
): Promise<void> {
  const given = new Set(ids)
  const found = await givenPictures(tx, [...given], visitId)
  if (found.size < given.size) refuse('common.not-found')
  if ([...found.values()].includes(false)) refuse('weighing.photo-used')
}

// A picture saved again, smaller or brighter, keeps nearly all of it; another truck at the same place does not.
const SAME_CORRELATION = 0.997
// Fog, darkness and a covered lens look alike wherever they are.
const LEAST_CONTRAST = 24

/** The flag of a visit whose picture looks like one of another visit, saved again; none where it does not. */
export async function markSamePhoto(
  tx: Tx,
  ids: readonly string[] | undefined,
  visitId: string,
): Promise<RaisedMark[]> {
  if (!ids || ids.length === 0) return []
  const { given, others } = await findAppearances(tx, ids, visitId)
  const telling = given.filter((look) => Math.max(...look) - Math.min(...look) >= LEAST_CONTRAST)
  const same = others.find(({ look }) => telling.some((one) => isSamePicture(one, look)))
  return same ? [{ code: 'same_photo', why: `Как у заезда ${same.number}` }] : []
}

/** Whether two looks are of one picture: their grey levels rise and fall together, also seen in a mirror. */
function isSamePicture(a: Buffer, b: Buffer): boolean {
  return (
    correlation(a, b) >= SAME_CORRELATION || correlation(a, mirrorPicture(b)) >= SAME_CORRELATION
  )
}

const GRID_WIDTH = 16
const mirrorPicture = (look: Buffer) =>
  look.map((_, i) => look[i - (i % GRID_WIDTH) + (GRID_WIDTH - 1 - (i % GRID_WIDTH))]!)

function correlation(a: Uint8Array, b: Uint8Array): number {
  const mean = (levels: Uint8Array) => levels.reduce((sum, level) => sum + level, 0) / levels.length
  const [meanA, meanB] = [mean(a), mean(b)]
  let [both, ofA, ofB] = [0, 0, 0]
  for (let i = 0; i < a.length; i++) {
    const [x, y] = [a[i]! - meanA, b[i]! - meanB]
    both += x * y
    ofA += x * x
    ofB += y * y
  }
  return ofA === 0 || ofB === 0 ? 0 : both / Math.sqrt(ofA * ofB)
}
