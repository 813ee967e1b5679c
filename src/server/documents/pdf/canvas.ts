import PdfFile from 'pdfkit'
import { faces, fontOf, widthAtPoint, type Face } from './fonts.ts'

declare global {
  namespace PDFKit.Mixins {
    // The library has it and its published types leave it out.
    interface PDFImage {
      openImage(src: string): { readonly width: number; readonly height: number }
    }
  }
}

/** Points of a millimetre. */
export const MM = 72 / 25.4

export interface WordStyle {
  readonly face: Face
  /** Points. */
  readonly size: number
}

export interface PdfHead {
  readonly title: string
  /** The moment that the file names as its own; the same facts and moment give the same bytes. */
  readonly at: string
}

/** Measures and draws on the sheets of one PDF/A-2b file. */
export class Canvas {
  readonly doc: PDFKit.PDFDocument

  constructor({ title, at }: PdfHead) {
    const date = new Date(at)
    this.doc = new PdfFile({
      autoFirstPage: false,
      pdfVersion: '1.7',
      subset: 'PDF/A-2b',
      lang: 'ru',
      displayTitle: true,
      info: {
        Title: title,
        Creator: 'Приёмка',
        Producer: 'Приёмка',
        CreationDate: date,
      },
    } as PDFKit.PDFDocumentOptions)
    // Opened in one order, so that the same facts give the same bytes whatever was measured before.
    for (const face of faces) this.doc.registerFont(face, fontOf(face)).font(face)
  }

  /** Points that a word takes; spaces in it do not break. */
  widthOf(text: string, { face, size }: WordStyle): number {
    const measure = () => this.doc.font(face).fontSize(1000).widthOfString(text) / 1000
    return size * widthAtPoint(face, text, measure)
  }

  /** Writes one line; `top` is that of a line of the given height. */
  write(
    text: string,
    x: number,
    top: number,
    style: WordStyle,
    options: { gap?: number; lineHeight: number },
  ) {
    const { face, size } = style
    const y = top + (options.lineHeight - size * 1.15) / 2
    this.doc
      .font(face)
      .fontSize(size)
      .text(text, x, y, { lineBreak: false, wordSpacing: options.gap ?? 0 })
  }

  rule(x1: number, y1: number, x2: number, y2: number, mm = 0.2, color = '#000'): void {
    this.doc
      .lineWidth(mm * MM)
      .strokeColor(color)
      .moveTo(x1, y1)
      .lineTo(x2, y2)
      .stroke()
  }

  box(x: number, y: number, width: number, height: number): void {
    this.doc
      .lineWidth(0.25 * MM)
      .strokeColor('#000')
      .rect(x, y, width, height)
      .stroke()
  }

  fill(x: number, y: number, width: number, height: number, color: string): void {
    this.doc.fillColor(color).rect(x, y, width, height).fill().fillColor('#000')
  }

  /** Pixels of a picture. */
  sizeOf(src: string): { readonly width: number; readonly height: number } {
    const pictures: PDFKit.Mixins.PDFImage = this.doc
    return pictures.openImage(src)
  }

  /** The whole file. */
  async end(): Promise<Buffer> {
    const chunks: Buffer[] = []
    this.doc.on('data', (chunk: Buffer) => chunks.push(chunk))
    const ended = new Promise<void>((resolve, reject) => {
      this.doc.on('end', resolve)
      this.doc.on('error', reject)
    })
    this.doc.end()
    await ended
    return Buffer.concat(chunks)
  }
}
