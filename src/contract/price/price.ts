import * as z from 'zod/mini'
import { call } from '../core/call.ts'
import {
  PriceCell,
  PriceChange,
  PriceColumn,
  priceColumnStatuses,
  PriceList,
  PricePlan,
} from './price-entities.ts'
import * as s from '../core/shapes.ts'

/** A block of 200 x 30 comes from a spreadsheet in one request, with room for a longer catalogue. */
export const MAX_CELLS = 10_000

// A cell is at most 170 bytes of JSON.
const BLOCK_KB = 2048

const cellInput = z.strictObject({
  product_id: s.id('product'),
  column_id: s.id('price_column'),
  price_kop: z.nullable(s.kop),
  /** Absent only for a cell that has no row yet. */
  version: z.optional(s.version),
})

/** Why prices change by more than one person may change them (domain.md 5.4). */
const stepReason = z.optional(s.text(300, 5))

/** Many cells at once are beyond the specification (screens.md 4.5). */
const updateCellBody = z.union([
  z.extend(cellInput, { reason: stepReason }),
  z.strictObject({ cells: s.list(cellInput, MAX_CELLS, 1), reason: stepReason }),
])

/** Prices that take effect at a moment yet to come; a plan of the same cell and moment is replaced. */
const planPricesBody = z.strictObject({
  from_at: s.instant,
  cells: s.list(
    z.strictObject({
      product_id: s.id('product'),
      column_id: s.id('price_column'),
      price_kop: z.nullable(s.kop),
    }),
    MAX_CELLS,
    1,
  ),
  reason: stepReason,
})

const updateColumnBody = z
  .strictObject({
    id: z.optional(s.id('price_column')),
    client_id: z.optional(s.clientId),
    version: z.optional(s.version),
    title: z.optional(s.text(60)),
    order: z.optional(s.int(0, 10_000)),
  })
  .check(s.fieldsRule((v) => s.missingOf(v, v.id ? ['version'] : ['title'])))

const bulk = {
  column_id: s.id('price_column'),
  product_ids: z.optional(s.list(s.id('product'), 5000, 1)),
  /** Prices are rounded to a multiple of this; 100 = whole roubles. */
  round_to_kop: s.int(1, 1_000_000),
}

const bulkChange = z.discriminatedUnion('mode', [
  z.strictObject({ ...bulk, mode: z.literal('percent'), bp: s.int(-10_000, 100_000) }),
  z.strictObject({
    ...bulk,
    mode: z.literal('amount'),
    delta_kop: s.int(-1_000_000_000_000, 1_000_000_000_000),
  }),
])

/** Either the order of all columns, or one change over many prices (domain.md 5, bulk price). */
const updateColumnsBody = z.union([
  z.strictObject({ order: s.list(s.id('price_column'), 200, 1) }),
  z.strictObject({ bulk: bulkChange, reason: stepReason }),
])

const module = 'price'
const byId = z.strictObject({ id: s.id('price_column') })

export const price = {
  get: call({
    method: 'GET',
    path: '/api/v1/price/getPrice',
    access: 'operator',
    module,
    summary: 'The price list',
    result: PriceList,
    about: ['price_column', 'price_cell', 'product'],
  }),
  getColumns: call({
    method: 'GET',
    path: '/api/v1/price/getColumns',
    access: 'operator',
    module,
    summary: 'Price columns, deleted ones too when asked for',
    query: z.strictObject({
      filter: s.filterOf('price_column', ['order', 'title'], {
        status: z.optional(s.someOf(priceColumnStatuses)),
      }),
    }),
    result: s.listOf(PriceColumn),
    about: ['price_column'],
  }),
  updateColumn: call({
    method: 'PUT',
    path: '/api/v1/price/updateColumn',
    access: 'operator',
    module,
    action: 'price.columns',
    summary: 'Creates or changes a column',
    body: updateColumnBody,
    result: PriceColumn,
    refusals: ['price.duplicate-title'],
  }),
  deleteColumn: call({
    method: 'DELETE',
    path: '/api/v1/price/deleteColumn',
    access: 'operator',
    module,
    action: 'price.columns',
    summary: 'Deletes a column; its cells are kept',
    query: byId,
    result: PriceColumn,
    refusals: ['price.default-column'],
  }),
  restoreColumn: call({
    method: 'PUT',
    path: '/api/v1/price/restoreColumn',
    access: 'operator',
    module,
    action: 'price.columns',
    summary: 'Brings a deleted column back',
    query: byId,
    result: PriceColumn,
    refusals: ['price.duplicate-title'],
  }),
  setDefaultColumn: call({
    method: 'PUT',
    path: '/api/v1/price/setDefaultColumn',
    access: 'operator',
    module,
    action: 'price.columns',
    summary: 'Makes a column the default one',
    query: byId,
    result: PriceColumn,
    refusals: ['price.column-deleted'],
  }),
  updateCell: call({
    method: 'PUT',
    path: '/api/v1/price/updateCell',
    access: 'operator',
    module,
    action: 'price.edit',
    summary: 'Sets one price, or a block of them, each for itself',
    body: updateCellBody,
    bodyKb: BLOCK_KB,
    result: z.union([
      PriceCell,
      s.list(
        z.strictObject({
          product_id: s.id('product'),
          column_id: s.id('price_column'),
          ok: z.boolean(),
          /** The current price, also when the change was refused as stale. */
          price_kop: z.optional(z.nullable(s.kop)),
          version: z.optional(s.version),
          code: z.optional(s.displayText(64)),
          message: z.optional(s.displayText(500)),
        }),
        MAX_CELLS,
      ),
    ]),
    refusals: ['price.group-has-no-price', 'price.column-deleted', 'price.step-reason'],
  }),
  updateColumns: call({
    method: 'PUT',
    path: '/api/v1/price/updateColumns',
    access: 'operator',
    module,
    summary: 'Orders the columns (price.columns) or changes many prices (price.edit)',
    body: updateColumnsBody,
    result: PriceList,
    refusals: ['price.column-deleted', 'price.step-reason'],
  }),
  // The calls below are beyond the specification: the issue asks for history, planned prices, print and XLSX.
  preview: call({
    method: 'PUT',
    path: '/api/v1/price/previewColumns',
    access: 'operator',
    module,
    action: 'price.edit',
    summary: 'What a bulk change would do: how many prices, and the first ten',
    body: z.strictObject({ bulk: bulkChange, dry_run: z.optional(z.literal(true)) }),
    result: z.strictObject({
      changes: s.count,
      first: s.list(
        z.strictObject({
          product_id: s.id('product'),
          name: s.displayText(200),
          old_kop: s.kop,
          new_kop: s.kop,
        }),
        10,
      ),
    }),
    refusals: ['price.column-deleted'],
    toast: false,
  }),
  getHistory: call({
    method: 'GET',
    path: '/api/v1/price/getHistory',
    access: 'operator',
    module,
    summary: 'The past of a price or of a whole column, newest first, and what is planned there',
    query: z.strictObject({
      /** Absent: of all products, in the named column. */
      product_id: z.optional(s.id('product')),
      /** Absent: of all columns. */
      column_id: z.optional(s.id('price_column')),
      /** Continues after the change that an earlier answer named in `next`. */
      after: z.optional(s.text(100)),
    }),
    result: z.strictObject({
      items: s.list(PriceChange, 50),
      next: z.nullable(s.displayText(100)),
      plans: s.list(PricePlan, 200),
    }),
    about: ['price_cell'],
  }),
  plan: call({
    method: 'PUT',
    path: '/api/v1/price/planPrices',
    access: 'operator',
    module,
    action: 'price.edit',
    summary: 'Sets prices that take effect at a moment',
    body: planPricesBody,
    bodyKb: BLOCK_KB,
    result: z.strictObject({ planned: s.count }),
    refusals: [
      'price.group-has-no-price',
      'price.column-deleted',
      'price.plan-past',
      'price.too-many-plans',
      'price.step-reason',
    ],
  }),
  cancelPlan: call({
    method: 'DELETE',
    path: '/api/v1/price/cancelPlan',
    access: 'operator',
    module,
    action: 'price.edit',
    summary: 'Takes a planned price back before its moment',
    query: z.strictObject({ id: s.id('price_plan') }),
    result: s.ok,
    refusals: ['price.plan-past', 'price.plan-needed'],
  }),
  getBody: call({
    method: 'GET',
    path: '/api/v1/price/getBody',
    access: 'operator',
    module,
    summary: 'One column as a sheet for the wall',
    query: z.strictObject({ column_id: s.id('price_column') }),
    result: z.strictObject({ title: s.displayText(60), html: s.displayText(5_000_000) }),
  }),
  getPdf: call({
    method: 'GET',
    path: '/api/v1/price/getPdf',
    access: 'operator',
    module,
    summary: 'The sheet for the wall as PDF/A',
    query: z.strictObject({ column_id: s.id('price_column'), copies: s.copies }),
    result: 'blob',
  }),
  getSheet: call({
    method: 'PUT',
    path: '/api/v1/price/getSheet',
    access: 'operator',
    owner: true,
    module,
    summary: 'Rows and columns of the price list as XLSX',
    body: z.strictObject({
      column_ids: s.list(s.id('price_column'), 200, 1),
      /** Absent: every row. */
      product_ids: z.optional(s.list(s.id('product'), 10_000, 1)),
    }),
    bodyKb: BLOCK_KB,
    result: 'blob',
  }),
} as const
