import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { prepareZXingModule, writeBarcode, type WriteInputBarcodeFormat } from 'zxing-wasm/writer'

/** A code in black on white, so many pixels to its narrowest bar. */
export async function drawBarcode(
  text: string,
  format: WriteInputBarcodeFormat,
  scale = 5,
): Promise<Buffer> {
  const wasm = readFileSync(new URL(import.meta.resolve('zxing-wasm/writer/zxing_writer.wasm')))
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer } })
  const { image, error } = await writeBarcode(text, { format, scale })
  if (!image) throw new Error(error)
  return sharp(Buffer.from(await image.arrayBuffer()))
    .flatten({ background: '#fff' })
    .png()
    .toBuffer()
}
