import type { Signature, Watermark } from './body/blocks.ts'
import { html, type Html } from './html.ts'

/** Rules that every printed form shares: A4, a serif of forms, ruled fields, heads repeated on each sheet. */
const pageStyle = `
.sheet { position: relative; font-family: 'PT Serif', 'Times New Roman', 'Liberation Serif', serif;
  color: #000; background: #fff; }
.sheet p { margin: 0 0 1.2mm; }
.sheet h1 { font-size: 13pt; text-align: center; margin: 0; }
.sheet h2 { font-size: 9pt; margin: 1.6mm 0 .5mm; }
.sheet table { width: 100%; border-collapse: collapse; }
.sheet thead { display: table-header-group; }
.sheet tr { break-inside: avoid; }
.grid th, .grid td { border: .3mm solid #000; padding: .5mm .8mm; vertical-align: middle; }
.grid th { font-weight: normal; text-align: center; line-height: 1.1; }
.grid .num { text-align: right; white-space: nowrap; }
.grid .mid { text-align: center; }
.grid .whole { white-space: nowrap; }
.grid .order td { text-align: center; font-size: 7pt; padding: 0; }
.grid .total td { font-weight: bold; }
.fields td { padding: .4mm 0; vertical-align: bottom; }
.fields td.name { width: 1%; white-space: nowrap; padding-right: 1.5mm; }
.fields td.value { border-bottom: .2mm solid #000; }
.fields td.gap { width: 1%; white-space: nowrap; padding: 0 1.5mm 0 3mm; }
.hint { font-size: 7pt; text-align: center; line-height: 1; }
.keep { break-inside: avoid; }
.signs { margin-top: 3mm; table-layout: fixed; }
.signs td { padding: 0 1.5mm; vertical-align: bottom; }
.signs .line { border-bottom: .2mm solid #000; text-align: center; height: 6mm; }
.signs .stamp { text-align: center; width: 14mm; }
.signs .who { font-weight: bold; }
.sheet .bold { font-weight: bold; }
.sheet .italic { font-style: italic; }
.side > tbody > tr > td { vertical-align: top; padding: 0 4mm 0 0; }
.side > tbody > tr > td:last-child { padding-right: 0; }
.sheet .ruled { border-bottom: .2mm solid #000; min-height: 5mm; padding-top: 1mm; margin: 0; text-align: center; }
.sheet .boxes td { padding: .3mm 1mm; text-align: right; font-size: 8.5pt; }
.boxes td:first-child { white-space: nowrap; }
.sheet .boxes td.box { border: .3mm solid #000; width: 32mm; text-align: center; }
.cell-form { table-layout: fixed; }
.cell-form td { position: relative; vertical-align: top; padding: .5mm .8mm; overflow-wrap: anywhere; font-size: 9pt; line-height: 1.2; }
.cell-form td.line-top { border-top: .3mm solid #000; }
.cell-form td.line-right { border-right: .3mm solid #000; }
.cell-form td.line-bottom { border-bottom: .3mm solid #000; }
.cell-form td.line-left { border-left: .3mm solid #000; }
.cell-form td.captioned { padding-bottom: 4mm; }
.sheet .cell-form p { margin: 0; white-space: pre-line; }
.sheet .cell-form .caption { position: absolute; left: .8mm; right: .8mm; bottom: .4mm; font-size: 7.5pt; line-height: 1.2; }
.grid .void td { text-decoration: line-through; }
.grid .void td.mark { text-decoration: none; }
.list th, .list td { padding: 1mm 1.5mm; border-bottom: .2mm solid #888; text-align: left; }
.list thead th { border-bottom: .4mm solid #000; font-weight: normal; }
.list .group td { font-weight: bold; padding-top: 3mm; border-bottom: .4mm solid #000; break-after: avoid; }
.list .num { text-align: right; white-space: nowrap; }
.list .mid { white-space: nowrap; }
.lines td { padding: 8mm 0 0; vertical-align: top; font-size: 9pt; }
.sheet .lines .line { border-bottom: .2mm solid #000; width: 60mm; height: 6mm; margin: 0; }
.photos { break-before: page; }
.photos.inline { break-before: auto; }
.photos.sheet figure { width: 100%; break-before: page; }
.photos.sheet img { width: 100%; max-height: 240mm; }
.photos figure { display: inline-block; width: 92mm; margin: 0 1mm 3mm; break-inside: avoid; }
.photos img { width: 92mm; max-height: 68mm; object-fit: contain; }
.photos figure p { font-size: 8pt; }
.watermark { position: fixed; top: 42%; left: 0; right: 0; text-align: center; font-family: sans-serif;
  font-size: 76pt; font-weight: bold; letter-spacing: 4mm; color: #000; opacity: .11; rotate: -32deg;
  margin: 0; pointer-events: none; }
`

/** A form with its style in front, and across it the word that says why it is no document (domain.md 9). */
export function printPage(style: string, content: Html): Html {
  return html`<style>
      ${trustStyle(pageStyle + style)}
    </style>
    <article class="sheet">${content}</article>`
}

/** A body of a form with a word across it; the stored bytes stay as they are. */
export function addWatermark(body: string, word: Watermark): string {
  return `${body}<p class="watermark">${word}</p>`
}

/** The square that leads back to the live record. */
export function qrCode(link: string, size: string): Html {
  return html`<img
    class="${size}"
    alt="QR"
    src="/api/v1/utils/get_qrcode_img?text=${encodeURIComponent(link)}"
  />`
}

/** A ruled field: its name, and what is written on the line. */
export function field(name: string, value: string | number | null | undefined | false): Html {
  return html`<table class="fields">
    <tbody>
      <tr>
        <td class="name">${name}</td>
        <td class="value">${value || '\u00a0'}</td>
      </tr>
    </tbody>
  </table>`
}

/** Two ruled fields in one line. */
export function fieldPair(
  [first, one]: readonly [string, string | null | undefined],
  [second, two]: readonly [string, string | null | undefined],
): Html {
  return html`<table class="fields">
    <tbody>
      <tr>
        <td class="name">${first}</td>
        <td class="value">${one || '\u00a0'}</td>
        <td class="gap">${second}</td>
        <td class="value">${two || '\u00a0'}</td>
      </tr>
    </tbody>
  </table>`
}

/** A line to sign on, with what belongs on it written below. */
export function signatureLines(
  { role, position, name, stamp }: Signature,
  roleWidth: string,
): Html {
  return html`<table class="signs keep">
    <tbody>
      <tr>
        <td class="who ${roleWidth}">${role}</td>
        <td class="line">${position}</td>
        <td class="line"></td>
        <td class="line">${name}</td>
        ${stamp && html`<td class="stamp">М. П.</td>`}
      </tr>
      <tr>
        <td></td>
        <td class="hint">${position !== null && 'должность'}</td>
        <td class="hint">подпись</td>
        <td class="hint">расшифровка подписи</td>
        ${stamp && html`<td></td>`}
      </tr>
    </tbody>
  </table>`
}

/** Our own style sheet: the only text that is not escaped. */
function trustStyle(style: string): Html {
  return { markup: style }
}
