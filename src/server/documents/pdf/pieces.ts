import QRCode from 'qrcode'
import type { Block, Boxes, Fields, Lines, Pictures, Qr, Side, Signature } from '../body/blocks.ts'
import { cellsPiece } from './cells-piece.ts'
import { MM, type Canvas } from './canvas.ts'
import { breakText, drawText, extentOf, type TextStyle } from './lines.ts'
import { emptyPiece, stack, type Piece } from './piece.ts'
import { barsPieces, tablePieces } from './table-pieces.ts'
import { shareWidth } from './table-widths.ts'

/** Where blocks are laid: a column of a sheet, in points. */
export interface Place {
  readonly canvas: Canvas
  readonly x: number
  readonly width: number
  /** Of plain text. */
  readonly size: number
  readonly leading: number
  /** Makes an address of a link of this server. */
  readonly addressOf: (link: string) => string
}

/** What a block takes on the sheets. */
export function piecesOf(block: Block, place: Place): readonly Piece[] {
  switch (block.is) {
    case 'heading': {
      const {
        level,
        text,
        size = level === 1 ? 13 : place.size,
        align = level === 1 ? 'center' : 'left',
      } = block
      const gaps = level === 1 ? { before: 0, after: 0 } : { before: 1.6 * MM, after: 0.5 * MM }
      const piece = textPiece(place, text, { size, leading: 1.2, bold: true, align }, gaps)
      return [{ ...piece, withNext: true }]
    }
    case 'paragraph':
      return paragraphPieces(block, place)
    case 'fields':
      return [fieldsPiece(block, place)]
    case 'table':
      return tablePieces(place.canvas, block, place.x, place.width)
    case 'signature':
      return [signaturePiece(block, place)]
    case 'lines':
      return [linesPiece(block, place)]
    case 'side':
      return [sidePiece(block, place)]
    case 'boxes':
      return [boxesPiece(block, place)]
    case 'cells':
      return [cellsPiece(place.canvas, block, place.x, place.width)]
    case 'bars':
      return barsPieces(place.canvas, block, place.x, place.width)
    case 'qr':
      return [qrPiece(block, place)]
    case 'keep':
      return [stack(block.blocks.flatMap((part) => piecesOf(part, place)))]
    case 'pictures':
      return picturePieces(block, place)
    case 'space':
      return [emptyPiece(block.height * MM)]
  }
}

function textPiece(
  { canvas, x, width }: Place,
  text: string,
  style: TextStyle,
  { before, after }: { before: number; after: number },
): Piece {
  const box = breakText(canvas, [{ text }], width, style)
  const { align } = style
  return {
    height: before + box.height + after,
    draw: (top) => drawText(canvas, box, { x, y: top + before, width, align }),
  }
}

/** Line by line, so that a long text goes on where the sheet ends. */
function paragraphPieces(
  block: Extract<Block, { is: 'paragraph' }>,
  { canvas, x, width, ...place }: Place,
): readonly Piece[] {
  const { runs, size = place.size, align = 'left', after = 1.2, ruled = false } = block
  const box = breakText(canvas, runs, width, { size, leading: place.leading })
  if (ruled) {
    const height = Math.max(box.height, 5 * MM)
    const draw = (top: number) => {
      drawText(canvas, box, { x, y: top + height - box.height, width, align: 'center' })
      canvas.rule(x, top + height, x + width, top + height)
    }
    return [{ height, draw }]
  }
  return box.lines.map((line, i) => {
    const end = i === box.lines.length - 1
    const one = { ...box, lines: [line] }
    return {
      height: box.lineHeight + (end ? after * MM : 0),
      draw: (top: number) => drawText(canvas, one, { x, y: top, width, align }),
    }
  })
}

const FIELD_GAP = 1.5 * MM

function fieldsPiece({ pairs }: Fields, { canvas, x, width, size }: Place): Piece {
  const style = { size, leading: 1.2 }
  const names = pairs.map(([name], i) => {
    const gap = FIELD_GAP + (i > 0 ? 3 * MM : 0)
    return { name, gap, width: extentOf(canvas, name, style).most + gap }
  })
  const spare = width - names.reduce((sum, name) => sum + name.width, 0)
  const asked = pairs.map(([, value]) => {
    const { most } = extentOf(canvas, value, style)
    const least = Math.min(most, spare / (pairs.length * 2))
    // A place that is still empty is for a hand to write on.
    return { least: Math.max(least, 1), most: Math.max(most, spare / 5) }
  })
  const widths = shareWidth(asked, spare)
  let left = x
  const cells = pairs.map(([name, value], i) => {
    const nameAt = left + (i > 0 ? 3 * MM : 0)
    const at = left + names[i]!.width
    left = at + widths[i]!
    const nameText = breakText(canvas, [{ text: name }], width, style)
    return {
      name: nameText,
      nameAt,
      at,
      width: widths[i]!,
      value: breakText(canvas, [{ text: value }], widths[i]!, style),
    }
  })
  const pad = 0.4 * MM
  const inner = cells.reduce((most, { value }) => Math.max(most, value.height), 0)
  const draw = (top: number) => {
    const bottom = top + pad + inner
    for (const cell of cells) {
      const nameTop = bottom - cell.name.height
      drawText(canvas, cell.name, { x: cell.nameAt, y: nameTop, width })
      drawText(canvas, cell.value, { x: cell.at, y: bottom - cell.value.height, width: cell.width })
      canvas.rule(cell.at, bottom + pad / 2, cell.at + cell.width, bottom + pad / 2)
    }
  }
  return { height: inner + 2 * pad, draw }
}

/** The role, the place of the position, of the hand and of the name, and of the stamp. */
function signaturePiece(block: Signature, { canvas, x, width, size }: Place): Piece {
  const role = block.width * MM
  const stamp = block.stamp ? 14 * MM : 0
  const column = (width - role - stamp) / 3
  const pad = 1.5 * MM
  const before = 3 * MM
  const height = 6 * MM
  const texts = [block.position ?? '', '', block.name]
  const hints = [block.position === null ? '' : 'должность', 'подпись', 'расшифровка подписи']
  const write = (text: string, at: number, wide: number, bottom: number, style: TextStyle) => {
    const box = breakText(canvas, [{ text }], wide, style)
    drawText(canvas, box, { x: at, y: bottom - box.height, width: wide, align: style.align })
  }
  const plain = { size, leading: 1.2, align: 'center' } as const
  const draw = (top: number) => {
    const line = top + before + height
    write(block.role, x + pad, role, line, { ...plain, bold: true, align: 'left' })
    texts.forEach((text, i) => {
      const at = x + role + i * column
      write(text, at + pad, column - 2 * pad, line, plain)
      canvas.rule(at, line, at + column, line)
    })
    if (block.stamp) write('М. П.', x + width - stamp, stamp, line, plain)
    hints.forEach((hint, i) => {
      const small = { size: 7, leading: 1, align: 'center' } as const
      write(hint, x + role + i * column, column, line + 7, small)
    })
  }
  return { height: before + height + 8, draw }
}

function linesPiece({ hints }: Lines, { canvas, x, width }: Place): Piece {
  const column = width / hints.length
  const line = 14 * MM
  const draw = (top: number) =>
    hints.forEach((hint, i) => {
      const at = x + i * column
      canvas.rule(at, top + line, at + 60 * MM, top + line)
      const text = breakText(canvas, [{ text: hint }], column, { size: 9, leading: 1.2 })
      drawText(canvas, text, { x: at, y: top + line + 2, width: column })
    })
  return { height: line + 14, draw }
}

const SIDE_GAP = 4 * MM

function sidePiece({ cells }: Side, place: Place): Piece {
  const fixed = cells.reduce((sum, { width = 0 }) => sum + width * MM, 0)
  const free = cells.filter(({ width }) => width === undefined).length
  const share = (place.width - fixed - SIDE_GAP * (cells.length - 1)) / Math.max(free, 1)
  let x = place.x
  const columns = cells.map(({ width, blocks }) => {
    const inner = { ...place, x, width: width === undefined ? share : width * MM }
    x += inner.width + SIDE_GAP
    return stack(blocks.flatMap((block) => piecesOf(block, inner)))
  })
  return {
    height: columns.reduce((most, { height }) => Math.max(most, height), 0),
    draw: (top) => columns.forEach((column) => column.draw(top)),
  }
}

function boxesPiece({ rows }: Boxes, { canvas, x, width }: Place): Piece {
  const style = { size: 8.5, leading: 1.2 }
  const box = 32 * MM
  const height = style.size * style.leading + 0.6 * MM
  const draw = (top: number) =>
    rows.forEach(([name, code], i) => {
      const y = top + i * height
      const write = (text: string, at: number, wide: number, align: 'right' | 'center') =>
        drawText(canvas, breakText(canvas, [{ text }], wide, style), {
          x: at,
          y: y + 0.3 * MM,
          width: wide,
          align,
        })
      write(name, x, width - box - MM, 'right')
      write(code, x + width - box, box, 'center')
      canvas.box(x + width - box, y, box, height)
    })
  return { height: rows.length * height + MM, draw }
}

/** The code of the picture on the page, drawn in squares: it prints sharp and weighs little. */
function qrPiece({ link, size }: Qr, { canvas, x, addressOf }: Place): Piece {
  const { modules } = QRCode.create(addressOf(link), { errorCorrectionLevel: 'M' })
  const side = size * MM
  // The margin of four modules belongs to the code.
  const module = side / (modules.size + 8)
  const draw = (top: number) => {
    canvas.doc.fillColor('#000')
    for (let row = 0; row < modules.size; row++)
      for (let column = 0; column < modules.size; column++)
        if (modules.get(row, column))
          canvas.doc.rect(x + (column + 4) * module, top + (row + 4) * module, module, module)
    canvas.doc.fill()
  }
  return { height: side, draw }
}

/** Two in a row with their words below, or each on a sheet with its words above. */
function picturePieces({ title, pictures, placed }: Pictures, place: Place): readonly Piece[] {
  const head = piecesOf({ is: 'heading', level: 2, text: title }, place)[0]!
  const shown =
    placed === 'sheet'
      ? pictures.map((picture) => wholePicture(picture, place))
      : pairsOf(pictures).map((two) => picturePair(two, place))
  return [{ ...head, newSheet: placed !== 'inline' }, ...shown]
}

function pairsOf<T>(all: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / 2) }, (_, row) =>
    all.slice(row * 2, row * 2 + 2),
  )
}

const CAPTION = { size: 8, leading: 1.2 }

function picturePair(two: Pictures['pictures'], { canvas, x }: Place): Piece {
  const wide = 92 * MM
  const high = two.reduce((most, { src }) => Math.max(most, heightIn(canvas, src, wide)), 0)
  const words = two.map(({ text }) => breakText(canvas, [{ text }], wide, CAPTION))
  const below = words.reduce((most, { height }) => Math.max(most, height + 2 * MM), 8 * MM)
  const draw = (top: number) =>
    two.forEach(({ src }, i) => {
      const left = x + i * (wide + 2 * MM)
      canvas.doc.image(src, left, top, { fit: [wide, high] })
      drawText(canvas, words[i]!, { x: left, y: top + high + MM, width: wide })
    })
  return { height: high + below, draw }
}

const MOST_HIGH = 68 * MM

/** Points that a picture of the given width takes, at most a quarter of the sheet. */
function heightIn(canvas: Canvas, src: string, wide: number): number {
  const { width, height } = canvas.sizeOf(src)
  return Math.min(MOST_HIGH, (wide * height) / width)
}

function wholePicture({ src, text }: Pictures['pictures'][number], place: Place): Piece {
  const { canvas, x, width } = place
  const high = 240 * MM
  const words = breakText(canvas, [{ text }], width, CAPTION)
  const draw = (top: number) => {
    drawText(canvas, words, { x, y: top, width })
    canvas.doc.image(src, x, top + words.height + MM, { fit: [width, high], align: 'center' })
  }
  return { height: words.height + MM + high, draw }
}
