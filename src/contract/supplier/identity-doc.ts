import * as z from 'zod/mini'
import * as s from '../core/shapes.ts'

export const docTypes = ['rf_passport', 'foreign_passport', 'residence_permit', 'other'] as const

/** A document: `masked` always, the rest only on a full look, which is recorded. */
export const MaskedDoc = z.strictObject({
  type: z.enum(docTypes),
  masked: s.displayText(40),
  series: z.optional(s.displayText(20)),
  number: z.optional(s.displayText(30)),
  issued_by: z.optional(s.displayText(300)),
  issued_at: z.optional(s.day),
  dept_code: z.optional(z.nullable(s.displayText(7))),
})

export const Representative = z.strictObject({
  full_name: s.displayText(150),
  doc: z.nullable(MaskedDoc),
  authority: s.displayText(100),
  number: z.nullable(s.displayText(60)),
  date: z.nullable(s.day),
  valid_until: z.nullable(s.day),
})
