import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { Episode } from '#contract/visit/episode.ts'
import { weight } from '#contract/device/device.ts'
import { product } from '#contract/price/product.ts'
import { visitCalls } from '#contract/visit/visit.ts'
import { callOnce, REFERENCE_MS, useCall } from '#web/api/use-call.ts'
import type { Capture, NoteRecord } from '#web/offline/outbox-store.ts'
import { captureNote, dropRecord, storeCapture, reload, useOutbox } from '#web/offline/outbox.ts'
import { deliver } from '#web/offline/send-outbox.ts'
import { companyId, useStore } from '#web/state/store.ts'
import { ask } from '#web/ui/dialogs/ask.ts'
import { dateTime, kg, percent } from '#web/ui/format.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import { weighedProducts } from './product-tiles.tsx'
import { captureCommand, type NextKind } from '../scale/capture-command.ts'
import { matchNotes } from '../truck/match-notes.ts'
import { episodeQuery, type LoadsFilter } from './episodes-query.ts'
import { VisitPhotos } from '../../weighing/visit-photos.tsx'
import styles from './loads.module.css'
import frame from '../station.module.css'

/** Loads of the scales with photo, plate, time and weight; what was still and signed becomes a visit by one press. */
export function EpisodeList({
  filter,
  empty = 'Все нагрузки на весах записаны.',
}: {
  filter: LoadsFilter
  empty?: string
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
    <table className={styles['loads']}>
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
  const press = () => {
    setSending(true)
    void take(load, note).finally(() => setSending(false))
  }
  const grams = load.reading?.weight_g ?? load.peak_g
  return (
    <tr>
      <td>
        {dateTime(load.started_at)}
        <small> {stayOf(load)}</small>
      </td>
      <td>{load.device_title}</td>
      <td>
        {load.plate ?? '—'}
        {load.plate && <small> {percent(load.plate_confidence_bp)}</small>}
        {note && <NoteWords note={note} />}
      </td>
      <td>{kg(grams)}</td>
      <td>
        <VisitPhotos photos={load.photos} of={`Нагрузка ${dateTime(load.started_at)}`} />
      </td>
      <td>
        {load.offline && load.reading ? (
          <Button variant="default" loading={sending} onClick={press}>
            Взять в заезд
          </Button>
        ) : (
          <span className={frame['dimmed']}>
            {load.transaction_number ?? (load.reading ? 'не записана' : 'вес не устоялся')}
          </span>
        )}
      </td>
    </tr>
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

/** The agent's signed reading becomes a weighing; a note beside it names its vehicle. */
async function take(load: Episode, note: NoteRecord | undefined) {
  const words = note && [note.body.supplier, note.body.comment].filter(Boolean).join('; ')
  const comment = words ? { comment: words } : {}
  const body =
    load.post_kind === 'platform'
      ? await chooseProduct(load, comment)
      : await ofVehicle(load, note, comment)
  if (!body) return undefined
  if (!note) return finish(await storeCapture({ ...body, client_id: crypto.randomUUID() }), false)
  await captureNote(note, body)
  return finish(note.no, true)
}

/** A platform has seen a load and no vehicle: the product is the only thing that is still unknown. */
async function chooseProduct(
  { reading, started_at }: Episode,
  comment: object,
): Promise<Capture | undefined> {
  if (!reading) return undefined
  const { items } = await callOnce(product.getAll, weighedProducts, REFERENCE_MS)
  const product_id = await ask.select({
    title: 'Что лежало на весах?',
    hint: `${dateTime(started_at)}, ${kg(reading.weight_g)}`,
    options: items
      .filter(({ measure }) => measure !== 'piece')
      .map(({ id, name }) => ({ value: id, label: name })),
    main: 'Взять в заезд',
    search: 'Товар',
  })
  return product_id ? { command: 'capture_platform', product_id, reading, ...comment } : undefined
}

/** The plate from the note or the camera, otherwise the operator is asked. */
async function ofVehicle(
  { reading, plate: seen }: Episode,
  note: NoteRecord | undefined,
  comment: object,
): Promise<Capture | undefined> {
  if (!reading) return undefined
  const plate =
    note?.body.carnumber ??
    seen ??
    (await ask.input({ title: 'Чья это машина?', label: 'Номер машины', kind: 'plate' }))
  if (!plate) return undefined
  const found = await callOnce(visitCalls.findInByCarnumber, { query: { carnumber: plate } })
  const visit = found.transaction
  if (note && !(await askAgreement(note, visit?.number))) return undefined
  return captureCommand({ plate, reading, visit, note, comment }, askWhich)
}

const askWhich = (number: string) =>
  ask.select<NextKind>({
    title: `Что это было в заезде ${number}?`,
    options: [
      { value: 'capture_out', label: 'Выезд', note: 'заезд закроется' },
      { value: 'capture_mid', label: 'Выгрузка', note: 'машина взвесится ещё раз' },
    ],
  })

/** Refused while the operator watches: a note becomes an open decision again, a pressed button can be pressed again. */
async function finish(no: number, noted: boolean) {
  const outcome = await deliver(no)
  if (!outcome) return toast.warning(`Записано, ждёт отправки № ${no}`)
  if ('refusal' in outcome) {
    if (!noted) await dropRecord(no)
    return toast.error(outcome.refusal)
  }
  if ('number' in outcome.answer) toast.success(`Записано в заезд ${outcome.answer.number}`)
  return undefined
}

/** The operator's note and the open visit may differ: then the operator is asked and never overruled. */
async function askAgreement({ body }: NoteRecord, open: string | undefined): Promise<boolean> {
  if ((body.direction === 'out') === (open !== undefined)) return true
  const sure = await ask.confirm({
    title: open ? 'Записать как выезд?' : 'Записать как въезд?',
    text: open
      ? `Записан въезд, но ${body.carnumber} уже на территории в заезде ${open}.`
      : `Записан выезд, но открытого заезда у ${body.carnumber} нет.`,
    main: open ? 'Записать выезд' : 'Записать въезд',
  })
  return sure === true
}
