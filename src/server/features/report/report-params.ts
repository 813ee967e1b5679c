import * as z from 'zod/mini'
import * as s from '#contract/core/shapes.ts'
import { issueText } from '#contract/core/issue-text.ts'
import { normalizePlate } from '#contract/requisites/plate/plate.ts'
import type { Db } from '../../db/handle.ts'
import { selectPosts, selectProducts, selectSites } from './report-option-queries.ts'

export interface ParamOption {
  readonly value: string
  readonly label: string
}

/** One parameter of a report: its field in the form of the screen and its check on the server. */
export interface ReportParam<T = unknown> {
  readonly title: string
  readonly kind: 'day' | 'plate' | 'choice'
  readonly schema: z.ZodMiniType<T>
  readonly required: boolean
  /** The company's own records among which a choice is made; others are refused. */
  readonly options?: (db: Db) => Promise<readonly ParamOption[]>
}
export type ReportParams = Readonly<Record<string, ReportParam>>

export type ParamValues<P extends ReportParams> = {
  readonly [K in keyof P]: P[K] extends ReportParam<infer T> ? T : never
}

const dayParam = (title: string): ReportParam<string> => ({
  title,
  kind: 'day',
  schema: s.day,
  required: true,
})

const choiceParam = (
  title: string,
  entity: Parameters<typeof s.id>[0],
  options: NonNullable<ReportParam['options']>,
): ReportParam<string | undefined> => ({
  title,
  kind: 'choice',
  schema: z.optional(s.id(entity)),
  required: false,
  options,
})

export const periodParams = { date_from: dayParam('С даты'), date_to: dayParam('По дату') }
export const siteParam = choiceParam('Площадка', 'site', selectSites)
export const postParam = choiceParam('Пост', 'post', selectPosts)
export const productParam = choiceParam('Товар', 'product', selectProducts)
export const plateParam: ReportParam<string | undefined> = {
  title: 'Номер машины',
  kind: 'plate',
  schema: z.optional(s.text(20)),
  required: false,
}

/** Days of a report at most (domain.md 11). */
const MAX_DAYS = 366
const DAY_MS = 86_400_000

/** Reads what a client sent as the parameters of a report; otherwise what is wrong by `params.name`. */
export function readParams<P extends ReportParams>(
  params: P,
  given: unknown,
): { values: ParamValues<P> } | { problems: Record<string, string> } {
  const shape = Object.fromEntries(
    Object.entries(params).map(([name, { schema }]) => [name, schema]),
  )
  const read = z.safeParse(z.strictObject(shape), given, { reportInput: true })
  const problems: Record<string, string> = {}
  if (!read.success) {
    for (const issue of read.error.issues)
      problems[['params', ...issue.path].join('.')] ??= issueText(issue)
    return { problems }
  }
  const wrongPeriod = periodProblem(read.data)
  if (wrongPeriod) return { problems: { 'params.date_to': wrongPeriod } }
  return { values: withPlates(params, read.data) as ParamValues<P> }
}

function periodProblem({ date_from, date_to }: Record<string, unknown>): string | undefined {
  if (typeof date_from !== 'string' || typeof date_to !== 'string') return undefined
  const days = (Date.parse(date_to) - Date.parse(date_from)) / DAY_MS + 1
  if (days < 1) return 'Конец периода раньше начала'
  return days > MAX_DAYS ? `Не больше ${MAX_DAYS} дней` : undefined
}

function withPlates(params: ReportParams, values: Record<string, unknown>) {
  const entries = Object.entries(values).map(([name, value]) => [
    name,
    params[name]?.kind === 'plate' && value ? normalizePlate(value as string).plate : value,
  ])
  return Object.fromEntries(entries)
}

/** Which choices are not among the company's own records, by `params.name`. */
export async function foreignChoices(
  db: Db,
  params: ReportParams,
  values: Record<string, unknown>,
): Promise<Record<string, string>> {
  const problems: Record<string, string> = {}
  for (const [name, { options }] of Object.entries(params)) {
    const value = values[name]
    if (!options || value === undefined) continue
    const own = await options(db)
    if (!own.some((option) => option.value === value))
      problems[`params.${name}`] = 'Выберите из списка'
  }
  return problems
}
