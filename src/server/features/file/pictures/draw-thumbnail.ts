import { buffer } from 'node:stream/consumers'
import type { ThumbnailSize } from '#contract/file/file.ts'
import { refuse } from '#http/refusal.ts'
import type { OpenedFile } from '../../../storage/file-store.ts'
import { openPictureSlots } from './picture-slots.ts'

/** The longer side in points: a tile on a screen of double density, 48 px of a row on a phone's of triple density. */
export const THUMBNAIL_EDGES: Readonly<Record<ThumbnailSize, number>> = { tile: 360, row: 144 }
const QUALITY = 70
// One at a time and in a queue of their own: no gallery holds back a picture that is being stored. Three pages of tiles may wait.
const inSlot = openPictureSlots(1, 200)

/** A small JPEG of a stored picture; refuses `file.bad-type` for what is none. */
export function drawThumbnail({ body }: OpenedFile, size: ThumbnailSize): Promise<Buffer> {
  const edge = THUMBNAIL_EDGES[size]
  return inSlot(async () => {
    const { default: sharp } = await import('sharp')
    return sharp(await buffer(body))
      .resize({
        width: edge,
        height: edge,
        fit: 'inside',
        withoutEnlargement: true,
      })
      .jpeg({ quality: QUALITY })
      .toBuffer()
      .catch(() => refuse('file.bad-type'))
  })
}
