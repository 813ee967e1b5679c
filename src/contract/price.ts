import * as z from 'zod/mini'
import { call } from './call.ts'
import { displayUnits, measures, productKinds } from './product.ts'
import * as s from './shapes.ts'

export const priceColumnStatuses = ['active', 'deleted'] as const

export const PriceColumn = z.strictObject({
  id: s.id('price_column'),
  title: s.shown(60),
  order: s.int(0, 10_000),
  is_default: z.boolean(),
  status: z.enum(priceColumnStatuses),
  /** Suppliers that fall back to the default column when this one is deleted. */
  suppliers_count: z.optional(s.count),
  version: s.version,
})
export type PriceColumn = z.output<typeof PriceColumn>

/** Kopecks per tonne, or per piece for goods by piece; null = not bought at this column. */
export const PriceCell = z.strictObject({
  product_id: s.id('product'),
  column_id: s.id('price_column'),
  price_kop: z.nullable(s.kop),
  version: s.version,
})
export type PriceCell = z.output<typeof PriceCell>

const priceRow = z.strictObject({
  product: z.strictObject({
    id: s.id('product'),
    parent_id: z.nullable(s.id('product')),
    kind: z.enum(productKinds),
    name: s.shown(200),
    code: z.nullable(s.shown(40)),
    measure: z.enum(measures),
    display_unit: z.enum(displayUnits),
  }),
  /** By column id; a cell that never had a price is absent, and is written without a version. */
  cells: s.recordOf(
    s.shown(36),
    z.strictObject({
      price_kop: z.nullable(s.kop),
      version: s.version,
      updated_at: s.instant,
      updated_by_name: z.nullable(s.shown(150)),
    }),
    200,
  ),
})

/** The price list: active columns, groups and items in the order of the tree. */
export const PriceList = z.strictObject({
  columns: s.list(PriceColumn, 200),
  rows: s.list(priceRow, 10_000),
  as_of: s.instant,
})
export type PriceList = z.output<typeof PriceList>

const cellInput = z.strictObject({
  product_id: s.id('product'),
  column_id: s.id('price_column'),
  price_kop: z.nullable(s.kop),
  /** Absent only for a cell that has no row yet. */
  version: z.optional(s.version),
})

/** Many cells at once are beyond the specification (web.md 4.5). */
export const updateCellBody = z.union([
  cellInput,
  z.strictObject({ cells: s.list(cellInput, 200, 1) }),
])

export const updateColumnBody = z
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

/** Either the order of all columns, or one change over many prices (domain.md 5, bulk price). */
export const updateColumnsBody = z.union([
  z.strictObject({ order: s.list(s.id('price_column'), 200, 1) }),
  z.strictObject({
    bulk: z.discriminatedUnion('mode', [
      z.strictObject({ ...bulk, mode: z.literal('percent'), bp: s.int(-10_000, 100_000) }),
      z.strictObject({
        ...bulk,
        mode: z.literal('amount'),
        delta_kop: s.int(-1_000_000_000_000, 1_000_000_000_000),
      }),
    ]),
  }),
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
    summary: 'Sets one price, or up to 200, each for itself',
    body: updateCellBody,
    result: z.union([
      PriceCell,
      s.list(
        z.strictObject({
          product_id: s.id('product'),
          column_id: s.id('price_column'),
          ok: z.boolean(),
          /** The price that stands now, also when the change was refused as stale. */
          price_kop: z.optional(z.nullable(s.kop)),
          version: z.optional(s.version),
          code: z.optional(s.shown(64)),
          message: z.optional(s.shown(500)),
        }),
        200,
      ),
    ]),
    refusals: ['price.group-has-no-price', 'price.column-deleted'],
  }),
  updateColumns: call({
    method: 'PUT',
    path: '/api/v1/price/updateColumns',
    access: 'operator',
    module,
    summary: 'Orders the columns (price.columns) or changes many prices (price.edit)',
    body: updateColumnsBody,
    result: PriceList,
    refusals: ['price.column-deleted'],
  }),
} as const
