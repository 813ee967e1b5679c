import { act } from '#contract/act/act.ts'
import { russianDay } from '#contract/words/russian-day.ts'
import { refuse } from '#http/refusal.ts'
import { microsieverts } from '../../../documents/figures.ts'
import {
  heading,
  keepTogether,
  paragraph,
  qr,
  side,
  space,
  type Block,
} from '../../../documents/body/blocks.ts'
import { tableOf, type PrintedColumn } from '../../../documents/body/table-of.ts'
import {
  selectInstruments,
  selectJournal,
  type JournalRow,
} from '../kinds/control/radiation-journal-queries.ts'
import { explosionOf, resultOf } from '../kinds/control/radiation-journal.ts'
import { periodParams, siteParam } from '../report-params.ts'
import { printedList, tablePage } from './printed-list.ts'
import { selectBookCompany } from './register-book-queries.ts'

/** More pages than a person would print. */
const MAX_CHECKS = 5000
const MAX_INSTRUMENTS = 50

type InstrumentLine = Awaited<ReturnType<typeof selectInstruments>>[number]

interface JournalFacts {
  readonly company: Awaited<ReturnType<typeof selectBookCompany>>
  readonly date_from: string
  readonly date_to: string
  readonly instruments: readonly InstrumentLine[]
  readonly rows: readonly JournalRow[]
  /** Of all the checks; null: the note of each names its own. */
  readonly site: string | null
}

/** Журнал радиационного контроля (domain.md 9): instruments, every check of a period, alarms; for an inspection. */
export const controlJournal = printedList({
  kind: 'control_journal',
  title: 'Журнал радиационного контроля',
  permission: 'report.create',
  source: act.getAll,
  params: { ...periodParams, site_id: siteParam },
  async facts(db, params): Promise<JournalFacts> {
    const rows = await selectJournal(db, params, MAX_CHECKS + 1)
    if (rows.length > MAX_CHECKS)
      refuse('report.bad-params', {
        message: `В журнале больше ${MAX_CHECKS.toLocaleString('ru')} проверок. Сузьте период и повторите`,
      })
    const { date_from, date_to } = params
    const instruments = await selectInstruments(db, MAX_INSTRUMENTS)
    const [site = null, another] = new Set(rows.map(({ site_name }) => site_name))
    const company = await selectBookCompany(db)
    return { company, date_from, date_to, instruments, rows, site: another ? null : site }
  },
  body: (facts) => ({
    page: { ...tablePage, landscape: true },
    blocks: [
      head(facts),
      heading(2, 'Приборы'),
      tableOf({ columns: instrumentColumns, rows: [...facts.instruments], size: 7.5 }),
      heading(2, 'Измерения'),
      tableOf({ columns: columnsOf(facts), rows: [...facts.rows], size: 7.5, variant: variantOf }),
      ending(facts.rows),
    ],
  }),
})

function head({ company, date_from, date_to, site }: JournalFacts): Block {
  return side(
    {
      blocks: [
        heading(1, 'ЖУРНАЛ РАДИАЦИОННОГО КОНТРОЛЯ ЛОМА И ОТХОДОВ МЕТАЛЛОВ'),
        paragraph(`${company.name}, ИНН ${company.inn}, ${company.legal_address}`),
        paragraph(
          [
            `За период с ${russianDay(date_from)} по ${russianDay(date_to)}`,
            site && `Площадка: ${site}`,
          ]
            .filter(Boolean)
            .join('. '),
        ),
      ],
    },
    { width: 24, blocks: [qr('/?path=/operator/instruments')] },
  )
}

const instrumentColumns: PrintedColumn<InstrumentLine>[] = [
  { title: 'Прибор', kind: 'text', value: (row) => row.model },
  { title: 'Заводской номер', kind: 'center', value: (row) => row.serial_number },
  { title: 'Поверен', kind: 'center', value: (row) => russianDay(row.verified_on) },
  { title: 'Поверка до', kind: 'center', value: (row) => russianDay(row.valid_until) },
  { title: 'Свидетельство', kind: 'text', value: (row) => row.certificate },
  {
    title: 'Обычный фон, мкЗв/ч',
    kind: 'number',
    value: (row) => microsieverts(row.background_usv_h_milli),
  },
  { title: 'Ответственный', kind: 'text', value: (row) => row.responsible },
  {
    title: 'Состояние',
    kind: 'text',
    value: (row) => (row.status === 'active' ? 'в работе' : 'в архиве'),
  },
]

const dose = (milli: number | null) => (milli === null ? '' : microsieverts(milli))

const columnsOf = ({ site }: JournalFacts): PrintedColumn<JournalRow>[] => [
  { title: '№ п/п', kind: 'center', value: (_, index) => index + 1 },
  {
    title: 'Дата, время',
    kind: 'center',
    value: (row) => [russianDay(row.day), row.time].filter(Boolean).join(' '),
  },
  { title: 'Акт', kind: 'center', whole: true, value: (row) => row.act_number },
  { title: 'Машина', kind: 'center', value: (row) => row.carnumber },
  // The number stays with its sign.
  { title: 'Прибор', kind: 'text', value: (row) => row.instrument?.replace('№ ', '№\u00a0') },
  { title: 'Поверка до', kind: 'center', value: (row) => russianDay(row.valid_until) },
  { title: 'Фон, мкЗв/ч', kind: 'number', value: (row) => dose(row.background_usv_h_milli) },
  { title: 'Показание, мкЗв/ч', kind: 'number', value: (row) => dose(row.usv_h_milli) },
  { title: 'Результат', kind: 'text', value: resultOf },
  { title: 'Кто измерил', kind: 'text', value: (row) => row.radiation_by },
  { title: 'Взрыво-\nопасное', kind: 'center', value: explosionOf },
  {
    title: 'Кто и когда проверил',
    kind: 'text',
    value: (row) => [row.explosion_by, russianDay(row.explosion_day)].filter(Boolean).join(', '),
  },
  { title: 'Примечание', kind: 'text', neverStruck: true, value: (row) => noteOf(row, site) },
]

function noteOf({ act_status, note, site_name }: JournalRow, site: string | null): string {
  const state = act_status === 'void' && ['акт аннулирован', note].filter(Boolean).join(': ')
  return [site === null && site_name, state || note].filter(Boolean).join('. ')
}

/** A void act is struck through, an alarm never is. */
function variantOf({ act_status, alarm }: JournalRow) {
  return act_status === 'void' && !alarm ? ('struck' as const) : undefined
}

function ending(rows: readonly JournalRow[]): Block {
  const alarms = rows.filter(({ alarm }) => alarm !== null).length
  return keepTogether(
    space(3),
    paragraph(`Проверок: ${rows.length - alarms}, тревог: ${alarms}.`),
    paragraph(
      'Показания даны в мкЗв/ч. Партию не принимают, если показание выше фона больше чем на 0,2.',
    ),
  )
}
