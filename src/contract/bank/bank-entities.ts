import * as z from 'zod/mini'
import * as s from '../core/shapes.ts'
import { answerShapes, inputShapes } from '../record/record-field.ts'
import { agreementFields, shownAgreementFields } from './agreement-record.ts'
import { fileEncodings, painVersions, providerCodes } from './bank-providers.ts'
import { methodKinds } from './method-kinds.ts'

export const bankConfigStatuses = ['draft', 'testing', 'active', 'disabled'] as const

/** Bounds of a configuration; the contract with the bank decides (domain.md 13.3). */
export const BankLimits = z.strictObject({
  min_kop: s.positiveKop,
  per_payment_kop: s.positiveKop,
  per_day_kop: s.positiveKop,
  per_month_kop: s.positiveKop,
  payee_day_count: s.int(1, 10_000),
  payee_month_kop: s.positiveKop,
})
export type BankLimits = z.output<typeof BankLimits>

/** A company's agreement with a bank; its secrets are write-only. */
export const BankConfig = z.extend(z.strictObject(answerShapes(shownAgreementFields)), {
  id: s.id('bank_config'),
  company_id: s.id('company'),
  bank_id: s.id('bank'),
  bank_name: s.displayText(150),
  adapter: z.enum(providerCodes),
  methods: s.list(z.enum(methodKinds), 3),
  /** The embedded bank: everything paid through it is marked «УЧЕБНЫЙ БАНК». */
  training: z.boolean(),
  has_credentials: z.boolean(),
  limits: BankLimits,
  default_for: s.list(z.enum(methodKinds), 3),
  status: z.enum(bankConfigStatuses),
  last_check_at: z.nullable(s.instant),
  last_check_ok: z.nullable(z.boolean()),
  last_check_error: z.nullable(s.displayText(500)),
  /** What the bank said beside its yes; it blocks nothing. */
  last_check_warning: z.nullable(s.displayText(500)),
  circuit: z.enum(['closed', 'stopped']),
  stopped_at: z.nullable(s.instant),
  stopped_reason: z.nullable(s.displayText(500)),
  /** The bank asks for a one-time code: payments wait until a person has signed in (payments.md 4.6). */
  awaits_sign_in: z.boolean(),
  /** When and why a person switched it off; the company's people read it. */
  off_at: z.nullable(s.instant),
  off_reason: z.nullable(s.displayText(300)),
  /** The last nightly comparison with the bank that came to its end (payments.md 3.13). */
  last_comparison: z.nullable(
    z.strictObject({
      done_at: s.instant,
      compared: s.count,
      differing: s.count,
      unanswered: s.count,
    }),
  ),
  version: s.version,
})
export type BankConfig = z.output<typeof BankConfig>

const secret = s.text(4096)

/** Every key that a provider may ask for; which of them is the provider's own choice. */
const credentialShapes = {
  shop_id: s.text(60),
  secret_key: secret,
  token: secret,
  /** PEM, several lines. */
  client_certificate: s.lines(16_384, 1),
  client_key: s.lines(16_384, 1),
  login: s.text(60),
  password: secret,
  customer_id: s.text(60),
  file_encoding: z.enum(fileEncodings),
  pain_version: z.enum(painVersions),
}
export type CredentialName = keyof typeof credentialShapes
export const credentialNames = Object.keys(credentialShapes) as CredentialName[]

/** How a field of an agreement is typed in; `secret` and `file` are never answered again. */
export const fieldKinds = ['text', 'secret', 'number', 'choice', 'file'] as const
export type FieldKind = (typeof fieldKinds)[number]

/** Keys of an agreement: encrypted and never answered. */
export const credentials = z.partial(z.strictObject(credentialShapes))
export type Credentials = z.output<typeof credentials>

type Clearable = { [Name in CredentialName]: z.ZodMiniNullable<(typeof credentialShapes)[Name]> }

/** Only what changes: a key that is left out stays, null takes it away. */
export const credentialChanges = z.partial(
  z.strictObject(
    Object.fromEntries(
      credentialNames.map((name) => [name, z.nullable(credentialShapes[name])]),
    ) as unknown as Clearable,
  ),
)
export type CredentialChanges = z.output<typeof credentialChanges>

export const bankConfigFields = {
  ...inputShapes(agreementFields, {}),
  limits: z.optional(BankLimits),
  default_for: z.optional(s.list(z.enum(methodKinds), 3)),
}
