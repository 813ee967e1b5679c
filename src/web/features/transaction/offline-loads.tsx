import { Button } from '@mantine/core'
import type { Episode } from '#contract/episode.ts'
import { weight } from '#contract/device.ts'
import { transactions } from '#contract/transaction.ts'
import { callOnce, useCall } from '#web/api/use-call.ts'
import { useSend } from '#web/api/use-send.ts'
import { ask, openDialog } from '#web/ui/ask.ts'
import { dateTime, kg, percent } from '#web/ui/format.ts'
import { toast } from '#web/ui/toast.ts'
import { VisitPhotos } from './visit-photos.tsx'
import styles from './station.module.css'

const MOST = 50
const ASK_MS = 60_000

const listOf = (filter: object) =>
  ({ query: { filter: { limit: MOST, sort: [['started_at', 'desc']], ...filter } } }) as never

/** Loads that stood on the scale while nobody could write them down; nothing where there are none. */
export function OfflineLoads({ post }: { post: number }) {
  const { data } = useCall(weight.getEpisodes, listOf({ post, offline: true }), {
    every: ASK_MS,
    quiet: true,
  })
  const missed = useCall(weight.getEpisodes, listOf({ post, without_weighing: true }), {
    every: ASK_MS,
    quiet: true,
  })
  const offline = data?.items ?? []
  const rest = (missed.data?.items ?? []).filter(({ id }) => !offline.some((one) => one.id === id))
  const open = (title: string, filter: object) =>
    void openDialog({ title, width: 960 }, () => <Loads filter={{ post, ...filter }} />)
  if (offline.length + rest.length === 0) return null
  return (
    <div className={styles['offline']}>
      {offline.length > 0 && (
        <Button
          variant="default"
          fullWidth
          onClick={() => open('Взвешивания без связи', { offline: true })}
        >
          Без связи: {offline.length}
        </Button>
      )}
      {rest.length > 0 && (
        <Button
          variant="default"
          fullWidth
          onClick={() => open('Нагрузка на весах без взвешивания', { without_weighing: true })}
        >
          Без взвешивания: {rest.length}
        </Button>
      )}
    </div>
  )
}

/** Loads of the scales with photo, plate, time and weight; what was still and signed becomes a visit by one press. */
export function Loads({ filter }: { filter: object }) {
  const { data, error } = useCall(weight.getEpisodes, listOf(filter), { quiet: true })
  if (error) throw error
  if (!data) return <p className={styles['dimmed']}>Загрузка…</p>
  if (data.items.length === 0)
    return <p className={styles['dimmed']}>Все нагрузки на весах записаны.</p>
  return (
    <table className={styles['loads']}>
      <thead>
        <tr>
          <th scope="col">Время</th>
          <th scope="col">Весы</th>
          <th scope="col">Машина</th>
          <th scope="col">Вес</th>
          <th scope="col">Фото</th>
          <th scope="col">
            <span className={styles['spoken']}>Действие</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {data.items.map((load) => (
          <LoadRow key={load.id} load={load} />
        ))}
      </tbody>
    </table>
  )
}

function LoadRow({ load }: { load: Episode }) {
  const save = useSend(transactions.update, {
    refreshes: [weight.getEpisodes, transactions.getIn, transactions.getFree, transactions.getAll],
  })
  const grams = load.reading?.weight_g ?? load.peak_g
  return (
    <tr>
      <td>{dateTime(load.started_at)}</td>
      <td>{load.device_title}</td>
      <td>
        {load.plate ?? '—'}
        {load.plate && <small> {percent(load.plate_confidence_bp)}</small>}
      </td>
      <td>{kg(grams)}</td>
      <td>
        <VisitPhotos photos={load.photos} of={`Нагрузка ${dateTime(load.started_at)}`} />
      </td>
      <td>
        {load.offline && load.reading ? (
          <Button
            variant="default"
            loading={save.sending}
            onClick={() => void take(load, save.send)}
          >
            Взять в заезд
          </Button>
        ) : (
          <span className={styles['dimmed']}>
            {load.transaction_number ?? (load.reading ? 'не записана' : 'вес не устоялся')}
          </span>
        )}
      </td>
    </tr>
  )
}

type Save = ReturnType<typeof useSend<typeof transactions.update>>['send']

/** The agent's signed reading becomes the in or the out of the plate's visit. */
async function take(load: Episode, save: Save) {
  const { reading } = load
  if (!reading) return
  const plate =
    load.plate ??
    (await ask.input({ title: 'Чья это машина?', label: 'Номер машины', kind: 'plate' }))
  if (!plate) return
  const found = await callOnce(transactions.findInByCarnumber, { query: { carnumber: plate } })
  const visit = found.transaction
  const done = await save({
    body: visit
      ? { command: 'capture_out', id: visit.id, version: visit.version, reading }
      : { command: 'capture_in', carnumber: plate, reading },
  })
  if (done && 'number' in done) toast.success(`Записано в заезд ${done.number}`)
}
