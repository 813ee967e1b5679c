import type { VisitCard } from '#contract/visit/visit-entities.ts'
import { formatKg, formatPercent } from '#contract/core/input-text.ts'
import type { WeightActLine, WeightActWithLines } from '#contract/weight-act/weight-act-entities.ts'
import { weightInWords } from '../../arithmetic/weight-in-words.ts'
import { initials, ruDay } from '../figures.ts'
import { html, type Html } from '../html.ts'
import { field, fieldPair, printPage, qrCode, signature, addWatermark } from '../print-page.ts'
import { printedDocument } from '../printed-document.ts'

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
  /** The company's time zone: weighings are printed in the time of the yard. */
  readonly timezone: string
  /** Empty where the company prints none. */
  readonly photos: readonly PaperPhoto[]
  /** Where the QR code leads on this server: the way back to the record. */
  readonly link: string
}

/** The paper of a weight act; a draft and a void one say across the sheet that they are none. */
export const weightAct = printedDocument<WeightActPaper>({
  kind: 'weight_act',
  title: 'Весовой акт',
  page: drawPage,
})

function drawPage(card: WeightActPaper): string {
  const body = printPage(
    style,
    html`${head(card)} ${visits(card)} ${productsTable(card)} ${totals(card)}
    ${signature('Весовщик', '', initials(card.weigher_name ?? ''))}
    ${signature('Контролёр', '', initials(card.controller_name ?? ''))}
    ${signature(card.direction === 'purchase' ? 'Сдал' : 'Получил', null, initials(card.supplier_name ?? ''))}
    ${photoSheet(card)}`,
  ).markup
  if (card.status === 'draft') return addWatermark(body, 'ЧЕРНОВИК')
  return card.status === 'void' ? addWatermark(body, 'АННУЛИРОВАН') : body
}

const style = `
.top td { vertical-align: top; }
.top td.code { width: 22mm; }
.grid { margin: 1.5mm 0 2.5mm; }
.who { width: 24mm; }
.photos { break-before: page; }
.photos figure { display: inline-block; width: 92mm; margin: 0 1mm 3mm; break-inside: avoid; }
.photos img { width: 92mm; max-height: 68mm; object-fit: contain; }
.photos figure p { font-size: 8pt; }
`

function head(card: WeightActPaper): Html {
  const visit = card.transactions[0]
  const { company } = card
  const drivers = [...new Set(card.transactions.flatMap((one) => one.driver_name ?? []))]
  return html`<table class="top">
      <tbody>
        <tr>
          <td>
            <h1>ВЕСОВОЙ АКТ № ${card.number} от ${ruDay(card.date)}</h1>
            ${field('Организация', `${company.name}, ИНН ${company.inn}, ${company.legal_address}`)}
            ${field('Площадка', `${card.site_name}, ${card.site_address}`)}
            ${field(card.direction === 'purchase' ? 'Поставщик' : 'Получатель', card.supplier_name)}
          </td>
          <td class="code">${qrCode(card.link)}</td>
        </tr>
      </tbody>
    </table>
    ${fieldPair(['Автомобиль', card.carnumber], ['Прицеп', visit?.trailer_number])}
    ${field('Водитель', drivers.join(', '))}
    ${card.act_number && field('Включён в акт', `№ ${card.act_number}`)}
    ${card.void_reason && field('Аннулирован', card.void_reason)}`
}

function visits({ transactions, timezone }: WeightActPaper): Html {
  return html`<h2>Взвешивания</h2>
    <table class="grid">
      <thead>
        <tr>
          <th>Заезд</th>
          <th>Номер машины</th>
          <th>Въезд</th>
          <th>Выезд</th>
          <th>Весы</th>
          <th>Брутто, кг</th>
          <th>Тара, кг</th>
          <th>Нетто, кг</th>
          <th>Отметки</th>
        </tr>
      </thead>
      <tbody>
        ${transactions.map(
          (one) =>
            html`<tr>
              <td class="mid">${one.number}</td>
              <td class="mid">${one.carnumber}</td>
              <td class="mid">${at(one.in_at, timezone)}</td>
              <td class="mid">${at(one.out_at, timezone)}</td>
              <td class="mid">${scalesOf(one)}</td>
              <td class="num">${kg(one.gross_g)}</td>
              <td class="num">${kg(one.tare_g)}</td>
              <td class="num">${kg(one.net_g)}</td>
              <td>${marksOf(one)}</td>
            </tr>`,
        )}
      </tbody>
    </table>`
}

function productsTable({ lines }: WeightActPaper): Html {
  return html`<h2>Товары</h2>
    <table class="grid">
      <thead>
        <tr>
          <th>№</th>
          <th>Заезд</th>
          <th>Наименование</th>
          <th>Брутто, кг</th>
          <th>Тара, кг</th>
          <th>Упаковка, кг</th>
          <th>Физический вес, кг</th>
          <th>Вычеты</th>
          <th>Засор, кг</th>
          <th>Засорённость с вычетами, %</th>
          <th>Нетто, кг</th>
        </tr>
      </thead>
      <tbody>
        ${lines.map(row)}
      </tbody>
    </table>`
}

function row(line: WeightActLine, index: number): Html {
  const cuts = line.deductions.map(({ reason, grams }) => `${reason} ${formatKg(grams)} кг`)
  return html`<tr>
    <td class="mid">${index + 1}</td>
    <td class="mid">${line.transaction_number}</td>
    <td>${line.product_name}</td>
    <td class="num">${kg(line.gross_g)}</td>
    <td class="num">${kg(line.tare_g)}</td>
    <td class="num">${kg(line.pack_g)}</td>
    <td class="num">${kg(line.phys_g)}</td>
    <td>${cuts.join('; ')}</td>
    <td class="num">${kg(line.zasor_g)}</td>
    <td class="num">${formatPercent(line.shown_zasor_bp)}</td>
    <td class="num">${kg(line.net_g)}</td>
  </tr>`
}

function totals({ phys_g, net_g }: WeightActPaper): Html {
  return html`${fieldPair(['Физический вес', `${formatKg(phys_g)} кг`], ['Нетто', `${formatKg(net_g)} кг`])}
  ${field('Нетто прописью', weightInWords(net_g))}`
}

function photoSheet({ photos, number, timezone }: WeightActPaper): Html | false {
  return (
    photos.length > 0 &&
    html`<section class="photos">
      <h2>Фотографии к весовому акту № ${number}</h2>
      ${photos.map(
        (one) =>
          html`<figure>
            <img alt="${one.view}" src="${one.src}" />
            <p>Заезд ${one.visit}, ${one.view}, ${at(one.taken_at, timezone)}</p>
          </figure>`,
      )}
    </section>`
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
