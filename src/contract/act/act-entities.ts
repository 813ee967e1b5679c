import * as z from 'zod/mini'
import { Scan } from '../file/file-entities.ts'
import { Flag } from '../core/flags.ts'
import { paymentStatuses } from '../payment/payment-entities.ts'
import { measures } from '../price/product-record.ts'
import { nullableEach } from '../core/plain-fields.ts'
import * as s from '../core/shapes.ts'
import { Representative } from '../supplier/identity-doc.ts'
import { supplierStatuses, supplierTypes } from '../supplier/supplier-kinds.ts'
import { VisitCard } from '../visit/visit-entities.ts'
import {
  deduction,
  unloadRemainder,
  WeightActWithLines,
  contaminationModes,
} from '../weight-act/weight-act-entities.ts'
import {
  actTextShapes,
  explosionShapes,
  instrumentShapes,
  radiationShapes,
  vehicleShapes,
} from './act-fields.ts'
import { positionShapes } from './position-fields.ts'

/** The two forms as people call them. */
export const actKindTitles = { psa: 'ПСА', op5: 'ОП-5' } as const

export const actStatuses = ['draft', 'issued', 'signed', 'void'] as const
/** `psa` when every product is scrap, `op5` when none is (domain.md 2.7). */
export const actKinds = ['psa', 'op5'] as const
export type ActKind = (typeof actKinds)[number]
export const paymentStates = ['unpaid', 'planned', 'partial', 'paid'] as const
const priceSources = ['list', 'override'] as const
/** Why a save could not leave a position its price (decision 20). */
export const repriceReasons = ['supplier', 'column', 'quantity', 'unproven'] as const

export const Vehicle = z.strictObject(nullableEach(vehicleShapes))
const Radiation = z.strictObject({
  done: z.boolean(),
  ...nullableEach(radiationShapes),
  ...nullableEach(instrumentShapes),
})
const Explosion = z.strictObject({ done: z.boolean(), ...nullableEach(explosionShapes) })

/** An act as lists show it. */
export const Act = z.strictObject({
  id: s.id('act'),
  /** null until the products decide it. */
  kind: z.nullable(z.enum(actKinds)),
  number: z.nullable(s.displayText(40)),
  date: z.nullable(s.day),
  created_at: s.instant,
  issued_at: z.nullable(s.instant),
  issued_by_name: z.nullable(s.displayText(150)),
  created_by_name: z.nullable(s.displayText(150)),
  site_id: s.id('site'),
  site_name: s.displayText(100),
  supplier_id: s.id('supplier'),
  supplier_name: s.displayText(320),
  supplier_type: z.enum(supplierTypes),
  /** Names of the products, as many as a list cell holds. */
  products: s.displayText(500),
  carnumber: z.nullable(s.displayText(20)),
  net_g: s.grams,
  total_kop: s.kop,
  reserved_kop: s.kop,
  paid_kop: s.kop,
  payable_kop: s.kop,
  payment_state: z.enum(paymentStates),
  scans_count: s.count,
  print_count: s.count,
  correction_of: z.nullable(s.id('act')),
  corrected_by: z.nullable(s.id('act')),
  void_reason: z.nullable(s.displayText(500)),
  flags: s.list(Flag, 20),
  comment: z.nullable(s.displayText(1000)),
  status: z.enum(actStatuses),
  version: s.version,
})
export type Act = z.output<typeof Act>

/** A line of the purchase; weights are those of the weight act line behind it, null for products by piece. */
export const ActPosition = z.strictObject({
  id: s.id('act_position'),
  order: s.int(0, 1000),
  product_id: s.id('product'),
  name: s.displayText(200),
  gost_category: z.nullable(s.displayText(60)),
  waste_code: z.nullable(s.displayText(20)),
  measure: z.enum(measures),
  line_id: z.nullable(s.id('weight_act_line')),
  gross_g: z.nullable(s.grams),
  tare_g: z.nullable(s.grams),
  pack_g: z.nullable(s.grams),
  phys_g: z.nullable(s.grams),
  deductions: s.list(deduction, 10),
  base_g: z.nullable(s.grams),
  zasor_mode: z.nullable(z.enum(contaminationModes)),
  zasor_bp: z.nullable(s.bp),
  zasor_g: z.nullable(s.grams),
  zasor_step_g: z.nullable(s.grams),
  shown_zasor_bp: z.nullable(s.bp),
  net_g: z.nullable(s.grams),
  qty: z.nullable(s.int(1, 1_000_000)),
  column_id: z.nullable(s.id('price_column')),
  /** From the price list at the last save; null when the list had none. */
  base_price_kop: z.nullable(s.kop),
  price_kop: z.nullable(s.kop),
  price_source: z.enum(priceSources),
  override_reason: z.nullable(s.displayText(500)),
  /** The present list price, beside the stored price; only while the act is a draft. */
  price_now_kop: z.nullable(s.kop),
  /** The price that a save of this draft had to replace by that of the list, and why. */
  previous_price_kop: z.nullable(s.kop),
  reprice_reason: z.nullable(z.enum(repriceReasons)),
  amount_kop: s.kop,
  price_over: z.boolean(),
  zasor_over: z.boolean(),
  approver_name: z.nullable(s.displayText(150)),
  ...nullableEach(positionShapes),
})
export type ActPosition = z.output<typeof ActPosition>

/** Weighed products behind a draft that no position buys: issuing refuses them. */
const LineWithoutPosition = z.strictObject({
  line_id: s.id('weight_act_line'),
  weight_act_id: s.id('weight_act'),
  weight_act_number: s.displayText(40),
  transaction_id: s.id('transaction'),
  transaction_number: s.displayText(20),
  drop_no: s.int(1, 50),
  product_id: s.id('product'),
  product_name: s.displayText(200),
  phys_g: s.grams,
  zasor_g: s.grams,
  net_g: s.grams,
})
export type LineWithoutPosition = z.output<typeof LineWithoutPosition>

/** An act with its form: what its commands answer, also a dry run. */
export const ActWithPositions = z.extend(Act, {
  representative: z.nullable(Representative),
  ...nullableEach(actTextShapes),
  ownership_file_ids: s.list(s.id('file'), 20),
  vehicle: Vehicle,
  radiation: Radiation,
  explosion: Explosion,
  weight_act_ids: s.list(s.id('weight_act'), 50),
  /** Of fifty weight acts with fifty visits each. */
  transaction_ids: s.list(s.id('transaction'), 2500),
  positions: s.list(ActPosition, 200),
  rests: s.list(unloadRemainder, 200),
  lines_without_position: s.list(LineWithoutPosition, 200),
  total_words: s.displayText(300),
  net_words: s.displayText(300),
  /** The checklist of I9: what issuing still needs, by field. */
  missing: s.list(z.strictObject({ field: s.displayText(60), message: s.displayText(300) }), 50),
  /** Rights whose PIN issuing will ask for, such as `act.price_over_limit`. */
  confirmations: s.list(s.displayText(60), 10),
})
export type ActWithPositions = z.output<typeof ActWithPositions>

/** A complete act: the evidence chain in one answer (domain.md 14). */
export const ActCard = z.extend(ActWithPositions, {
  supplier: z.strictObject({
    id: s.id('supplier'),
    name: s.displayText(320),
    type: z.enum(supplierTypes),
    inn: z.nullable(s.displayText(12)),
    phone: z.nullable(s.displayText(20)),
    doc_masked: z.nullable(s.displayText(40)),
    status: z.enum(supplierStatuses),
    flags: s.list(Flag, 20),
  }),
  accepted_by: z.nullable(
    z.strictObject({ position: z.nullable(s.displayText(100)), full_name: s.displayText(150) }),
  ),
  weight_acts: s.list(WeightActWithLines, 50),
  transactions: s.list(VisitCard, 50),
  payments: s.list(
    z.strictObject({
      id: s.id('payment'),
      amount_kop: s.kop,
      act_amount_kop: s.kop,
      method_label: s.displayText(200),
      status: z.enum(paymentStatuses),
      waits_for_file: z.boolean(),
      reason_text: z.nullable(s.displayText(500)),
      returned_kop: s.kop,
      /** It pays again what an ended payment of this act did not. */
      is_retry: z.boolean(),
      saved_at: s.instant,
      finished_at: z.nullable(s.instant),
    }),
    200,
  ),
  scans: s.list(Scan, 200),
  /** The act that this one corrects and the one that corrected it, by number. */
  corrections: s.list(
    z.strictObject({
      id: s.id('act'),
      number: z.nullable(s.displayText(40)),
      status: z.enum(actStatuses),
      relation: z.enum(['correction_of', 'corrected_by']),
    }),
    10,
  ),
})
export type ActCard = z.output<typeof ActCard>
