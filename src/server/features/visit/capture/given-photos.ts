import { refuse } from '#http/refusal.ts'
import type { Tx } from '../../../db/handle.ts'
import { givenPictures } from '../../file/file-queries.ts'

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
