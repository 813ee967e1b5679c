import type { CompanyRules } from '#contract/company/company-settings.ts'
import {
  purposeTemplateProblem,
  vatClauses,
} from '#contract/requisites/document/purpose-template.ts'
import { makePurpose, purposeProblem } from '#contract/requisites/document/purpose.ts'
import { russianDay } from '#contract/words/russian-day.ts'
import { refuse } from '#http/refusal.ts'
import { numberFormatsOf } from '../../../company/numbering/document-number.ts'
import type { ActRow } from './party-queries.ts'

// What a save asks of values that were read before: a save reads them under its locks, the plan of a day reads them in bulk.

export function assertActPayable(
  act: Pick<ActRow, 'status' | 'may_be_paid'>,
  rules: Pick<CompanyRules, 'pay_requires'>,
  field: string,
): void {
  if (act.may_be_paid)
    refuse('payment.may-be-paid', {
      fields: {
        [field]:
          'Сначала закройте расхождение прежней выплаты или решите строку выписки, предложенную для неё',
      },
    })
  if (act.status === 'signed') return
  if (act.status !== 'issued')
    refuse('payment.act-not-payable', { fields: { [field]: 'Акт не выписан или аннулирован' } })
  const message = 'Нет подписанного акта: без его скана компания не платит'
  if (rules.pay_requires === 'signed')
    refuse('payment.act-not-payable', { message, fields: { [field]: message } })
}

export function assertSupplierPayable(supplier: { readonly status: string }, at: string): void {
  if (supplier.status !== 'active')
    refuse('payment.supplier-not-active', {
      fields: { [`${at}.supplier_id`]: 'Поставщику платить нельзя' },
    })
}

/** `kinds`: how the company pays; undefined = in any way, as a test payment may. */
export function assertMethodUsable(
  method: { readonly status: string; readonly kind: string },
  kinds: readonly string[] | undefined,
  at: string,
): void {
  const field = `${at}.payment_method_id`
  if (method.status !== 'active')
    refuse('payment.method-not-active', { fields: { [field]: 'Способ выплаты не действует' } })
  if (kinds && !kinds.includes(method.kind))
    refuse('payment.method-not-active', {
      message: 'Компания не платит этим способом. Выберите другой',
      fields: { [field]: 'Способ выключен в настройках компании' },
    })
}

export const vatClauseOf = ({ vat_mode: mode }: { readonly vat_mode: string | null }) =>
  mode === 'vat_payer' ? vatClauses.agent : vatClauses.none

export interface PurposeFacts {
  readonly acts: readonly Pick<ActRow, 'number' | 'date'>[]
  readonly products: readonly string[]
  readonly vat: string
  readonly marker: string
}

/** The purpose by the company's template; refuses one that no bank would take. */
export function purposeOfActs(
  rules: CompanyRules,
  { acts, products, vat, marker }: PurposeFacts,
): string {
  const { purpose_template: template } = rules
  const wrong = numberFormatsOf(rules)
    .map((format) => purposeTemplateProblem(template, format))
    .find(Boolean)
  if (wrong)
    refuse('common.validation', { message: `Правила компании, назначение платежа: ${wrong}` })
  const purpose = makePurpose(template, {
    acts: acts.map((act) => ({
      number: act.number!,
      date: russianDay(act.date),
    })),
    products,
    vat,
    mark: `[П:${marker}]`,
  })
  const problem = purposeProblem(purpose)
  return problem ? refuse('common.validation', { message: problem }) : purpose
}
