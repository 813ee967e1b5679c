import * as z from 'zod/mini'
import { call } from '../core/call.ts'
import { flagCodes } from '../core/flags.ts'
import * as s from '../core/shapes.ts'
import { statusSums } from '../lists/status-sums.ts'
import * as e from './visit-entities.ts'
import { updateVisitBody } from './visit-input.ts'

const sortable = ['in_at', 'out_at', 'number', 'net_g', 'carnumber'] as const

const totals = z.strictObject({
  count: s.count,
  gross_g: s.grams,
  tare_g: s.grams,
  net_g: s.grams,
  statuses: statusSums(e.visitStatuses),
})

const module = 'transactions'
const about = ['transaction', 'weighing', 'weight_act', 'act'] as const

export const visitCalls = {
  update: call({
    method: 'PUT',
    path: '/api/v1/transactions/update',
    urgent: true,
    access: 'operator',
    module,
    summary: 'One command over a visit: captures, typed weights, data, cancelling (domain.md 3.11)',
    commandActions: {
      capture_in: 'weight.capture',
      capture_mid: 'weight.capture',
      capture_out: 'weight.capture',
      capture_platform: 'weight.capture',
      capture_tare: 'weight.capture',
      use_stored_tare: 'weight.capture',
      manual_weight: 'weight.manual',
      manual: 'weight.manual',
      cancel_weighing: 'weight.cancel',
      set_info: 'weight.capture',
      void: 'weight.cancel',
      review: 'exception.review',
    },
    body: updateVisitBody,
    // `capture_tare` belongs to no visit: it answers the stored tare.
    result: z.union([e.VisitCard, e.StoredTare]),
    refusals: [
      'exception.own',
      'weighing.no-load',
      'weighing.unstable',
      'weighing.stale-reading',
      'weighing.bad-signature',
      'weighing.same-load',
      'weighing.photo-used',
      'weighing.out-of-range',
      'weighing.off-zero',
      'weighing.not-truck-scale',
      'weighing.other-plate',
      'weighing.too-soon',
      'weighing.no-change',
      'weighing.direction-changed',
      'transaction.already-in',
      'transaction.attached',
      'transaction.not-purchase',
      'transaction.no-tare',
      'transaction.tare-expired',
      'transaction.tare-of-other-trailer',
      'transaction.tare-for-person',
      'supplier.blocked',
      'device.not-configured',
    ],
  }),
  getAll: call({
    method: 'GET',
    path: '/api/v1/transactions/getList',
    access: 'operator',
    module,
    summary: 'Visits of all states, void ones too; dates cut the arrival',
    query: z.strictObject({
      filter: s.filterOf('transaction', sortable, {
        carnumber: z.optional(s.text(20)),
        supplier_id: z.optional(s.list(s.id('supplier'), 200)),
        product_id: z.optional(s.list(s.id('product'), 200)),
        mode: z.optional(s.someOf(e.visitModes)),
        direction: z.optional(s.someOf(e.directions)),
        status: z.optional(s.someOf(e.visitStatuses)),
        /** Vehicles, by the hour of their arrival in the company's day. */
        vehicle_hour: z.optional(s.int(0, 23)),
        site_id: z.optional(s.id('site')),
        post_id: z.optional(s.id('post')),
        flag: z.optional(s.someOf(flagCodes)),
      }),
    }),
    result: s.listOf(e.Visit, totals),
    about,
  }),
  getIn: call({
    method: 'GET',
    path: '/api/v1/transactions/getListIn',
    access: 'operator',
    module,
    summary: 'Vehicles on site, longest there first, at most 200',
    result: s.listOf(e.Visit, totals),
    about: ['transaction', 'weighing'],
  }),
  getFree: call({
    method: 'GET',
    path: '/api/v1/transactions/getFree',
    access: 'operator',
    module,
    summary: 'Weighed visits that no weight act holds yet',
    query: z.strictObject({
      filter: s.filterOf('transaction', sortable, {
        supplier_id: z.optional(s.id('supplier')),
        carnumber: z.optional(s.text(20)),
        direction: z.optional(s.someOf(e.directions)),
        product_id: z.optional(s.id('product')),
      }),
    }),
    result: s.listOf(e.Visit, totals),
    about,
  }),
  getProof: call({
    method: 'GET',
    path: '/api/v1/transactions/getProof',
    access: 'operator',
    module,
    summary:
      'What proves each weighing of a visit: the frame of the scale, its checked signature, hashes of the pictures',
    query: z.strictObject({ id: s.id('transaction') }),
    result: s.list(e.WeighingProof, 50),
    about,
  }),
  getProofFile: call({
    method: 'GET',
    path: '/api/v1/transactions/getProofFile',
    access: 'operator',
    module,
    summary:
      'All that proves one weighing, with its pictures, as one file that `npm run verify-proof` checks without the server',
    query: z.strictObject({ id: s.id('weighing') }),
    result: z.strictObject({
      format: z.literal('priyomka-weighing-proof-1'),
      /** A compact JWS, EdDSA: what the server holds of the weighing, the signed reading as it is stored among it. */
      seal: z.string().check(z.maxLength(200_000)),
      /** The server's public key, as `/.well-known/jwks.json` shows it. */
      server_key: z.string().check(z.maxLength(100)),
      /** Pictures in Base64 by their file; those that are gone or changed are left out. */
      photos: s.recordOf(s.id('file'), z.string().check(z.maxLength(30_000_000)), 20),
    }),
    about,
  }),
  findInByCarnumber: call({
    method: 'GET',
    path: '/api/v1/transactions/foundTransactionInByCarnumber',
    access: 'operator',
    module,
    summary:
      'The open visit of a plate and its last finished one; plates one character away are only offered',
    query: z.strictObject({ carnumber: s.text(20) }),
    result: z.strictObject({
      transaction: z.nullable(e.VisitCard),
      similar: s.list(e.Visit, 5),
      /** Who brought what last time, with the tares of the plate: a known vehicle needs no questions. */
      last: z.nullable(e.VisitCard),
    }),
    about: ['transaction', 'weighing'],
  }),
  find: call({
    method: 'GET',
    path: '/api/v1/transactions/find',
    access: 'operator',
    module,
    summary: 'Visits by exactly one of id, number, plate or QR text, newest first, at most 20',
    query: z.strictObject({
      filter: s.jsonText(
        z
          .strictObject({
            id: z.optional(s.id('transaction')),
            number: z.optional(s.text(20)),
            carnumber: z.optional(s.text(20)),
            qr: z.optional(s.text(512)),
          })
          .check(
            z.refine(
              (v) => Object.values(v).filter((given) => given !== undefined).length === 1,
              'Нужно ровно одно условие поиска',
            ),
          ),
      ),
    }),
    result: s.listOf(e.VisitCard),
    about,
  }),
} as const
