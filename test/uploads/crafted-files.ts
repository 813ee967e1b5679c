import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { zipSync } from 'fflate'
import { ed807 } from '#test/builders/ed807.ts'
import { promisedSize } from '#test/support/promised-speed.ts'
import { makeWorkbook } from '#test/builders/made-workbook.ts'

/** More than any parser may unpack. */
const BOMB = 100_000_000

/** A picture that no encoder can compress, as large as allowed where its cost is measured. */
export function noisePicture(
  points = promisedSize(400, 2400),
  format: 'jpeg' | 'png' = 'jpeg',
): Promise<Buffer> {
  const [width, height] = [points, (points / 4) * 3]
  const raw = randomBytes(width * height * 3)
  return sharp(raw, { raw: { width, height, channels: 3 } })
    .toFormat(format, { quality: 85 })
    .toBuffer()
}

/** As many points as are allowed, in passes that each go over the whole picture. */
export function wideJpeg(): Promise<Buffer> {
  const [width, height] = [8000, 5000]
  return sharp({ create: { width, height, channels: 3, background: '#406080' } })
    .jpeg({ progressive: true })
    .toBuffer()
}

/** Elements within elements, which a reader that recurses or keeps their path cannot bear. */
const nested = (name: string, levels: number) =>
  `<${name}>`.repeat(levels) + `</${name}>`.repeat(levels)

/** Workbooks that are small and cost much to read. */
export const craftedWorkbooks: Readonly<Record<string, () => Uint8Array>> = {
  'a sheet that unpacks to a hundred megabytes': () =>
    makeWorkbook({ rows: '', texts: ['x'.repeat(BOMB)] }),
  'a sheet of elements within elements': () => makeWorkbook({ rows: nested('row', 100_000) }),
  'a sheet of merged ranges over each other': () => {
    const merges = Array.from({ length: 40_000 }, (_, i) => `<mergeCell ref="A1:ZZ${i + 2}"/>`)
    const behind = `<mergeCells>${merges.join('')}</mergeCells>`
    return makeWorkbook({ rows: '<row r="1"><c r="A1"><v>1</v></c></row>', behind })
  },
  'a sheet of formats without end': () => {
    const formats = Array.from({ length: 20_000 }, (_, i) => `${'#,'.repeat(20)}0.${i}`)
    return makeWorkbook({ rows: '<row r="1"><c r="A1" s="1"><v>1</v></c></row>', formats })
  },
}

/** Directories of banks that are small and cost much to read. */
export const craftedDirectories: Readonly<Record<string, () => Uint8Array>> = {
  'a directory that unpacks to a hundred megabytes': () =>
    zipSync({ 'a.xml': new Uint8Array(BOMB) }),
  'a directory of elements within elements': () =>
    ed807({ entries: nested('BICDirectoryEntry', 100_000) }),
  'a directory of attributes without end': () =>
    ed807({ info: Array.from({ length: 100_000 }, (_, i) => `a${i}="x"`).join(' ') }),
  'a directory that is no XML': () => Buffer.alloc(9_000_000, '<a '),
}
