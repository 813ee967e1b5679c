import { Button } from '@mantine/core'
import type { VisitCard, Weighing } from '#contract/visit/visit-entities.ts'
import { kg, time } from '#web/ui/format.ts'
import { Badge } from '#web/ui/feedback/status-badge.tsx'
import { VisitPhotos } from './visit-photos.tsx'
import { weighingKinds } from './weighing-labels.ts'
import frame from '../visit/station.module.css'
import styles from '../visit/visit.module.css'

interface VisitFiguresProps {
  visit: VisitCard
  cancel?: (weighing: Weighing) => void
}

/** Every weighing of a visit and what they come to. */
export function VisitFigures({ visit, cancel }: VisitFiguresProps) {
  // Once the visit is finished, the newest tare of its plate is its own.
  const previousTares = visit.last_tares.filter(({ at }) => at !== visit.out_at)
  const undone = lastCancellable(visit)
  return (
    <table className={styles['figures']}>
      <tbody>
        {visit.weighings.map((weighing) => (
          <tr
            key={weighing.id}
            data-manual={weighing.source === 'manual' || undefined}
            data-void={weighing.cancelled ? true : undefined}
            title={weighing.cancelled?.reason ?? weighing.reason ?? undefined}
          >
            <th scope="row">
              {weighingKinds[weighing.kind]} {time(weighing.taken_at)}
              {weighing.source === 'manual' && <Badge tone="orange" label="Ручной вес" />}
              {weighing.source === 'stored_tare' && <Badge tone="yellow" label="По таре" />}
            </th>
            <td>
              <VisitPhotos
                photos={weighing.photos}
                of={`${weighingKinds[weighing.kind]} ${visit.number}`}
              />
            </td>
            <td>
              {kg(weighing.weight_g)}
              {cancel && weighing.id === undone && (
                <Button
                  variant="subtle"
                  color="gray"
                  title="Отменить взвешивание"
                  aria-label={`Отменить взвешивание ${weighingKinds[weighing.kind]}`}
                  onClick={() => cancel(weighing)}
                >
                  ✕
                </Button>
              )}
            </td>
          </tr>
        ))}
        {visit.status === 'in' && (
          <tr>
            <th scope="row">Выезд</th>
            <td />
            <td className={frame['dimmed']}>ждёт записи</td>
          </tr>
        )}
        {visit.gross_g !== null && visit.tare_g !== null && (
          <Figure title="Брутто − тара" words={`${kg(visit.gross_g)} − ${kg(visit.tare_g)}`} />
        )}
        {visit.net_g !== null && (
          <tr className={styles['net']}>
            <th scope="row">Нетто</th>
            <td />
            <td>{kg(visit.net_g)}</td>
          </tr>
        )}
        {previousTares.length > 0 && (
          <tr>
            <th scope="row">Тара прошлых</th>
            <td colSpan={2} className={frame['dimmed']}>
              {previousTares.map(({ tare_g }) => kg(tare_g)).join(', ')}
            </td>
          </tr>
        )}
      </tbody>
    </table>
  )
}

/** Only the newest weighing may be taken back, and never the one that a visit began with (domain.md 3.11). */
function lastCancellable({ status, mode, weighings }: VisitCard): string | undefined {
  const live = weighings.filter(({ cancelled }) => !cancelled)
  const open = (status === 'in' || status === 'closed') && mode !== 'platform'
  return open && live.length > 1 ? live.at(-1)!.id : undefined
}

function Figure({ title, words }: { title: string; words: string }) {
  return (
    <tr>
      <th scope="row">{title}</th>
      <td colSpan={2}>{words}</td>
    </tr>
  )
}
