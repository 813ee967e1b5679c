import { textProblem } from '#contract/document/text-rule.ts'
import { refuse } from '#http/refusal.ts'
import type { StoredTexts } from '../../db/json-columns.ts'
import type { FormTexts } from '../../documents/texts/form-texts.ts'

/** The texts that a body names. */
export function givenTexts(texts: Readonly<Record<string, string | undefined>>): StoredTexts {
  const entries = Object.entries(texts).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  )
  return Object.fromEntries(entries)
}

/** Refuses texts that the form does not have, that are the same for all companies, or that cannot be printed. */
export function assertTexts(texts: FormTexts, given: StoredTexts, isCommon: boolean): void {
  const fields: Record<string, string> = {}
  for (const [key, text] of Object.entries(given)) {
    const rule = Object.hasOwn(texts, key) ? texts[key] : undefined
    const problem = !rule
      ? 'Такого текста у документа нет'
      : !isCommon && !rule.own
        ? 'Этот текст один для всех компаний'
        : textProblem(text, rule)
    if (problem) fields[`texts.${key}`] = problem
  }
  if (Object.keys(fields).length > 0) refuse('document.bad-texts', { fields })
}
