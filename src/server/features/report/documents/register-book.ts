import { act } from '#contract/act/act.ts'
import { formatMoney, formatPercent, formatTonnes } from '#contract/core/input-text.ts'
import { statusTitle } from '#contract/core/status-titles.ts'
import { refuse } from '#http/refusal.ts'
import { printedContaminationBp } from '../../../arithmetic/weights.ts'
import { may } from '../../../auth/rights/rights.ts'
import type { Db } from '../../../db/handle.ts'
import type { SupplierFacts } from '../../../documents/act-facts.ts'
import { ruDay } from '../../../documents/figures.ts'
import { html, type Html } from '../../../documents/html.ts'
import { printPage, qrCode } from '../../../documents/print-page.ts'
import { maskDocument } from '../../supplier/record/identity.ts'
import { periodParams, siteParam } from '../report-params.ts'
import { printedList } from './printed-list.ts'
import {
  selectBookActs,
  selectBookCompany,
  selectBookPositions,
  type BookAct,
  type BookPosition,
} from './register-book-queries.ts'

/** More is no book that one prints; a year is printed by quarters then. */
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
    const rows = acts.map(({ supplier_snapshot, ...row }) => ({
      ...row,
      supplier: supplierLine(db, row.id, supplier_snapshot),
      positions: byAct.get(row.id) ?? [],
    }))
    const { date_from, date_to } = params
    return { company: await selectBookCompany(db), date_from, date_to, rows }
  },
  page: (facts) =>
    printPage(style, html`${head(facts)} ${table(facts)} ${ending(facts.rows)}`).markup,
})

/** Who sold, as the act froze it; the document is whole only with the right to personal data. */
function supplierLine(db: Db, id: string, snapshot: Buffer | null): string {
  if (!snapshot) return ''
  const place = { companyId: db.companyId, table: 'act', id, field: 'supplier_snapshot' }
  const { name, document, inn } = JSON.parse(
    db.services.seal.open(place, snapshot),
  ) as SupplierFacts
  if (!document) return [name, inn && `ИНН ${inn}`].filter(Boolean).join(', ')
  const whole = [document.series, document.number].filter(Boolean).join(' ')
  const number = may(db, 'supplier.personal') ? whole : maskDocument(document)
  return `${name}, ${document.title} ${number}`
}

const style = `
@page { size: A4 landscape; margin: 10mm 8mm 14mm;
  @bottom-right { content: 'Лист ' counter(page) ' из ' counter(pages); font-size: 8pt; } }
.top td { vertical-align: top; }
.top .code { width: 24mm; }
.grid td, .grid th { font-size: 7.5pt; }
.grid .void td { text-decoration: line-through; }
.grid .void td.mark { text-decoration: none; }
.ending { margin-top: 3mm; }
`

function head({ company, date_from, date_to }: BookFacts): Html {
  return html`<table class="top">
    <tbody>
      <tr>
        <td>
          <h1>КНИГА УЧЁТА ПРИЁМО-СДАТОЧНЫХ АКТОВ</h1>
          <p>${company.name}, ИНН ${company.inn}, ${company.legal_address}</p>
          <p>За период с ${ruDay(date_from)} по ${ruDay(date_to)}</p>
        </td>
        <td class="code">${qrCode('/?path=/operator/acts')}</td>
      </tr>
    </tbody>
  </table>`
}

const HEADS = [
  '№ п/п',
  'Номер акта',
  'Дата, время',
  'Сдатчик, документ или ИНН',
  'Вид лома',
  'Брутто, т',
  'Тара и упаковка, т',
  'Засорён-ность, %',
  'Нетто, т',
  'Сумма, руб.',
  'Радиац. контроль',
  'Взрыво-безопас-ность',
  'Состояние',
]

function table({ rows }: BookFacts): Html {
  return html`<table class="grid">
    <thead>
      <tr>
        ${HEADS.map((title) => html`<th>${title}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${
        rows.length === 0 &&
        html`<tr>
          <td colspan="${HEADS.length}" class="mid">За этот период актов нет.</td>
        </tr>`
      }
      ${rows.map((row, place) =>
        (row.positions.length > 0 ? row.positions : [undefined]).map((position, line) =>
          bookLine(row, line === 0 ? place + 1 : undefined, position),
        ),
      )}
    </tbody>
  </table>`
}

/** A line of a position; what belongs to the act stands in its first line. */
function bookLine(row: BookRow, place: number | undefined, position: BookPosition | undefined) {
  const first = place !== undefined
  const mark = (done: boolean) => first && (done ? 'проведён' : 'нет')
  return html`<tr class="${row.status === 'void' ? 'void' : 'valid'}">
    <td class="mid">${place}</td>
    <td class="mid">${first && row.number}</td>
    <td class="mid">${first && `${ruDay(row.date)} ${row.time}`}</td>
    <td>${first && row.supplier}</td>
    <td>${position?.name}</td>
    <td class="num">${tonnes(position?.gross_g)}</td>
    <td class="num">${tonnes(position?.tare_g)}</td>
    <td class="num">${contamination(position)}</td>
    <td class="num">${position?.qty ? `${position.qty} шт.` : tonnes(position?.net_g)}</td>
    <td class="num">${position && formatMoney(position.amount_kop)}</td>
    <td class="mid">${mark(row.radiation)}</td>
    <td class="mid">${mark(row.explosion)}</td>
    <td class="mark">
      ${first && statusTitle('act', row.status)}${first && row.void_reason && `: ${row.void_reason}`}
    </td>
  </tr>`
}

function tonnes(grams: number | null | undefined): string {
  return grams === null || grams === undefined ? '' : formatTonnes(grams)
}

function contamination(position: BookPosition | undefined): string {
  if (!position?.phys_g || position.net_g === null) return ''
  return formatPercent(printedContaminationBp(position.phys_g, position.net_g))
}

/** Void acts are listed and not summed. */
function ending(rows: readonly BookRow[]): Html {
  const valid = rows.filter(({ status }) => status !== 'void')
  const net = valid
    .flatMap(({ positions }) => positions)
    .reduce((sum, { net_g }) => sum + BigInt(net_g ?? 0), 0n)
  const total = valid.reduce((sum, { total_kop }) => sum + BigInt(total_kop), 0n)
  return html`<section class="keep ending">
    <p>
      Актов: ${valid.length}, аннулировано: ${rows.length - valid.length}. Нетто:
      ${formatTonnes(Number(net))} т. Сумма: ${formatMoney(Number(total))} руб.
    </p>
  </section>`
}
