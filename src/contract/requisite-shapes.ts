import * as z from 'zod/mini'
import { accountProblem, corrAccountProblem, normalizeAccount } from './requisites/account.ts'
import { bikProblem, normalizeBik } from './requisites/bik.ts'
import { cardProblem, normalizeCard } from './requisites/card.ts'
import { emailProblem } from './requisites/email.ts'
import { innProblem, normalizeInn } from './requisites/inn.ts'
import { kppProblem, normalizeKpp } from './requisites/kpp.ts'
import { normalizeOgrn, ogrnipProblem, ogrnProblem } from './requisites/ogrn.ts'
import { okpoProblem } from './requisites/okpo.ts'
import { mobilePhoneProblem, normalizePhone, phoneProblem } from './requisites/phone.ts'
import { normalizeSnils, snilsProblem } from './requisites/snils.ts'

// The longest requisite with spaces and brackets typed between its digits.
const MAX_TYPED = 64

/** One requisite of domain.md 8: the checker's own sentence at the field, the normalised text to the server. */
function requisite(problem: (v: string) => string | undefined, normal: (v: string) => string) {
  return z.string().check(
    z.trim(),
    z.maxLength(MAX_TYPED),
    z.check<string>((payload) => {
      const message = problem(payload.value)
      if (message) payload.issues.push({ code: 'custom', message, input: payload.value })
    }),
    z.overwrite(normal),
  )
}

const trimText = (v: string) => v.trim()
const phoneOr = (v: string) => normalizePhone(v) ?? v

/** ИНН of ten or twelve digits; which of the two is required depends on the owner and is checked by the handler. */
export const inn = requisite((v) => innProblem(v), normalizeInn)
export const kpp = requisite(kppProblem, normalizeKpp)
/** ОГРН of a company or ОГРНИП of an entrepreneur, distinguished by length. */
export const ogrn = requisite(
  (v) => (normalizeOgrn(v).length === 15 ? ogrnipProblem(v) : ogrnProblem(v)),
  normalizeOgrn,
)
export const okpo = requisite(okpoProblem, trimText)
export const snils = requisite(snilsProblem, normalizeSnils)
export const bik = requisite(bikProblem, normalizeBik)
/** Any Russian phone, stored as `+7` and ten digits. */
export const phone = requisite(phoneProblem, phoneOr)
/** A phone that can receive СБП: `+79` and nine digits. */
export const mobilePhone = requisite(mobilePhoneProblem, phoneOr)
/** The number goes to the card vault only; no answer ever holds it (payments.md 9). */
export const cardNumber = requisite(cardProblem, normalizeCard)
export const email = z.string().check(
  z.trim(),
  z.maxLength(254),
  z.check<string>((payload) => {
    const message = emailProblem(payload.value)
    if (message) payload.issues.push({ code: 'custom', message, input: payload.value })
  }),
)
/** Twenty characters; its key depends on the БИК beside it: `accountRule`. */
export const account = z
  .string()
  .check(
    z.trim(),
    z.maxLength(MAX_TYPED),
    z.overwrite(normalizeAccount),
    z.regex(/^[0-9АВСЕНКМРТХABCEHKMPTX]{20}$/i, 'В счёте должно быть 20 знаков'),
  )

/** Complaints about the keys of an account and a correspondent account against the БИК beside them. */
export function accountRule(value: {
  account?: string | null | undefined
  corr_account?: string | null | undefined
  bik?: string | null | undefined
}): Record<string, string | undefined> {
  const { bik } = value
  if (!bik) return {}
  return {
    account: value.account ? accountProblem(value.account, bik) : undefined,
    corr_account: value.corr_account ? corrAccountProblem(value.corr_account, bik) : undefined,
  }
}
