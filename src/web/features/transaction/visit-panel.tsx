import { Button } from '@mantine/core'
import { flagTitles, type Flag } from '#contract/flags.ts'
import type { TransactionCard, Weighing } from '#contract/transaction-entities.ts'
import { queuedArrival, useOutbox } from '#web/offline/outbox.ts'
import { kg, time } from '#web/ui/format.ts'
import { Badge, StatusBadge } from '#web/ui/status-badge.tsx'
import { Panel } from '#web/ui/tile.tsx'
import { showYard } from './yard-queue.tsx'
import { openTicket } from './open-ticket.ts'
import { cancelWeighing, voidVisit } from './open-undo-visit.ts'
import { VisitPictures } from './visit-pictures.tsx'
import { openVisitPhotos } from './open-visit-photos.ts'
import { VisitPhotos } from './visit-photos.tsx'
import type { Station } from './use-station.ts'
import { weighingKinds } from './weighing-words.ts'
import frame from './station.module.css'
import styles from './visit.module.css'

/** The visit of the vehicle: both weighings with their pictures, gross, tare and net as the server has them. */
export function VisitPanel({ station }: { station: Station }) {
  const { visit, post, draft } = station
  const arrival = useOutbox(({ records }) => queuedArrival(records, draft.plate)?.no)
  if (!visit)
    return (
      <Panel title="Заезд">
        <p className={frame['dimmed']}>
          Новый заезд начнётся с записи веса. Машину с территории выберите в списке:
        </p>
        <Button variant="default" onClick={showYard}>
          Машины на территории · F3
        </Button>
        {arrival !== undefined && (
          <div className={frame['row']}>
            <VisitPictures key={arrival} post={post} after={arrival} />
          </div>
        )}
      </Panel>
    )
  return (
    <Panel
      title={`Заезд ${visit.number}`}
      actions={<StatusBadge kind="transaction" status={visit.status} />}
    >
      <VisitFigures
        visit={visit}
        cancel={(weighing) => void cancelWeighing(station, visit, weighing)}
      />
      <VisitFlags flags={visit.flags} />
      {(visit.status === 'in' || visit.status === 'closed') && (
        <div className={frame['row']}>
          <Button variant="default" title="F7" onClick={() => void openVisitPhotos(visit)}>
            Фото рядом
          </Button>
          <Button variant="default" title="F9" onClick={() => void openTicket(visit)}>
            Талон · F9
          </Button>
          <Button variant="subtle" data-danger onClick={() => void voidVisit(station, visit)}>
            Аннулировать
          </Button>
          <VisitPictures key={visit.id} post={post} visit={visit} />
        </div>
      )}
    </Panel>
  )
}

interface VisitFiguresProps {
  visit: TransactionCard
  cancel?: (weighing: Weighing) => void
}

/** Every weighing of a visit and what they come to. */
export function VisitFigures({ visit, cancel }: VisitFiguresProps) {
  // The newest of its plate is its own, once it is finished.
  const former = visit.last_tares.filter(({ at }) => at !== visit.out_at)
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
        {former.length > 0 && (
          <tr>
            <th scope="row">Тара прошлых</th>
            <td colSpan={2} className={frame['dimmed']}>
              {former.map(({ tare_g }) => kg(tare_g)).join(', ')}
            </td>
          </tr>
        )}
      </tbody>
    </table>
  )
}

/** Only the newest weighing may be taken back, and never the one that a visit began with (domain.md 3.11). */
function lastCancellable({ status, mode, weighings }: TransactionCard): string | undefined {
  const live = weighings.filter(({ cancelled }) => !cancelled)
  const open = (status === 'in' || status === 'closed') && mode !== 'platform'
  return open && live.length > 1 ? live.at(-1)!.id : undefined
}

/** Marks that a manager has not seen yet stand out, seen ones stay grey. */
export function VisitFlags({ flags }: { flags: Flag[] }) {
  if (flags.length === 0) return null
  return (
    <div className={frame['row']}>
      {flags.map((flag) => (
        <Badge
          key={flag.code}
          tone={flag.reviewed_at ? 'gray' : 'orange'}
          icon={flag.reviewed_at ? 'check' : 'question'}
          label={flagTitles[flag.code]}
        />
      ))}
    </div>
  )
}

function Figure({ title, words }: { title: string; words: string }) {
  return (
    <tr>
      <th scope="row">{title}</th>
      <td colSpan={2}>{words}</td>
    </tr>
  )
}
