import * as z from 'zod/mini'
import type { ModuleTag } from './module-tags.ts'
import { bp, clockTime, int, list, pattern, recordOf, displayText } from './shapes.ts'
import { yardHost } from '../device/yard-address.ts'

const ms = int(100, 60_000)
// The agent keeps to the same bounds: agent-link.ts.
const agentMs = int(500, 10_000)
const post = int(1, 99)
const yesNo = z.boolean()

/** Where a ticket printer of a post listens (devices.md 8). */
export const printer = z.strictObject({
  host: yardHost(100),
  port: int(1, 65_535),
  columns: int(20, 96),
})

/** One strict object a module: its settings and nothing else (domain.md 13.1). */
const moduleShapes = {
  supplier: z.strictObject({ mask_min: int(3, 10) }),
  product: z.strictObject({ max_depth: int(1, 5) }),
  price: z.strictObject({ round_to_kop: int(1, 1_000_000) }),
  weight: z.strictObject({
    posts: z.strictObject({ weight: post, weight1: post, weight2: post }),
    poll_ms: ms,
    max_age_ms: agentMs,
    stab_frames: int(4, 100),
    stab_ms: agentMs,
    min_pass_s: int(60, 86_400),
    zero_limit_bp: int(1, 10_000),
    tare_free_kg: int(1, 5000),
    two_sites_min: int(0, 720),
    truck_gap_s: int(0, 600),
    stale_hours: int(1, 720),
    stored_tare_days: int(1, 365),
    min_photos: int(0, 10),
    printers: z.optional(recordOf(pattern(/^[1-9]\d?$/, 'Номер поста'), printer, 20)),
  }),
  carnumber: z.strictObject({ min_confidence_bp: bp, poll_ms: ms, autofill: yesNo }),
  camera: z.strictObject({ on_capture: list(post, 8), preview_ms: ms }),
  transactions: z.strictObject({ hide_void: yesNo }),
  manual: z.strictObject({ min_reason: int(5, 100) }),
  weightacts: z.strictObject({ print_photos: yesNo }),
  act: z.strictObject({ copies: int(1, 5), auto_open_payment: yesNo, scan_days: int(0, 60) }),
  payment: z.strictObject({
    methods: list(z.enum(['card', 'sbp', 'account']), 3),
    poll_ms: ms,
  }),
  files: z.strictObject({ max_mb: int(1, 10) }),
  report: z.strictObject({ poll_ms: ms, evening_at: clockTime }),
  test: z.strictObject({}),
} satisfies Record<ModuleTag, z.ZodMiniType>

/** A company's settings of its modules as every call answers them: defaults under the company's own. */
export const ModulesCfg = z.partial(
  z.strictObject({
    ...moduleShapes,
    payment: z.extend(moduleShapes.payment, {
      /** Filled by the server from the bank's directory. */
      sbp_banks: list(z.strictObject({ bank_id: displayText(40), name: displayText(150) }), 1000),
    }),
  }),
)
export type ModulesCfg = z.output<typeof ModulesCfg>

/** What may be written: any part of any module. */
export const modulesCfgInput = z.partial(
  z.strictObject({
    supplier: z.partial(moduleShapes.supplier),
    product: z.partial(moduleShapes.product),
    price: z.partial(moduleShapes.price),
    // A printer is written at its post: device/superSavePost.
    weight: z.partial(z.omit(moduleShapes.weight, { printers: true })),
    carnumber: z.partial(moduleShapes.carnumber),
    camera: z.partial(moduleShapes.camera),
    transactions: z.partial(moduleShapes.transactions),
    manual: z.partial(moduleShapes.manual),
    weightacts: z.partial(moduleShapes.weightacts),
    act: z.partial(moduleShapes.act),
    payment: z.partial(moduleShapes.payment),
    files: z.partial(moduleShapes.files),
    report: z.partial(moduleShapes.report),
    test: moduleShapes.test,
  }),
)

/** What a yard keeps to; its slip printers stand at the posts. */
export const YardRules = z.strictObject({
  weight: z.omit(moduleShapes.weight, { printers: true }),
  carnumber: moduleShapes.carnumber,
  camera: moduleShapes.camera,
})
export type YardRules = z.output<typeof YardRules>

/** Only changes are sent: an unchanged rule is not validated again. */
export const yardRulesInput = z.pick(modulesCfgInput, {
  weight: true,
  carnumber: true,
  camera: true,
})
export type YardRulesInput = z.output<typeof yardRulesInput>

/** domain.md 13.1, merged under the company's own settings. */
export const defaultModulesCfg: Required<ModulesCfg> = {
  supplier: { mask_min: 3 },
  product: { max_depth: 5 },
  price: { round_to_kop: 100 },
  weight: {
    posts: { weight: 1, weight1: 2, weight2: 3 },
    poll_ms: 500,
    max_age_ms: 2000,
    stab_frames: 10,
    stab_ms: 2000,
    min_pass_s: 60,
    zero_limit_bp: 10,
    tare_free_kg: 100,
    two_sites_min: 15,
    truck_gap_s: 20,
    stale_hours: 24,
    stored_tare_days: 30,
    min_photos: 2,
  },
  carnumber: { min_confidence_bp: 8500, poll_ms: 1000, autofill: true },
  camera: { on_capture: [1, 2], preview_ms: 1000 },
  transactions: { hide_void: false },
  manual: { min_reason: 5 },
  weightacts: { print_photos: false },
  act: { copies: 2, auto_open_payment: false, scan_days: 3 },
  payment: { methods: ['card', 'sbp', 'account'], poll_ms: 5000, sbp_banks: [] },
  files: { max_mb: 10 },
  report: { poll_ms: 2000, evening_at: '20:00' },
  test: {},
}
