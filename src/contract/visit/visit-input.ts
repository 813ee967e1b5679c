import * as z from 'zod/mini'
import { plateReading, reading } from '../device/reading.ts'
import { flagCodes } from '../core/flags.ts'
import * as s from '../core/shapes.ts'
import { inputShapes } from '../record/record-field.ts'
import { directions } from './visit-entities.ts'
import { carnumber, paperFields } from './visit-record.ts'

const existing = { id: s.id('transaction'), version: s.version }
const creationFields = { client_id: z.optional(s.clientId) }
const reason = s.text(500, 5)
const post = s.int(1, 99)

/** What is known about a visit besides its weight. */
const info = {
  direction: z.optional(z.enum(directions)),
  supplier_id: z.nullish(s.id('supplier')),
  product_id: z.nullish(s.id('product')),
  ...inputShapes(paperFields, {}),
}

/** The whole reading that the screen showed: the server checks its signature and repeats every rule (I22). */
const capture = {
  client_id: z.optional(s.clientId),
  post: z.optional(post),
  reading,
  plate_reading: z.nullish(plateReading),
  /** Files stored beforehand; the server takes its own pictures besides. */
  photos: z.optional(s.list(s.id('file'), 10)),
}

const manualWeight = {
  command: z.literal('manual_weight'),
  weight_g: s.gramsInput,
  /** When the load was on the scale, for a weight that is recorded afterwards; now when left out. */
  taken_at: z.optional(s.instant),
  reason,
  photos: capture.photos,
}

const commands = [
  z.strictObject({ command: z.literal('capture_in'), ...capture, ...info, carnumber }),
  z.strictObject({ command: z.literal('capture_mid'), ...existing, ...capture, ...info }),
  z.strictObject({ command: z.literal('capture_out'), ...existing, ...capture, ...info }),
  z.strictObject({
    command: z.literal('capture_platform'),
    ...capture,
    ...info,
    pack_g: z.optional(s.grams),
    container_code: z.optional(s.text(20)),
  }),
  z
    .strictObject({
      command: z.literal('capture_tare'),
      ...capture,
      carnumber: z.optional(carnumber),
      container_code: z.optional(s.text(20)),
    })
    .check(s.fieldsRule((v) => (v.container_code ? {} : s.missingOf(v, ['carnumber'])))),
  z.strictObject({
    command: z.literal('use_stored_tare'),
    ...existing,
    ...creationFields,
    ...info,
  }),
  /** Without an id it opens a visit by its kind `in`, which then needs the plate. */
  z
    .strictObject({
      ...manualWeight,
      ...creationFields,
      ...info,
      id: z.optional(existing.id),
      version: z.optional(s.version),
      post: z.optional(post),
      carnumber: z.optional(carnumber),
      kind: z.enum(['in', 'mid', 'out']),
    })
    .check(
      s.fieldsRule((v) => ({
        ...s.missingOf(v, v.id ? ['version'] : ['carnumber']),
        ...(v.id || v.kind === 'in' ? {} : { kind: 'Сначала запишите въезд' }),
      })),
    ),
  z
    .strictObject({
      command: z.literal('manual'),
      ...creationFields,
      ...info,
      post: z.optional(post),
      carnumber,
      in_g: s.gramsInput,
      out_g: s.gramsInput,
      in_at: s.instant,
      out_at: s.instant,
      photos: capture.photos,
      reason,
    })
    .check(
      s.fieldsRule((v) =>
        Date.parse(v.out_at) > Date.parse(v.in_at)
          ? {}
          : { out_at: 'Выезд должен быть позже въезда' },
      ),
    ),
  z.strictObject({
    command: z.literal('cancel_weighing'),
    ...existing,
    weighing_id: s.id('weighing'),
    reason,
  }),
  z.strictObject({
    command: z.literal('set_info'),
    ...existing,
    ...info,
    carnumber: z.optional(carnumber),
    /** What each unload was, for a visit with several. */
    drops: z.optional(
      s.list(
        z.strictObject({ drop_no: s.int(1, 50), product_id: z.nullable(s.id('product')) }),
        50,
      ),
    ),
  }),
  z.strictObject({ command: z.literal('void'), ...existing, reason }),
  z.strictObject({
    command: z.literal('review'),
    ...existing,
    flags: s.someOf(flagCodes),
    note: z.optional(s.text(500)),
  }),
] as const

/** One strict body per command (domain.md 3.11), so that each complains about its own fields. */
export const updateVisitBody = z.discriminatedUnion('command', commands)
export type VisitCommand = z.output<typeof updateVisitBody>
