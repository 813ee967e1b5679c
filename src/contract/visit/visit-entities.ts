import * as z from 'zod/mini'
import { Photo } from '../file/file-entities.ts'
import { Flag } from '../core/flags.ts'
import * as s from '../core/shapes.ts'
import { answerShapes } from '../record/record-field.ts'
import { paperFields } from './visit-record.ts'

export const visitStatuses = ['in', 'closed', 'attached', 'void'] as const
export const visitModes = ['two_pass', 'stored_tare', 'multi', 'platform', 'manual'] as const
export const directions = ['purchase', 'shipment', 'control'] as const
export const weighingKinds = ['in', 'mid', 'out', 'tare'] as const
const weighingSources = ['scale', 'manual', 'stored_tare'] as const

/** One captured weight; it is never changed, cancelling adds a record beside it (I1). */
export const Weighing = z.strictObject({
  id: s.id('weighing'),
  kind: z.enum(weighingKinds),
  weight_g: s.grams,
  source: z.enum(weighingSources),
  device_id: z.nullable(s.id('device')),
  device_title: z.nullable(s.displayText(60)),
  seq: z.nullable(s.count),
  offline: z.boolean(),
  plate_read: z.nullable(s.displayText(20)),
  plate_confidence_bp: z.nullable(s.bp),
  /** Whose word `plate_read` is; null where nothing was read, and of weighings before this was noted. */
  plate_by: z.nullable(z.enum(['camera', 'operator'])),
  photos: s.list(Photo, 20),
  operator_name: z.nullable(s.displayText(150)),
  approver_name: z.nullable(s.displayText(150)),
  reason: z.nullable(s.displayText(500)),
  taken_at: s.instant,
  cancelled: z.nullable(
    z.strictObject({
      at: s.instant,
      reason: s.displayText(500),
      by_name: z.nullable(s.displayText(150)),
      approver_name: z.nullable(s.displayText(150)),
    }),
  ),
})
export type Weighing = z.output<typeof Weighing>

/** What proves one weighing: the signed reading as it was stored, and its pictures with their hashes. */
export const WeighingProof = z.strictObject({
  id: s.id('weighing'),
  kind: Weighing.shape.kind,
  weight_g: s.grams,
  source: Weighing.shape.source,
  taken_at: s.instant,
  recorded_at: s.instant,
  device_title: z.nullable(s.displayText(100)),
  operator_name: z.nullable(s.displayText(150)),
  approver_name: z.nullable(s.displayText(150)),
  reason: z.nullable(s.displayText(500)),
  plate_read: Weighing.shape.plate_read,
  plate_by: Weighing.shape.plate_by,
  offline: z.boolean(),
  /** Counts the captures of one scale without a gap; null of other weighings, and of those before it was counted. */
  capture_no: z.nullable(s.count),
  /** The capture before it is gone: somebody took it out of the database. */
  after_gap: z.boolean(),
  /** What the empty scale showed before the load; null of a typed weight, and where nobody knows. */
  zero_before_g: z.nullable(s.signedGrams),
  /** Null of a weight that no scale showed. */
  reading: z.nullable(
    z.strictObject({
      weight_g: z.nullable(s.signedGrams),
      stable: z.boolean(),
      zero: z.boolean(),
      ts: s.instant,
      seq: s.count,
      episode_id: z.nullable(s.displayText(26)),
      /** Hex of the indicator's frame. */
      raw: s.displayText(128),
      /** Of the indicator's alibi memory, where its protocol tells one. */
      alibi: z.nullable(s.displayText(32)),
      /** By how much `ts` may be wrong, milliseconds; null = not known. */
      doubt_ms: z.nullable(s.count),
      /** `fits`: the key of the agent, or of the scale before that, made the signature, and the weight is the recorded one. */
      signature: z.enum(['fits', 'broken', 'no_key']),
      /** Whether the signature covers the frame and every flag, or the weight, its time and its load alone. */
      covers: z.enum(['all', 'weight']),
    }),
  ),
  photos: s.list(
    z.strictObject({
      file_id: s.id('file'),
      view: Photo.shape.view,
      sha256: s.displayText(64),
      /** Whether the stored bytes still have that hash. */
      state: z.enum(['whole', 'changed', 'gone']),
      given: Photo.shape.given,
    }),
    20,
  ),
})
export type WeighingProof = z.output<typeof WeighingProof>

/** Difference between neighbouring weighings of one visit. */
export const Drop = z.strictObject({
  drop_no: s.int(1, 50),
  weight_g: s.grams,
  product_id: z.nullable(s.id('product')),
  product_name: z.nullable(s.displayText(200)),
})

/** One visit as lists show it; the weights come from its live weighings. */
export const Visit = z.strictObject({
  id: s.id('transaction'),
  number: s.displayText(20),
  site_id: s.id('site'),
  site_name: s.displayText(100),
  post_id: z.nullable(s.id('post')),
  post: z.nullable(s.int(1, 99)),
  mode: z.enum(visitModes),
  direction: z.nullable(z.enum(directions)),
  carnumber: z.nullable(s.displayText(20)),
  carnumber_raw: z.nullable(s.displayText(20)),
  ...answerShapes(paperFields),
  supplier_id: z.nullable(s.id('supplier')),
  supplier_name: z.nullable(s.displayText(320)),
  product_id: z.nullable(s.id('product')),
  product_name: z.nullable(s.displayText(200)),
  in_at: s.instant,
  out_at: z.nullable(s.instant),
  /** First live weighing: what the queue on site shows before the visit is closed. */
  in_g: z.nullable(s.grams),
  gross_g: z.nullable(s.grams),
  tare_g: z.nullable(s.grams),
  net_g: z.nullable(s.grams),
  pack_g: s.grams,
  /** How the weights came about: `manual` and `stored_tare` are marked everywhere. */
  sources: s.list(z.enum(weighingSources), 3),
  drops: s.list(Drop, 50),
  photos_count: s.count,
  weight_act_id: z.nullable(s.id('weight_act')),
  weight_act_number: z.nullable(s.displayText(40)),
  act_id: z.nullable(s.id('act')),
  act_number: z.nullable(s.displayText(40)),
  void_reason: z.nullable(s.displayText(500)),
  flags: s.list(Flag, 20),
  status: z.enum(visitStatuses),
  created_by_name: z.nullable(s.displayText(150)),
  version: s.version,
})
export type Visit = z.output<typeof Visit>

/** A stored tare: a vehicle's by its plate or a container's by its code. */
export const StoredTare = z.strictObject({
  id: s.id('stored_tare'),
  carnumber: z.nullable(s.displayText(20)),
  container_code: z.nullable(s.displayText(20)),
  tare_g: s.grams,
  captured_at: s.instant,
  expires_at: s.instant,
  expired: z.boolean(),
})
export type StoredTare = z.output<typeof StoredTare>

/** A visit whole, with every weighing and picture; what one of its commands answers. */
export const VisitCard = z.extend(Visit, {
  weighings: s.list(Weighing, 50),
  /** The last tares of the plate, newest first: what a new one is compared with. */
  last_tares: s.list(z.strictObject({ tare_g: s.grams, at: s.instant }), 3),
  stored_tare: z.nullable(StoredTare),
  /** How long from the moment of the answer until the visit may be weighed again; 0 = now, or never more. */
  wait_ms: s.count,
})
export type VisitCard = z.output<typeof VisitCard>
