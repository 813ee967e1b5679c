import { formatPhone } from '#contract/requisites/phone.ts'
import { formatMoney } from '#contract/core/input-text.ts'
import { html } from '../html.ts'
import { printPage } from '../print-page.ts'
import { printedDocument } from '../printed-document.ts'

/** A group has a name alone; a thing that is bought has a price and what it is for. */
export interface PriceLine {
  readonly depth: number
  readonly name: string
  readonly code?: string | null
  readonly kop?: number
  readonly unit?: 'т' | 'шт.'
}

export interface PriceSheetFacts {
  readonly company: { readonly name: string; readonly phone: string }
  /** Of the column. */
  readonly title: string
  readonly at: string
  readonly timeZone: string
  readonly lines: readonly PriceLine[]
}

/** One column of the price list for the wall: read from two metres, so larger than a form. */
export const priceSheet = printedDocument<PriceSheetFacts>({
  kind: 'price_sheet',
  title: 'Прайс',
  page: drawPage,
})

function drawPage({ company, title, at, timeZone, lines }: PriceSheetFacts): string {
  const day = new Intl.DateTimeFormat('ru-RU', { timeZone, dateStyle: 'long' }).format(new Date(at))
  return printPage(
    style,
    html`<header class="head">
        <p class="company">${company.name}</p>
        <p class="phone">${formatPhone(company.phone)}</p>
      </header>
      <h1>Прайс</h1>
      <p class="about">${title}, с ${day}</p>
      <table class="prices">
        <thead>
          <tr>
            <th class="code">Код</th>
            <th>Наименование</th>
            <th class="num">Цена, ₽</th>
            <th class="unit">За</th>
          </tr>
        </thead>
        <tbody>
          ${
            lines.length === 0 &&
            html`<tr>
              <td colspan="4">В этой колонке цен нет.</td>
            </tr>`
          }
          ${lines.map(lineOf)}
        </tbody>
      </table>`,
  ).markup
}

function lineOf({ depth, name, code, kop, unit }: PriceLine) {
  if (kop === undefined)
    return html`<tr class="group">
      <th colspan="4">${name}</th>
    </tr>`
  return html`<tr class="depth${depth > 3 ? 3 : depth}">
    <td class="code">${code}</td>
    <td>${name}</td>
    <td class="num">${formatMoney(kop)}</td>
    <td class="unit">${unit}</td>
  </tr>`
}

const style = `
@page { size: A4; margin: 14mm; }
.sheet { font-family: 'PT Sans', 'Arial', 'Liberation Sans', sans-serif; font-size: 12pt; line-height: 1.25; }
.sheet .head { display: flex; justify-content: space-between; border-bottom: .4mm solid #000; }
.sheet .head p { font-size: 13pt; margin-bottom: 1mm; }
.sheet .phone { font-weight: bold; }
.sheet h1 { font-size: 26pt; margin-top: 4mm; }
.sheet .about { text-align: center; font-size: 13pt; margin-bottom: 4mm; }
.prices th, .prices td { padding: 1mm 1.5mm; border-bottom: .2mm solid #888; text-align: left; font-size: 12pt; }
.prices thead th { border-bottom: .4mm solid #000; font-weight: normal; font-size: 10pt; }
.prices .group th { font-size: 13pt; font-weight: bold; padding-top: 3mm; border-bottom: .4mm solid #000;
  break-after: avoid; }
.prices .code, .prices .unit { width: 1%; white-space: nowrap; }
.prices td.code { font-size: 10pt; }
.prices .num { text-align: right; white-space: nowrap; width: 1%; }
.prices td.num { font-weight: bold; font-size: 14pt; }
`
