import type { ActKind } from '#contract/act/act-entities.ts'
import type { CompanyRules } from '#contract/company/company-settings.ts'
import { formatNumber, numberFormatProblem } from '#contract/requisites/document/number-format.ts'
import { purposeTemplateProblem } from '#contract/requisites/document/purpose-template.ts'
import type { RefusalCode } from '#contract/core/refusals.ts'
import { refuse } from '#http/refusal.ts'
import { lockNumbering, nextNumber } from '../../../db/query/counters.ts'
import type { Tx } from '../../../db/handle.ts'
import { companyYear } from '../company-queries.ts'
import { settingsNow } from '../settings.ts'

/** Each series with its counter and its format; ОП-5 first: where two counters are locked, they are locked in this order. */
const SERIES = {
  op5: { counter: 'act', scope: 'op5', format: 'op5_number_format' },
  act: { counter: 'act', scope: '', format: 'act_number_format' },
  weight_act: { counter: 'weight_act', scope: '', format: 'weight_act_number_format' },
} as const
type Series = keyof typeof SERIES
const seriesNames = Object.keys(SERIES) as Series[]

/** The last check against two documents with one number: what no validation of a format foresaw (migration 0024). */
export const NUMBER_TAKEN: Readonly<Record<string, RefusalCode>> = {
  act_number_printed_once: 'common.number-format',
  weight_act_number_printed_once: 'common.number-format',
}

interface TakenNumber {
  readonly number: string
  readonly number_year: number
  readonly number_seq: number
}

/** The next number of an act, in the series of its kind or in that of all acts, as the company has it at this moment. */
export async function takeActNumber(
  tx: Tx,
  kind: ActKind,
  year: number,
): Promise<TakenNumber & { number_series: 'act' | 'op5' }> {
  const series = kind === 'op5' && (await isOp5Apart(tx, year)) ? 'op5' : 'act'
  return { ...(await takeNumber(tx, series, year)), number_series: series }
}

/** Read under the lock of its own counter, so that a change of the setting falls between two acts of ОП-5. */
async function isOp5Apart(tx: Tx, year: number): Promise<boolean> {
  await lockSeries(tx, 'op5', year)
  return (await settingsNow(tx)).rules.act_number_series === 'by_kind'
}

/**
 * The next number of a year. The format is read under the lock of the counter, so that a change of it falls between two
 * years of numbers and never between two numbers. Refuses a stored format that numbers nothing.
 */
export async function takeNumber(tx: Tx, series: Series, year: number): Promise<TakenNumber> {
  const { counter, scope, format: rule } = SERIES[series]
  const seq = await nextNumber(tx, counter, String(year), scope)
  const { rules } = await settingsNow(tx)
  const format = rules[rule]
  // A format without its year still numbers this one; a repeat in a later year is stopped by the constraint.
  const problem = numberFormatProblem(format.includes('{YYYY}') ? format : `${format}{YYYY}`)
  if (problem)
    refuse('common.number-format', { message: `Правила компании, формат номеров: ${problem}` })
  return { number: formatNumber(format, year, seq), number_year: year, number_seq: seq }
}

const FIELD = 'settings.rules'

/**
 * Formats, series and the purpose as they would apply together: a format changes only before the first number of a year, unless
 * there was none before, and a series is given up only in a year in which it numbered nothing.
 */
export async function assertFormats(tx: Tx, before: CompanyRules, after: CompanyRules) {
  const fields: Record<string, string> = {}
  for (const series of seriesNames) {
    const rule = SERIES[series].format
    const problem =
      before[rule] === after[rule] ? undefined : await formatProblem(tx, series, before, after)
    if (problem) fields[`${FIELD}.${rule}`] = problem
  }
  if (isGivenUp(before, after) && (await lockSeries(tx, 'op5', await companyYear(tx))))
    fields[`${FIELD}.act_number_series`] =
      'Номера своего ряда в этом году уже выданы: общий ряд возвращают до первого ОП-5 года'
  if (after.act_number_series === 'by_kind' && sameNumbers(after))
    fields[`${FIELD}.op5_number_format`] ??=
      'Номера ПСА и ОП-5 совпадут: дайте ОП-5 другую букву или знак'
  const wrong =
    isPurposeTouched(before, after) &&
    numberFormatsOf(after)
      .map((format) => purposeTemplateProblem(after.purpose_template, format))
      .find(Boolean)
  if (wrong) fields[`${FIELD}.purpose_template`] = wrong
  if (Object.keys(fields).length > 0) refuse('common.validation', { fields })
}

async function formatProblem(tx: Tx, series: Series, before: CompanyRules, after: CompanyRules) {
  const rule = SERIES[series].format
  const problem = numberFormatProblem(after[rule])
  if (problem || numberFormatProblem(before[rule])) return problem
  const hasBegun = await lockSeries(tx, series, await companyYear(tx))
  return hasBegun ? 'Номера этого года уже выданы: формат меняют до первого номера года' : undefined
}

function lockSeries(tx: Tx, series: Series, year: number): Promise<boolean> {
  const { counter, scope } = SERIES[series]
  return lockNumbering(tx, counter, String(year), scope)
}

const isGivenUp = (before: CompanyRules, after: CompanyRules) =>
  before.act_number_series === 'by_kind' && after.act_number_series === 'common'

/** Whether both formats differ in the width of their counters alone. */
function sameNumbers({ act_number_format, op5_number_format }: CompanyRules): boolean {
  const bare = (format: string) => format.replaceAll(/\{N+\}/gu, '{N}')
  return bare(act_number_format) === bare(op5_number_format)
}

/** The formats in which acts are numbered. */
export function numberFormatsOf(rules: CompanyRules): string[] {
  const { act_number_format, op5_number_format, act_number_series } = rules
  return act_number_series === 'common'
    ? [act_number_format]
    : [act_number_format, op5_number_format]
}

const isPurposeTouched = (before: CompanyRules, after: CompanyRules) =>
  before.purpose_template !== after.purpose_template ||
  String(numberFormatsOf(before)) !== String(numberFormatsOf(after))
