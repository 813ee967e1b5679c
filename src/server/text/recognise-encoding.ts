import { isAscii, isUtf8 } from 'node:buffer'

/** Encodings in which text files come; the names are those of `TextDecoder`. */
export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1251' | 'ibm866' | 'koi8-r'

/** Or why the file cannot be read as a text, as the end of a sentence: «файл …». */
export type RecognisedEncoding = { encoding: TextEncoding } | { unreadable: string }

export interface EncodingEvidence {
  /** The next bytes of the file; at least its first kilobytes come in one piece. */
  add(chunk: Uint8Array): void
  recognise(): RecognisedEncoding
}

const HEAD = 4096
const BYTES_A_LETTER = 2
// Half of the bytes of Russian UTF-16 are zero; a text of one byte a letter has none.
const ZERO_SHARE = 0.1
// What the first pieces do not tell, the others do not either.
const MAX_FOREIGN_CHUNKS = 8
const SAMPLE = 16 * 1024
// Between these shares of UTF-8 a file is neither; one spoilt letter of a short file leaves more than the upper one.
const MOSTLY_UTF8 = 0.6
const HARDLY_UTF8 = 0.35
// In nats a letter: Russian has about 3.3, the same bytes read by a wrong table 5 and more.
const LEAST_SCORE = -4.2
const LEAST_LEAD = 0.3

const SAVE_AS = 'Сохраните его как «CSV UTF-8»'

/**
 * Collects what the bytes of a whole file say about its encoding. One rule for every text file from outside that does not name
 * its encoding: a byte order mark decides; else UTF-8, even with a few broken letters; else the single-byte table under which
 * the text is Russian. Anything uncertain is refused (docs/decisions/0017).
 */
export function collectEncodingEvidence(): EncodingEvidence {
  let head: Uint8Array | undefined
  const foreign: Uint8Array[] = []
  let utf8Letters = 0
  let otherBytes = 0
  return {
    add(chunk) {
      const isFirst = head === undefined
      head ??= chunk.slice(0, HEAD)
      if (isAscii(chunk)) return
      if (isUtf8(wholeLetters(chunk, isFirst))) {
        utf8Letters += highBytes(chunk) / BYTES_A_LETTER
        return
      }
      if (foreign.length === MAX_FOREIGN_CHUNKS) return
      const counted = countLetters(chunk)
      utf8Letters += counted.utf8
      otherBytes += counted.other
      foreign.push(chunk.slice(counted.first, counted.first + SAMPLE))
    },
    recognise() {
      const marked = recogniseHead(head ?? new Uint8Array())
      if (marked) return marked
      if (otherBytes === 0) return { encoding: 'utf-8' }
      const share = utf8Letters / (utf8Letters + otherBytes)
      if (share >= MOSTLY_UTF8) return { encoding: 'utf-8' }
      if (share > HARDLY_UTF8) return { unreadable: `записан в двух кодировках сразу. ${SAVE_AS}` }
      return oneByteEncoding(foreign)
    },
  }
}

/** The encoding of bytes that are all at hand. */
export function recogniseEncoding(bytes: Uint8Array): RecognisedEncoding {
  const evidence = collectEncodingEvidence()
  evidence.add(bytes)
  return evidence.recognise()
}

function recogniseHead(head: Uint8Array): RecognisedEncoding | undefined {
  const starts = (...bytes: number[]) => bytes.every((byte, i) => head[i] === byte)
  if (starts(0xef, 0xbb, 0xbf)) return { encoding: 'utf-8' }
  if (starts(0xff, 0xfe)) return { encoding: 'utf-16le' }
  if (starts(0xfe, 0xff)) return { encoding: 'utf-16be' }
  if (starts(0x50, 0x4b, 3, 4) || starts(0xd0, 0xcf, 0x11, 0xe0))
    return { unreadable: `— книга Excel или архив, а не текст. ${SAVE_AS}` }
  const zeros = head.reduce((sum, byte) => sum + (byte === 0 ? 1 : 0), 0)
  if (zeros > head.length * ZERO_SHARE)
    return { unreadable: `записан в UTF-16 без метки или не текст. ${SAVE_AS}` }
  return undefined
}

/** Without the parts of letters that a chunk has at its edges. */
function wholeLetters(chunk: Uint8Array, isFirst: boolean): Uint8Array {
  const mostCut = isFirst ? 0 : 3
  let from = 0
  while (from < mostCut && (chunk[from]! & 0xc0) === 0x80) from++
  let lead = chunk.length - 1
  while (lead > chunk.length - 4 && (chunk[lead]! & 0xc0) === 0x80) lead--
  const first = chunk[lead] ?? 0
  const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1
  return chunk.subarray(from, lead + length > chunk.length ? lead : chunk.length)
}

function highBytes(chunk: Uint8Array): number {
  let high = 0
  for (const byte of chunk) high += byte >> 7
  return high
}

/**
 * Letters and signs that texts of ours have in UTF-8, and all other bytes beyond ASCII. Rarer letters count as
 * others: DOS text is full of bytes that would be such letters by chance.
 */
function countLetters(chunk: Uint8Array): { utf8: number; other: number; first: number } {
  let utf8 = 0
  let other = 0
  let first = -1
  const follows = (at: number) => (chunk[at]! & 0xc0) === 0x80
  for (let at = 0; at < chunk.length; at++) {
    const byte = chunk[at]!
    if (byte < 0x80) continue
    if (first < 0) first = at
    const isCyrillic = byte >= 0xd0 && byte <= 0xd4
    const isLatin = byte >= 0xc2 && byte <= 0xc5
    const isSign = byte === 0xe2 && chunk[at + 1]! >= 0x80 && chunk[at + 1]! <= 0x84
    if ((isCyrillic || isLatin) && follows(at + 1)) {
      utf8++
      at += 1
    } else if (isSign && follows(at + 2)) {
      utf8++
      at += 2
    } else other++
  }
  return { utf8, other, first: Math.max(first, 0) }
}

/** The table under which the samples read as Russian; Windows' own wins where another is hardly better. */
function oneByteEncoding(samples: readonly Uint8Array[]): RecognisedEncoding {
  const bytes = Buffer.concat(samples)
  const scored = (['windows-1251', 'ibm866', 'koi8-r'] as const)
    .map((encoding) => ({
      encoding,
      score: scoreRussian(new TextDecoder(encoding).decode(bytes)),
    }))
    .sort((a, b) => b.score - a.score)
  const [best, next] = scored
  const isSure = best!.encoding === 'windows-1251' || best!.score - next!.score >= LEAST_LEAD
  if (isSure && best!.score >= LEAST_SCORE) return { encoding: best!.encoding }
  return { unreadable: `записан в незнакомой кодировке. ${SAVE_AS}` }
}

// Letters of Russian texts from the commonest to the rarest.
const COMMONEST_FIRST = 'оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфёъ'
const FIRST_WEIGHT = -2.2
const STEP = 0.12
// Ukrainian, Belarusian and Kazakh letters of these tables, and signs of print: seldom, but no surprise.
const SELDOM = new Set('іїєґў«»№—–…“”„’‘•°§·\u00a0')
const SELDOM_WEIGHT = -5
const STRANGE_WEIGHT = -10
// «иВАНОВ»: what a wrong table makes of names.
const CAPITAL_INSIDE = -6

const WEIGHTS = new Map(
  [...COMMONEST_FIRST].map((letter, rank) => [letter, FIRST_WEIGHT - STEP * rank]),
)

/** How Russian a text is: the mean logarithm of the likelihood of what is beyond ASCII in it; 0 when nothing is. */
function scoreRussian(text: string): number {
  let sum = 0
  let count = 0
  let afterSmall = false
  for (const sign of text) {
    if (sign <= '\u007f') {
      afterSmall = false
      continue
    }
    const small = sign.toLowerCase()
    const weight = WEIGHTS.get(small)
    sum += weight ?? (SELDOM.has(small) ? SELDOM_WEIGHT : STRANGE_WEIGHT)
    if (afterSmall && weight !== undefined && small !== sign) sum += CAPITAL_INSIDE
    afterSmall = weight !== undefined && small === sign
    count++
  }
  return count === 0 ? 0 : sum / count
}
