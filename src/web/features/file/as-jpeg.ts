// A scan stays readable at this quality and well below the 10 MB of one file.
const QUALITY = 0.9

/** The call stores only JPEG: a PNG or another picture is converted, a JPEG is sent as it is. */
export async function asJpeg(picture: File): Promise<Blob> {
  if (picture.type === 'image/jpeg') return picture
  return drawPicture(picture, Infinity, QUALITY)
}

/** What may wait in the browser for its link (screens.md 13.1). */
const MOST_BYTES = 2_000_000
/** Longest side in pixels and quality: a plate on a photo of a lorry can be read even in the last. */
const SMALLER = [
  [2560, 0.85],
  [1920, 0.75],
  [1280, 0.6],
] as const

/** A JPEG of at most 2 MB, copied into memory: the chosen file may have been deleted when it is sent. */
export async function asSmallJpeg(picture: File): Promise<Blob> {
  if (picture.type === 'image/jpeg' && picture.size <= MOST_BYTES)
    return new Blob([await picture.arrayBuffer()], { type: picture.type })
  for (const [side, quality] of SMALLER) {
    const small = await drawPicture(picture, side, quality)
    if (small.size <= MOST_BYTES) return small
  }
  throw new Error('Фото не удалось уменьшить до 2 МБ')
}

/** A picture at most so long on its longer side, as JPEG; rejects what is no picture. */
export async function drawPicture(picture: Blob, mostSide: number, quality: number): Promise<Blob> {
  const bitmap = await createImageBitmap(picture)
  const share = Math.min(1, mostSide / Math.max(bitmap.width, bitmap.height))
  const width = Math.round(bitmap.width * share)
  const height = Math.round(bitmap.height * share)
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')!
  // Transparent parts of a PNG would come out black.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, width, height)
  context.drawImage(bitmap, 0, 0, width, height)
  bitmap.close()
  return canvas.convertToBlob({ type: 'image/jpeg', quality })
}

export async function sizeOfPicture(picture: Blob) {
  const bitmap = await createImageBitmap(picture)
  const { width, height } = bitmap
  bitmap.close()
  return { width, height }
}
