import { inflateSync } from 'node:zlib'
import { MOST_FILE_PAGES } from '#contract/file/file.ts'
import { refuse } from '#http/refusal.ts'
import { MAX_FILE_BYTES } from '../pictures/picture.ts'

// security.md 2.1: scans only, at most 50 pages, nothing encrypted.
// Page objects may stand inside compressed streams; a page object is small, so this much text holds 50 of them.
const MAX_INFLATED = 8 * 1024 * 1024
const PAGE = /\/Type\s*\/Page(?![A-Za-z])/g
const OBJECT_STREAM = /\/Type\s*\/ObjStm[^]{0,300}?stream\r?\n/g

export function isPdf(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 5)).equals(
    Buffer.from('%PDF-'),
  )
}

/** A sound PDF is stored unchanged, since it is only ever served as an attachment without scripts. */
export function assertPdf(bytes: Buffer): void {
  if (bytes.length > MAX_FILE_BYTES) refuse('file.too-large')
  const text = bytes.toString('latin1')
  if (!isPdf(bytes) || !text.includes('%%EOF'))
    refuse('file.bad-type', { message: 'Файл PDF повреждён. Сохраните его заново' })
  if (/\/Encrypt\b/.test(text))
    refuse('file.bad-type', { message: 'PDF зашифрован. Сохраните его без пароля' })
  const pages = countPages(bytes, text)
  if (pages === 0) refuse('file.bad-type', { message: 'В PDF нет страниц' })
  if (pages > MOST_FILE_PAGES)
    refuse('file.bad-type', { message: `В PDF больше ${MOST_FILE_PAGES} страниц. Разделите его` })
}

function countPages(bytes: Buffer, text: string): number {
  let pages = text.match(PAGE)?.length ?? 0
  let left = MAX_INFLATED
  for (const match of text.matchAll(OBJECT_STREAM)) {
    const inner = inflateStream(bytes.subarray(match.index + match[0].length), left)
    left -= inner.length
    pages += inner.match(PAGE)?.length ?? 0
    if (left <= 0 || pages > MOST_FILE_PAGES) break
  }
  return pages
}

/** The text of a compressed stream; one that cannot be read hides no page from a reader either, a bomb is refused. */
function inflateStream(stream: Buffer, maxOutputLength: number): string {
  try {
    return inflateSync(stream, { maxOutputLength }).toString('latin1')
  } catch (error) {
    if ((error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE') refuse('file.bad-type')
    return ''
  }
}
