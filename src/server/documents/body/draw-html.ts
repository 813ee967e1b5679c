import { html, type Html } from '../html.ts'
import { addWatermark, field, fieldPair, printPage, qrCode, signatureLines } from '../print-page.ts'
import type {
  Block,
  Boxes,
  DocumentBody,
  Fields,
  Heading,
  Lines,
  PageLayout,
  Paragraph,
  Pictures,
  Run,
  Side,
  CellForm,
  FormCell,
} from './blocks.ts'
import { drawTable } from './html-table.ts'
import { SheetStyle } from './sheet-style.ts'

/** The page of a form: a leading style, and elements and attributes that the screen lets through. */
export function drawHtml({ page, blocks, watermark }: DocumentBody): string {
  const style = new SheetStyle()
  const content = drawBlocks(blocks, style)
  const body = printPage(`${pageRules(page)}${style.rules()}`, content).markup
  return watermark ? addWatermark(body, watermark) : body
}

function pageRules({ landscape, margins, size, lineHeight, family, numbered }: PageLayout): string {
  const sheet = landscape ? 'A4 landscape' : 'A4'
  const edges = margins.map((edge) => `${edge}mm`).join(' ')
  const number = numbered
    ? ` @bottom-right { content: 'Лист ' counter(page) ' из ' counter(pages); font-size: 8pt; }`
    : ''
  const face =
    family === 'sans' ? `font-family: 'PT Sans', 'Arial', 'Liberation Sans', sans-serif;` : ''
  return `@page { size: ${sheet}; margin: ${edges};${number} }
.sheet { font-size: ${size}pt; line-height: ${lineHeight}; ${face} }
`
}

function drawBlocks(blocks: readonly Block[], style: SheetStyle): Html {
  return html`${blocks.map((block) => drawBlock(block, style))}`
}

function drawBlock(block: Block, style: SheetStyle): Html {
  switch (block.is) {
    case 'heading':
      return drawHeading(block, style)
    case 'paragraph':
      return drawParagraph(block, style)
    case 'fields':
      return drawFields(block)
    case 'table':
      return drawTable(block, style)
    case 'signature':
      return signatureLines(block, style.width(block.width))
    case 'lines':
      return drawLines(block)
    case 'side':
      return drawSide(block, style)
    case 'boxes':
      return drawBoxes(block)
    case 'cells':
      return drawCellForm(block, style)
    case 'bars':
      return html`<p>${block.title}</p>
        ${block.bars.map(({ name, text }) => html`<p>${name}: ${text}</p>`)}`
    case 'qr':
      return qrCode(block.link, style.square(block.size))
    case 'keep':
      return html`<section class="keep">${drawBlocks(block.blocks, style)}</section>`
    case 'pictures':
      return drawPictures(block)
    case 'space':
      return html`<p class="${style.height(block.height)}"></p>`
  }
}

function drawCellForm({ widths, rows }: CellForm, style: SheetStyle): Html {
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

function drawHeading({ level, text, size, align }: Heading, style: SheetStyle): Html {
  const shape = style.text({ size, align })
  return level === 1
    ? html`<h1 class="${shape}">${lines(text)}</h1>`
    : html`<h2 class="${shape}">${lines(text)}</h2>`
}

function drawParagraph({ runs, ruled, ...shape }: Paragraph, style: SheetStyle): Html {
  const names = [style.text(shape), ruled && 'ruled'].filter(Boolean).join(' ')
  return html`<p class="${names}">${runs.map(drawRun)}</p>`
}

function drawRun({ text, bold, italic }: Run): Html {
  if (bold) return html`<b>${lines(text)}</b>`
  return italic ? html`<span class="italic">${lines(text)}</span>` : html`${lines(text)}`
}

function lines(text: string): Html {
  return html`${text.split('\n').map((line, i) => (i === 0 ? line : html`<br />${line}`))}`
}

function drawFields({ pairs: [first, second] }: Fields): Html {
  return second ? fieldPair(first!, second) : field(...first!)
}

function drawSide({ cells }: Side, style: SheetStyle): Html {
  return html`<table class="side">
    <tbody>
      <tr>
        ${cells.map(
          ({ width, blocks }) =>
            html`<td class="${width === undefined ? 'rest' : style.width(width)}">
              ${drawBlocks(blocks, style)}
            </td>`,
        )}
      </tr>
    </tbody>
  </table>`
}

function drawLines({ hints }: Lines): Html {
  return html`<table class="lines keep">
    <tbody>
      <tr>
        ${hints.map(
          (hint) =>
            html`<td>
              <p class="line"></p>
              <p>${hint}</p>
            </td>`,
        )}
      </tr>
    </tbody>
  </table>`
}

function drawBoxes({ rows }: Boxes): Html {
  return html`<table class="boxes">
    <tbody>
      ${rows.map(
        ([name, code]) =>
          html`<tr>
            <td>${name}</td>
            <td class="box">${code}</td>
          </tr>`,
      )}
    </tbody>
  </table>`
}

function drawPictures({ title, pictures, placed }: Pictures): Html {
  return html`<section class="${['photos', placed].filter(Boolean).join(' ')}">
    <h2>${title}</h2>
    ${pictures.map(
      ({ src, alt, text }) =>
        html`<figure>
          <img alt="${alt}" src="${src}" />
          <p>${text}</p>
        </figure>`,
    )}
  </section>`
}
