import type { Episode } from '#contract/visit/episode.ts'
import { product } from '#contract/price/product.ts'
import { visitCalls } from '#contract/visit/visit.ts'
import { callOnce, REFERENCE_MS } from '#web/api/use-call.ts'
import type { Capture, NoteRecord } from '#web/offline/outbox-store.ts'
import { captureNote, dropRecord, storeCapture } from '#web/offline/outbox.ts'
import { deliver } from '#web/offline/send-outbox.ts'
import { ask } from '#web/ui/dialogs/ask.ts'
import { dateTime, kg } from '#web/ui/format.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import { weighedProducts } from './product-tiles.tsx'
import { captureCommand, type NextKind } from '../scale/capture-command.ts'

/** The agent's signed reading becomes a weighing; a note beside it names its vehicle. */
export async function takeLoad(load: Episode, note: NoteRecord | undefined) {
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
