import { useState } from 'react'
import type { Photo } from '#contract/file/file-entities.ts'
import { files } from '#contract/file/file.ts'
import type { VisitCard } from '#contract/visit/visit-entities.ts'
import { useCall } from '#web/api/use-call.ts'
import { useMaySend } from '#web/api/use-may.ts'
import type { PhotoRecord } from '#web/offline/outbox-store.ts'
import { dropRecord, storePhoto, useOutbox } from '#web/offline/outbox.ts'
import { deliver } from '#web/offline/send-outbox.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import { asSmallJpeg } from '../file/as-jpeg.ts'
import { FileButton } from '../file/file-button.tsx'
import { VisitPhotos } from './visit-photos.tsx'

/** More than the cameras of a post and a few by hand ever make. */
const MOST = 50
/** Limit of one choice of files: more means that a wrong folder was chosen. */
export const MOST_CHOSEN = 10

interface VisitPicturesProps {
  post: number
  visit?: VisitCard | undefined
  /** The record of this browser that will become the visit. */
  after?: number | undefined
}

/** Pictures that a person adds to the cameras' ones: a damaged load, a paper. Without a link they wait in this browser. */
export function VisitPictures({ post, visit, after }: VisitPicturesProps) {
  const may = useMaySend(files.save)
  const [sending, setSending] = useState(false)
  const records = useOutbox((outbox) => outbox.records)
  const waiting = records.filter(
    (one): one is PhotoRecord =>
      one.kind === 'photo' &&
      one.state === 'waiting' &&
      (visit ? one.body.visit_id === visit.id : one.after === after),
  )
  const take = async (chosen: File[]) => {
    setSending(true)
    await add(chosen, { post, ...(visit && { visit_id: visit.id }) }, after).finally(() =>
      setSending(false),
    )
  }
  return (
    <>
      {may && (
        <FileButton
          label="Приложить фото"
          accept="image/jpeg,image/png"
          many
          share={sending ? 0 : undefined}
          take={take}
        />
      )}
      {visit && <AddedPictures visit={visit} />}
      {waiting.length > 0 && !sending && (
        <span role="status">Фото ждут отправки: {waiting.length}</span>
      )}
    </>
  )
}

/** Saved on the disk of this browser first, then sent; a refusal that the user sees removes the picture again. */
async function add(chosen: File[], body: PhotoRecord['body'], after: number | undefined) {
  const photoIds = await storePictures(chosen, body, after)
  for (const no of photoIds) {
    const outcome = after === undefined ? await deliver(no) : undefined
    if (!outcome) return toast.info(`Фото записано, ждёт отправки № ${no}`)
    if ('answer' in outcome) continue
    await dropRecord(no)
    return toast.error(outcome.refusal)
  }
  return undefined
}

/** Saves chosen pictures to their visit, or to the record that will create it; gives their numbers. */
export async function storePictures(
  chosen: File[],
  body: PhotoRecord['body'],
  after?: number,
): Promise<number[]> {
  const photoIds: number[] = []
  for (const picture of chosen.slice(0, MOST_CHOSEN)) {
    try {
      photoIds.push(await storePhoto(await asSmallJpeg(picture), body, after))
    } catch (error) {
      // A file that is no picture, or no room left in this browser.
      toast.error(`${picture.name}: фото не записано. ${(error as Error).message}`)
    }
  }
  return photoIds
}

/** Pictures that people added; the cameras' pictures are already beside their weighings. */
export function AddedPictures({ visit }: { visit: VisitCard }) {
  const { data } = useCall(
    files.getAll,
    { query: { filter: { entity: ['transaction'], entity_id: visit.id, limit: MOST } } },
    { quiet: true },
  )
  const shown = new Set(
    visit.weighings.flatMap(({ photos }) => photos.map(({ file_id }) => file_id)),
  )
  const photos = (data?.items ?? [])
    .filter(({ id, camera, kind }) => camera === null && kind === 'photo' && !shown.has(id))
    .map(({ id, taken_at }): Photo => {
      return { file_id: id, kind: 'photo', camera: null, view: 'приложено', taken_at, given: true }
    })
  return photos.length > 0 && <VisitPhotos photos={photos} of={`Заезд ${visit.number}`} />
}
