import * as z from 'zod/mini'
import { call } from '../core/call.ts'
import { flagCodes } from '../core/flags.ts'
import * as s from '../core/shapes.ts'
import { statusSums } from '../lists/status-sums.ts'
import { directions } from '../visit/visit-entities.ts'
import * as e from './weight-act-entities.ts'

const existing = { id: s.id('weight_act'), version: s.version }

const saveFields = {
  supplier_id: z.nullish(s.id('supplier')),
  site_id: z.optional(s.id('site')),
  controller_id: z.nullish(s.id('user')),
}
const transaction_ids = s.list(s.id('transaction'), 50, 1)
const lines = s.list(e.lineInput, 200)

export const updateWeightActBody = z.discriminatedUnion('command', [
  /** Without an id it creates; a dry run computes and answers, and writes nothing (screens.md 4.5). */
  z
    .strictObject({
      command: z.literal('save'),
      id: z.optional(existing.id),
      version: z.optional(existing.version),
      client_id: z.optional(s.clientId),
      dry_run: z.optional(z.boolean()),
      ...saveFields,
      transaction_ids: z.optional(transaction_ids),
      lines: z.optional(lines),
    })
    .check(s.fieldsRule((v) => s.missingOf(v, v.id ? ['version'] : ['transaction_ids']))),
  /** With the net weight that the screen showed: another one is refused. Programs may leave it out. */
  z.strictObject({
    command: z.literal('confirm'),
    ...existing,
    expected_net_g: z.optional(s.grams),
  }),
  z.strictObject({ command: z.literal('void'), ...existing, reason: s.text(500, 5) }),
  z.strictObject({
    command: z.literal('review'),
    ...existing,
    flags: s.someOf(flagCodes),
    note: z.optional(s.text(500)),
  }),
])
export type WeightActCommand = z.output<typeof updateWeightActBody>

const totals = z.strictObject({
  count: s.count,
  phys_g: s.grams,
  net_g: s.grams,
  statuses: statusSums(e.weightActStatuses),
})
const module = 'weightacts'

export const weightacts = {
  getAll: call({
    method: 'GET',
    path: '/api/v1/weightacts/getAllActs',
    access: 'operator',
    module,
    summary: 'Weight acts; dates cut the date of the act',
    query: z.strictObject({
      filter: s.filterOf('weight_act', ['date', 'number', 'net_g', 'supplier_name'], {
        supplier_id: z.optional(s.list(s.id('supplier'), 200)),
        carnumber: z.optional(s.text(20)),
        site_id: z.optional(s.id('site')),
        auto: z.optional(z.boolean()),
        direction: z.optional(s.someOf(directions)),
        flag: z.optional(s.someOf(flagCodes)),
        number: z.optional(s.text(40)),
        status: z.optional(s.someOf(e.weightActStatuses)),
      }),
    }),
    result: s.listOf(e.WeightAct, totals),
    about: ['weight_act', 'act'],
  }),
  get: call({
    method: 'GET',
    path: '/api/v1/weightacts/getAct/:id',
    access: 'operator',
    summary:
      'One weight act whole, with the body to print; prints read it, so the module may be off',
    params: z.strictObject({ id: s.id('weight_act') }),
    result: e.WeightActCard,
    about: ['weight_act', 'transaction', 'weighing', 'scan', 'act'],
  }),
  // Beyond the specification: domain.md 9.
  getPdf: call({
    method: 'GET',
    path: '/api/v1/weightacts/getActPdf/:id',
    access: 'operator',
    summary: 'The body to print as PDF/A; the module may be off',
    params: z.strictObject({ id: s.id('weight_act') }),
    query: z.strictObject({ copies: s.copies }),
    result: 'blob',
  }),
  update: call({
    method: 'PUT',
    path: '/api/v1/weightacts/update',
    access: 'operator',
    module,
    summary: 'One command over a weight act (domain.md 3.12)',
    commandActions: {
      save: 'weightact.edit',
      confirm: 'weightact.edit',
      void: 'weightact.void',
      review: 'exception.review',
    },
    body: updateWeightActBody,
    result: e.WeightActWithLines,
    refusals: [
      'exception.own',
      'weight-act.frozen',
      'weight-act.auto',
      'weight-act.transaction-taken',
      'weight-act.mixed',
      'weight-act.sum-differs',
      'common.weight-differs',
      'transaction.tare-for-person',
      'supplier.blocked',
    ],
  }),
} as const
