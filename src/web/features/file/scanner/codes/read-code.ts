import { readBarcodes } from 'zxing-wasm/reader'
import type { Point, Size } from '../quad.ts'

/** A code and its corners, in shares of the picture's sides. */
export interface FoundCode {
  readonly text: string
  readonly corners: readonly Point[]
}

/** Four bytes a pixel, as a canvas gives them. */
interface Pixels extends Size {
  readonly data: Uint8ClampedArray<ArrayBuffer>
}

/** One code of the kinds that goods, passes and our own documents carry; `tryHarder` looks at more lines and at light on dark. */
export async function readCode(
  { data, width, height }: Pixels,
  tryHarder: boolean,
): Promise<FoundCode | undefined> {
  const [found] = await readBarcodes(
    { data, width, height, colorSpace: 'srgb' },
    { formats: ['QRCode', 'DataMatrix', 'Code128', 'EAN13'], tryHarder, maxNumberOfSymbols: 1 },
  )
  if (!found?.isValid || found.text === '') return undefined
  const { topLeft, topRight, bottomRight, bottomLeft } = found.position
  return {
    text: found.text,
    corners: [topLeft, topRight, bottomRight, bottomLeft].map(({ x, y }) => ({
      x: x / width,
      y: y / height,
    })),
  }
}
