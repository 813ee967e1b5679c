import type { Photo } from '#contract/file-entities.ts'
import { files } from '#contract/file.ts'
import type { TransactionCard, Weighing } from '#contract/transaction-entities.ts'
import { useCall } from '#web/api/use-call.ts'
import { openDialog } from '#web/ui/ask.ts'
import { kg, time } from '#web/ui/format.ts'
import { Badge } from '#web/ui/status-badge.tsx'
import { Viewer } from '#web/ui/viewer.tsx'
import { useState } from 'react'
import { BlobPicture } from './camera-view.tsx'
import captureStyles from './capture.module.css'
import frame from './station.module.css'
import visitStyles from './visit.module.css'

const KINDS = { in: 'Въезд', mid: 'Выгрузка', out: 'Выезд', tare: 'Тара' }

/** Small pictures of one weighing; a press opens them large, arrows walk. */
export function VisitPhotos({ photos, of }: { photos: Photo[]; of: string }) {
  if (photos.length === 0) return <span className={frame['dimmed']}>нет фото</span>
  return (
    <span className={visitStyles['photos']}>
      {photos.map((photo) => (
        <Thumb
          key={photo.file_id}
          photo={photo}
          alt={`${of}: ${photo.view}`}
          open={() => openAlbum(photos, photo, of)}
        />
      ))}
    </span>
  )
}

/** Every weighing in a column of its own, each camera in a row: a changed trailer or load is seen at once. */
export function openVisitPhotos(visit: TransactionCard): Promise<void> {
  return openDialog({ title: `Фото заезда ${visit.number}`, width: 960 }, () => (
    <SideBySide visit={visit} />
  ))
}

function SideBySide({ visit }: { visit: TransactionCard }) {
  const weighings = visit.weighings.filter(({ cancelled }) => !cancelled)
  const views = [...new Set(weighings.flatMap(({ photos }) => photos.map(({ view }) => view)))]
  return (
    <div className={visitStyles['sides']}>
      {weighings.map((weighing) => (
        <section key={weighing.id} aria-label={KINDS[weighing.kind]}>
          <h3>
            {KINDS[weighing.kind]} {time(weighing.taken_at)}: {kg(weighing.weight_g)}
          </h3>
          <p className={captureStyles['read']}>{seenWords(weighing, visit.carnumber)}</p>
          {views.map((view) => (
            <Side key={view} view={view} weighing={weighing} />
          ))}
          {weighing.photos.length === 0 && <Badge tone="orange" icon="cross" label="Нет фото" />}
        </section>
      ))}
    </div>
  )
}

function Side({ view, weighing }: { view: string; weighing: Weighing }) {
  const photo = weighing.photos.find((one) => one.view === view)
  const of = `${KINDS[weighing.kind]} ${time(weighing.taken_at)}`
  if (!photo) return <p className={visitStyles['absent']}>{view}: нет фото</p>
  return (
    <figure>
      <Thumb
        photo={photo}
        alt={`${of}: ${view}`}
        open={() => openAlbum(weighing.photos, photo, of)}
      />
      <figcaption>{view}</figcaption>
    </figure>
  )
}

function seenWords({ plate_read, source }: Weighing, plate: string | null): string {
  if (source === 'manual') return 'Ручной ввод'
  if (source === 'stored_tare') return 'Сохранённая тара'
  if (!plate_read) return 'Номер камера не прочла'
  return plate_read === plate ? `Номер ${plate_read}` : `Камера видела ${plate_read}`
}

function openAlbum(photos: Photo[], first: Photo, of: string) {
  const all = photos.map(({ file_id }) => file_id)
  void openDialog({ title: of, width: 960 }, () => (
    <Album first={first.file_id} all={all} alt={of} />
  ))
}

function Thumb({ photo, alt, open }: { photo: Photo; alt: string; open: () => void }) {
  const { data } = useCall(files.get, { params: { id: photo.file_id } }, { fresh: Infinity })
  return (
    <button
      type="button"
      className={visitStyles['thumb']}
      title={alt}
      aria-label={alt}
      onClick={open}
    >
      {data && <BlobPicture blob={data} alt="" />}
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
