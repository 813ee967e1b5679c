import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { Episode } from '#contract/visit/episode.ts'
import { weight } from '#contract/device/device.ts'
import { useCall } from '#web/api/use-call.ts'
import type { NoteRecord } from '#web/offline/outbox-store.ts'
import { reload, useOutbox } from '#web/offline/outbox.ts'
import { companyId, useStore } from '#web/state/store.ts'
import { dateTime, kg, percent } from '#web/ui/format.ts'
import stacked from '#web/ui/layout/stacked.module.css'
import { matchNotes } from '../truck/match-notes.ts'
import { episodeQuery, type LoadsFilter } from './episodes-query.ts'
import { ExplainLoad, LoadState, useExplains } from './load-state.tsx'
import { takeLoad } from './take-load.ts'
import { VisitPhotos } from '../../weighing/visit-photos.tsx'
import styles from './loads.module.css'
import frame from '../station.module.css'

/** Loads of the scales with photo, plate, time and weight; what was still and signed becomes a visit by one press. */
export function EpisodeList({
  filter,
  empty,
}: {
  filter: LoadsFilter
  /** What is true while nothing fits the filter. */
  empty: string
}) {
  const { data, error } = useCall(weight.getEpisodes, episodeQuery(filter), { quiet: true })
  const records = useOutbox((outbox) => outbox.records)
  const company = useStore(companyId)
  useEffect(() => void reload(), [])
  if (error) throw error
  if (!data) return <p className={frame['dimmed']}>Загрузка…</p>
  if (data.items.length === 0) return <p className={frame['dimmed']}>{empty}</p>
  const waiting = records.filter(
    (one): one is NoteRecord =>
      one.kind === 'note' && one.state === 'waiting' && one.company_id === company,
  )
  const notes = matchNotes(
    data.items.filter(({ offline, reading }) => offline && reading),
    waiting,
  )
  return (
    <table className={`${styles['loads']} ${stacked['stacked']}`}>
      <thead>
        <tr>
          <th scope="col">Время</th>
          <th scope="col">Весы</th>
          <th scope="col">Машина</th>
          <th scope="col">Вес</th>
          <th scope="col">Фото</th>
          <th scope="col">
            <span className={frame['spoken']}>Действие</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {data.items.map((load) => (
          <EpisodeRow key={load.id} load={load} note={notes.get(load.id)} />
        ))}
      </tbody>
    </table>
  )
}

function EpisodeRow({ load, note }: { load: Episode; note: NoteRecord | undefined }) {
  const [sending, setSending] = useState(false)
  const [explaining, setExplaining] = useState(false)
  const explains = useExplains(load)
  const press = () => {
    setSending(true)
    void takeLoad(load, note).finally(() => setSending(false))
  }
  return (
    <>
      <tr>
        <td data-whole>
          {dateTime(load.started_at)}
          <small> {stayOf(load)}</small>
        </td>
        <td data-whole>{load.device_title}</td>
        <td data-label="Машина">
          {load.plate ?? '—'}
          {load.plate && <small> {percent(load.plate_confidence_bp)}</small>}
          {note && <NoteWords note={note} />}
        </td>
        <td data-label="Вес">
          {kg(load.reading?.weight_g ?? load.peak_g)}
          {!load.reading && <small> не устоялся</small>}
        </td>
        <td data-whole>
          <VisitPhotos photos={load.photos} of={`Нагрузка ${dateTime(load.started_at)}`} />
        </td>
        <td data-whole>
          {load.offline && load.reading && load.weighing_id === null ? (
            <Button variant="default" loading={sending} onClick={press}>
              Взять в заезд
            </Button>
          ) : explains && !explaining ? (
            <Button variant="default" onClick={() => setExplaining(true)}>
              Объяснить
            </Button>
          ) : (
            !explaining && <LoadState load={load} />
          )}
        </td>
      </tr>
      {explaining && explains && (
        <tr>
          <td colSpan={6}>
            <ExplainLoad load={load} close={() => setExplaining(false)} />
          </td>
        </tr>
      )}
    </>
  )
}

/** How long it stood: «40 с», «2 мин»; nothing while it stands. */
function stayOf({ started_at, ended_at }: Episode): string {
  if (ended_at === null) return ''
  const seconds = Math.round((Date.parse(ended_at) - Date.parse(started_at)) / 1000)
  return seconds < 60 ? `${seconds} с` : `${Math.round(seconds / 60)} мин`
}

function NoteWords({ note }: { note: NoteRecord }) {
  const { carnumber, direction, supplier, comment } = note.body
  const words = [direction === 'in' ? 'въезд' : 'выезд', supplier, comment].filter(Boolean)
  return (
    <p className={styles['noted']}>
      Записано № {note.no}: <strong>{carnumber}</strong>, {words.join(' · ')}
    </p>
  )
}
