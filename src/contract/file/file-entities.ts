import * as z from 'zod/mini'
import { entities } from '../core/entities.ts'
import * as s from '../core/shapes.ts'

export const fileKinds = [
  'photo',
  'indicator',
  'passport',
  'consent',
  'signed_act',
  'ownership',
  'waybill',
  'report',
  'receipt',
  'npd',
  'other',
] as const
export type FileKind = (typeof fileKinds)[number]
/** These need supplier.personal, and each view of them is recorded (domain.md 2.7). */
export const personalFileKinds: readonly FileKind[] = ['passport', 'consent', 'ownership', 'npd']

/** Proofs of what was bought and paid: they are stored also where the company's room is full. */
export const evidenceKinds: readonly FileKind[] = [
  'signed_act',
  'ownership',
  'waybill',
  'receipt',
  'npd',
]

export const scanKinds = [
  'signed_act',
  'passport',
  'consent',
  'ownership',
  'waybill',
  'other',
] as const
const scanStatuses = ['new', 'accepted', 'rejected'] as const

/** A stored file without its bytes. */
export const File = z.strictObject({
  id: s.id('file'),
  entity: z.nullable(z.enum(entities)),
  entity_id: z.nullable(z.uuid()),
  /** How the record names itself: an act's number, a supplier's name. */
  entity_title: z.optional(z.nullable(s.displayText(255))),
  kind: z.enum(fileKinds),
  mime: s.displayText(100),
  size: s.count,
  sha256: s.displayText(64),
  width: z.nullable(s.count),
  height: z.nullable(s.count),
  camera: z.nullable(s.int(1, 99)),
  taken_at: z.nullable(s.instant),
  supplier_id: z.optional(z.nullable(s.id('supplier'))),
  supplier_name: z.optional(z.nullable(s.displayText(320))),
  /** For SUPERVISOR, who sees the files of all companies. */
  company_name: z.optional(z.nullable(s.displayText(255))),
  scan_id: z.optional(z.nullable(s.id('scan'))),
  scan_status: z.optional(z.nullable(z.enum(scanStatuses))),
  created_by_name: z.nullable(s.displayText(150)),
  created_at: s.instant,
})
export type File = z.output<typeof File>

/** A page that belongs to an act, a supplier or a weight act. */
export const Scan = z.strictObject({
  id: s.id('scan'),
  entity: z.enum(['act', 'supplier', 'weight_act']),
  entity_id: z.uuid(),
  file_id: s.id('file'),
  mime: s.displayText(100),
  kind: z.enum(scanKinds),
  page: s.int(1, 1000),
  /** Whether the page carries the QR code of its record; null where that was not looked for. */
  own_code: z.nullable(z.boolean()),
  status: z.enum(scanStatuses),
  reject_reason: z.nullable(s.displayText(500)),
  created_by_name: z.nullable(s.displayText(150)),
  created_at: s.instant,
  /** Who accepted or rejected the page, and when; null while it is new. */
  checked_by_name: z.nullable(s.displayText(150)),
  checked_at: z.nullable(s.instant),
})
export type Scan = z.output<typeof Scan>

/** A picture stored with a weighing; `view` is the title of the camera that took it. */
export const Photo = z.strictObject({
  file_id: s.id('file'),
  kind: z.enum(['photo', 'indicator', 'plate', 'paper']),
  camera: z.nullable(s.int(1, 99)),
  view: s.displayText(60),
  taken_at: z.nullable(s.instant),
  /** The operator brought it: no camera of the yard took it, and it proves nothing by itself. */
  given: z.boolean(),
})
export type Photo = z.output<typeof Photo>
