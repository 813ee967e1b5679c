import type { VisitCard, Weighing } from '#contract/visit/visit-entities.ts'
import { openDialog } from '#web/ui/dialogs/ask.ts'
import { kg, time } from '#web/ui/format.ts'
import { Badge } from '#web/ui/feedback/status-badge.tsx'
import captureStyles from '../visit/scale/capture.module.css'
import visitStyles from '../visit/visit.module.css'
import { openAlbum, Thumb } from './visit-photos.tsx'
import { weighingKinds } from './weighing-labels.ts'

/** Every weighing in a column of its own, each camera in a row: a changed trailer or load is seen at once. */
export function showVisitPhotos(visit: VisitCard): Promise<void> {
  return openDialog({ title: `Фото заезда ${visit.number}`, width: 960 }, () => (
    <SideBySide visit={visit} />
  ))
}

function SideBySide({ visit }: { visit: VisitCard }) {
  const weighings = visit.weighings.filter(({ cancelled }) => !cancelled)
  const views = [...new Set(weighings.flatMap(({ photos }) => photos.map(({ view }) => view)))]
  return (
    <div className={visitStyles['sides']}>
      {weighings.map((weighing) => (
        <section key={weighing.id} aria-label={weighingKinds[weighing.kind]}>
          <h3>
            {weighingKinds[weighing.kind]} {time(weighing.taken_at)}: {kg(weighing.weight_g)}
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
  const of = `${weighingKinds[weighing.kind]} ${time(weighing.taken_at)}`
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

function seenWords({ plate_read, plate_by, source }: Weighing, plate: string | null): string {
  if (source === 'manual') return 'Ручной ввод'
  if (source === 'stored_tare') return 'Сохранённая тара'
  if (!plate_read) return 'Номер камера не прочла'
  if (plate_by === 'operator') return `Номер ${plate_read}, со слов оператора`
  return plate_read === plate ? `Номер ${plate_read}` : `Камера видела ${plate_read}`
}
