import * as z from 'zod/mini'
import type { ActionCode } from '../core/actions.ts'
import { actStatuses, paymentStates } from '../act/act-entities.ts'
import { entities } from '../core/entities.ts'
import { flagCodes } from '../core/flags.ts'
import { paymentStatuses } from '../payment/payment-entities.ts'
import * as s from '../core/shapes.ts'

export const reportStatuses = ['queued', 'running', 'ready', 'failed', 'expired'] as const
export type ReportStatus = (typeof reportStatuses)[number]
export const reportFormats = ['xlsx', 'pdf', 'csv', 'xml', 'txt'] as const
export type ReportFormat = (typeof reportFormats)[number]

/** Days of a report at most (domain.md 11). */
const MAX_REPORT_DAYS = 366
const DAY_MS = 86_400_000

const site_id = z.optional(s.id('site'))
const user_id = z.optional(s.id('user'))
const period = { date_from: s.day, date_to: s.day }

function withPeriod<E extends z.core.$ZodLooseShape>(extra: E) {
  return z.strictObject({ ...period, ...extra }).check(
    s.fieldsRule((v) => {
      const { date_from, date_to } = v as { date_from: string; date_to: string }
      const days = (Date.parse(date_to) - Date.parse(date_from)) / DAY_MS + 1
      if (days < 1) return { date_to: 'Конец периода раньше начала' }
      return days > MAX_REPORT_DAYS ? { date_to: `Не больше ${MAX_REPORT_DAYS} дней` } : {}
    }),
  )
}

const year = s.int(2000, 2200)
const carnumber = s.text(20)

/** Parameters of each report: a strict object a type, so that a screen's form is the same schema. */
export const reportParams = {
  psa_register: z.strictObject({ year, site_id }),
  weighing_log: withPeriod({
    site_id,
    post_id: z.optional(s.id('post')),
    carnumber: z.optional(carnumber),
  }),
  purchases_by_product: withPeriod({ product_id: z.optional(s.id('product')), site_id }),
  purchases_by_supplier: withPeriod({ supplier_id: z.optional(s.id('supplier')) }),
  acts: withPeriod({
    status: z.optional(s.someOf(actStatuses)),
    payment_state: z.optional(s.someOf(paymentStates)),
  }),
  unpaid_acts: z.strictObject({ date: s.day }),
  payments: withPeriod({
    status: z.optional(s.someOf(paymentStatuses)),
    bank_config_id: z.optional(s.id('bank_config')),
  }),
  supplier_ytd: z.strictObject({ year, over_kop: z.optional(s.kop) }),
  exceptions: withPeriod({ user_id, flag: z.optional(s.someOf(flagCodes)) }),
  price_deviations: withPeriod({ user_id }),
  tare_history: withPeriod({ carnumber }),
  duplicates: z.strictObject({}),
  self_check: withPeriod({}),
  audit: withPeriod({
    entity: z.optional(z.enum(entities)),
    entity_id: z.optional(z.uuid()),
    user_id,
  }),
  export_1c: withPeriod({}),
  payment_file: z.strictObject({ registry_id: s.id('payment_registry') }),
  platform_turnover: withPeriod({ company_id: z.optional(s.id('company')) }),
  /** Beyond the specification (screens.md 4.5): a list as it stands on the screen. */
  list: z.strictObject({
    call: s.text(80),
    filter: z.optional(s.jsonValue(8192)),
    columns: s.list(s.text(40), 60, 1),
  }),
} as const
export type ReportType = keyof typeof reportParams
export const reportTypes = Object.keys(reportParams) as [ReportType, ...ReportType[]]

interface ReportSpec {
  readonly title: string
  readonly formats: readonly ReportFormat[]
  /** null = the platform's own: only SUPERVISOR. */
  readonly needs: ActionCode | null
}
const of = (
  title: string,
  needs: ReportSpec['needs'],
  ...formats: ReportSpec['formats']
): ReportSpec => ({ title, needs, formats })

/** Titles, formats and rights of domain.md 11. */
export const reportSpecs: Record<ReportType, ReportSpec> = {
  psa_register: of('Книга учёта ПСА', 'report.create', 'pdf', 'xlsx'),
  weighing_log: of('Журнал взвешиваний', 'report.create', 'xlsx', 'pdf', 'csv'),
  purchases_by_product: of('Закупки по номенклатуре', 'report.create', 'xlsx', 'pdf', 'csv'),
  purchases_by_supplier: of('Закупки по поставщикам', 'report.create', 'xlsx', 'pdf', 'csv'),
  acts: of('Акты', 'report.create', 'xlsx', 'pdf', 'csv'),
  unpaid_acts: of('Неоплаченные акты', 'report.create', 'xlsx', 'pdf', 'csv'),
  payments: of('Выплаты', 'report.create', 'xlsx', 'pdf', 'csv'),
  supplier_ytd: of('Выплаты с начала года', 'report.control', 'xlsx', 'csv'),
  exceptions: of('Исключения', 'report.control', 'xlsx', 'pdf'),
  price_deviations: of('Отклонения цен и засора', 'report.control', 'xlsx'),
  tare_history: of('История тары', 'report.control', 'xlsx', 'pdf'),
  duplicates: of('Дубли', 'report.control', 'xlsx'),
  self_check: of('Проверочный лист', 'report.control', 'pdf', 'xlsx'),
  audit: of('Журнал изменений', 'audit.read', 'xlsx', 'csv'),
  export_1c: of('Обмен с 1С', 'report.export', 'xml'),
  payment_file: of('Платёжный файл', 'report.export', 'txt'),
  platform_turnover: of('Обороты компаний', null, 'xlsx'),
  list: of('Список с экрана', 'report.create', 'xlsx', 'csv'),
}

export const Report = z.strictObject({
  id: s.id('report'),
  type: z.enum(reportTypes),
  title: s.displayText(150),
  params: s.jsonValue(16_384),
  format: z.enum(reportFormats),
  status: z.enum(reportStatuses),
  progress: s.int(0, 100),
  rows: z.nullable(s.count),
  file_id: z.nullable(s.id('file')),
  error: z.nullable(s.displayText(500)),
  expires_at: z.nullable(s.instant),
  created_by_name: z.nullable(s.displayText(150)),
  company_name: z.optional(z.nullable(s.displayText(255))),
  created_at: s.instant,
})
export type Report = z.output<typeof Report>
