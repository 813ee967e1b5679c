import { readFile } from 'node:fs/promises'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import QRCode from 'qrcode'
import sharp from 'sharp'

/** How a sheet came to its picture. */
export interface Taking {
  readonly dpi?: number
  readonly turned?: number
  readonly blurred?: number
}

const INCHES = { width: 8.27, height: 11.69 }

/** A sheet of A4 with the code of a print where our forms have it, 20 mm wide, as a scanner or a phone gives it. */
export async function sheet(
  code: string | null,
  { dpi = 150, turned = 0, blurred = 0 }: Taking = {},
): Promise<Buffer> {
  const points = (mm: number) => Math.round((mm / 25.4) * dpi)
  const paper = sharp({
    create: {
      width: Math.round(INCHES.width * dpi),
      height: Math.round(INCHES.height * dpi),
      channels: 3,
      background: '#fbfaf6',
    },
  })
  const square = code && (await QRCode.toBuffer(code, { errorCorrectionLevel: 'M', margin: 4 }))
  const drawn = square && (await sharp(square).resize(points(20), points(20)).toBuffer())
  const flat = await paper
    .composite(drawn ? [{ input: drawn, left: points(10), top: points(10) }] : [])
    .png()
    .toBuffer()
  const taken = sharp(flat).rotate(turned, { background: '#8a8478' })
  return (blurred ? taken.blur(blurred) : taken).jpeg({ quality: 70 }).toBuffer()
}

/** What the code of a print of ours says. */
export const actCode = (id: string) => `http://127.0.0.1:8080/?path=/operator/act/${id}`

const PROGRAM = new URL(import.meta.resolve('@hyzyla/pdfium/pdfium.wasm'))

/** The first page of a print as a scanner gives it: a JPEG on a grey table, put in askew by so many degrees. */
export async function printedSheet(pdf: Buffer, turned: number): Promise<Buffer> {
  const wasm = new Uint8Array(await readFile(PROGRAM)).buffer
  const library = await PDFiumLibrary.init({ wasmBinary: wasm })
  const [page] = [...(await library.loadDocument(pdf)).pages()]
  const { data, width, height } = await page!.render({ scale: 150 / 72 })
  library.destroy()
  return sharp(data, { raw: { width, height, channels: 4 } })
    .flatten()
    .rotate(turned, { background: '#8a8478' })
    .blur(0.6)
    .jpeg({ quality: 70 })
    .toBuffer()
}
