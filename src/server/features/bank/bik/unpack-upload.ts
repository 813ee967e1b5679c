import { refuse } from '#http/refusal.ts'
import { isZip, readZip } from '../../../unpack/read-zip.ts'

// The real directory takes 1 MB; eight times that is room for decades, and still read within a second.
const MAX_XML = 8 * 1024 * 1024
const BOUNDS = {
  unpacked: MAX_XML,
  entries: 50,
  bad: 'bik.bad-file',
  large: 'file.too-large',
} as const

/** The XML of an upload, bare or as the only `.xml` of a ZIP; refuses bombs, foreign archives and broken ones. */
export function unpackUpload(bytes: Buffer): Buffer {
  if (!isZip(bytes)) {
    if (bytes.length > MAX_XML) refuse('file.too-large')
    return bytes
  }
  const files = [...readZip(bytes, BOUNDS)].filter(([name]) => /\.xml$/i.test(name))
  const [file, another] = files
  if (!file) return refuse('bik.bad-file', { message: 'В архиве нет файла XML' })
  if (another)
    refuse('bik.bad-file', {
      message: 'В архиве несколько файлов XML. Оставьте один справочник',
    })
  return file[1]
}
