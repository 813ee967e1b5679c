import { readFileSync } from 'node:fs'
import path from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { commonWords, keyRows, russianKeys, signsForLetters } from './common-words.ts'

const MIN_DIFFERENT = 6
// So many guesses, as a power of two, are out of reach where tries are counted and Argon2 stands behind a stolen database.
const MIN_BITS = 45
const RUN = 4
const SERVICE_WORDS = ['priyomka', 'priemka', 'приёмка', 'приемка', 'vesy', 'весы']

// What a guesser pays for a piece, in bits. The commonest word costs hardly more than its place among the pieces.
const BITS = { own: 2, word: 8, run: 6, repeat: 4, digit: 3.3, sign: 4.7 }

/**
 * Why a new password would be guessed (security.md 4.1, ASVS 6.1.2), or undefined. The contract checks its length; here it is taken
 * apart into the pieces that guessers try: breached passwords by their rank, common words, keyboard runs, repeats, words about the
 * person and the company. `context` is those words as written: login, names, company, address.
 */
export function passwordProblem(password: string, context: readonly string[]): string | undefined {
  const text = password.normalize('NFC').toLowerCase()
  if (new Set(text).size < MIN_DIFFERENT) return 'Слишком мало разных знаков'
  const bitsOf = priceList(context)
  const spellings = new Set([text, lettersOf(text), typedInLatin(text)])
  if ([...spellings].every((spelling) => cheapest(spelling, bitsOf) >= MIN_BITS)) return undefined
  return 'Пароль состоит из слов и знаков, которые подбирают первыми'
}

type PriceOf = (piece: string) => number | undefined

function priceList(context: readonly string[]): PriceOf {
  const own = context.flatMap((text) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u))
  const breached = commonPasswords()
  const words = new Map([
    ...commonWords.map((word) => [word, BITS.word] as const),
    ...[...SERVICE_WORDS, ...own.filter((word) => word.length >= 4)].map(
      (word) => [word, BITS.own] as const,
    ),
  ])
  return (piece) => {
    const rank = breached.get(piece)
    return words.get(piece) ?? (rank === undefined ? undefined : Math.log2(rank + 1))
  }
}

let known: Map<string, number> | undefined

/**
 * Breached passwords in lower case, the commonest first, each with its rank from 1 (NOTICE): 49 thousand of four signs and more, the
 * list of `@zxcvbn-ts/language-common` 4.1.3, then those of the commonest million that have fifteen signs and more, 9 687.
 * Unpacked at the first new password.
 */
function commonPasswords(): ReadonlyMap<string, number> {
  known ??= new Map(
    [...shippedList('common-passwords.txt.br'), ...shippedList('long-passwords.txt.br')].map(
      (password, at) => [password, at + 1],
    ),
  )
  return known
}

function shippedList(name: string): string[] {
  const packed = readFileSync(path.resolve(import.meta.dirname, name))
  return brotliDecompressSync(packed).toString('utf8').split('\n')
}

/** The price of the cheapest way to take a text apart, by the cheapest way for each of its beginnings. */
function cheapest(text: string, bitsOf: PriceOf): number {
  const bits = [0]
  for (let end = 1; end <= text.length; end++) {
    let best = bits[end - 1]! + (/\d/.test(text[end - 1]!) ? BITS.digit : BITS.sign)
    for (let from = end - 3; from >= 0; from--) {
      const piece = text.slice(from, end)
      const price = bitsOf(piece) ?? priceOfForm(piece, text.slice(0, from))
      if (price !== undefined) best = Math.min(best, bits[from]! + price)
    }
    bits.push(best)
  }
  return bits[text.length]!
}

/** Pieces that stand in no list: what stood before already, and keys in a row. */
function priceOfForm(piece: string, before: string): number | undefined {
  if (before.includes(piece)) return BITS.repeat
  return piece.length >= RUN && isRun(piece) ? BITS.run : undefined
}

function isRun(piece: string): boolean {
  const reversed = piece.split('').reverse().join('')
  const isSame = piece === piece[0]!.repeat(piece.length)
  return isSame || keyRows.some((row) => row.includes(piece) || row.includes(reversed))
}

/** `p@ssw0rd` as `password`. */
const lettersOf = (text: string): string => replaceEach(text, signsForLetters)

/** Russian text by the Latin letters on its keys, as breached lists have it: «пароль» is `gfhjkm`. */
const typedInLatin = (text: string): string => replaceEach(text, russianKeys)

function replaceEach(text: string, letters: ReadonlyMap<string, string>): string {
  return [...text].map((sign) => letters.get(sign) ?? sign).join('')
}
