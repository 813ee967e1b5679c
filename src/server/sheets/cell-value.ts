import { quote } from '#contract/words/quote.ts'
import { russianDay } from '#contract/words/russian-day.ts'
import type { ReadCell } from './read-cell.ts'

/** What a column of an import holds. `percent` is a number of percent, `word` one of some words, `flag` a yes or no. */
export type WantedKind = 'text' | 'word' | 'flag' | 'percent' | 'number'

/** The cell of a finding: a problem refuses the file, a note only says how the cell was read. */
export interface CellReport {
  problem(message: string): void
  note(message: string): void
}

// Spaces that typesetters use and that look like a common one: two names would differ invisibly.
const ODD_SPACES = /[\u00a0\u2007\u202f]/g
const NUMBER_TEXT = /^-?\d[\d\s]*(?:[.,]\d+)?$/

/**
 * The text of a cell as a column of that kind means it, ready for the reader of typed values: 3 % of a percent format is
 * «3». Nothing = the cell has no value for such a column, and the report says why; `null` = it is empty.
 */
export function cellText(
  cell: ReadCell | null | undefined,
  expectedKind: WantedKind,
  report: CellReport,
): string | null | undefined {
  if (!cell) return null
  const { kind, text } = cell
  if (kind === 'text') return inputText(text, expectedKind, report)
  if (kind === 'number') return numberText(text, expectedKind, report)
  if (kind === 'percent' && expectedKind === 'percent') return text
  if (kind === 'flag' && expectedKind === 'flag') return text
  report.problem(problemOf(cell, expectedKind))
  return undefined
}

function inputText(raw: string, wanted: WantedKind, { note }: CellReport): string | null {
  const spaced = raw.replaceAll(ODD_SPACES, ' ')
  const text = spaced.trim().normalize('NFC')
  if (text === '') return null
  const isNumber = wanted === 'percent' || wanted === 'number'
  if (isNumber && NUMBER_TEXT.test(text)) note(`Число записано текстом, прочитано как ${text}`)
  if (isNumber) return text
  if (spaced !== raw) note('Неразрывные пробелы прочитаны как обычные')
  else if (spaced.trim() !== raw) note('Пробелы по краям убраны')
  return text
}

function numberText(text: string, wanted: WantedKind, { note }: CellReport): string {
  // The format of such a cell shows no sign of percent, so that 0.03 may be three percent of a person who thinks in shares.
  if (wanted === 'percent' && Number(text) > 0 && Number(text) < 1)
    note(`Прочитано как ${text.replace('.', ',')} %. Если доля, задайте ячейке формат «Процентный»`)
  return text
}

const EXPECTED_KINDS: Readonly<Record<WantedKind, string>> = {
  text: 'нужен текст',
  word: 'нужно слово',
  flag: 'нужно «да» или «нет»',
  percent: 'нужен процент',
  number: 'нужно число',
}

function problemOf({ kind, text }: ReadCell, wanted: WantedKind): string {
  if (kind === 'finding') return text
  const needed = EXPECTED_KINDS[wanted]
  if (kind === 'day')
    return `Здесь дата ${russianDay(text)}, а ${needed}: Excel мог сделать её из числа. Впишите значение заново`
  if (kind === 'time') return `Здесь время ${text}, а ${needed}. Впишите значение заново`
  if (kind === 'percent') return `Здесь ${text.replace('.', ',')} %, а ${needed}`
  return `Здесь логическое ${quote(text === 'да' ? 'ИСТИНА' : 'ЛОЖЬ')}, а ${needed}`
}
