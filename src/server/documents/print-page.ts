import { html, type Html } from './html.ts'

/** Rules that every printed form shares: A4, a serif of forms, ruled fields, heads repeated on each sheet. */
const pageStyle = `
@page { size: A4; margin: 10mm 10mm 12mm; }
.sheet { position: relative; font-family: 'PT Serif', 'Times New Roman', 'Liberation Serif', serif;
  font-size: 9pt; line-height: 1.2; color: #000; background: #fff; }
.sheet p { margin: 0 0 1.2mm; }
.sheet h1 { font-size: 13pt; text-align: center; margin: 0; }
.sheet h2 { font-size: 9pt; margin: 1.6mm 0 .5mm; }
.sheet table { width: 100%; border-collapse: collapse; }
.sheet thead { display: table-header-group; }
.sheet tr { break-inside: avoid; }
.grid th, .grid td { border: .3mm solid #000; padding: .5mm .8mm; vertical-align: middle; font-size: 8pt; }
.grid th { font-weight: normal; text-align: center; line-height: 1.1; }
.grid .num { text-align: right; white-space: nowrap; }
.grid .mid { text-align: center; }
.grid .order td { text-align: center; font-size: 7pt; padding: 0; }
.grid .total td { font-weight: bold; }
.fields td { padding: .4mm 0; vertical-align: bottom; }
.fields td.name { width: 1%; white-space: nowrap; padding-right: 1.5mm; }
.fields td.value { border-bottom: .2mm solid #000; }
.fields td.gap { width: 1%; white-space: nowrap; padding: 0 1.5mm 0 3mm; }
.hint { font-size: 7pt; text-align: center; line-height: 1; }
.qr { width: 20mm; height: 20mm; }
.keep { break-inside: avoid; }
.signs { margin-top: 3mm; table-layout: fixed; }
.signs td { padding: 0 1.5mm; vertical-align: bottom; }
.signs .line { border-bottom: .2mm solid #000; text-align: center; height: 6mm; }
.signs .stamp { text-align: center; width: 14mm; }
.marks { font-size: 8pt; font-style: italic; }
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
export function addWatermark(body: string, word: 'ЧЕРНОВИК' | 'АННУЛИРОВАН'): string {
  return `${body}<p class="watermark">${word}</p>`
}

/** The square that leads back to the live record. */
export function qrCode(link: string): Html {
  return html`<img
    class="qr"
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

/** A line to sign on: who signs, the place of the hand, his name in letters, the stamp if one is due. */
export function signature(
  role: string,
  position: string | null,
  name: string,
  stamp = false,
): Html {
  return html`<table class="signs keep">
    <tbody>
      <tr>
        <td class="who">${role}</td>
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
