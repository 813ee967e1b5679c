import { ownValue } from '#contract/core/own-value.ts'
import * as z from 'zod/mini'
import { paymentStates } from '#contract/act/act-entities.ts'
import { entities } from '#contract/core/entities.ts'
import { formatMoney } from '#contract/core/input-text.ts'
import { flagCodes, flagTitles, type FlagCode } from '#contract/core/flags.ts'
import * as s from '#contract/core/shapes.ts'
import { statusTitle, type StatusKind } from '#contract/core/status-titles.ts'
import { paymentStatuses } from '#contract/payment/payment-entities.ts'
import { issueText } from '#contract/core/issue-text.ts'
import { normalizePlate } from '#contract/requisites/plate/plate.ts'
import { russianDay } from '#contract/words/russian-day.ts'
import type { Db } from '../../db/handle.ts'
import { entityWords } from '../audit/event-words.ts'
import {
  findSupplierName,
  selectBankConfigs,
  selectCompanies,
  selectPeople,
  selectPosts,
  selectProducts,
  selectSites,
  selectYears,
} from './report-option-queries.ts'

export interface ParamOption {
  readonly value: string
  readonly label: string
}

/** One parameter of a report: its field in the form of the screen and its check on the server. */
export interface ReportParam<T = unknown> {
  readonly title: string
  readonly kind: 'day' | 'plate' | 'choice' | 'supplier' | 'money' | 'text'
  readonly schema: z.ZodMiniType<T>
  readonly required: boolean
  /** The choice that is meant where none is made. */
  readonly usual?: string
  /** The company's own records among which a choice is made; others are refused. */
  readonly options?: (db: Db) => Promise<readonly ParamOption[]>
  /** The name of a record, where they are too many for a list of choices; undefined for one that is not the company's own. */
  readonly nameOf?: (db: Db, id: string) => Promise<string | undefined>
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

/** Words of the product: one of them, or all. */
const wordParam = (
  title: string,
  words: readonly string[],
  wordOf: (word: string) => string,
): ReportParam<string | undefined> => ({
  title,
  kind: 'choice',
  schema: z.optional(s.text(40)),
  required: false,
  options: async () => words.map((value) => ({ value, label: wordOf(value) })),
})

const DEVIATIONS: Readonly<Record<string, string>> = {
  price: 'Отклонения цен',
  zasor: 'Отклонения засора',
  all: 'Цены и засор',
}

const statusParam = (kind: StatusKind, words: readonly string[]) =>
  wordParam('Статус', words, (word) => statusTitle(kind, word))

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
export const userParam = choiceParam('Сотрудник', 'user', selectPeople)
export const bankConfigParam = choiceParam('Банк', 'bank_config', selectBankConfigs)
export const actStatusParam = statusParam('act', ['issued', 'signed', 'void'])
export const actPaymentParam = { ...statusParam('act_payment', paymentStates), title: 'Оплата' }
export const paymentStatusParam = statusParam('payment', paymentStatuses)
/** Which documents go to the accounts: purchases, payouts, or both. */
export const exchangePartParam = wordParam('Что выгрузить', ['purchases', 'payouts'], (word) =>
  word === 'purchases' ? 'Только закупки' : 'Только выплаты',
)
/** Which part of a position is unusual; the price, unless another is asked for. */
export const deviationParam: ReportParam<string | undefined> = {
  ...wordParam('Что показать', Object.keys(DEVIATIONS), (word) => ownValue(DEVIATIONS, word)!),
  usual: 'price',
}
export const dateParam = dayParam('На дату')
/** For reports of SUPERVISOR alone. */
export const companyParam = choiceParam('Компания', 'company', selectCompanies)
export const supplierParam: ReportParam<string | undefined> = {
  title: 'Поставщик',
  kind: 'supplier',
  schema: z.optional(s.id('supplier')),
  required: false,
  nameOf: findSupplierName,
}
/** The calendar year of the company's time zone. */
export const yearParam: ReportParam<string> = {
  title: 'Год',
  kind: 'choice',
  schema: s.pattern(/^20\d\d$/, 'Выберите год'),
  required: true,
  options: selectYears,
}
/** Kopecks; an address carries them as digits. */
export const overParam: ReportParam<string | undefined> = {
  title: 'Не меньше суммы',
  kind: 'money',
  schema: z.optional(s.pattern(/^\d{1,15}$/, 'Неверная сумма')),
  required: false,
}
/** The age of a record, in days. */
export const daysParam: ReportParam<string | undefined> = {
  title: 'Не меньше дней',
  kind: 'text',
  schema: z.optional(s.pattern(/^\d{1,4}$/, 'Целое число дней, не больше 9999')),
  required: false,
}
export const daysToParam = { ...daysParam, title: 'Не больше дней' }
export const plateParam: ReportParam<string | undefined> = {
  title: 'Номер машины',
  kind: 'plate',
  schema: z.optional(s.text(20)),
  required: false,
}

export const ownPlateParam: ReportParam<string> = {
  ...plateParam,
  schema: s.text(20),
  required: true,
}
export const flagParam = wordParam('Отметка', flagCodes, (code) => flagTitles[code as FlagCode])
export const entityParam = wordParam('О чём', entities, entityWords)
export const recordParam: ReportParam<string | undefined> = {
  title: 'Номер записи',
  kind: 'text',
  schema: z.optional(z.uuid('Неверный номер записи')),
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
  if (!read.success) return { problems: problemsOf(read.error) }
  const wrongPeriod = periodProblem(read.data)
  if (wrongPeriod) return { problems: { 'params.date_to': wrongPeriod } }
  return { values: withPlates(params, read.data) as ParamValues<P> }
}

/** Errors in a client's parameters, in words by `params.name`. */
export function problemsOf({ issues }: z.core.$ZodError): Record<string, string> {
  const problems: Record<string, string> = {}
  for (const issue of issues) problems[['params', ...issue.path].join('.')] ??= issueText(issue)
  return problems
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
  for (const [name, param] of Object.entries(params)) {
    const value = values[name]
    if (value !== undefined && !(await isOwnChoice(db, param, value as string)))
      problems[`params.${name}`] = 'Выберите из списка'
  }
  return problems
}

async function isOwnChoice(db: Db, { options, nameOf }: ReportParam, value: string) {
  if (nameOf) return (await nameOf(db, value)) !== undefined
  return !options || (await options(db)).some((option) => option.value === value)
}

/** «С даты: 01.05.2025» of each parameter that has a value. */
export async function askedWords(
  db: Db,
  params: ReportParams,
  values: Record<string, unknown>,
): Promise<string[]> {
  const words: string[] = []
  for (const [name, param] of Object.entries(params)) {
    const value = values[name]
    if (typeof value === 'string') words.push(`${param.title}: ${await wordOf(db, param, value)}`)
  }
  return words
}

async function wordOf(db: Db, { kind, options, nameOf }: ReportParam, value: string) {
  if (kind === 'day') return russianDay(value)
  if (kind === 'money') return `${formatMoney(Number(value))} ₽`
  if (nameOf) return (await nameOf(db, value)) ?? value
  return (await options?.(db))?.find((option) => option.value === value)?.label ?? value
}
