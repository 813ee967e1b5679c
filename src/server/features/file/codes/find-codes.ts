import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { wasmOf } from '../../../unpack/wasm-of.ts'
import { drawPage, openPdf, type Raster } from '../pdf/pdfium.ts'

/** An uploaded file as the store will have it, JPEG or PDF, where it lies. */
export interface SheetFile {
  readonly path: string
  readonly mime: string
}

// Longest sides in pixels. The first is A4 at 200 dots an inch, 3.5 of them to a square of our code of 20 mm. A photo of a
// table with the sheet somewhere on it needs more, a blurred one is read better smaller, a small one enlarged.
const SIDE = 2340
const LARGE_SIDE = 4200
const BLURRED_SIDE = 1400
const SMALL_SIDE = 1700
// A form has one code; a sheet of stickers behind it must not hold the reader.
const MAX_CODES = 16

let library: Promise<unknown> | undefined

/** Compiles what reads codes, which a process does before it is told of a file. */
export const prepareCodes = (): Promise<unknown> =>
  (library ??= prepareZXingModule({
    overrides: { wasmBinary: wasmOf('zxing-wasm/reader/zxing_reader.wasm') },
    fireImmediately: true,
  }))

/** Texts of the QR codes in each file, in the order of the files; a file that cannot be drawn has none. */
export async function findCodes(files: readonly SheetFile[]): Promise<string[][]> {
  await prepareCodes()
  const found: string[][] = []
  for (const file of files) {
    const codes = file.mime === 'application/pdf' ? pdfCodes(file.path) : pictureCodes(file.path)
    found.push(await codes)
  }
  return found
}

async function pictureCodes(path: string): Promise<string[]> {
  const { width, height } = await sharp(path).metadata()
  for (const side of sidesFor(Math.max(width, height))) {
    const codes = await codesOn(await rasterOf(path, side))
    if (codes.length > 0) return codes
  }
  return []
}

function sidesFor(longest: number): number[] {
  if (longest < SMALL_SIDE) return [longest, longest * 2]
  // Enlarging costs eight times as much as the search that follows it.
  if (longest < SIDE) return [longest, SIDE, BLURRED_SIDE]
  if (longest < LARGE_SIDE / 1.5) return [SIDE, BLURRED_SIDE]
  return [SIDE, LARGE_SIDE, BLURRED_SIDE]
}

async function rasterOf(path: string, side: number): Promise<Raster> {
  const { data, info } = await sharp(path)
    .resize(side, side, { fit: 'inside' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

async function codesOn({ data, width, height }: Raster): Promise<string[]> {
  const points = new Uint8ClampedArray(data.buffer as ArrayBuffer, data.byteOffset, data.length)
  const found = await readBarcodes(
    { data: points, width, height, colorSpace: 'srgb' },
    { formats: ['QRCode'], tryHarder: true, maxNumberOfSymbols: MAX_CODES },
  )
  return found.map(({ text }) => text)
}

async function pdfCodes(path: string): Promise<string[]> {
  const document = await openPdf(readFileSync(path))
  const found = new Set<string>()
  for (const page of document?.pages() ?? []) {
    const raster = await drawPage(page, SIDE)
    for (const code of raster ? await codesOn(raster) : []) found.add(code)
  }
  return [...found]
}
