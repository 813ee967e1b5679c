import { isUtf8 } from 'node:buffer'
import type { RefusalCode } from '#contract/core/refusals.ts'
import { refuse } from '#http/refusal.ts'

/** What an archive may hold, and the codes by which a caller refuses what it must not. */
export interface ZipBounds {
  /** Of all entries together, unpacked. */
  readonly unpacked: number
  readonly entries: number
  /** How many times larger the files may be than the archive; without it the other bounds are enough. */
  readonly ratio?: number
  readonly bad: RefusalCode
  readonly large: RefusalCode
  /** What a person reads of an archive beyond the bounds. */
  readonly largeText?: string
}

/** A file of an archive as its directory and its own header agree on it. */
export interface ZipEntry {
  readonly name: string
  readonly method: number
  readonly size: number
  readonly crc: number
  readonly packed: Buffer
}

// APPNOTE.TXT 4.3: signatures and the sizes of the fixed parts.
const LOCAL = 0x04034b50
const CENTRAL = 0x02014b50
const END = 0x06054b50
const END64 = 0x06064b50
const LOCATOR64 = 0x07064b50
const DESCRIPTOR = 0x08074b50
const LOCAL_SIZE = 30
const CENTRAL_SIZE = 46
const END_SIZE = 22
const END64_SIZE = 56
const LOCATOR64_SIZE = 20

// General purpose flags: bit 0, 6 and 13 hide data, 3 puts sizes behind the data, 11 says that names are UTF-8.
const ENCRYPTED_FLAGS = 0b10_0000_0100_0001
const SIZES_BEHIND = 0b1000
const UTF8 = 0x800
const CP866 = new TextDecoder('ibm866')
const STORED_OR_DEFLATED = [0, 8]
const FULL_16 = 0xffff
const FULL_32 = 0xffffffff

const DAMAGED_TEXT = 'Архив повреждён. Скачайте или сохраните файл заново'
const AMBIGUOUS = 'Архив собран так, что читается по-разному. Соберите его заново'

interface Directory {
  readonly at: number
  readonly size: number
  readonly end: number
  readonly count: number
}

interface Header {
  readonly name: string
  readonly rawName: Buffer
  readonly flags: number
  readonly method: number
  readonly crc: number
  readonly packedSize: number
  readonly size: number
  readonly at: number
}

/** The files of an archive; refuses one whose directory, headers and bytes do not agree in every word. */
export function zipEntries(bytes: Buffer, bounds: ZipBounds): ZipEntry[] {
  const bad = (message: string): never => refuse(bounds.bad, { message })
  try {
    const directory = findDirectory(bytes, bad)
    if (directory.count > bounds.entries) refuseLarge(bounds)
    const headers = readDirectory(bytes, directory, bad).toSorted((a, b) => a.at - b.at)
    refuseDuplicates(headers, bad)
    // Entries fill the file from its first byte to the directory: nothing lies between, over or before them.
    let next = 0
    const entries = headers.map((header) => {
      if (header.at !== next) bad(AMBIGUOUS)
      const { packed, end } = readLocal(bytes, header, directory.at, bad)
      next = end
      return { ...header, packed }
    })
    if (next !== directory.at) bad(AMBIGUOUS)
    return entries
  } catch (error) {
    // A header that points behind the end of the file.
    if (error instanceof RangeError) return bad(DAMAGED_TEXT)
    throw error
  }
}

export function refuseLarge({ large, largeText }: ZipBounds): never {
  return refuse(large, largeText === undefined ? {} : { message: largeText })
}

type Bad = (message: string) => never

/** The directory lies right before the end record, whose comment reaches exactly to the end of the file. */
function findDirectory(bytes: Buffer, bad: Bad): Directory {
  const ends: number[] = []
  const first = Math.max(0, bytes.length - END_SIZE - FULL_16)
  for (let at = bytes.length - END_SIZE; at >= first; at--)
    if (bytes.readUInt32LE(at) === END) ends.push(at)
  const [end] = ends
  if (end === undefined) return bad(DAMAGED_TEXT)
  if (ends.length > 1) bad(AMBIGUOUS)
  if (bytes.readUInt16LE(end + 20) !== bytes.length - end - END_SIZE) bad(DAMAGED_TEXT)
  const [disk, start, here, count] = [4, 6, 8, 10].map((n) => bytes.readUInt16LE(end + n))
  if (disk !== 0 || start !== 0 || here !== count)
    bad('Архив из нескольких томов. Соберите его одним файлом')
  const size = bytes.readUInt32LE(end + 12)
  const at = bytes.readUInt32LE(end + 16)
  const stop = end - (hasEnd64(bytes, end) ? END64_SIZE + LOCATOR64_SIZE : 0)
  // Sizes that need ZIP64 are beyond every bound of ours.
  if (count === FULL_16 || size === FULL_32 || at === FULL_32 || at + size !== stop)
    bad(DAMAGED_TEXT)
  return { at, size, end: stop, count: count! }
}

/** Some programs write the records of ZIP64 though no number of theirs needs it. */
function hasEnd64(bytes: Buffer, end: number): boolean {
  const locator = end - LOCATOR64_SIZE
  const at = locator - END64_SIZE
  return at >= 0 && bytes.readUInt32LE(locator) === LOCATOR64 && bytes.readUInt32LE(at) === END64
}

function readDirectory(bytes: Buffer, { at, end, count }: Directory, bad: Bad): Header[] {
  const headers: Header[] = []
  let next = at
  for (let n = 0; n < count; n++) {
    if (next + CENTRAL_SIZE > end || bytes.readUInt32LE(next) !== CENTRAL) bad(DAMAGED_TEXT)
    const [nameSize, extraSize, commentSize] = [28, 30, 32].map((k) => bytes.readUInt16LE(next + k))
    if (bytes.readUInt16LE(next + 34) !== 0)
      bad('Архив из нескольких томов. Соберите его одним файлом')
    const nameAt = next + CENTRAL_SIZE
    const header = readHeader(bytes, next + 8, bytes.subarray(nameAt, nameAt + nameSize!))
    headers.push({ ...header, at: bytes.readUInt32LE(next + 42) })
    refuseForeign(header, bad)
    next = nameAt + nameSize! + extraSize! + commentSize!
  }
  if (next !== end) bad(DAMAGED_TEXT)
  return headers
}

/** The fields that a local header and the directory share, in one order; `at` is the offset of the flags. */
function readHeader(bytes: Buffer, at: number, rawName: Buffer): Omit<Header, 'at'> {
  const flags = bytes.readUInt16LE(at)
  return {
    rawName,
    name: nameOf(rawName, flags),
    flags,
    method: bytes.readUInt16LE(at + 2),
    crc: bytes.readUInt32LE(at + 8),
    packedSize: bytes.readUInt32LE(at + 12),
    size: bytes.readUInt32LE(at + 16),
  }
}

/**
 * APPNOTE.TXT, appendix D: UTF-8 by its flag, else the page of the writer's system. Russian Windows writes cp866; some programs write
 * UTF-8 and no flag, which almost no text of cp866 is by chance.
 */
function nameOf(rawName: Buffer, flags: number): string {
  const hasUtf8 = (flags & UTF8) !== 0 || isUtf8(rawName)
  return hasUtf8 ? rawName.toString('utf8') : CP866.decode(rawName)
}

function refuseForeign({ flags, method, packedSize, size, name }: Omit<Header, 'at'>, bad: Bad) {
  if (flags & ENCRYPTED_FLAGS) bad('Архив зашифрован. Снимите пароль и загрузите снова')
  if (!STORED_OR_DEFLATED.includes(method))
    bad('Архив сжат незнакомым способом. Соберите его обычным ZIP')
  if (packedSize === FULL_32 || size === FULL_32) bad(DAMAGED_TEXT)
  if (name.includes('\0')) bad(AMBIGUOUS)
}

/** Two files of one name: one program reads the first, another the last. */
function refuseDuplicates(headers: readonly Header[], bad: Bad): void {
  const names = headers.map(({ name }) => name.replaceAll('\\', '/').toLowerCase())
  if (new Set(names).size < names.length) bad(AMBIGUOUS)
}

/** The bytes of an entry and where the next one begins. */
function readLocal(bytes: Buffer, header: Header, limit: number, bad: Bad) {
  const { at, packedSize } = header
  if (at + LOCAL_SIZE > limit || bytes.readUInt32LE(at) !== LOCAL) bad(DAMAGED_TEXT)
  const nameAt = at + LOCAL_SIZE
  const extraAt = nameAt + bytes.readUInt16LE(at + 26)
  const from = extraAt + bytes.readUInt16LE(at + 28)
  const to = from + packedSize
  if (to > limit) bad(DAMAGED_TEXT)
  const own = readHeader(bytes, at + 6, bytes.subarray(nameAt, extraAt))
  if (!agrees(own, header)) bad(AMBIGUOUS)
  const packed = bytes.subarray(from, to)
  const behind = (header.flags & SIZES_BEHIND) !== 0
  return { packed, end: behind ? descriptorEnd(bytes, to, limit, header, bad) : to }
}

const SIZES = ['crc', 'packedSize', 'size'] as const

function agrees(own: Omit<Header, 'at'>, header: Header): boolean {
  const isBehind = (header.flags & SIZES_BEHIND) !== 0
  const isSame = (field: (typeof SIZES)[number]) =>
    own[field] === header[field] ||
    (isBehind && own[field] === 0) ||
    // ZIP64 puts a sign for "see the extra field" here; the directory holds the number itself.
    (field !== 'crc' && own[field] === FULL_32)
  return (
    own.rawName.equals(header.rawName) &&
    own.method === header.method &&
    own.flags === header.flags &&
    SIZES.every(isSame)
  )
}

/** The check sum and sizes behind the data, with or without a signature, in numbers of 32 or of 64 bits. */
function descriptorEnd(bytes: Buffer, at: number, limit: number, header: Header, bad: Bad): number {
  for (const signed of [4, 0])
    for (const wide of [0, 4]) {
      const size = signed + 12 + 2 * wide
      if (at + size > limit) continue
      const [crcAt, packedAt] = [at + signed, at + signed + 4]
      const fits =
        (signed === 0 || bytes.readUInt32LE(at) === DESCRIPTOR) &&
        bytes.readUInt32LE(crcAt) === header.crc &&
        bytes.readUInt32LE(packedAt) === header.packedSize &&
        bytes.readUInt32LE(packedAt + 4 + wide) === header.size &&
        (wide === 0 ||
          (bytes.readUInt32LE(packedAt + 4) === 0 && bytes.readUInt32LE(packedAt + 12) === 0))
      if (fits) return at + size
    }
  return bad(DAMAGED_TEXT)
}
