import { commonWords, keyRows } from './common-words.ts'

// So much of a password must be left when everything guessable is taken out of it.
const MIN_REST = 8
const MIN_DIFFERENT = 6
const RUN = 4
const SERVICE_WORDS = ['priyomka', 'priemka', 'приёмка', 'приемка', 'vesy', 'весы']

/**
 * Why a new password would be guessed (security.md 4.1, ASVS 6.1.2), or undefined. The contract checks its length; here common
 * words, keyboard runs, repeats and words about the user and the company count for nothing. `context` is those words as
 * written: login, names, company, address.
 */
export function passwordProblem(password: string, context: readonly string[]): string | undefined {
  const text = password.normalize('NFC').toLowerCase()
  if (new Set(text).size < MIN_DIFFERENT) return 'Слишком мало разных знаков'
  let rest = withoutRepeats(text)
  for (const word of guessable(context)) rest = rest.replaceAll(word, ' ')
  rest = withoutRuns(rest).replaceAll(/[^\p{L}\p{N}]/gu, '')
  if (rest.length >= MIN_REST) return undefined
  return 'Пароль состоит из слов и знаков, которые подбирают первыми'
}

/** `abcabcabc` is worth one `abc`. */
function withoutRepeats(text: string): string {
  for (let length = 1; length <= text.length / 2; length++) {
    const unit = text.slice(0, length)
    if (unit.repeat(Math.ceil(text.length / length)).startsWith(text)) return unit
  }
  return text
}

/** The longest words are removed first, so that a short one does not leave the end of a long one. */
function guessable(context: readonly string[]): string[] {
  const own = context.flatMap((text) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u))
  const words = [...commonWords, ...SERVICE_WORDS, ...own.filter((word) => word.length >= 4)]
  return words.toSorted((a, b) => b.length - a.length)
}

function withoutRuns(text: string): string {
  let rest = ''
  for (let i = 0; i < text.length;) {
    const run = runAt(text, i)
    if (run >= RUN) i += run
    else rest += text[i++]
  }
  return rest
}

function runAt(text: string, start: number): number {
  let longest = 1
  for (const row of keyRows)
    for (const line of [row, row.split('').reverse().join('')]) {
      let length = 1
      while (start + length < text.length && line.includes(text.slice(start, start + length + 1)))
        length++
      if (line.includes(text[start]!)) longest = Math.max(longest, length)
    }
  return Math.max(longest, sameAt(text, start))
}

function sameAt(text: string, start: number): number {
  let length = 1
  while (text[start + length] === text[start]) length++
  return length
}
