import type { Size } from './quad.ts'

/** The size of a picture with at most so many pixels on its longer side. */
export function shrunkSize({ width, height }: Size, mostSide: number): Size {
  const share = Math.min(1, mostSide / Math.max(width, height))
  return {
    width: Math.max(1, Math.round(width * share)),
    height: Math.max(1, Math.round(height * share)),
  }
}

/** For workers: a canvas that no screen shows. */
export function pixelsOf(picture: ImageBitmap, { width, height }: Size): ImageData {
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })!
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, 0, 0, width, height)
  return context.getImageData(0, 0, width, height)
}
