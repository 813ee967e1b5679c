import type { Photo } from '#contract/file/file-entities.ts'
import { files } from '#contract/file/file.ts'
import { useCall } from '#web/api/use-call.ts'
import { openDialog } from '#web/ui/dialogs/ask.ts'
import { lazyPart } from '#web/ui/layout/lazy-part.tsx'
import { useRef, useState } from 'react'
import { BlobPicture } from '../../ui/media/blob-picture.tsx'
import { useSeen } from '../../ui/media/use-seen.ts'
import frame from '../visit/station.module.css'
import visitStyles from '../visit/visit.module.css'

const Viewer = lazyPart(async () => (await import('#web/features/file/viewer.tsx')).Viewer)

/** Small pictures of one weighing; a press opens them large, arrows move between them. */
export function VisitPhotos({ photos, of }: { photos: Photo[]; of: string }) {
  if (photos.length === 0) return <span className={frame['dimmed']}>нет фото</span>
  return (
    <span className={visitStyles['photos']}>
      {photos.map((photo) => (
        <Thumb
          key={photo.file_id}
          small
          photo={photo}
          alt={`${of}: ${photo.view}`}
          open={() => openAlbum(photos, photo, of)}
        />
      ))}
    </span>
  )
}

/** All pictures of a weighing one after another, from `first` on. */
export function openAlbum(photos: Photo[], first: Photo, of: string) {
  const all = photos.map(({ file_id }) => file_id)
  void openDialog({ title: of, width: 960 }, () => (
    <Album first={first.file_id} all={all} alt={of} />
  ))
}

interface ThumbProps {
  photo: Photo
  alt: string
  open: () => void
  /** Fifty rows of pictures are drawn small by the server. */
  small?: boolean
}

/** A small picture that opens large; one far down a page is not asked for. */
export function Thumb({ photo, alt, open, small = false }: ThumbProps) {
  const button = useRef<HTMLButtonElement>(null)
  const { data, error } = useCall(
    small ? files.getThumbnail : files.get,
    { params: { id: photo.file_id } },
    { fresh: Infinity, quiet: true, when: useSeen(button) },
  )
  return (
    <button
      ref={button}
      type="button"
      className={visitStyles['thumb']}
      title={error?.message ?? alt}
      aria-label={alt}
      onClick={open}
    >
      {data && <BlobPicture blob={data} alt="" />}
      {error && <span className={frame['dimmed']}>не открыто</span>}
    </button>
  )
}

function Album({ first, all, alt }: { first: string; all: string[]; alt: string }) {
  const [file, setFile] = useState(first)
  return (
    <div className={visitStyles['album']}>
      <Viewer file={file} alt={alt} others={all} show={setFile} />
    </div>
  )
}
