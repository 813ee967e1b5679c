import * as z from 'zod/mini'
import type { PriceList } from '#contract/price/price-entities.ts'
import type { CallInput } from '#contract/core/call.ts'
import type { price } from '#contract/price/price.ts'
import { refuse } from '#http/refusal.ts'
import type { Answer, RawAnswer } from '#http/serve.ts'
import { disposition } from '#http/disposition.ts'
import { zoneOf, type Db } from '../../db/handle.ts'
import type { SheetRow } from '../../sheets/columns.ts'
import { writeXlsx } from '../../sheets/write-xlsx.ts'
import { inTreeOrder } from '../product/tree.ts'
import {
  activeColumns,
  cellsOfActiveColumns,
  databaseNow,
  nextPlans,
  pricedProducts,
} from './price-queries.ts'
import { columnExists, pastOf, plansOf, productExists } from './history-queries.ts'

type List = z.output<typeof PriceList>
type Cells = List['rows'][number]['cells']

/** price/getPrice: active columns over the active catalogue; a cell that was never priced is absent. */
export async function getPrice(db: Db): Promise<List> {
  const [columns, products, cells, plans, asOf] = await Promise.all([
    activeColumns(db),
    pricedProducts(db),
    cellsOfActiveColumns(db),
    nextPlans(db),
    databaseNow(db),
  ])
  const byProduct = new Map<string, Cells>()
  for (const { product_id, column_id, ...cell } of cells) {
    const row = byProduct.get(product_id)
    if (row) row[column_id] = cell
    else byProduct.set(product_id, { [column_id]: cell })
  }
  for (const { product_id, column_id, ...planned } of plans) {
    const cell = byProduct.get(product_id)?.[column_id]
    if (cell) cell.planned = planned
  }
  const rows = inTreeOrder(products).map(({ order: _order, depth: _depth, ...product }) => ({
    product,
    cells: byProduct.get(product.id) ?? {},
  }))
  return { columns, rows, as_of: asOf } as List
}

type History = Answer<typeof price.getHistory>

const PAGE = 50

/** price/getHistory: who set a price, or any of a column, and when, newest first, and what is planned. */
export async function getHistory(
  db: Db,
  input: CallInput<typeof price.getHistory>,
): Promise<History> {
  const { product_id: productId, column_id: columnId, after } = input.query
  if (!productId && !columnId)
    refuse('filter.invalid', { fields: { product_id: 'Назовите товар или колонку' } })
  if (productId && !(await productExists(db, productId))) refuse('common.not-found')
  if (!productId && columnId && !(await columnExists(db, columnId))) refuse('common.not-found')
  const [rows, plans] = await Promise.all([
    pastOf(db, { productId, columnId, after: placeOf(after), limit: PAGE + 1 }),
    after ? [] : plansOf(db, productId, columnId),
  ])
  const items = rows.slice(0, PAGE)
  const last = rows.length > PAGE ? items.at(-1) : undefined
  return { items, plans, next: last ? `${last.at},${last.id}` : null } as History
}

const PLACE =
  /^(20\d\d-[01]\d-[0-3]\dT[0-2]\d:[0-5]\d:[0-5]\d(?:\.\d{1,6})?Z),([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** The cursor comes back from the client, so it is validated: a malformed text is a bad filter. */
function placeOf(after: string | undefined) {
  if (after === undefined) return undefined
  const [, at, id] = PLACE.exec(after) ?? []
  if (at === undefined || id === undefined || !isRealTime(at))
    return refuse('filter.invalid', { fields: { after: 'Неверное место в списке' } })
  return { at, id }
}

/** `2026-02-30` would roll over here and be an error in the database. */
function isRealTime(text: string): boolean {
  const at = new Date(text)
  return !Number.isNaN(at.getTime()) && at.toISOString().slice(0, 10) === text.slice(0, 10)
}

/** price/getSheet: the rows and columns that a screen shows, in its order, with prices as numbers. */
export async function getSheet(
  db: Db,
  input: CallInput<typeof price.getSheet>,
): Promise<RawAnswer> {
  const { column_ids, product_ids } = input.body
  const { columns, rows } = await getPrice(db)
  const titles = column_ids.map(
    (id) => columns.find((column) => column.id === id)?.title ?? refuse('common.not-found'),
  )
  const asked = product_ids && new Set(product_ids)
  const shown = rows.filter(({ product }) => !asked || asked.has(product.id))
  if (asked && shown.length < asked.size) refuse('common.not-found')
  const body = await writeXlsx({
    name: 'Прайс',
    timeZone: zoneOf(db),
    columns: [
      { header: 'Код', kind: 'text', width: 12 },
      { header: 'Наименование', kind: 'text', width: 48 },
      { header: 'За', kind: 'text', width: 6 },
      ...titles.map((header) => ({ header, kind: 'money', width: 14 }) as const),
    ],
    rows: shown.map(({ product, cells }): SheetRow => {
      const group = product.kind === 'group'
      const unit = product.measure === 'piece' ? 'шт.' : 'т'
      return [
        product.code,
        product.name,
        group ? null : unit,
        ...column_ids.map((id) => cells[id]?.price_kop ?? null),
      ]
    }),
  })
  return {
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    body: Buffer.from(body),
    headers: {
      'content-disposition': disposition('attachment', 'Прайс.xlsx'),
      'cache-control': 'private, no-store',
    },
  }
}
