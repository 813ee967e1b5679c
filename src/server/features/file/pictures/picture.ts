import { writeFile } from 'node:fs/promises'
import { refuse } from '#http/refusal.ts'
import type { ReceivedFile } from '../../../body/receive-file.ts'
import { openPictureSlots } from './picture-slots.ts'

/** A validated file on the disk, to be moved into the store. */
export interface CleanUpload {
  readonly path: string
  readonly size: number
  readonly mime: 'image/jpeg' | 'application/pdf'
  readonly width: number | null
  readonly height: number | null
  /** How a photo looks from afar. */
  readonly look?: Buffer
}

/** Validated bytes, ready to be stored. */
export interface CleanFile {
  readonly bytes: Buffer
  readonly mime: 'image/jpeg'
  readonly width: number
  readonly height: number
  /** How a photo looks from afar. */
  readonly look?: Buffer
}

// domain.md 8 and security.md 6.3.
export const MAX_FILE_BYTES = 10 * 1024 * 1024
const MAX_PIXELS = 40_000_000
/** How a picture is stored: its longer side has at most so many pixels. */
export interface PictureSize {
  readonly edge?: number
  readonly quality: number
}
/** Papers keep every point: they are read and may be printed. */
export const PAPER: PictureSize = { quality: 85 }
/** A vehicle, its load, its plate and an indicator stay readable, and a year of a busy yard fits into its room. */
export const PHOTO: PictureSize = { edge: 1920, quality: 75 }
const DECODE_SECONDS = 10
// Two at once keep the event loop and both cores usable; a longer queue than this is an attack or a broken client.
const inSlot = openPictureSlots(2, 64)

const JPEG = Buffer.from([0xff, 0xd8, 0xff])
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

export type PictureKind = 'jpeg' | 'png'

/** Decided by the first bytes, whatever a name or a header claims, so that no decoder sees any other kind. */
export function pictureKind(bytes: Uint8Array): PictureKind | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, PNG.length))
  if (head.subarray(0, JPEG.length).equals(JPEG)) return 'jpeg'
  return head.equals(PNG) ? 'png' : undefined
}

/**
 * A picture turned upright and re-encoded as JPEG: position, comments and anything appended to it are gone. Refuses
 * `file.bad-type`, `file.too-large`.
 */
export async function cleanPicture(
  bytes: Uint8Array,
  allowed: readonly PictureKind[] = ['jpeg'],
  size = PAPER,
): Promise<CleanFile> {
  if (bytes.length > MAX_FILE_BYTES) refuse('file.too-large')
  const kind = pictureKind(bytes)
  if (!kind || !allowed.includes(kind)) refuse('file.bad-type')
  return inSlot(() => rewritePicture(bytes, size))
}

/** The same for a photo of a vehicle or an indicator, a quarter of the bytes or less. */
export function cleanPhoto(bytes: Uint8Array): Promise<CleanFile> {
  return cleanPicture(bytes, ['jpeg'], PHOTO)
}

/** The same for a picture on the disk, re-encoded in place: memory holds no more pictures than there are slots. */
export async function cleanUpload(
  file: ReceivedFile,
  allowed: readonly PictureKind[] = ['jpeg'],
  size = PAPER,
): Promise<CleanUpload> {
  if (file.size > MAX_FILE_BYTES) refuse('file.too-large')
  const kind = pictureKind(file.head)
  if (!kind || !allowed.includes(kind)) refuse('file.bad-type')
  return inSlot(async () => {
    const { bytes, ...facts } = await rewritePicture(file.path, size)
    await writeFile(file.path, bytes)
    return { ...facts, path: file.path, size: bytes.length }
  })
}

async function rewritePicture(
  picture: Uint8Array | string,
  { edge, quality }: PictureSize,
): Promise<CleanFile> {
  // Loaded with the first picture: with its library it takes 15 MB.
  const { default: sharp } = await import('sharp')
  const { data, info } = await sharp(picture, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    .timeout({ seconds: DECODE_SECONDS })
    .rotate()
    .resize({ width: edge, height: edge, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality })
    .toBuffer({ resolveWithObject: true })
    .catch((error: unknown) => refuse('file.bad-type', { message: complaint(error) }))
  const look = edge === undefined ? {} : { look: await appearanceOf(data) }
  return { bytes: data, mime: 'image/jpeg', width: info.width, height: info.height, ...look }
}

/** Points of a look: enough that another truck, another light or another load is another look, too few for the noise of a camera. */
const [GRID_WIDTH, GRID_HEIGHT] = [16, 9]

/** How a picture looks from afar: its grey levels in 16 by 9 points. */
async function appearanceOf(jpeg: Buffer): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  return sharp(jpeg)
    .greyscale()
    .resize(GRID_WIDTH, GRID_HEIGHT, { fit: 'fill', kernel: 'lanczos3' })
    .toColourspace('b-w')
    .raw()
    .toBuffer()
}

/** The decoder's complaint is about the sender's bytes: broken, a bomb, or another format in disguise. */
function complaint(error: unknown): string {
  return error instanceof Error && error.message.includes('pixel limit')
    ? `В картинке больше ${MAX_PIXELS / 1_000_000} млн точек. Уменьшите её`
    : 'Картинка повреждена. Сохраните её заново'
}
