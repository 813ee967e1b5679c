import { straighten, type Pixels, cleanPage } from './page-pixels.ts'
import { findSheet } from './find-sheet.ts'
import { servePictures } from '../picture-worker.ts'
import { pixelsOf, shrunkSize } from '../pixels-of.ts'
import { sizeOf, type Quad } from '../quad.ts'

/** Longest side and quality of a stored page (devices.md 7). */
const LONGEST = 2000
const QUALITY = 0.85
/** A picture that is cut later loses nothing that can be seen. */
const CLEAN_QUALITY = 0.92
/** A sheet is found on a small copy: its corners need no more. */
const FINDING_SIDE = 360

/** Find the sheet, cut it out, or give the picture even light. */
export interface SheetTask {
  readonly cut?: { readonly quad: Quad; readonly turns: number }
  readonly clean?: true
}

export interface SheetAnswer {
  readonly quad?: Quad | undefined
  readonly page?: Blob
}

servePictures<SheetTask, SheetAnswer>(async (picture, { cut, clean }) => {
  if (clean) return { page: await draw(cleanPage(pixelsOf(picture, picture))) }
  return cut ? { page: await cutOut(picture, cut.quad, cut.turns) } : { quad: findOn(picture) }
})

function draw({ data, width, height }: Pixels): Promise<Blob> {
  const canvas = new OffscreenCanvas(width, height)
  const image = new ImageData(width, height)
  image.data.set(data)
  canvas.getContext('2d')!.putImageData(image, 0, 0)
  return canvas.convertToBlob({ type: 'image/jpeg', quality: CLEAN_QUALITY })
}

function findOn(picture: ImageBitmap): Quad | undefined {
  const small = pixelsOf(picture, shrunkSize(picture, FINDING_SIDE))
  const [a, b, c, d] = findSheet(small) ?? []
  if (!a || !b || !c || !d) return undefined
  const scalePoint = ({ x, y }: { x: number; y: number }) => ({
    x: (x / small.width) * picture.width,
    y: (y / small.height) * picture.height,
  })
  return [scalePoint(a), scalePoint(b), scalePoint(c), scalePoint(d)]
}

async function cutOut(picture: ImageBitmap, quad: Quad, turns: number): Promise<Blob> {
  const size = sizeOf(quad, LONGEST)
  const sheet = straighten(pixelsOf(picture, picture), quad, size)
  const flat = new OffscreenCanvas(size.width, size.height)
  const image = new ImageData(size.width, size.height)
  image.data.set(sheet.data)
  flat.getContext('2d')!.putImageData(image, 0, 0)
  const lies = turns % 2 === 1
  const page = new OffscreenCanvas(lies ? size.height : size.width, lies ? size.width : size.height)
  const context = page.getContext('2d')!
  context.translate(page.width / 2, page.height / 2)
  context.rotate((turns * Math.PI) / 2)
  context.drawImage(flat, -size.width / 2, -size.height / 2)
  return page.convertToBlob({ type: 'image/jpeg', quality: QUALITY })
}
