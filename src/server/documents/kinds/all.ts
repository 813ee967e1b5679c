import type { ActKind } from '#contract/act/act-entities.ts'
import type { TextKind } from '#contract/document/document-texts.ts'
import type { ActFacts } from '../act-facts.ts'
import type { PrintedDocument } from '../printed-document.ts'
import { consent } from './consent.ts'
import { op5 } from './op5.ts'
import { ownership } from './ownership.ts'
import { paymentOrder } from './payment-order.ts'
import { paymentRegister } from './payment-register.ts'
import { priceSheet } from './price-sheet.ts'
import { psa } from './psa.ts'
import { weightAct } from './weight-act.ts'

/** The form of each kind of act; a new kind without a form is an error of the compiler. */
export const actForms: Readonly<Record<ActKind, PrintedDocument<ActFacts>>> = { psa, op5 }

/** The forms whose texts are edited (domain.md 9.1). */
export const textForms: Readonly<
  Record<TextKind, Pick<PrintedDocument<unknown>, 'title' | 'texts'>>
> = { ...actForms, ownership, weight_act: weightAct, consent, price_sheet: priceSheet }

/** Every form of one record; those over lists are in `report/documents/all.ts`. */
export const forms: readonly PrintedDocument<unknown>[] = [
  ...Object.values(actForms),
  weightAct,
  consent,
  priceSheet,
  ownership,
  paymentOrder,
  paymentRegister,
]
