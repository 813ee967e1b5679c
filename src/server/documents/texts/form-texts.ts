import { splitText, type TextRule } from '#contract/document/text-rule.ts'
import type { StoredTexts } from '../../db/json-columns.ts'
import type { Run } from '../body/blocks.ts'

/** A text of a form that may be worded otherwise (domain.md 9.1). */
export interface FormText extends TextRule {
  readonly title: string
  /** Version 1: what the form says until a version is published. */
  readonly text: string
  /** Whether a company may have its own. */
  readonly own: boolean
}

export type FormTexts = Readonly<Record<string, FormText>>

/** Writes a text of the form, with what replaces its placeholders. */
export type TextWriter<T extends FormTexts> = (
  key: keyof T & string,
  values?: Readonly<Record<string, string>>,
) => Run[]

interface TextOptions {
  /** Names of the placeholders with what they are; `!` in front of what must not be left out. */
  readonly placeholders?: Readonly<Record<string, string>>
  readonly own?: boolean
  readonly required?: boolean
  readonly inline?: boolean
  readonly max?: number
}

export function formText(title: string, text: string, options: TextOptions = {}): FormText {
  const { placeholders = {}, own = false, required = true, inline = false } = options
  return {
    title,
    text,
    own,
    required,
    inline,
    max: options.max ?? (inline ? 200 : 3000),
    placeholders: Object.entries(placeholders).map(([name, words]) => ({
      name,
      title: words.replace(/^!/, ''),
      required: words.startsWith('!'),
    })),
  }
}

/** A remark of the company's own, which stands in no form by law: empty until somebody writes one. */
export function remarkText(): FormText {
  return formText('Примечание внизу документа', '', { own: true, required: false, max: 1500 })
}

export function textWriter<T extends FormTexts>(texts: T, stored: StoredTexts): TextWriter<T> {
  return (key, values = {}) => writeText(stored[key] ?? texts[key]!.text, values)
}

/** Values are never read for marks: what a record holds is printed as it is. */
function writeText(text: string, values: Readonly<Record<string, string>>): Run[] {
  const runs: Run[] = []
  for (const { text: words, placeholder, bold, italic } of splitText(text)) {
    const piece = placeholder === undefined ? words! : (values[placeholder] ?? '')
    const last = runs.at(-1)
    if (last && Boolean(last.bold) === bold && Boolean(last.italic) === italic)
      runs.splice(-1, 1, { ...last, text: last.text + piece })
    else if (piece !== '')
      runs.push({ text: piece, ...(bold && { bold }), ...(italic && { italic }) })
  }
  return runs
}

/** A text that stands within a sentence. */
export function plainText(runs: readonly Run[]): string {
  return runs.map(({ text }) => text).join('')
}
