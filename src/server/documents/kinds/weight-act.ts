import type { VisitCard } from '#contract/visit/visit-entities.ts'
import { formatKg, formatPercent } from '#contract/core/input-text.ts'
import type { WeightActLine, WeightActWithLines } from '#contract/weight-act/weight-act-entities.ts'
import { russianDay } from '#contract/words/russian-day.ts'
import { unloadsOf } from '../../arithmetic/weights.ts'
import { weightInWords } from '../../arithmetic/weight-in-words.ts'
import {
  blocksOf,
  field,
  fieldPair,
  formPage,
  heading,
  optionalParagraph,
  paragraph,
  pictures,
  qr,
  side,
  signature,
  space,
  type Block,
  type DocumentBody,
  type Watermark,
} from '../body/blocks.ts'
import { tableOf, type PrintedColumn } from '../body/table-of.ts'
import { initials, markDivided } from '../figures.ts'
import {
  divisionNotes,
  printedWeights,
  roundingNotes,
  type PrintedWeights,
} from '../weighed-lines.ts'
import { printedDocument } from '../printed-document.ts'
import type { StoredTexts } from '../../db/json-columns.ts'
import { remarkText, textWriter, type TextWriter } from '../texts/form-texts.ts'

/** A picture for the second sheet. */
export interface PaperPhoto {
  readonly visit: string
  readonly view: string
  readonly taken_at: string
  /** A `data:` address: the page that prints fetches nothing. */
  readonly src: string
}

/** A weight act with what its paper says besides (domain.md 9). */
export interface WeightActPaper extends WeightActWithLines {
  readonly transactions: readonly VisitCard[]
  readonly site_address: string
  readonly company: { readonly name: string; readonly inn: string; readonly legal_address: string }
  /** The company's time zone: weighings are printed in local time. */
  readonly timezone: string
  /** Empty where the company prints none. */
  readonly photos: readonly PaperPhoto[]
  /** Where the QR code leads on this server: the way back to the record. */
  readonly link: string
}

const texts = { remark: remarkText() }

/** The paper of a weight act, the company's own form (domain.md 9). */
export const weightAct = printedDocument<WeightActPaper, typeof texts>({
  kind: 'weight_act',
  title: 'Весовой акт',
  texts,
  body: (card, text) => composeWeightAct(describeWeightAct(card, text), card, photoSheet(card)),
})

/** What a weight act says from its confirmation on; marks and photos are added when it is printed. */
export interface FrozenWeightAct {
  readonly head: readonly Block[]
  readonly rest: readonly Block[]
}

/** What becomes of a weight act after its confirmation. */
export type WeightActMarks = Pick<WeightActPaper, 'act_number' | 'void_reason' | 'status'>

export function freezeWeightAct(card: WeightActPaper, stored: StoredTexts): FrozenWeightAct {
  return describeWeightAct(card, textWriter(texts, stored))
}

function describeWeightAct(card: WeightActPaper, text: TextWriter<typeof texts>): FrozenWeightAct {
  return {
    head: head(card),
    rest: blocksOf(
      visits(card),
      productsTable(card),
      totals(card),
      optionalParagraph(text('remark'), { after: 2 }),
      sign('Весовщик', '', card.weigher_name),
      sign('Контролёр', '', card.controller_name),
      sign(card.direction === 'purchase' ? 'Сдал' : 'Получил', null, card.supplier_name),
    ),
  }
}

/** The whole body: what was frozen, what has become of it, and the second sheet with photos. */
export function composeWeightAct(
  { head, rest }: FrozenWeightAct,
  { act_number, void_reason, status }: WeightActMarks,
  photos: Block | false,
): DocumentBody {
  return {
    page: formPage,
    watermark: WATERMARKS[status],
    blocks: blocksOf(
      head,
      act_number && field('Включён в акт', `№ ${act_number}`),
      void_reason && field('Аннулирован', void_reason),
      rest,
      photos,
    ),
  }
}

const WATERMARKS: Partial<Record<WeightActPaper['status'], Watermark>> = {
  draft: 'ЧЕРНОВИК',
  void: 'АННУЛИРОВАН',
}

function sign(role: string, position: string | null, name: string | null): Block {
  return signature(role, position, initials(name ?? ''), { width: 24 })
}

function head(card: WeightActPaper): Block[] {
  const visit = card.transactions[0]
  const { company } = card
  const drivers = [...new Set(card.transactions.flatMap((one) => one.driver_name ?? []))]
  const organisation = `${company.name}, ИНН ${company.inn}, ${company.legal_address}`
  const supplier = card.direction === 'purchase' ? 'Поставщик' : 'Получатель'
  return blocksOf(
    side(
      {
        blocks: [
          heading(1, `ВЕСОВОЙ АКТ № ${card.number} от ${russianDay(card.date)}`),
          field('Организация', organisation),
          field('Площадка', `${card.site_name}, ${card.site_address}`),
          field(supplier, card.supplier_name),
        ],
      },
      { width: 22, blocks: [qr(card.link)] },
    ),
    fieldPair(['Автомобиль', card.carnumber], ['Прицеп', visit?.trailer_number]),
    field('Водитель', drivers.join(', ')),
  )
}

function visits({ transactions, timezone }: WeightActPaper): Block[] {
  const columns: PrintedColumn<VisitCard>[] = [
    { title: 'Заезд', kind: 'center', whole: true, value: ({ number }) => number },
    { title: 'Номер машины', kind: 'center', value: ({ carnumber }) => carnumber },
    { title: 'Въезд', kind: 'center', value: ({ in_at }) => at(in_at, timezone) },
    { title: 'Выезд', kind: 'center', value: ({ out_at }) => at(out_at, timezone) },
    { title: 'Весы', kind: 'center', value: scalesOf },
    { title: 'Брутто, кг', kind: 'number', value: ({ gross_g }) => kg(gross_g) },
    { title: 'Тара, кг', kind: 'number', value: ({ tare_g }) => kg(tare_g) },
    { title: 'Нетто, кг', kind: 'number', value: ({ net_g }) => kg(net_g) },
    { title: 'Отметки', kind: 'text', value: marksOf },
  ]
  return [heading(2, 'Взвешивания'), space(1.5), tableOf({ columns, rows: transactions })]
}

/** One more column of the lines is one more line here: browser and PDF find its width by themselves. */
const lineColumns: PrintedColumn<WeightActLine & { printed: PrintedWeights }>[] = [
  { title: '№', kind: 'center', value: (_, index) => index + 1 },
  { title: 'Заезд', kind: 'center', whole: true, value: (line) => line.transaction_number },
  { title: 'Наименование', kind: 'text', value: (line) => line.product_name },
  {
    title: 'Брутто, кг',
    kind: 'number',
    value: ({ printed }) => weightText(printed.gross_g, printed),
  },
  {
    title: 'Тара, кг',
    kind: 'number',
    value: ({ printed }) => weightText(printed.tare_g, printed),
  },
  { title: 'Упаковка, кг', kind: 'number', value: (line) => kg(line.pack_g) },
  { title: 'Физический вес, кг', kind: 'number', value: (line) => kg(line.phys_g) },
  { title: 'Вычеты', kind: 'text', value: deductionsOf },
  { title: 'Засор, кг', kind: 'number', value: (line) => kg(line.zasor_g) },
  {
    title: 'Засорён-\nность с\nвычетами, %',
    kind: 'number',
    value: (line) => formatPercent(line.shown_zasor_bp),
  },
  { title: 'Нетто, кг', kind: 'number', value: (line) => kg(line.net_g) },
]

function weightText(grams: number | null, { is_divided }: PrintedWeights): string {
  return markDivided(kg(grams), is_divided)
}

function productsTable({ lines, transactions }: WeightActPaper): Block[] {
  const placed = lines.map((line, index) => ({ ...line, place: index + 1 }))
  const unloads = transactions.flatMap(unloadsOf)
  const printed = printedWeights(placed, unloads)
  const rows = placed.map((line) => ({ ...line, printed: printed.get(line.place)! }))
  const notes = [...divisionNotes(placed, unloads), ...roundingNotes(placed)]
  return [
    space(1),
    heading(2, 'Товары'),
    space(1.5),
    tableOf({ columns: lineColumns, rows }),
    ...notes.map((note) => paragraph(note, { size: 8 })),
    space(2.5),
  ]
}

function deductionsOf({ deductions }: WeightActLine): string {
  return deductions.map(({ reason, grams }) => `${reason} ${formatKg(grams)} кг`).join('; ')
}

function totals({ phys_g, net_g }: WeightActPaper): Block[] {
  return [
    fieldPair(['Физический вес', `${formatKg(phys_g)} кг`], ['Нетто', `${formatKg(net_g)} кг`]),
    field('Нетто прописью', weightInWords(net_g)),
  ]
}

/** The second sheet; none where the company prints no photos. */
export function photoSheet({
  photos,
  number,
  timezone,
}: Pick<WeightActPaper, 'photos' | 'number' | 'timezone'>): Block | false {
  if (photos.length === 0) return false
  const title = `Фотографии к весовому акту № ${number}`
  return pictures(
    title,
    photos.map(({ src, view, visit, taken_at }) => ({
      src,
      alt: view,
      text: `Заезд ${visit}, ${view}, ${at(taken_at, timezone)}`,
    })),
  )
}

function scalesOf(visit: VisitCard): string {
  const live = visit.weighings.filter((one) => !one.cancelled)
  return [...new Set(live.flatMap((one) => one.device_title ?? []))].join(', ')
}

/** How the weights came about is said wherever it was not the scale alone. */
function marksOf({ sources }: VisitCard): string {
  const marks = [
    sources.includes('manual') && 'ручной ввод',
    sources.includes('stored_tare') && 'сохранённая тара',
  ]
  return marks.filter(Boolean).join(', ')
}

function kg(grams: number | null): string {
  return grams === null ? '' : formatKg(grams)
}

function at(instant: string | null, timeZone: string): string {
  if (instant === null) return ''
  const parts = { timeZone, dateStyle: 'short', timeStyle: 'short' } as const
  return new Date(instant).toLocaleString('ru-RU', parts)
}
