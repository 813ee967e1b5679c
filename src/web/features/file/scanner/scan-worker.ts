import { findSheet } from './find-sheet.ts'
import { sizeOf, type Quad, type Size } from './quad.ts'
import { straighten } from './straighten.ts'

/** Longest side and quality of a stored page (devices.md 7). */
const LONGEST = 2000
const QUALITY = 0.85
/** A sheet is found on a small copy: its corners need no more. */
const FINDING_SIDE = 360

export interface SheetTask {
  readonly id: number
  readonly picture: ImageBitmap
  /** Absent: find the sheet; present: cut it out. */
  readonly cut?: { readonly quad: Quad; readonly turns: number }
}

export interface SheetAnswer {
  readonly id: number
  readonly quad?: Quad | undefined
  readonly page?: Blob
  readonly error?: string
}

addEventListener('message', ({ data }: MessageEvent<SheetTask>) => {
  void answerOf(data).then((answer) => postMessage(answer))
})

async function answerOf({ id, picture, cut }: SheetTask): Promise<SheetAnswer> {
  try {
    if (!cut) return { id, quad: findOn(picture) }
    return { id, page: await cutOut(picture, cut.quad, cut.turns) }
  } catch (error) {
    return { id, error: String(error) }
  } finally {
    picture.close()
  }
}

function findOn(picture: ImageBitmap): Quad | undefined {
  const share = Math.min(1, FINDING_SIDE / Math.max(picture.width, picture.height))
  const small = pixelsOf(picture, {
    width: Math.max(1, Math.round(picture.width * share)),
    height: Math.max(1, Math.round(picture.height * share)),
  })
  const [a, b, c, d] = findSheet(small) ?? []
  if (!a || !b || !c || !d) return undefined
  const scaled = ({ x, y }: { x: number; y: number }) => ({
    x: (x / small.width) * picture.width,
    y: (y / small.height) * picture.height,
  })
  return [scaled(a), scaled(b), scaled(c), scaled(d)]
}

function pixelsOf(picture: ImageBitmap, { width, height }: Size): ImageData {
  const context = new OffscreenCanvas(width, height).getContext('2d')!
  context.drawImage(picture, 0, 0, width, height)
  return context.getImageData(0, 0, width, height)
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
