import { Button } from '@mantine/core'
import { useHotkeyNames } from '#web/ui/keyboard/hotkeys.ts'
import { flagTitles, type Flag } from '#contract/core/flags.ts'
import { useMaySend } from '#web/api/use-may.ts'
import { queuedArrival, useOutbox } from '#web/offline/outbox.ts'
import { Badge, StatusBadge } from '#web/ui/feedback/status-badge.tsx'
import { Panel } from '#web/ui/layout/tile.tsx'
import { showYard } from '../truck/yard-queue.tsx'
import { openTicket } from './open-ticket.ts'
import { VisitPictures } from '../../weighing/visit-pictures.tsx'
import { openVisitPhotos } from '../../weighing/open-visit-photos.ts'
import type { Station } from '../truck/use-station.ts'
import frame from '../station.module.css'
import { VisitFigures } from '../../weighing/visit-figures.tsx'
import { visitCalls } from '#contract/visit/visit.ts'
import type { VisitCard, Weighing } from '#contract/visit/visit-entities.ts'

/** The visit of the vehicle: both weighings with their pictures, gross, tare and net as the server has them. */
export function VisitPanel({ station }: { station: Station }) {
  const { visit, post, draft } = station
  const keyOf = useHotkeyNames()
  const mayVoid = useMaySend(visitCalls.update, 'void')
  const mayCancel = useMaySend(visitCalls.update, 'cancel_weighing')
  const arrival = useOutbox(({ records }) => queuedArrival(records, draft.plate)?.no)
  if (!visit)
    return (
      <Panel title="Заезд">
        <p className={frame['dimmed']}>
          Новый заезд начнётся с записи веса. Машину с территории выберите в списке:
        </p>
        <Button variant="default" onClick={showYard}>
          Машины на территории · {keyOf('yard')}
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
        {...(mayCancel && {
          cancel: (weighing) => void cancelWeighing(station, visit, weighing),
        })}
      />
      <VisitFlags flags={visit.flags} />
      {(visit.status === 'in' || visit.status === 'closed') && (
        <div className={frame['row']}>
          <Button
            variant="default"
            title={keyOf('pictures')}
            onClick={() => void openVisitPhotos(visit)}
          >
            Фото рядом
          </Button>
          <Button variant="default" title={keyOf('ticket')} onClick={() => void openTicket(visit)}>
            Талон · {keyOf('ticket')}
          </Button>
          {mayVoid && (
            <Button variant="subtle" data-danger onClick={() => void voidVisit(station, visit)}>
              Аннулировать
            </Button>
          )}
          <VisitPictures key={visit.id} post={post} visit={visit} />
        </div>
      )}
    </Panel>
  )
}

// Rare, and only with the server: the station loads without their texts.
const importActions = () => import('./undo-visit.ts')

async function cancelWeighing(station: Station, visit: VisitCard, weighing: Weighing) {
  await (await importActions()).cancelWeighing(station, visit, weighing)
}

async function voidVisit(station: Station, visit: VisitCard) {
  await (await importActions()).voidVisit(station, visit)
}

/** Marks that a manager has not seen yet are highlighted, seen ones are grey. */
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
