import { Unzip, UnzipInflate } from 'fflate'
import { refuse } from '#http/refusal.ts'

// The real directory takes 1 MB; eight times that is room for decades, and still read within a second.
const MAX_XML = 8 * 1024 * 1024
// A deflated byte gives at most 1032: a bomb is noticed after one such step, not at its end.
const STEP = 2048
const ZIP = Buffer.from('PK\u0003\u0004', 'latin1')

/** The XML of an upload, bare or as the only `.xml` of a ZIP; refuses bombs, foreign archives and broken ones. */
export function unpackUpload(bytes: Buffer): Buffer {
  if (bytes.subarray(0, 4).equals(ZIP)) return unzip(bytes)
  if (bytes.length > MAX_XML) refuse('file.too-large')
  return bytes
}

function unzip(bytes: Buffer): Buffer {
  const chunks: Uint8Array[] = []
  const found = { names: 0, size: 0, whole: false, broken: false, large: false }
  const unzipper = new Unzip((file) => {
    if (!/\.xml$/i.test(file.name)) return
    found.names++
    if (found.names > 1) return
    file.ondata = (error, chunk, final) => {
      if (error) found.broken = true
      else found.size += chunk.length
      found.large ||= found.size > MAX_XML
      if (error || found.large) return
      chunks.push(chunk)
      found.whole ||= final
    }
    file.start()
  })
  unzipper.register(UnzipInflate)
  try {
    for (let at = 0; at < bytes.length && !found.large && !found.broken; at += STEP)
      unzipper.push(bytes.subarray(at, at + STEP), at + STEP >= bytes.length)
  } catch {
    // What the archive library says of broken bytes helps nobody: the refusal below tells what to do.
    found.broken = true
  }
  if (found.large) refuse('file.too-large')
  if (found.names > 1) broken('В архиве несколько файлов XML. Оставьте один справочник')
  if (found.names === 0 && !found.broken) broken('В архиве нет файла XML')
  if (found.broken || !found.whole) broken('Архив повреждён. Скачайте его заново')
  return Buffer.concat(chunks)
}

function broken(message: string): never {
  return refuse('bik.bad-file', { message })
}
