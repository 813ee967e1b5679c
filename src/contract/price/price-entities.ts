import * as z from 'zod/mini'
import { productKinds } from './product.ts'
import { displayUnits, measures } from './product-record.ts'
import * as s from '../core/shapes.ts'

export const priceColumnStatuses = ['active', 'deleted'] as const

export const PriceColumn = z.strictObject({
  id: s.id('price_column'),
  title: s.displayText(60),
  order: s.int(0, 10_000),
  is_default: z.boolean(),
  status: z.enum(priceColumnStatuses),
  /** Suppliers that fall back to the default column when this one is deleted. */
  suppliers_count: z.optional(s.count),
  version: s.version,
})
export type PriceColumn = z.output<typeof PriceColumn>

/** Kopecks per tonne, or per piece for products by piece; null = not bought at this column. */
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
    name: s.displayText(200),
    code: z.nullable(s.displayText(40)),
    measure: z.enum(measures),
    display_unit: z.enum(displayUnits),
  }),
  /** By column id; a cell that never had a price is absent, and is written without a version. */
  cells: s.recordOf(
    s.displayText(36),
    z.strictObject({
      price_kop: z.nullable(s.kop),
      version: s.version,
      updated_at: s.instant,
      updated_by_name: z.nullable(s.displayText(150)),
      /** The nearest price that waits for its moment. */
      planned: z.optional(
        z.strictObject({
          id: s.id('price_plan'),
          price_kop: z.nullable(s.kop),
          from_at: s.instant,
        }),
      ),
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

/** A price that waits for its moment. */
export const PricePlan = z.strictObject({
  id: s.id('price_plan'),
  product_name: s.displayText(200),
  column_title: s.displayText(60),
  price_kop: z.nullable(s.kop),
  from_at: s.instant,
  by_name: z.nullable(s.displayText(150)),
})

const priceReasons = ['cell', 'bulk', 'plan'] as const

/** A past price: who set it, when it took effect, and by what. */
export const PriceChange = z.strictObject({
  id: s.id('price_change'),
  product_name: s.displayText(200),
  column_id: s.id('price_column'),
  column_title: s.displayText(60),
  old_kop: z.nullable(s.kop),
  new_kop: z.nullable(s.kop),
  reason: z.enum(priceReasons),
  at: s.instant,
  by_name: z.nullable(s.displayText(150)),
})
