import { quote } from '#contract/words/quote.ts'
import { markersOf } from '../line-facts.ts'
import { problem } from '../statement-file.ts'
import { cutText } from '../read-values.ts'
import { recordKey } from './exchange-keys.ts'

const MOST_KEYS = 200
const MOST_TEXT = 4096
const PURPOSE = 'НазначениеПлатежа'
/** Fields of free words, which a bank may have written with a break in them. */
const OF_WORDS = /^(?:НазначениеПлатежа|Плательщик|Получатель|ПлательщикБанк|ПолучательБанк)\d?$/

interface Field {
  value: string
  readonly line: number
}

/**
 * The fields of one record. A purpose may be broken over lines, and a part of it may look like a field: it belongs to the purpose then,
 * and where it could be either the record says so. The first of repeated fields counts.
 */
export class RecordFields {
  /** Where the record begins. */
  readonly line: number
  readonly doubts: string[] = []
  private readonly fields = new Map<string, Field>()
  private last: string | undefined

  constructor(line: number) {
    this.line = line
  }

  /** A line of the record as it stands; `cut` is where its first `=` is, -1 without one. */
  read(text: string, cut: number, at: number): void {
    const key = recordKey(cut < 0 ? text : text.slice(0, cut))
    const value = cut < 0 ? '' : text.slice(cut + 1).trim()
    const isFirst = key !== undefined && cut >= 0 && !this.fields.has(key)
    if (isFirst && (OF_WORDS.test(key) || markersOf(value).length === 0)) this.add(key, value, at)
    else this.readStray({ text: text.trim(), key, value: cut < 0 ? undefined : value, at })
  }

  private add(key: string, value: string, line: number): void {
    this.fields.set(key, { value, line })
    this.last = key
    if (this.fields.size > MOST_KEYS) problem(`Строка ${line}: слишком много полей в одной записи`)
  }

  /** What is no field of its own: a part of the words before it, a repeated field, or a field of this bank alone. */
  private readStray(stray: {
    readonly text: string
    readonly key: string | undefined
    readonly value: string | undefined
    readonly at: number
  }): void {
    const { text, key, value, at } = stray
    const isMarked = markersOf(text).length > 0
    const isWords = this.last !== undefined && OF_WORDS.test(this.last)
    const isTail = isWords && (value === undefined || this.last!.startsWith(PURPOSE))
    if (isTail) this.append(text, at)
    if (key !== undefined && value !== undefined && this.fields.get(key)?.value === value) return
    if (key !== undefined)
      this.doubt(
        `Строка ${at}: ${quote(cutText(text))} похоже на ещё одно поле ${quote(key)}: взято первое${isTail ? ', это показано в назначении' : ''}`,
      )
    else if (value === undefined ? !isTail : isMarked)
      this.doubt(
        `Строка ${at}: ${quote(text.slice(0, 80))} — не поле записи${isTail ? ', это показано в назначении' : ''}`,
      )
  }

  private append(text: string, at: number): void {
    const field = this.fields.get(this.last!)!
    field.value = joinWords([field.value, text])
    if (field.value.length > MOST_TEXT)
      problem(`Строка ${at}: поле ${quote(this.last!)} длиннее 4096 знаков`)
  }

  doubt(words: string): void {
    if (this.doubts.length < 5) this.doubts.push(words)
  }

  get(key: string): string | undefined {
    return this.fields.get(key)?.value
  }

  /** The line of a field, or where the record begins. */
  lineOf(key: string): number {
    return this.fields.get(key)?.line ?? this.line
  }

  purpose(): string {
    const whole = this.get(PURPOSE)
    const parts = joinWords([1, 2, 3, 4, 5, 6].map((n) => this.get(`${PURPOSE}${n}`) ?? ''))
    // A bank may cut the whole where its parts go on.
    return whole && !(markersOf(parts).length > markersOf(whole).length) ? whole : parts
  }
}

/** Parts of one text; a break inside our mark is none. */
function joinWords(parts: readonly string[]): string {
  return parts
    .filter((part) => part !== '')
    .reduce((text, part) => {
      const isInMark = /\[П?:?[0-9A-Z]{0,6}$/u.test(text) && /^[П:0-9A-Z]{0,8}\]/u.test(part)
      return text + (isInMark || text === '' ? '' : ' ') + part
    }, '')
}
