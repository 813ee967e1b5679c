import type { Photo } from '#contract/file/file-entities.ts'
import { files } from '#contract/file/file.ts'
import { useCall } from '#web/api/use-call.ts'
import { time } from '#web/ui/format.ts'
import { BlobPicture } from '#web/ui/media/blob-picture.tsx'
import styles from './small-picture.module.css'

async function openLarge(photos: Photo[], first: Photo, of: string): Promise<void> {
  const { openAlbum } = await import('./visit-photos.tsx')
  openAlbum(photos, first, of)
}

interface SmallPictureProps {
  /** All of the record, among which the large picture moves. */
  photos: Photo[]
  photo: Photo
  /** The record. */
  of: string
  /** Camera and time stand below; otherwise it stands in a row, smaller. */
  worded?: boolean
}

/** A picture drawn small by the server; a press opens it large, the others of the record follow it. */
export function SmallPicture({ photos, photo, of, worded = false }: SmallPictureProps) {
  const input = { params: { id: photo.file_id }, query: worded ? {} : { size: 'row' as const } }
  const { data, error } = useCall(files.getThumbnail, input, { fresh: Infinity, quiet: true })
  const title = [photo.view, photo.taken_at && time(photo.taken_at)].filter(Boolean).join(', ')
  return (
    <button
      type="button"
      className={styles['small']}
      onClick={() => void openLarge(photos, photo, of)}
      aria-label={worded ? title : `${of}: ${title}`}
      title={title}
    >
      <span className={styles['picture']}>
        {data && <BlobPicture blob={data} alt="" />}
        {error && 'не открыто'}
      </span>
      {worded && <small>{title}</small>}
    </button>
  )
}
