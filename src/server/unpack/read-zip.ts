import { crc32, inflateRawSync } from 'node:zlib'
import { refuse } from '#http/refusal.ts'
import { refuseLarge, zipEntries, type ZipBounds, type ZipEntry } from './zip-entries.ts'

const DEFLATE_METHOD = 8
const ZIP = Buffer.from('PK\u0003\u0004', 'latin1')

export const isZip = (bytes: Uint8Array) => ZIP.equals(bytes.subarray(0, ZIP.length))

/**
 * The files of an archive by name, each unpacked to exactly the size and the check sum that it declares. An archive that
 * two programs could read differently is refused, as are encrypted and split ones: what is taken is what was sent.
 */
export function readZip(bytes: Uint8Array, bounds: ZipBounds): ReadonlyMap<string, Buffer> {
  const zip = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const entries = zipEntries(zip, bounds)
  let total = 0
  for (const { size } of entries) total += size
  if (total > bounds.unpacked) refuseLarge(bounds)
  if (bounds.ratio !== undefined && total > bounds.ratio * bytes.length)
    refuse(bounds.bad, { message: 'Архив сжат сильнее, чем сжимаются такие файлы' })
  return new Map(entries.map((entry) => [entry.name, unpack(entry, bounds)]))
}

function unpack({ packed, method, size, crc }: ZipEntry, { bad }: ZipBounds): Buffer {
  const whole = method === DEFLATE_METHOD ? inflate(packed, size) : packed
  if (whole?.length !== size || crc32(whole) !== crc)
    return refuse(bad, { message: 'Архив повреждён: содержимое не сходится с контрольной суммой' })
  return whole
}

/** One byte more than declared is enough to detect a false size; bytes after the end of the data are refused too. */
function inflate(packed: Buffer, size: number): Buffer | undefined {
  try {
    const result: unknown = inflateRawSync(packed, { info: true, maxOutputLength: size + 1 })
    return isInflated(result) && result.engine.bytesWritten === packed.length
      ? result.buffer
      : undefined
  } catch {
    // Whatever zlib says of broken bytes, the refusal is the same.
    return undefined
  }
}

/** What `info` answers; the types of Node do not know it. */
interface InflatedEntry {
  readonly buffer: Buffer
  readonly engine: { readonly bytesWritten: number }
}

function isInflated(result: unknown): result is InflatedEntry {
  return typeof result === 'object' && result !== null && 'engine' in result && 'buffer' in result
}
