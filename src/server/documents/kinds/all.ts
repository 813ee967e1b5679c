import type { ActKind } from '#contract/act/act-entities.ts'
import type { ActFacts } from '../act-facts.ts'
import type { PrintedDocument } from '../printed-document.ts'
import { op5 } from './op5.ts'
import { psa } from './psa.ts'

/** The form of each kind of act; a new kind without a form is an error of the compiler. */
export const actForms: Readonly<Record<ActKind, PrintedDocument<ActFacts>>> = { psa, op5 }
