import * as z from 'zod/mini'
import { Scan } from '../file/file-entities.ts'
import { Flag } from '../core/flags.ts'
import { measures, metalClasses } from '../price/product-record.ts'
import * as s from '../core/shapes.ts'
import { directions, VisitCard } from '../visit/visit-entities.ts'

export const weightActStatuses = ['draft', 'confirmed', 'attached', 'void'] as const
export const contaminationModes = ['percent', 'weight'] as const

/** Kilograms taken off with a reason before contamination. */
export const deduction = z.strictObject({ reason: s.text(40), grams: s.grams })

/** A line as typed: one unload of a visit, one product; the server computes the rest (domain.md 5). */
export const lineInput = z
  .strictObject({
    transaction_id: s.id('transaction'),
    drop_no: s.int(1, 50),
    product_id: s.id('product'),
    pack_g: z.optional(s.grams),
    deductions: z.optional(s.list(deduction, 10)),
    zasor_mode: z.enum(contaminationModes),
    zasor_bp: z.optional(s.bp),
    zasor_g: z.optional(s.grams),
    /** With `pack_g` the line's share of the drop; absent = the whole drop, or what the other lines leave. */
    phys_g: z.optional(s.grams),
  })
  .check(s.fieldsRule((v) => s.missingOf(v, [v.zasor_mode === 'percent' ? 'zasor_bp' : 'zasor_g'])))
export type LineInput = z.output<typeof lineInput>

/** A computed line: gross and tare cut its share out of the drop, so phys_g + pack_g of a drop sum up (I6). */
export const WeightActLine = z.strictObject({
  id: s.id('weight_act_line'),
  order: s.int(0, 1000),
  transaction_id: s.id('transaction'),
  transaction_number: s.displayText(20),
  drop_no: s.int(1, 50),
  product_id: s.id('product'),
  product_name: s.displayText(200),
  measure: z.enum(measures),
  metal_class: z.enum(metalClasses),
  gross_g: s.grams,
  tare_g: s.grams,
  pack_g: s.grams,
  phys_g: s.grams,
  deductions: s.list(deduction, 10),
  base_g: s.grams,
  zasor_mode: z.enum(contaminationModes),
  zasor_bp: s.bp,
  zasor_g: s.grams,
  /** What contamination by percent was rounded to; null in lines of an earlier release. */
  zasor_step_g: z.nullable(s.grams),
  net_g: s.grams,
  /** Whole share taken off as prints show it, deductions included. */
  shown_zasor_bp: s.bp,
  /** Over `rules.zasor_free_bp`: issuing asks for a PIN. */
  zasor_over: z.boolean(),
})
export type WeightActLine = z.output<typeof WeightActLine>

export const WeightAct = z.strictObject({
  id: s.id('weight_act'),
  number: s.displayText(40),
  date: s.day,
  site_id: s.id('site'),
  site_name: s.displayText(100),
  supplier_id: z.nullable(s.id('supplier')),
  supplier_name: z.nullable(s.displayText(320)),
  carnumber: z.nullable(s.displayText(20)),
  direction: z.enum(directions),
  weigher_id: z.nullable(s.id('user')),
  weigher_name: z.nullable(s.displayText(150)),
  controller_id: z.nullable(s.id('user')),
  controller_name: z.nullable(s.displayText(150)),
  /** Made by the server when an act was saved straight from visits; it changes only with that act. */
  auto: z.boolean(),
  act_id: z.nullable(s.id('act')),
  act_number: z.nullable(s.displayText(40)),
  gross_g: s.grams,
  tare_g: s.grams,
  phys_g: s.grams,
  net_g: s.grams,
  lines_count: s.count,
  products: s.displayText(500),
  flags: s.list(Flag, 20),
  void_reason: z.nullable(s.displayText(500)),
  status: z.enum(weightActStatuses),
  created_by_name: z.nullable(s.displayText(150)),
  created_at: s.instant,
  version: s.version,
})
export type WeightAct = z.output<typeof WeightAct>

/** A drop and what its lines leave of it; confirming needs 0 everywhere (I6). */
export const unloadRemainder = z.strictObject({
  transaction_id: s.id('transaction'),
  transaction_number: s.displayText(20),
  drop_no: s.int(1, 50),
  weight_g: s.grams,
  rest_g: s.signedGrams,
})

/** A weight act with its lines: what its commands answer, also a dry run. */
export const WeightActWithLines = z.extend(WeightAct, {
  lines: s.list(WeightActLine, 200),
  rests: s.list(unloadRemainder, 200),
})
export type WeightActWithLines = z.output<typeof WeightActWithLines>

/** A weight act whole: the editor and the print page read this one answer. */
export const WeightActCard = z.extend(WeightActWithLines, {
  transactions: s.list(VisitCard, 50),
  scans: s.list(Scan, 200),
  template: s.displayText(40),
  template_version: s.int(1, 999),
  copies: s.int(1, 5),
  body_html: s.displayText(500_000),
})
export type WeightActCard = z.output<typeof WeightActCard>
