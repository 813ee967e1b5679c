import * as z from 'zod/mini'
import { ModulesCfg, modulesCfgInput } from '../core/module-settings.ts'
import { moduleTags } from '../core/module-tags.ts'
import { bp, int, kop, list, displayText, text } from '../core/shapes.ts'

/** A company's own rules (domain.md 13.3). */
export const CompanyRules = z.strictObject({
  act_number_format: text(40),
  /** `common`: ПСА and ОП-5 take numbers of one series, in which each of both sees gaps. */
  act_number_series: z.enum(['common', 'by_kind']),
  op5_number_format: text(40),
  weight_act_number_format: text(40),
  zasor_free_bp: bp,
  /** Contamination that leaves the norm by more needs a reason, by more than the second a second person (5.3). */
  zasor_reason_bp: bp,
  zasor_second_bp: bp,
  price_override_free_bp: bp,
  /** A larger change of a price needs a second person; a group of products may have its own (5.4). */
  price_step_bp: int(0, 1_000_000),
  /** Pieces that no scale showed, bought for more, are told (6.5). */
  pieces_free_kop: kop,
  deduction_reasons: list(text(40), 30, 1),
  approval_over_kop: kop,
  method_cooldown_hours: int(0, 720),
  pay_day_limit_kop: kop,
  pay_requires: z.enum(['issued', 'signed']),
  purpose_template: text(210),
  pd_basis: z.enum(['contract', 'consent']),
  /** Whom a consent names besides the banks, each with the address. */
  pd_processors: list(text(300), 10),
  /** Days after a payment in which a self-employed supplier should have brought the cheque. */
  npd_receipt_days: int(0, 60),
  /** For so long whoever opened an account is no second person for it (7.5). */
  one_person_days: int(0, 365),
  manager_self_approval: z.boolean(),
  ytd_warn_kop: kop,
  retention_years: int(5, 75),
  /** Room for files; evidence of money is stored beyond it. */
  storage_gb: int(1, 100_000),
})
export type CompanyRules = z.output<typeof CompanyRules>

export const defaultRules: CompanyRules = {
  act_number_format: '{YYYY}-{NNNNNN}',
  act_number_series: 'common',
  op5_number_format: 'З-{YYYY}-{NNNNNN}',
  weight_act_number_format: 'В-{YYYY}-{NNNNNN}',
  zasor_free_bp: 1500,
  zasor_reason_bp: 200,
  zasor_second_bp: 400,
  price_override_free_bp: 300,
  price_step_bp: 1500,
  pieces_free_kop: 1_000_000,
  deduction_reasons: ['Вода', 'Грунт', 'Резина', 'Масло', 'Прочее'],
  approval_over_kop: 0,
  method_cooldown_hours: 24,
  pay_day_limit_kop: 300_000_000,
  pay_requires: 'issued',
  purpose_template: 'Оплата по акту №{number} от {date} за лом: {goods}. {vat}. {mark}',
  pd_basis: 'contract',
  pd_processors: [],
  npd_receipt_days: 5,
  one_person_days: 30,
  manager_self_approval: false,
  ytd_warn_kop: 25_000_000,
  retention_years: 5,
  storage_gb: 100,
}

const templateVersion = int(1, 999)
// The only forms of documents that exist so far.
const knownVersion = int(1, 1)
const Templates = z.strictObject({
  psa: templateVersion,
  op5: templateVersion,
  consent: templateVersion,
  weight_act: templateVersion,
})

export const defaultTemplates: z.output<typeof Templates> = {
  psa: 1,
  op5: 1,
  consent: 1,
  weight_act: 1,
}

/** The forms that may be chosen. */
export const knownTemplates = z.strictObject({
  psa: knownVersion,
  op5: knownVersion,
  consent: knownVersion,
  weight_act: knownVersion,
})

/** Settings as they are answered: every default filled in. */
export const CompanySettings = z.strictObject({
  modules: list(z.enum(moduleTags), moduleTags.length),
  modules_cfg: ModulesCfg,
  rules: CompanyRules,
  /** Name of a source of the server's configuration (domain.md 10); null = no old base. */
  legacy: z.strictObject({ source: z.nullable(displayText(40)) }),
  templates: Templates,
})
export type CompanySettings = z.output<typeof CompanySettings>

/** What may be written: parts, merged over the stored settings. The server validates formats together. */
export const companySettingsInput = z.strictObject({
  modules: z.optional(list(z.enum(moduleTags), moduleTags.length)),
  modules_cfg: z.optional(modulesCfgInput),
  rules: z.optional(z.partial(CompanyRules)),
  legacy: z.optional(z.strictObject({ source: z.nullable(text(40)) })),
  templates: z.optional(z.partial(knownTemplates)),
})
