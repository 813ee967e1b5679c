import { ownValue } from '../../core/own-value.ts'

/** What stands for a part of a number or of a purpose, stored → as people read and type it. */
const SCREEN_WORDS: Readonly<Record<string, string>> = {
  '{YYYY}': '{год}',
  '{number}': '{номер}',
  '{date}': '{дата}',
  '{goods}': '{товар}',
  '{vat}': '{НДС}',
  '{mark}': '{метка}',
}
const STORED = Object.fromEntries(Object.entries(SCREEN_WORDS).map(([code, word]) => [word, code]))

/** A run of the counter keeps its width: `{NNNN}` is shown as `{0000}`. */
const COUNTER = /\{N+\}/gu
const ZEROS = /\{0+\}/gu
const PLACE = /\{[^{}]*\}/gu

/** A template of a company's setting as the screen shows it. */
export const showPlaceholders = (stored: string): string =>
  stored
    .replaceAll(COUNTER, (run) => run.replaceAll('N', '0'))
    .replaceAll(PLACE, (place) => ownValue(SCREEN_WORDS, place) ?? place)

/** What a person typed as it is stored; what is no placeholder stays as it is. */
export const storePlaceholders = (shown: string): string =>
  shown
    .replaceAll(ZEROS, (run) => run.replaceAll('0', 'N'))
    .replaceAll(PLACE, (place) => ownValue(STORED, place) ?? place)
