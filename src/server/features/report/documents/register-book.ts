import { act } from '#contract/act/act.ts'
import { formatMoney, formatPercent, formatTonnes } from '#contract/core/input-text.ts'
import { statusTitle } from '#contract/core/status-titles.ts'
import { russianDay } from '#contract/words/russian-day.ts'
import { refuse } from '#http/refusal.ts'
import { printedContaminationBp } from '../../../arithmetic/weights.ts'
import { markDivided } from '../../../documents/figures.ts'
import {
  heading,
  keepTogether,
  paragraph,
  qr,
  side,
  space,
  type Block,
  type Keep,
  type Table,
} from '../../../documents/body/blocks.ts'
import { tableOf, type PrintedColumn } from '../../../documents/body/table-of.ts'
import { periodParams, siteParam } from '../report-params.ts'
import { frozenSupplierLine } from './frozen-supplier.ts'
import { printedList, tablePage } from './printed-list.ts'
import {
  areNumbersShared,
  selectBookActs,
  selectBookCompany,
  selectBookPositions,
  type BookAct,
  type BookPosition,
} from './register-book-queries.ts'

/** More pages than a person would print; a year is then printed by quarters. */
const MAX_ACTS = 5000

interface BookRow extends Omit<BookAct, 'supplier_snapshot'> {
  readonly supplier: string
  readonly positions: readonly BookPosition[]
}

interface BookFacts {
  readonly company: Awaited<ReturnType<typeof selectBookCompany>>
  readonly date_from: string
  readonly date_to: string
  readonly rows: readonly BookRow[]
  /** Why numbers may be left out. */
  readonly numbering: 'shared' | 'of_sites' | 'whole'
}

/** Книга учёта приёмо-сдаточных актов (domain.md 9): every numbered act of a period, in the order of the numbers. */
export const registerBook = printedList({
  kind: 'register_book',
  title: 'Книга учёта ПСА',
  permission: 'report.create',
  source: act.getAll,
  params: { ...periodParams, site_id: siteParam },
  async facts(db, params): Promise<BookFacts> {
    const acts = await selectBookActs(db, params, MAX_ACTS + 1)
    if (acts.length > MAX_ACTS)
      refuse('report.bad-params', {
        message: `В книге больше ${MAX_ACTS.toLocaleString('ru')} актов. Сузьте период и повторите`,
      })
    const positions = await selectBookPositions(
      db,
      acts.map(({ id }) => id),
    )
    const byAct = Map.groupBy(positions, ({ act_id }) => act_id)
    const rows = []
    for (const { supplier_snapshot, ...row } of acts) {
      const supplier = await frozenSupplierLine(db, row.id, supplier_snapshot)
      rows.push({ ...row, supplier, positions: byAct.get(row.id) ?? [] })
    }
    const { date_from, date_to } = params
    const apart = params.site_id === undefined ? 'whole' : 'of_sites'
    const numbering = (await areNumbersShared(db, params)) ? 'shared' : apart
    return { company: await selectBookCompany(db), date_from, date_to, rows, numbering }
  },
  body: (facts) => ({
    page: { ...tablePage, landscape: true },
    blocks: [head(facts), table(facts), ending(facts)],
  }),
})

function head({ company, date_from, date_to }: BookFacts): Block {
  return side(
    {
      blocks: [
        heading(1, 'КНИГА УЧЁТА ПРИЁМО-СДАТОЧНЫХ АКТОВ'),
        paragraph(`${company.name}, ИНН ${company.inn}, ${company.legal_address}`),
        paragraph(`За период с ${russianDay(date_from)} по ${russianDay(date_to)}`),
      ],
    },
    { width: 24, blocks: [qr('/?path=/operator/acts')] },
  )
}

/** A line of a position; the fields of the act are in its first line. */
interface BookLine {
  readonly act: BookRow
  readonly place: number
  readonly first: boolean
  readonly position: BookPosition | undefined
}

const columns: PrintedColumn<BookLine>[] = [
  { title: '№ п/п', kind: 'center', value: ({ first, place }) => first && place },
  {
    title: 'Номер акта',
    kind: 'center',
    whole: true,
    value: ({ first, act }) => first && act.number,
  },
  {
    title: 'Дата, время',
    kind: 'center',
    value: ({ first, act }) => first && `${russianDay(act.date)} ${act.time}`,
  },
  {
    title: 'Сдатчик, документ или ИНН',
    kind: 'text',
    value: ({ first, act }) => first && act.supplier,
  },
  { title: 'Вид лома', kind: 'text', value: ({ position }) => position?.name },
  { title: 'Брутто, т', kind: 'number', value: ({ position }) => weightText(position, 'gross_g') },
  {
    title: 'Тара и упаковка, т',
    kind: 'number',
    value: ({ position }) => weightText(position, 'tare_g'),
  },
  { title: 'Засорён-\nность, %', kind: 'number', value: ({ position }) => contamination(position) },
  {
    title: 'Нетто, т',
    kind: 'number',
    value: ({ position }) => (position?.qty ? `${position.qty} шт.` : tonnes(position?.net_g)),
  },
  {
    title: 'Сумма, руб.',
    kind: 'number',
    value: ({ position }) => position && formatMoney(position.amount_kop),
  },
  { title: 'Радиац. контроль', kind: 'center', value: (line) => mark(line, line.act.radiation) },
  {
    title: 'Взрыво-\nбезопас-\nность',
    kind: 'center',
    value: (line) => mark(line, line.act.explosion),
  },
  { title: 'Состояние', kind: 'text', neverStruck: true, value: stateOf },
]

function table({ rows }: BookFacts): Table {
  const lines = rows.flatMap((row, index) =>
    (row.positions.length > 0 ? row.positions : [undefined]).map((position, i): BookLine => ({
      act: row,
      place: index + 1,
      first: i === 0,
      position,
    })),
  )
  const drawn = tableOf({
    columns,
    rows: lines,
    size: 7.5,
    // An inspector reads an act with all its positions on one sheet.
    joined: ({ first }) => !first,
    variant: ({ act: { status } }) => (status === 'void' ? 'struck' : undefined),
  })
  if (lines.length > 0) return drawn
  return { ...drawn, rows: [{ cells: ['За этот период актов нет.'], variant: 'note' }] }
}

function mark({ first }: BookLine, done: boolean): string {
  if (!first) return ''
  return done ? 'проведён' : 'нет'
}

function stateOf({ first, act: { status, void_reason } }: BookLine): string {
  if (!first) return ''
  return [statusTitle('act', status), void_reason].filter(Boolean).join(': ')
}

function tonnes(grams: number | null | undefined): string {
  return grams === null || grams === undefined ? '' : formatTonnes(grams)
}

function weightText(position: BookPosition | undefined, field: 'gross_g' | 'tare_g'): string {
  return markDivided(tonnes(position?.[field]), position?.is_divided === true)
}

function contamination(position: BookPosition | undefined): string {
  if (!position?.phys_g || position.net_g === null) return ''
  return formatPercent(printedContaminationBp(position.phys_g, position.net_g))
}

const NUMBERING: Readonly<Record<BookFacts['numbering'], string>> = {
  shared:
    'Номера общие для ПСА и актов ОП-5 всей компании, поэтому в книге они могут идти с пропусками.',
  of_sites:
    'Номера ПСА общие для всех площадок компании, поэтому в книге одной площадки они могут идти с пропусками.',
  whole: 'Номера ПСА — свой ряд компании, они идут подряд.',
}

/** Void acts are listed and not summed. */
function ending({ rows, numbering }: BookFacts): Keep {
  const valid = rows.filter(({ status }) => status !== 'void')
  const net = valid
    .flatMap(({ positions }) => positions)
    .reduce((sum, { net_g }) => sum + BigInt(net_g ?? 0), 0n)
  const total = valid.reduce((sum, { total_kop }) => sum + BigInt(total_kop), 0n)
  const sums = `Нетто: ${formatTonnes(Number(net))} т. Сумма: ${formatMoney(Number(total))} руб.`
  const isDivided = rows.some(({ positions }) => positions.some(({ is_divided }) => is_divided))
  return keepTogether(
    space(3),
    isDivided &&
      paragraph(
        '* Груз взвешен один раз и разделён по видам при приёмке: вес стоит у первого вида.',
      ),
    paragraph(`Актов: ${valid.length}, аннулировано: ${rows.length - valid.length}. ${sums}`),
    paragraph(NUMBERING[numbering]),
  )
}
