import type { DocumentBody } from '../body/blocks.ts'
import { Canvas, MM, type PdfHead } from './canvas.ts'
import { piecesOf } from './pieces.ts'
import type { Piece } from './piece.ts'

/** The parts of a PDF file: the body of a form, and its surroundings. */
export interface PdfJob extends PdfHead {
  readonly body: DocumentBody
  /** Bodies that follow on sheets of their own, numbered on. */
  readonly following?: readonly DocumentBody[]
  readonly copies?: number | undefined
  /** Where links to records lead. */
  readonly publicUrl: string
}

const A4 = { short: 210 * MM, long: 297 * MM }

/** The form as PDF/A-2b: the content of its page, with numbered sheets. */
export async function drawPdf(job: PdfJob): Promise<Buffer> {
  const { body, following = [], copies = 1, publicUrl, ...head } = job
  const canvas = new Canvas(head)
  const laid = [body, ...following].map((one) => layBody(canvas, one, publicUrl))
  const total = laid.reduce((sum, { sheets }) => sum + sheets.length, 0)
  for (let copy = 0; copy < copies; copy++) {
    let number = 0
    for (const one of laid)
      for (const sheet of one.sheets) drawPage(canvas, one, sheet, `Лист ${++number} из ${total}`)
  }
  return canvas.end()
}

interface LaidBody {
  readonly sheets: readonly PdfSheet[]
  readonly width: number
  readonly height: number
  /** Points: top, right, bottom. */
  readonly edges: readonly [number, number, number]
  readonly watermark: DocumentBody['watermark']
}

function layBody(canvas: Canvas, { page, blocks, watermark }: DocumentBody, publicUrl: string) {
  const { landscape = false, margins, size, lineHeight } = page
  const [top, right, bottom, left] = margins.map((edge) => edge * MM) as [
    number,
    number,
    number,
    number,
  ]
  const width = landscape ? A4.long : A4.short
  const height = landscape ? A4.short : A4.long
  const place = {
    canvas,
    x: left,
    width: width - left - right,
    size,
    leading: lineHeight,
    addressOf: (link: string) => (link.startsWith('/') ? `${publicUrl}${link}` : link),
  }
  const pieces = blocks.flatMap((block) => piecesOf(block, place))
  const sheets = layOnSheets(pieces, height - top - bottom)
  const laid: LaidBody = { sheets, width, height, edges: [top, right, bottom], watermark }
  return laid
}

interface Placed {
  readonly piece: Piece
  readonly top: number
}

type PdfSheet = readonly Placed[]

/** Puts pieces on sheets of a given height: none is split, heads are repeated, and pieces that belong together stay together. */
function layOnSheets(pieces: readonly Piece[], height: number): PdfSheet[] {
  const sheets: Placed[][] = [[]]
  let top = 0
  const place = (piece: Piece) => {
    sheets.at(-1)!.push({ piece, top })
    top += piece.height
  }
  const turn = () => {
    sheets.push([])
    top = 0
  }
  const all = pieces.flatMap((piece) => withinSheet(piece, height))
  all.forEach((piece, index) => {
    const full = top + neededBy(all, index, height) > height + 0.01
    if ((full || piece.newSheet) && top > 0) {
      turn()
      if (piece.head) place(piece.head)
    }
    place(piece)
  })
  return sheets
}

/** A piece that is higher than a sheet falls into its parts. */
function withinSheet(piece: Piece, height: number): readonly Piece[] {
  if (piece.height <= height || !piece.parts) return [piece]
  return piece.parts.flatMap((part) => withinSheet(part, height))
}

/** What belongs together is parted only where no sheet has room for all of it. */
function neededBy(pieces: readonly Piece[], index: number, height: number): number {
  const piece = pieces[index]!
  const together = heightOf(pieces, index)
  return together + (piece.head?.height ?? 0) > height ? piece.height : together
}

/** A piece with all that has to stand on its sheet. */
function heightOf(pieces: readonly Piece[], index: number): number {
  let sum = 0
  for (let i = index; i < pieces.length; i++) {
    sum += pieces[i]!.height
    if (!pieces[i]!.withNext) break
  }
  return sum
}

function drawPage(canvas: Canvas, body: LaidBody, sheet: PdfSheet, number: string): void {
  const { width, height, edges, watermark } = body
  const [top, right, bottom] = edges
  canvas.doc.addPage({ size: [width, height], margin: 0 })
  if (watermark) drawWatermark(canvas, watermark, width, height)
  drawSheet(sheet, top)
  drawNumber(canvas, number, { x: width - right, y: height - bottom })
}

function drawSheet(sheet: PdfSheet, top: number): void {
  for (const { piece, top: at } of sheet) piece.draw(top + at)
}

function drawNumber(canvas: Canvas, text: string, { x, y }: { x: number; y: number }): void {
  const style = { face: 'regular', size: 8 } as const
  canvas.write(text, x - canvas.widthOf(text, style), y + 2 * MM, style, { lineHeight: 10 })
}

/** Light enough to be read through; below the text, so that it needs no transparency. */
function drawWatermark(canvas: Canvas, word: string, width: number, height: number): void {
  const style = { face: 'bold', size: 76 } as const
  const { doc } = canvas
  doc
    .save()
    .rotate(-32, { origin: [width / 2, height / 2] })
    .fillColor('#e2e2e2')
  const wide = canvas.widthOf(word, style)
  canvas.write(word, (width - wide) / 2, height / 2 - 45, style, { lineHeight: 90 })
  doc.restore().fillColor('#000')
}
