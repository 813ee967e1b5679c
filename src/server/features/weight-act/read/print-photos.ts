import { buffer } from 'node:stream/consumers'
import type { VisitCard } from '#contract/visit/visit-entities.ts'
import { openWhole } from '../../../damage/open-whole.ts'
import { unlessDamaged } from '../../../damage/report-damage.ts'
import type { Db } from '../../../db/handle.ts'
import type { PaperPhoto } from '../../../documents/kinds/weight-act.ts'
import { findFile } from '../../file/file-queries.ts'

// domain.md 9 asks for two photos a weighing; a sheet holds twelve.
const OF_WEIGHING = 2
const OF_SHEET = 12
// Wide enough for a third of a sheet in print, small enough for the body's bound of the contract.
const WIDTH = 480
const QUALITY = 60
const MAX_CHARACTERS = 400_000

/** Pictures of live weighings for the second sheet, drawn small into the page itself so that the print needs no more calls. */
export async function printPhotos(db: Db, visits: readonly VisitCard[]): Promise<PaperPhoto[]> {
  const wanted = visits.flatMap((visit) =>
    visit.weighings
      .filter((weighing) => !weighing.cancelled)
      .flatMap(({ photos, taken_at }) =>
        photos
          .slice(0, OF_WEIGHING)
          .map(({ file_id, view }) => ({ file_id, view, visit: visit.number, taken_at })),
      ),
  )
  const list: PaperPhoto[] = []
  let characters = 0
  for (const { file_id, ...photo } of wanted.slice(0, OF_SHEET)) {
    const src = await drawnSmall(db, file_id)
    characters += src?.length ?? 0
    if (characters > MAX_CHARACTERS) break
    if (src) list.push({ ...photo, src })
  }
  return list
}

async function drawnSmall(db: Db, fileId: string): Promise<string | undefined> {
  const file = await findFile(db, fileId)
  if (!file?.mime.startsWith('image/')) return undefined
  // A damaged picture is left out: the paper is due at the gate all the same.
  const opened = await unlessDamaged(db, () => openWhole(db, file))
  if (!opened) return undefined
  const bytes = await buffer(opened.body)
  const { default: sharp } = await import('sharp')
  const small = await sharp(bytes)
    .resize({ width: WIDTH, withoutEnlargement: true })
    .jpeg({ quality: QUALITY })
    .toBuffer()
  return `data:image/jpeg;base64,${small.toString('base64')}`
}
