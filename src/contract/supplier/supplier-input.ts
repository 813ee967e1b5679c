import * as z from 'zod/mini'
import {
  account,
  accountRule,
  bik,
  cardNumber,
  email,
  inn,
  kpp,
  mobilePhone,
  ogrn,
  snils,
} from '../requisite-shapes.ts'
import { cardBrands } from '../requisites/card.ts'
import {
  deptCodeProblem,
  passportIssuedProblem,
  passportNumberProblem,
  passportSeriesProblem,
} from '../requisites/passport.ts'
import { fieldsRule, missingOf } from '../core/shapes.ts'
import * as s from '../core/shapes.ts'
import { inputShapes } from '../record/record-field.ts'
import { docTypes } from './identity-doc.ts'
import { supplierTypes } from './supplier-kinds.ts'
import { mergeParts, supplierFields } from './supplier-record.ts'

/** An identity document; the digits of a Russian passport are validated, others are taken as text. */
export const docInput = z
  .strictObject({
    type: z.enum(docTypes),
    series: z.nullish(s.text(20, 0)),
    number: s.text(30),
    issued_by: s.text(300),
    issued_at: s.day,
    dept_code: z.nullish(s.text(7, 0)),
  })
  .check(
    fieldsRule((doc) => {
      if (doc.type !== 'rf_passport') return {}
      return {
        series: passportSeriesProblem(doc.series ?? ''),
        number: passportNumberProblem(doc.number),
        dept_code: deptCodeProblem(doc.dept_code ?? ''),
      }
    }),
  )

/** Who may sell for a supplier, and by what right. */
export const representativeInput = z.strictObject({
  full_name: s.text(150),
  doc: z.nullish(docInput),
  authority: s.text(100),
  number: z.nullish(s.text(60)),
  date: z.nullish(s.day),
  valid_until: z.nullish(s.day),
})

const supplierInput = {
  ...inputShapes(supplierFields, { inn, kpp, ogrn, mobile: mobilePhone, email }),
  /** The document has one name, which stands as the last name. */
  single_name: z.nullish(z.boolean()),
  doc: z.nullish(docInput),
  /** Entered for documents other than a Russian passport, whose term follows from birth and issue. */
  doc_expires_on: z.nullish(s.day),
  snils: z.nullish(snils),
  representatives: z.optional(s.list(representativeInput, 10)),
}

/** Names are required at once; all else may wait until the supplier is made active. */
export const createSupplier = z
  .strictObject({
    client_id: z.optional(s.clientId),
    type: z.enum(supplierTypes),
    ...supplierInput,
  })
  .check(
    fieldsRule((v) => ({
      ...missingOf(v, namesNeeded(v)),
      ...passportAge(v),
    })),
  )

/** A person has two names, unless the document has one. */
function namesNeeded({
  type,
  single_name,
}: {
  type: string
  single_name?: boolean | null | undefined
}) {
  if (type === 'company') return ['org_name'] as const
  return single_name ? (['last_name'] as const) : (['last_name', 'first_name'] as const)
}

const consentGiven = z.strictObject({
  text_version: s.text(20),
  file_id: s.id('file'),
  given_at: s.day,
})
const consentWithdrawn = z.strictObject({ withdrawn_at: s.day, withdrawn_how: s.text(200) })

export const updateSupplier = z
  .strictObject({
    id: s.id('supplier'),
    version: s.version,
    type: z.optional(z.enum(supplierTypes)),
    ...supplierInput,
    consent: z.optional(z.union([consentGiven, consentWithdrawn])),
  })
  .check(fieldsRule(passportAge))

/** A Russian passport is issued from the age of fourteen; the server checks it by the present day. */
function passportAge(v: {
  birth_date?: string | null | undefined
  doc?: z.output<typeof docInput> | null | undefined
}): Record<string, string | undefined> {
  if (!v.birth_date || v.doc?.type !== 'rf_passport') return {}
  return {
    'doc.issued_at': passportIssuedProblem(v.doc.issued_at, v.birth_date, '9999-12-31'),
  }
}

const methodBase = {
  title: z.nullish(s.text(60)),
  holder_name: s.text(160),
  is_default: z.optional(z.boolean()),
  /** Knowingly the same destination as another supplier's: method.confirm_holder, a PIN and a reason. */
  shared: z.optional(z.literal(true)),
  reason: z.optional(s.text(500, 10)),
}
const cardFields = {
  /** From the bank's widget, with what it tells about the card. */
  card_token: z.optional(s.text(200)),
  card_brand: z.optional(z.enum(cardBrands)),
  card_last4: z.optional(s.pattern(/^\d{4}$/, 'Последние четыре цифры карты')),
  card_issuer: z.optional(s.text(150)),
  /** The agreement whose form gave the token: a token pays only through it. */
  card_config_id: z.optional(s.id('bank_config')),
  /** Only where the agreement with the bank allows raw numbers. */
  pan: z.optional(cardNumber),
}
const sbpFields = { sbp_phone: mobilePhone, sbp_bank_id: s.text(40) }
const accountFields = {
  account,
  bik,
  corr_account: z.nullish(account),
  bank_name: z.nullish(s.text(160)),
}

const newMethod = { supplierId: s.id('supplier'), client_id: z.optional(s.clientId), ...methodBase }

export const createPaymentMethodBody = z.discriminatedUnion('kind', [
  z
    .strictObject({ ...newMethod, kind: z.literal('card'), ...cardFields })
    .check(
      fieldsRule((v) =>
        v.pan ? {} : missingOf(v, v.card_token ? ['card_last4', 'card_config_id'] : ['card_token']),
      ),
    ),
  z.strictObject({ ...newMethod, kind: z.literal('sbp'), ...sbpFields }),
  z
    .strictObject({ ...newMethod, kind: z.literal('account'), ...accountFields })
    .check(fieldsRule(accountRule)),
])

/** The kind is fixed; the handler refuses fields of another kind. */
export const updatePaymentMethodBody = z
  .strictObject({
    supplierId: s.id('supplier'),
    paymentMethodId: s.id('payment_method'),
    version: s.version,
    ...methodBase,
    holder_name: z.optional(methodBase.holder_name),
    ...cardFields,
    sbp_phone: z.optional(sbpFields.sbp_phone),
    sbp_bank_id: z.optional(sbpFields.sbp_bank_id),
    account: z.optional(account),
    bik: z.optional(bik),
    corr_account: accountFields.corr_account,
    bank_name: accountFields.bank_name,
  })
  .check(fieldsRule(accountRule))

/** Two records of one supplier: `drop` becomes an alias of `keep`, which takes the named parts of it. */
export const mergeSuppliersBody = z.strictObject({
  keep: z.strictObject({ id: s.id('supplier'), version: s.version }),
  drop: z.strictObject({ id: s.id('supplier'), version: s.version }),
  take: s.list(z.enum(mergeParts), mergeParts.length),
  reason: z.optional(s.text(500, 5)),
  /** Only shows what would happen; asks for no PIN and needs no reason. */
  dry_run: z.optional(z.boolean()),
})

/** Whatever has been typed of a supplier so far; the document's digits travel in a body, never in an address. */
export const findDuplicatesBody = z.strictObject({
  type: z.enum(supplierTypes),
  name: z.optional(s.text(320, 0)),
  birth_date: z.nullish(s.day),
  document: z.optional(s.text(50, 0)),
  inn: z.optional(s.text(12, 0)),
  phone: z.nullish(s.text(20, 0)),
  /** The supplier being changed. */
  except: z.optional(s.id('supplier')),
})
