import * as z from 'zod/mini'
import { flagCodes } from '../core/flags.ts'
import { nullishEach } from '../core/plain-fields.ts'
import * as s from '../core/shapes.ts'
import { representativeInput } from '../supplier/supplier-input.ts'
import { lineInput } from '../weight-act/weight-act-entities.ts'
import { actTextShapes, explosionShapes, radiationShapes, vehicleShapes } from './act-fields.ts'
import { positionShapes } from './position-fields.ts'

const existing = { id: s.id('act'), version: s.version }

/** The sum that the screen showed: a command over another sum is refused. Programs may leave it out. */
const expectedSum = { expected_total_kop: z.optional(s.kop) }

const isRepeated = (ids: readonly string[]) => new Set(ids).size < ids.length

const vehicle = z.strictObject(nullishEach(vehicleShapes))
const radiation = z.strictObject({ done: z.boolean(), ...nullishEach(radiationShapes) })
const explosion = z.strictObject({ done: z.boolean(), ...nullishEach(explosionShapes) })

/**
 * What a position is of: a stored weight act line, a line of this body by its index, or pieces.
 * `take_price` takes the list's present price; a price that differs from the list needs a reason.
 */
export const positionInput = z
  .strictObject({
    line_id: z.optional(s.id('weight_act_line')),
    line: z.optional(s.int(0, 199)),
    product_id: z.optional(s.id('product')),
    qty: z.optional(s.int(1, 1_000_000)),
    price_kop: z.optional(s.kop),
    override_reason: z.optional(s.text(500, 5)),
    take_price: z.optional(z.boolean()),
    ...nullishEach(positionShapes),
  })
  .check(
    s.fieldsRule((v) => {
      const byWeight = [v.line_id, v.line].filter((given) => given !== undefined).length
      if (byWeight === 0) return s.missingOf(v, ['product_id', 'qty'])
      const clash = byWeight > 1 || v.product_id !== undefined || v.qty !== undefined
      return clash ? { line_id: 'Позиция берётся из одной строки весового акта или поштучно' } : {}
    }),
  )

/** Everything of a draft that is typed: a part that is left out stays as it is. */
const draft = {
  supplier_id: z.optional(s.id('supplier')),
  site_id: z.optional(s.id('site')),
  representative: z.nullish(representativeInput),
  ...nullishEach(actTextShapes),
  ownership_file_ids: z.optional(s.list(s.id('file'), 20)),
  vehicle: z.optional(vehicle),
  radiation: z.optional(radiation),
  explosion: z.optional(explosion),
  /** Confirmed weight acts that the act takes. */
  weight_act_ids: z.optional(s.list(s.id('weight_act'), 50)),
  /** Lines straight from closed visits: the server makes the weight act of them. */
  lines: z.optional(s.list(lineInput, 200)),
  positions: z.optional(s.list(positionInput, 200)),
}

export const updateActBody = z.discriminatedUnion('command', [
  /** Without an id it creates; a dry run computes and answers, and writes nothing (screens.md 4.5). */
  z
    .strictObject({
      command: z.literal('save'),
      id: z.optional(existing.id),
      version: z.optional(existing.version),
      client_id: z.optional(s.clientId),
      dry_run: z.optional(z.boolean()),
      ...draft,
    })
    .check(s.fieldsRule((v) => s.missingOf(v, v.id ? ['version'] : ['supplier_id']))),
  z.strictObject({
    command: z.literal('issue'),
    ...existing,
    ...expectedSum,
    /** Why contamination is not the usual (domain.md 5.3). */
    reason: z.optional(s.text(300, 5)),
  }),
  /** Each page has one decision. */
  z
    .strictObject({
      command: z.literal('sign'),
      ...existing,
      /** The number on paper was compared by eye: no page carries a code that can be read. */
      without_code: z.optional(z.boolean()),
      accepted_scan_ids: z.optional(s.list(s.id('scan'), 200)),
      rejected_scans: z.optional(
        s.list(z.strictObject({ id: s.id('scan'), reason: s.text(500, 5) }), 200),
      ),
    })
    .check(
      s.fieldsRule(({ accepted_scan_ids: accepted = [], rejected_scans = [] }) => {
        const rejected = rejected_scans.map(({ id }) => id)
        if (isRepeated(accepted)) return { accepted_scan_ids: 'Один лист принят дважды' }
        if (isRepeated(rejected)) return { rejected_scans: 'Один лист отклонён дважды' }
        const isBoth = isRepeated([...accepted, ...rejected])
        return isBoth ? { rejected_scans: 'Один лист и принят, и отклонён' } : {}
      }),
    ),
  /** A draft needs no reason; an issued act does, and a PIN. */
  z.strictObject({
    command: z.literal('void'),
    ...existing,
    reason: z.optional(s.text(500, 5)),
  }),
  z.strictObject({
    command: z.literal('correct'),
    ...existing,
    ...expectedSum,
    client_id: z.optional(s.clientId),
    reason: s.text(500, 5),
  }),
  z.strictObject({
    command: z.literal('review'),
    ...existing,
    flags: s.someOf(flagCodes),
    note: z.optional(s.text(500)),
  }),
])
export type ActCommand = z.output<typeof updateActBody>
