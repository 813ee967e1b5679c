import * as z from 'zod/mini'
import { BankConfig, BankLimits, credentialNames, fieldKinds } from './bank-entities.ts'
import { bankStatuses } from './bank.ts'
import { providerCodes } from './bank-providers.ts'
import { call } from '../core/call.ts'
import { methodKinds } from './method-kinds.ts'
import { paymentStatuses } from '../payment/payment-entities.ts'
import * as s from '../core/shapes.ts'
import { agreementFields } from './agreement-record.ts'

/** A field of an agreement as its provider describes it: the form is drawn from this alone. */
const ProviderField = z.strictObject({
  name: z.enum(credentialNames),
  label: s.displayText(80),
  kind: z.enum(fieldKinds),
  hint: z.nullable(s.displayText(300)),
  /** Without it the bank cannot be asked. */
  needed: z.boolean(),
  /** What a `choice` is made from, else empty. */
  choices: s.list(z.strictObject({ value: s.displayText(60), label: s.displayText(120) }), 50),
})
export type ProviderField = z.output<typeof ProviderField>

/** What a person must know to set up an agreement with a provider. */
const Provider = z.strictObject({
  code: z.enum(providerCodes),
  title: s.displayText(60),
  training: z.boolean(),
  /** Paid by a file that a person takes to the bank: needs no test payment. */
  by_file: z.boolean(),
  methods: s.list(z.enum(methodKinds), 3),
  /** Pays from an account of the company, which the agreement names. */
  payer_account: z.boolean(),
  /** Each bank that speaks it has an address of its own, which is typed in. */
  own_address: z.boolean(),
  /** The БИК of a provider that is one bank. */
  bik: z.nullable(s.displayText(9)),
  /** Where it may be asked in this installation, the default first. */
  addresses: s.list(s.displayText(300), 10),
  fields: s.list(ProviderField, 30),
  /** The limits with which an agreement begins. */
  limits: BankLimits,
})
export type Provider = z.output<typeof Provider>

/** Whether an agreement was proven by money that arrived (domain.md 3.2). */
const Proof = z.strictObject({
  /** False: paid by file, so there is nothing to try. */
  needed: z.boolean(),
  proven: z.boolean(),
  /** The last test payment; `counts` is false when it was made with former keys or another account. */
  last: z.nullable(
    z.strictObject({
      id: s.id('payment'),
      status: z.enum(paymentStatuses),
      amount_kop: s.kop,
      by_name: s.displayText(150),
      at: s.instant,
      finished_at: z.nullable(s.instant),
      reason_text: z.nullable(s.displayText(500)),
      advice: z.nullable(s.displayText(300)),
      returned: z.boolean(),
      counts: z.boolean(),
    }),
  ),
  /** The company's people who may send one; a super administrator moves no money. */
  testers: s.list(s.displayText(150), 20),
})
export type Proof = z.output<typeof Proof>

/** The session with a bank that has sessions (payments.md 4.6). */
export const SignInState = z.strictObject({
  /** `none`: never opened; `code`: the bank has sent a code to a person; `ended`: payments wait for a new one if `by_person`. */
  status: z.enum(['none', 'code', 'open', 'ended']),
  /** The bank asks for a one-time code: the server cannot sign in by itself. */
  by_person: z.boolean(),
  /** The telephone as the bank shows it. */
  phone_mask: z.nullable(s.displayText(40)),
  /** By which the person tells this code from others. */
  short_code: z.nullable(s.displayText(40)),
  since: z.nullable(s.instant),
})
export type SignInState = z.output<typeof SignInState>

const ConfigCard = z.strictObject({
  config: BankConfig,
  provider: Provider,
  /** Every field of the provider; the value only of those that are no secret. */
  values: s.list(
    z.strictObject({
      name: z.enum(credentialNames),
      is_set: z.boolean(),
      value: z.nullable(s.displayText(4096)),
    }),
    30,
  ),
  pci_certificate: agreementFields.pci_certificate.answer,
  bank_status: z.enum(bankStatuses),
  /** The payer's account is key-checked with it. */
  bank_bik: s.displayText(9),
  proof: Proof,
  /** Null of a provider without sessions. */
  sign_in: z.nullable(SignInState),
  /** Where the bank is told to send notifications; null where it sends none. */
  webhook_url: z.nullable(s.displayText(500)),
  /** What keeps it from being removed, with counts: payments, cards whose tokens only its bank knows, statements. */
  used_by: s.list(s.displayText(100), 10),
})
export type ConfigCard = z.output<typeof ConfigCard>

/** Beyond the specification: what the forms of banks are drawn from. */
export const bankSetUp = {
  getProviders: call({
    method: 'GET',
    path: '/api/v1/bank/superGetProviders',
    access: 'super',
    summary: 'Providers of payouts: their fields, methods, addresses and first limits',
    result: s.list(Provider, 20),
  }),
  getConfig: call({
    method: 'GET',
    path: '/api/v1/bank/superGetBankConfig',
    access: 'super',
    summary: 'An agreement with its fields, what proves it and what it lacks; no secret',
    query: z.strictObject({ companyId: s.id('company'), bankConfigId: s.id('bank_config') }),
    result: ConfigCard,
    about: ['bank_config', 'bank', 'payment'],
  }),
  signIn: call({
    method: 'POST',
    path: '/api/v1/bank/superSignInToBank',
    access: 'super',
    action: 'company.manage',
    summary:
      'Opens a session of the bank: without a code it begins, with the one-time code of the bank it ends',
    body: z.strictObject({
      companyId: s.id('company'),
      bankConfigId: s.id('bank_config'),
      code: z.optional(s.pattern(/^\d{4,8}$/, 'Код из сообщения банка: от 4 до 8 цифр')),
    }),
    result: SignInState,
    refusals: ['bank-config.sign-in-failed', 'bank.disabled'],
  }),
} as const
