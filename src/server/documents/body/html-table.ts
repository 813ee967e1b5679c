import { html, type Html } from '../html.ts'
import type { Table, TableColumn, TableRow } from './blocks.ts'
import { headGroups } from './head-groups.ts'
import type { SheetStyle } from './sheet-style.ts'

const KINDS: Record<TableColumn['kind'], string> = { text: '', number: 'num', center: 'mid' }

export function drawTable(table: Table, style: SheetStyle): Html {
  const { columns, rows, total, numbered, variant, size } = table
  const names = columns.map((column) => cellClass(column, style))
  return html`<table class="${variant} ${style.cells(size)}">
    <thead>
      ${heads(columns)}
      ${
        numbered &&
        html`<tr class="order">
          ${columns.map((_, i) => html`<td>${i + 1}</td>`)}
        </tr>`
      }
    </thead>
    <tbody>
      ${rows.map((row) => drawRow(row, columns, names))}
      ${
        total &&
        html`<tr class="total">
          <td colspan="${total.span}" class="num">Итого</td>
          ${total.cells.map((text, i) => html`<td class="${names[total.span + i]}">${text}</td>`)}
        </tr>`
      }
    </tbody>
  </table>`
}

function cellClass(
  { kind, size, bold, whole, neverStruck }: TableColumn,
  style: SheetStyle,
): string {
  const parts = [
    KINDS[kind],
    style.text({ size }),
    bold && 'bold',
    whole && 'whole',
    neverStruck && 'mark',
  ]
  return parts.filter(Boolean).join(' ')
}

function heads(columns: readonly TableColumn[]): Html {
  const groups = headGroups(columns)
  if (groups.length === columns.length)
    return html`<tr>
      ${columns.map(({ title }) => html`<th>${withBreaks(title)}</th>`)}
    </tr>`
  return html`<tr>
      ${groups.map(({ group, titles }) =>
        group === undefined
          ? html`<th rowspan="2">${withBreaks(titles[0]!)}</th>`
          : html`<th colspan="${titles.length}">${group}</th>`,
      )}
    </tr>
    <tr>
      ${groups.flatMap(({ group, titles }) =>
        group === undefined ? [] : titles.map((title) => html`<th>${withBreaks(title)}</th>`),
      )}
    </tr>`
}

function withBreaks(title: string): Html {
  return html`${title.split('\n').map((line, i) => (i === 0 ? line : html`<br />${line}`))}`
}

function drawRow(
  { cells, variant }: TableRow,
  columns: readonly TableColumn[],
  names: readonly string[],
): Html {
  if (variant === 'group' || variant === 'note')
    return html`<tr class="${variant}">
      <td colspan="${columns.length}" class="${variant === 'note' && 'mid'}">${cells[0]}</td>
    </tr>`
  return html`<tr class="${variant === 'struck' ? 'void' : 'valid'}">
    ${cells.map((text, i) => html`<td${names[i] && html` class="${names[i]}"`}>${text}</td>`)}
  </tr>`
}
