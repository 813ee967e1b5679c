import * as z from 'zod/mini'
import { email, inn, kpp, mobilePhone, ogrn } from '../requisite-shapes.ts'
import {
  mapFields,
  type InputShapes,
  type RecordFields,
  type RequisiteKind,
} from './record-field.ts'

const requisiteShapes = {
  inn: z.nullish(inn),
  kpp: z.nullish(kpp),
  ogrn: z.nullish(ogrn),
  mobile: z.nullish(mobilePhone),
  email: z.nullish(email),
} as const satisfies Record<RequisiteKind, z.ZodMiniType>

/** The fields of a body that changes a record, each requisite by its own rule. */
export function inputsWithRequisites<F extends RecordFields>(fields: F): InputShapes<F> {
  const shapes: Readonly<Record<string, z.ZodMiniType>> = requisiteShapes
  return mapFields(fields, ({ kind, input }) => shapes[kind] ?? input) as InputShapes<F>
}
