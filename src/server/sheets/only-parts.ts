import { unzipSync, zipSync } from 'fflate'

/** A workbook of an office has some dozens of parts. */
const MAX_ENTRIES = 2000

/**
 * The XML parts of an archive, packed anew without compression, so that what is read is what was measured: sizes are
 * added up before anything is unpacked, no part grows beyond the size it claims, and no part declares entities.
 */
export function onlyParts(
  bytes: Uint8Array,
  maxUnpacked: number,
): Uint8Array | 'unreadable' | 'too-large' {
  let entries = 0
  let unpacked = 0
  const within = () => entries <= MAX_ENTRIES && unpacked <= maxUnpacked
  let parts: Record<string, Uint8Array>
  try {
    parts = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        if (!/\.(xml|rels)$/i.test(name)) return false
        entries++
        unpacked += originalSize
        return within()
      },
    })
  } catch {
    return 'unreadable'
  }
  if (!within()) return 'too-large'
  if (Object.values(parts).some((part) => Buffer.from(part.buffer).includes('<!DOCTYPE')))
    return 'unreadable'
  return zipSync(parts, { level: 0 })
}
