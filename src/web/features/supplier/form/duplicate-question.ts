import { findDuplicatesBody } from '#contract/supplier/supplier-input.ts'
import * as z from 'zod/mini'
import type { SupplierValues } from './supplier-values.ts'

type Question = z.input<typeof findDuplicatesBody>

const { shape } = findDuplicatesBody

/** The input of supplier/findTwins from a form that is being typed: incomplete and too long values are left out. */
export function duplicateQuestion(values: SupplierValues, own?: string): Question {
  const { type, inn, phone, birth_date, doc } = values
  const firm = type === 'company'
  const name = firm
    ? values.org_name
    : [values.last_name, values.first_name, values.middle_name].filter(Boolean).join(' ')
  const document = doc.series + doc.number
  const marks = { name, inn, phone, ...(!firm && { birth_date, document }) }
  const taken = Object.entries(marks).filter(
    ([field, value]) =>
      shape[field as keyof typeof marks & keyof typeof shape].safeParse(value).success,
  )
  return { type, ...Object.fromEntries(taken), ...(own && { except: own }) }
}
