import type { VisitCard } from '#contract/visit/visit-entities.ts'
import { visitCalls } from '#contract/visit/visit.ts'
import { useCall } from '#web/api/use-call.ts'
import { kg } from '#web/ui/format.ts'
import { openVisitPhotos } from './open-visit-photos.ts'
import { AddedPictures } from './visit-pictures.tsx'
import { VisitPhotos } from './visit-photos.tsx'
import styles from './weighing-pictures.module.css'
import { weighingLabel } from './weighing-labels.ts'

/** The same for visits that a list knows without their weighings. */
export function PicturesOfVisits({ ids }: { ids: readonly string[] }) {
  return (
    <div className={styles['many']}>
      {ids.map((id) => (
        <PicturesOfVisit key={id} id={id} />
      ))}
    </div>
  )
}

function PicturesOfVisit({ id }: { id: string }) {
  const { data } = useCall(visitCalls.find, { query: { filter: { id } } }, { quiet: true })
  const visit = data?.items[0]
  if (!visit) return null
  // A truck without pictures is reported; a platform need not have a camera.
  const seen = visit.weighings.some(({ photos }) => photos.length > 0)
  return (
    <>
      {(seen || visit.carnumber) && <WeighingPictures visit={visit} />}
      <AddedPictures visit={visit} />
    </>
  )
}

/** The weighings' pictures beside each other, so that one glance tells whether the same truck went out. */
export function WeighingPictures({ visit }: { visit: VisitCard }) {
  const weighings = visit.weighings.filter(({ cancelled }) => !cancelled)
  if (weighings.length === 0) return null
  return (
    <div className={styles['row']} role="group" aria-label={`Фото заезда ${visit.number}`}>
      {weighings.map((weighing) => (
        <div key={weighing.id}>
          <small className={styles['words']} data-typed={weighing.source === 'manual' || undefined}>
            {weighingLabel(weighing)}
          </small>
          <VisitPhotos photos={weighing.photos} of={`${visit.number}, ${kg(weighing.weight_g)}`} />
        </div>
      ))}
      <button
        type="button"
        className={styles['beside']}
        onClick={() => void openVisitPhotos(visit)}
      >
        Рядом
      </button>
      <button type="button" className={styles['beside']} onClick={() => void openVisitProof(visit)}>
        Показания
      </button>
    </div>
  )
}

/** What proves each weighing of a visit, loaded when it is asked for first. */
async function openVisitProof(visit: Pick<VisitCard, 'id' | 'number'>): Promise<void> {
  const { showVisitProof } = await import('./visit-proof.tsx')
  return showVisitProof(visit)
}
