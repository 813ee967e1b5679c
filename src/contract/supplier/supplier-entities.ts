import * as z from 'zod/mini'
import { CardForm } from '../bank/card-form.ts'
import { methodKinds } from '../bank/method-kinds.ts'
import { Scan } from '../file/file-entities.ts'
import { Flag } from '../core/flags.ts'
import { cardBrands } from '../requisites/card.ts'
import * as s from '../core/shapes.ts'
import { answerShapes } from '../record/record-field.ts'
import { supplierFields } from './supplier-record.ts'
import { MaskedDoc, Representative } from './identity-doc.ts'
import { PayeeCheck } from './payee-check.ts'
import {
  consentStatuses,
  kycStates,
  methodStatuses,
  supplierStatuses,
  supplierTypes,
} from './supplier-kinds.ts'

const holderMatches = ['match', 'mismatch', 'unknown'] as const

/** A supplier as lists and saves answer it: the document masked. */
export const Supplier = z.extend(z.strictObject(answerShapes(supplierFields)), {
  id: s.id('supplier'),
  type: z.enum(supplierTypes),
  /** Surname with name and patronymic, or the organisation's name. */
  name: s.displayText(320),
  single_name: z.boolean(),
  doc: z.nullable(MaskedDoc),
  doc_expires_on: z.nullable(s.day),
  snils_masked: z.nullable(s.displayText(20)),
  /** Only on a full look. */
  snils: z.optional(z.nullable(s.displayText(20))),
  representatives: s.list(Representative, 10),
  price_column_title: z.nullable(s.displayText(60)),
  legacy_source: z.nullable(s.displayText(40)),
  legacy_id: z.nullable(s.displayText(64)),
  status: z.enum(supplierStatuses),
  status_reason: z.nullable(s.displayText(500)),
  /** The record into which this one was merged: it is an alias then, archived for good. */
  merged_into: z.nullable(s.id('supplier')),
  flags: s.list(Flag, 20),
  kyc: z.enum(kycStates),
  /** What `kyc: complete` still needs, by field (the supplier part of I9); lists leave it out. */
  missing: z.optional(
    s.list(z.strictObject({ field: s.displayText(60), message: s.displayText(200) }), 30),
  ),
  consent_status: z.enum(consentStatuses),
  vehicles: s.list(s.displayText(20), 50),
  ytd_paid_kop: s.kop,
  methods_count: s.count,
  acts_count: s.count,
  last_visit_at: z.nullable(s.instant),
  created_at: s.instant,
  version: s.version,
})
export type Supplier = z.output<typeof Supplier>

/** Where money goes; a card is known by its last four digits only. */
export const PaymentMethod = z.strictObject({
  id: s.id('payment_method'),
  supplier_id: s.id('supplier'),
  kind: z.enum(methodKinds),
  title: z.nullable(s.displayText(60)),
  /** Ready for the screen: «•••• 9001 МИР», a phone with its bank, an account with its bank. */
  label: s.displayText(200),
  card_brand: z.nullable(z.enum(cardBrands)),
  card_last4: z.nullable(s.displayText(4)),
  card_issuer: z.nullable(s.displayText(150)),
  sbp_phone: z.nullable(s.displayText(20)),
  sbp_bank_id: z.nullable(s.displayText(40)),
  sbp_bank_name: z.nullable(s.displayText(150)),
  account: z.nullable(s.displayText(20)),
  bik: z.nullable(s.displayText(9)),
  corr_account: z.nullable(s.displayText(20)),
  bank_name: z.nullable(s.displayText(160)),
  holder_name: s.displayText(160),
  holder_match: z.enum(holderMatches),
  shared: z.boolean(),
  requisites_changed_at: s.instant,
  /** Within the cool-down of `rules.method_cooldown_hours`: the next payment needs a second person. */
  recently_changed: z.boolean(),
  /** What the bank told of the owner; null while it was not asked, or its answer is too old. */
  payee_check: z.nullable(PayeeCheck),
  is_default: z.boolean(),
  used_count: s.count,
  status: z.enum(methodStatuses),
  version: s.version,
})
export type PaymentMethod = z.output<typeof PaymentMethod>

/** A method on the card of its supplier: with why money may not arrive at its bank, a whole sentence. */
export const CardMethod = z.extend(PaymentMethod, {
  bank_warning: z.nullable(s.displayText(300)),
  /** Of an account: the directory by which its bank is known is old. */
  directory_warning: z.nullable(s.displayText(300)),
})
export type CardMethod = z.output<typeof CardMethod>

export const Consent = z.strictObject({
  id: s.id('consent'),
  text_version: s.displayText(20),
  given_at: s.day,
  valid_until: s.day,
  file_id: z.nullable(s.id('file')),
  withdrawn_at: z.nullable(s.day),
  withdrawn_how: z.nullable(s.displayText(200)),
  status: z.enum(consentStatuses),
  created_at: s.instant,
})
export type Consent = z.output<typeof Consent>

/** A complete supplier: for the card and the printed consent. */
export const SupplierCard = z.extend(Supplier, {
  methods: s.list(CardMethod, 50),
  consents: s.list(Consent, 50),
  /** The text to sign now, from the template of that version. */
  consent: z.strictObject({
    text_version: s.displayText(20),
    sha256: s.displayText(64),
    body_html: s.displayText(200_000),
  }),
  scans: s.list(Scan, 200),
  /** The record that replaces this alias. */
  merged_into_name: z.nullable(s.displayText(320)),
  /** Records that were merged into this one, the last first. */
  aliases: s.list(
    z.strictObject({
      id: s.id('supplier'),
      name: s.displayText(320),
      inn: z.nullable(s.displayText(12)),
      merged_at: s.instant,
    }),
    50,
  ),
  /** Photographs of the person, the last first. */
  photos: s.list(s.id('file'), 20),
  /** Above this sum of a year the payouts of a person are looked at (`rules.ytd_warn_kop`). */
  ytd_warn_kop: s.kop,
  /** An agreement with the bank allows card numbers to be typed in (payments.md 9). */
  raw_cards: z.boolean(),
  /** What the working agreements with banks pay, of what the company pays at all: none before the first bank. */
  payable_kinds: s.list(z.enum(methodKinds), methodKinds.length),
  /** Where the bank takes the number itself. */
  card_form: z.nullable(CardForm),
  balance: z.strictObject({
    total_kop: s.kop,
    paid_kop: s.kop,
    reserved_kop: s.kop,
    payable_kop: s.kop,
    unpaid_acts: s.count,
  }),
})
export type SupplierCard = z.output<typeof SupplierCard>

/** One line of a search by mask. */
export const FoundSupplier = z.strictObject({
  id: s.id('supplier'),
  name: s.displayText(320),
  type: z.enum(supplierTypes),
  status: z.enum(supplierStatuses),
  doc_masked: z.nullable(s.displayText(40)),
  phone_last4: z.nullable(s.displayText(4)),
  kyc: z.enum(kycStates),
  inn: z.nullable(s.displayText(12)),
  /** Why the supplier is on the stop-list. */
  status_reason: z.optional(z.nullable(s.displayText(500))),
  last_visit_at: z.nullable(s.instant),
})
export type FoundSupplier = z.output<typeof FoundSupplier>

/** What is alike: the first two forbid saving, the others only warn (domain.md 8). */
const duplicateReasons = ['document', 'inn', 'phone', 'name_and_birth', 'name'] as const

/** A stored supplier who may be the one being entered. */
export const DuplicateSupplier = z.extend(FoundSupplier, {
  birth_date: z.nullable(s.day),
  reasons: s.list(z.enum(duplicateReasons), duplicateReasons.length, 1),
})
export type DuplicateSupplier = z.output<typeof DuplicateSupplier>

/** How many records move to the remaining supplier, and what stays with the alias. */
export const MergeCounts = z.strictObject({
  acts: s.count,
  weight_acts: s.count,
  visits: s.count,
  methods: s.count,
  /** Methods to the same destination: the remaining supplier has them already, these are archived. */
  same_methods: s.count,
  consents: s.count,
  scans: s.count,
  files: s.count,
  /** Payments never change: they stay under the alias and are shown with the remaining supplier. */
  payments_kept: s.count,
})
export type MergeCounts = z.output<typeof MergeCounts>
