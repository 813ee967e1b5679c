import * as z from 'zod/mini'
import { call } from '../core/call.ts'
import * as s from '../core/shapes.ts'
import { answerShapes, inputShapes } from '../record/record-field.ts'
import { metalClasses, productFields } from './product-record.ts'

const productStatuses = ['active', 'archived'] as const
export const productKinds = ['group', 'item'] as const
/** A node of the catalogue (domain.md 2.5); a group's product fields have no meaning. */
export const Product = z.extend(z.strictObject(answerShapes(productFields)), {
  id: s.id('product'),
  parent_id: z.nullable(s.id('product')),
  kind: z.enum(productKinds),
  order: s.int(0, 100_000),
  depth: s.int(1, 5),
  /** Used in a document: its measure is fixed and it is archived instead of removed. */
  used: z.boolean(),
  status: z.enum(productStatuses),
  version: s.version,
})
export type Product = z.output<typeof Product>

/** Without an id it creates; `restore` brings an archived node back. */
export const updateProductBody = z
  .strictObject({
    id: z.optional(s.id('product')),
    client_id: z.optional(s.clientId),
    version: z.optional(s.version),
    restore: z.optional(z.literal(true)),
    parent_id: z.nullish(s.id('product')),
    kind: z.optional(z.enum(productKinds)),
    ...z.partial(z.strictObject(inputShapes(productFields, {}))).shape,
  })
  .check(
    s.fieldsRule((v) => ({
      ...s.missingOf(v, v.id ? ['version'] : ['kind', 'name']),
      ...((v.display_unit === 'pcs') === (v.measure === 'piece') || !v.display_unit || !v.measure
        ? {}
        : { display_unit: 'Единица не подходит к мере' }),
    })),
  )

export const importActions = ['create', 'change', 'archive', 'restore'] as const

/** A finding about a cell, a row or, without a column, the whole file. */
const importFinding = z.strictObject({
  row: s.count,
  column: z.nullable(s.displayText(60)),
  message: s.displayText(500),
})

/** What a file would do to the catalogue, or has done: by rows of the file, from 1 with the header line. */
export const ProductImport = z.strictObject({
  /** Identifies the previewed change; sent back, it allows only what was shown. Null while there are problems. */
  plan: z.nullable(s.displayText(64)),
  applied: z.boolean(),
  rows: s.count,
  created: s.count,
  changed: s.count,
  archived: s.count,
  restored: s.count,
  same: s.count,
  problems_total: s.count,
  /** The first 200. */
  problems: z.array(importFinding),
  notes_total: s.count,
  /** What was read otherwise than a person may think, without being wrong; the first 200. */
  notes: z.array(importFinding),
  /** The first 500. */
  changes: z.array(
    z.strictObject({
      row: s.count,
      deed: z.enum(importActions),
      path: s.displayText(1100),
      fields: z.array(
        z.strictObject({
          column: s.displayText(60),
          was: s.displayText(1100),
          now: s.displayText(1100),
        }),
      ),
    }),
  ),
})
export type ProductImport = z.output<typeof ProductImport>

const module = 'product'

export const product = {
  getAll: call({
    method: 'GET',
    path: '/api/v1/product/getProducts',
    access: 'operator',
    module,
    summary: 'The whole catalogue flat, in the order of the tree; limit and offset are ignored',
    query: z.strictObject({
      filter: s.filterOf('product', ['order', 'name'], {
        parent_id: z.optional(s.id('product')),
        kind: z.optional(s.someOf(productKinds)),
        metal_class: z.optional(s.someOf(metalClasses)),
        status: z.optional(s.someOf(productStatuses)),
      }),
    }),
    result: s.listOf(Product),
    about: ['product'],
  }),
  update: call({
    method: 'PUT',
    path: '/api/v1/product/update',
    access: 'operator',
    module,
    action: 'product.edit',
    summary: 'Creates, changes or restores a node of the catalogue',
    body: updateProductBody,
    result: Product,
    refusals: [
      'product.duplicate-code',
      'product.measure-fixed',
      'product.bad-parent',
      'product.too-deep',
    ],
  }),
  move: call({
    method: 'PUT',
    path: '/api/v1/product/move',
    access: 'operator',
    module,
    action: 'product.edit',
    summary: 'Moves a node; its new neighbours are renumbered',
    body: z.strictObject({
      id: s.id('product'),
      new_parent_id: z.nullable(s.id('product')),
      /** Place among the new siblings, from 0. */
      position: s.int(0, 10_000),
    }),
    result: z.strictObject({
      product: Product,
      siblings: s.list(z.strictObject({ id: s.id('product'), order: s.int(0, 100_000) }), 10_000),
    }),
    refusals: ['product.cycle', 'product.too-deep', 'product.bad-parent'],
  }),
  delete: call({
    method: 'DELETE',
    path: '/api/v1/product/delete',
    access: 'operator',
    module,
    action: 'product.edit',
    summary: 'Removes a node that was never used, archives one that was',
    query: z.strictObject({ id: s.id('product') }),
    result: z.strictObject({ ok: z.literal(true), archived: z.boolean() }),
    refusals: ['product.not-empty'],
  }),
  export: call({
    method: 'GET',
    path: '/api/v1/product/export',
    access: 'operator',
    module,
    summary: 'The whole catalogue as XLSX, archived nodes too, in the shape that import reads',
    result: 'blob',
  }),
  import: call({
    method: 'POST',
    path: '/api/v1/product/import',
    access: 'operator',
    module,
    action: 'product.edit',
    summary: 'Tells what an XLSX file would change; with the plan of that answer it is done whole',
    query: z.strictObject({ plan: z.optional(s.pattern(/^[0-9a-f]{64}$/, 'Неверный план')) }),
    body: 'files',
    result: ProductImport,
    refusals: ['file.bad-sheet', 'file.sheet-too-large', 'file.too-large'],
  }),
} as const
