import { html, type Html } from '../html.ts'
import type { CellForm, FormCell } from './blocks.ts'
import type { SheetStyle } from './sheet-style.ts'

export function drawCellForm({ widths, rows }: CellForm, style: SheetStyle): Html {
  return html`<table class="cell-form">
    <colgroup>
      ${widths.map((width) => html`<col class="${style.width(width)}" />`)}
    </colgroup>
    <tbody>
      ${rows.map(
        (cells) =>
          html`<tr>
            ${cells.map((cell) => drawCell(cell, style))}
          </tr>`,
      )}
    </tbody>
  </table>`
}

function drawCell(cell: FormCell, style: SheetStyle): Html {
  const { text, caption, columns = 1, rows = 1, height, align, size, bold, lines } = cell
  const names = [
    ...lines.map((side) => `line-${side}`),
    caption && 'captioned',
    bold && 'bold',
    style.text({ size, align }),
    height !== undefined && style.height(height),
  ]
  return html`<td class="${names.filter(Boolean).join(' ')}" colspan="${columns}" rowspan="${rows}">
    <p>${text}</p>
    ${caption && html`<p class="caption">${caption}</p>`}
  </td>`
}
