import * as z from 'zod/mini'
import * as e from './act-entities.ts'
import { updateActBody } from './act-input.ts'
import { call } from '../core/call.ts'
import { Scan, scanKinds } from '../file/file-entities.ts'
import { flagCodes } from '../core/flags.ts'
import * as s from '../core/shapes.ts'
import { statusSums } from '../lists/status-sums.ts'

/** Sums are those of issued and signed acts; what is left out is told beside. */
const totals = z.strictObject({
  count: s.count,
  draft_count: s.count,
  draft_kop: s.kop,
  void_count: s.count,
  void_kop: s.kop,
  net_g: s.grams,
  total_kop: s.kop,
  reserved_kop: s.kop,
  paid_kop: s.kop,
  payable_kop: s.kop,
  /** Absent where an index alone answers the rest. */
  statuses: z.optional(statusSums(e.actStatuses)),
})

const module = 'act'

export const act = {
  getAll: call({
    method: 'GET',
    path: '/api/v1/act/getAllActs',
    access: 'operator',
    module,
    summary: 'Acts without positions; dates cut the date of the act, of drafts the creation',
    query: z.strictObject({
      filter: s.filterOf(
        'act',
        ['date', 'number', 'supplier_name', 'net_g', 'total_kop', 'payable_kop', 'created_at'],
        {
          kind: z.optional(s.someOf(e.actKinds)),
          status: z.optional(s.someOf(e.actStatuses)),
          payment_state: z.optional(s.someOf(e.paymentStates)),
          /** Issued and signed ones with something left to pay that no payment holds yet. */
          payable: z.optional(z.literal(true)),
          supplier_id: z.optional(s.list(s.id('supplier'), 200)),
          site_id: z.optional(s.id('site')),
          product_id: z.optional(s.list(s.id('product'), 200)),
          flag: z.optional(s.someOf(flagCodes)),
          number: z.optional(s.text(40)),
        },
      ),
    }),
    result: s.listOf(e.Act, totals),
    about: ['act', 'payment', 'scan'],
  }),
  get: call({
    method: 'GET',
    path: '/api/v1/act/getAct',
    access: 'operator',
    module,
    summary: 'One act whole: positions, weighings, pictures, payments, scans, corrections',
    query: z.strictObject({ id: s.id('act') }),
    result: e.ActCard,
    about: ['act', 'weight_act', 'transaction', 'weighing', 'payment', 'scan', 'price_cell'],
  }),
  update: call({
    method: 'POST',
    path: '/api/v1/act/update',
    access: 'operator',
    module,
    summary: 'One command over an act (domain.md 3.13)',
    // Who drops a draft needs the right of `save`.
    commandActions: {
      save: 'act.edit',
      issue: 'act.issue',
      sign: 'act.issue',
      void: 'act.void',
      correct: 'act.void',
      review: 'exception.review',
    },
    body: updateActBody,
    result: e.ActWithPositions,
    refusals: [
      'exception.own',
      'act.frozen',
      'act.source-taken',
      'act.mixed-kinds',
      'act.incomplete',
      'act.zero-net',
      'act.zasor-reason',
      'act.no-price',
      'act.price-unproven',
      'act.line-without-position',
      'act.has-payments',
      'act.sheet-unproven',
      'weight-act.sum-differs',
      'weight-act.mixed',
      'weight-act.auto',
      'weight-act.transaction-taken',
      'transaction.tare-for-person',
      'supplier.blocked',
      'supplier.incomplete',
    ],
  }),
  uploadScans: call({
    method: 'POST',
    path: '/api/v1/act/scans',
    access: 'operator',
    module,
    action: 'file.upload',
    summary: 'Adds pages to an act: up to 20 files, jpg, png or pdf, 10 MB each, in order',
    // The kind may also travel as a field of the form; without it the pages are the signed act.
    query: z.strictObject({ actId: s.id('act'), kind: z.optional(z.enum(scanKinds)) }),
    body: 'files',
    // One for each file, in their order; `is_new` is false where the act has this very page already.
    result: s.list(z.extend(Scan, { is_new: z.boolean() }), 20),
    refusals: ['act.is-void', 'file.too-large', 'file.bad-type', 'file.quota', 'file.other-sheet'],
  }),
  // Beyond the specification: domain.md 3.14.
  sortScan: call({
    method: 'POST',
    path: '/api/v1/act/sortScan',
    access: 'operator',
    module,
    action: 'file.upload',
    summary: 'Adds one signed page, jpg, png or pdf, to the act whose code is printed on it',
    query: z.strictObject({ client_id: s.clientId }),
    body: 'files',
    result: z.strictObject({
      act_id: s.id('act'),
      number: z.nullable(s.displayText(40)),
      scan_id: s.id('scan'),
      /** False where the act has this very page already. */
      is_new: z.boolean(),
    }),
    refusals: [
      'act.is-void',
      'file.too-large',
      'file.bad-type',
      'file.quota',
      'file.no-code',
      'file.other-sheet',
    ],
    toast: false,
  }),
  getBody: call({
    method: 'GET',
    path: '/api/v1/act/getActBody',
    access: 'operator',
    summary: 'The body to print; for an issued act the stored one, and the print is counted',
    query: z.strictObject({ actId: s.id('act') }),
    result: z.strictObject({
      html: s.displayText(1_000_000),
      template: s.displayText(40),
      template_version: s.int(1, 999),
      copies: s.int(1, 5),
      sha256: s.displayText(64),
      number: z.nullable(s.displayText(40)),
      status: z.enum(e.actStatuses),
    }),
  }),
  // Beyond the specification: domain.md 9.
  getPdf: call({
    method: 'GET',
    path: '/api/v1/act/getActPdf',
    access: 'operator',
    summary: 'The body as PDF/A; for an issued act as described at issue, and the print is counted',
    query: z.strictObject({ actId: s.id('act'), copies: s.copies }),
    result: 'blob',
    refusals: ['act.no-pdf'],
  }),
  getOwnershipBody: call({
    method: 'GET',
    path: '/api/v1/act/getOwnershipBody',
    access: 'operator',
    module,
    summary:
      'The statement of ownership of an act, to be printed; of an issued act as it said at issue',
    query: z.strictObject({ actId: s.id('act') }),
    result: z.strictObject({
      title: s.displayText(150),
      html: s.displayText(1_000_000),
      status: z.enum(e.actStatuses),
    }),
  }),
  getOwnershipPdf: call({
    method: 'GET',
    path: '/api/v1/act/getOwnershipPdf',
    access: 'operator',
    module,
    summary: 'The same statement as PDF/A',
    query: z.strictObject({ actId: s.id('act'), copies: s.copies }),
    result: 'blob',
  }),
} as const
