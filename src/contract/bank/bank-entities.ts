import * as z from 'zod/mini'
import * as s from '../core/shapes.ts'

export const bankStatuses = ['active', 'disabled'] as const
export const bankConfigStatuses = ['draft', 'testing', 'active', 'disabled'] as const
export const bankAdapters = ['sandbox', 'yookassa', 'tbank', 'file_1c', 'file_iso20022'] as const
export type BankAdapter = (typeof bankAdapters)[number]

/** There is no cash kind: payment for scrap is cashless (domain.md 9). */
export const methodKinds = ['card', 'sbp', 'account'] as const
export type MethodKind = (typeof methodKinds)[number]

/** Which kinds an adapter can pay (domain.md 2.2). */
export const adapterMethods: Record<BankAdapter, readonly MethodKind[]> = {
  sandbox: ['card', 'sbp'],
  yookassa: ['card', 'sbp'],
  tbank: ['account'],
  file_1c: ['account'],
  file_iso20022: ['account'],
}

export const Bank = z.strictObject({
  id: s.id('bank'),
  code: s.displayText(40),
  name: s.displayText(150),
  bik: s.displayText(9),
  adapter: z.enum(bankAdapters),
  base_url: z.nullable(s.displayText(300)),
  methods: s.list(z.enum(methodKinds), 3),
  status: z.enum(bankStatuses),
  configs_count: z.optional(s.count),
  version: s.version,
})
export type Bank = z.output<typeof Bank>

/** Bounds of a configuration; the contract with the bank decides (domain.md 13.3). */
const BankLimits = z.strictObject({
  min_kop: s.positiveKop,
  per_payment_kop: s.positiveKop,
  per_day_kop: s.positiveKop,
  per_month_kop: s.positiveKop,
  payee_day_count: s.int(1, 10_000),
  payee_month_kop: s.positiveKop,
})
export type BankLimits = z.output<typeof BankLimits>

const api: BankLimits = {
  min_kop: 100,
  per_payment_kop: 50_000_000,
  per_day_kop: 300_000_000,
  per_month_kop: 3_000_000_000,
  payee_day_count: 20,
  payee_month_kop: 150_000_000,
}
const files: BankLimits = { ...api, per_payment_kop: 100_000_000, payee_day_count: 10 }

/** domain.md 13.3; a card's own smallest sum of 5 roubles is `cardMinKop`. */
export const defaultLimits: Record<BankAdapter, BankLimits> = {
  sandbox: api,
  yookassa: api,
  tbank: {
    min_kop: 100,
    per_payment_kop: 10_000_000,
    per_day_kop: 10_000_000,
    per_month_kop: 100_000_000,
    payee_day_count: 3,
    payee_month_kop: 100_000_000,
  },
  file_1c: files,
  file_iso20022: files,
}
export const cardMinKop = 500

/** A company's agreement with a bank; its secrets are write-only. */
export const BankConfig = z.strictObject({
  id: s.id('bank_config'),
  company_id: s.id('company'),
  bank_id: s.id('bank'),
  bank_name: s.displayText(150),
  adapter: z.enum(bankAdapters),
  methods: s.list(z.enum(methodKinds), 3),
  /** The embedded bank: everything paid through it is marked «УЧЕБНЫЙ БАНК». */
  training: z.boolean(),
  title: s.displayText(60),
  account: z.nullable(s.displayText(20)),
  has_credentials: z.boolean(),
  limits: BankLimits,
  default_for: s.list(z.enum(methodKinds), 3),
  raw_card_allowed: z.boolean(),
  allow_test_payment: z.boolean(),
  status: z.enum(bankConfigStatuses),
  last_check_at: z.nullable(s.instant),
  last_check_ok: z.nullable(z.boolean()),
  last_check_error: z.nullable(s.displayText(500)),
  circuit: z.enum(['closed', 'stopped']),
  stopped_at: z.nullable(s.instant),
  stopped_reason: z.nullable(s.displayText(500)),
  version: s.version,
})
export type BankConfig = z.output<typeof BankConfig>

const credential = s.text(4096)

/** Keys of an agreement: which of them an adapter needs is its own rule; they are sealed and never answered. */
export const credentials = z.strictObject({
  shop_id: z.optional(s.text(60)),
  secret_key: z.optional(credential),
  token: z.optional(credential),
  /** PEM, several lines. */
  client_certificate: z.optional(s.lines(16_384, 1)),
  client_key: z.optional(s.lines(16_384, 1)),
})

export const bankConfigFields = {
  title: s.text(60),
  account: z.nullish(s.pattern(/^\d{20}$/, 'В счёте должно быть 20 цифр')),
  limits: z.optional(BankLimits),
  default_for: z.optional(s.list(z.enum(methodKinds), 3)),
  raw_card_allowed: z.optional(z.boolean()),
  /** Asked for when raw card numbers are switched on (payments.md 9). */
  pci_certificate: z.nullish(s.text(60)),
  allow_test_payment: z.optional(z.boolean()),
}
