import type { CompanyRules } from '#contract/company/company-settings.ts'
import { formatNumber, numberFormatProblem } from '#contract/requisites/document/number-format.ts'
import { purposeTemplateProblem } from '#contract/requisites/document/purpose-template.ts'
import type { RefusalCode } from '#contract/core/refusals.ts'
import { refuse } from '#http/refusal.ts'
import { lockNumbering, nextNumber } from '../../../db/query/counters.ts'
import type { Tx } from '../../../db/handle.ts'
import { companyYear } from '../company-queries.ts'
import { settingsNow } from '../settings.ts'

const FORMATS = { act: 'act_number_format', weight_act: 'weight_act_number_format' } as const
type NumberedDocument = keyof typeof FORMATS

/** The last check against two documents with one number: what no validation of a format foresaw (migration 0024). */
export const NUMBER_TAKEN: Readonly<Record<string, RefusalCode>> = {
  act_number_printed_once: 'common.number-format',
  weight_act_number_printed_once: 'common.number-format',
}

/**
 * The next number of a year. The format is read under the lock of the counter, so that a change of it falls between two
 * years of numbers and never between two numbers. Refuses a stored format that numbers nothing.
 */
export async function takeNumber(
  tx: Tx,
  kind: NumberedDocument,
  year: number,
): Promise<{ number: string; number_year: number; number_seq: number }> {
  const seq = await nextNumber(tx, kind, String(year))
  const { rules } = await settingsNow(tx)
  const format = rules[FORMATS[kind]]
  // A format without its year still numbers this one; a repeat in a later year is stopped by the constraint.
  const problem = numberFormatProblem(format.includes('{YYYY}') ? format : `${format}{YYYY}`)
  if (problem)
    refuse('common.number-format', { message: `Правила компании, формат номеров: ${problem}` })
  return { number: formatNumber(format, year, seq), number_year: year, number_seq: seq }
}

const FIELD = 'settings.rules'

/**
 * Formats and the purpose as they would apply together: a format changes only before the first number of a year, unless there
 * was none before.
 */
export async function assertFormats(tx: Tx, before: CompanyRules, after: CompanyRules) {
  const fields: Record<string, string> = {}
  for (const kind of ['act', 'weight_act'] as const) {
    const rule = FORMATS[kind]
    const problem =
      before[rule] === after[rule] ? undefined : await formatProblem(tx, kind, before, after)
    if (problem) fields[`${FIELD}.${rule}`] = problem
  }
  const isTouched =
    before.purpose_template !== after.purpose_template ||
    before.act_number_format !== after.act_number_format
  const wrong = isTouched && purposeTemplateProblem(after.purpose_template, after.act_number_format)
  if (wrong) fields[`${FIELD}.purpose_template`] = wrong
  if (Object.keys(fields).length > 0) refuse('common.validation', { fields })
}

async function formatProblem(
  tx: Tx,
  kind: NumberedDocument,
  before: CompanyRules,
  after: CompanyRules,
) {
  const problem = numberFormatProblem(after[FORMATS[kind]])
  if (problem || numberFormatProblem(before[FORMATS[kind]])) return problem
  const hasBegun = await lockNumbering(tx, kind, String(await companyYear(tx)))
  return hasBegun ? 'Номера этого года уже выданы: формат меняют до первого номера года' : undefined
}
