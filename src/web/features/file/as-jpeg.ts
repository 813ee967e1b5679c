// A scan stays readable at this quality and well below the 10 MB of one file.
const QUALITY = 0.9

/** The call keeps JPEG alone: a PNG or another picture is drawn anew, a JPEG goes as it is. */
export async function asJpeg(picture: File): Promise<Blob> {
  if (picture.type === 'image/jpeg') return picture
  const bitmap = await createImageBitmap(picture)
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
  const context = canvas.getContext('2d')!
  // Transparent parts of a PNG would come out black.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, bitmap.width, bitmap.height)
  context.drawImage(bitmap, 0, 0)
  bitmap.close()
  return canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY })
}
