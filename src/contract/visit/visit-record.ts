import * as z from 'zod/mini'
import { codeField, dayField, textField } from '../record/record-field.ts'
import * as s from '../core/shapes.ts'

/** A plate as typed or seen; the server normalises it and never stops weighing for it (domain.md 6.4). */
export const carnumber = s
  .text(20)
  .check(z.refine((v) => /[\p{L}\p{N}]/u.test(v), 'В номере должны быть буквы или цифры'))

/** The papers of a visit: one more is a line here, its column and its input at the station (docs/recipes/record-field.md). */
export const paperFields = {
  trailer_number: codeField(
    { shape: carnumber, max: 20 },
    { label: 'Прицеп', audit: 'Номер прицепа' },
  ),
  driver_name: textField(150, { label: 'Водитель' }),
  waybill_number: textField(60, { label: 'Накладная №', audit: 'Номер накладной' }),
  waybill_date: dayField({ label: 'от', audit: 'Дата накладной' }),
  comment: textField(500, { label: 'Примечание' }),
} as const
