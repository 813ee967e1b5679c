import type { CallInput } from '#contract/core/call.ts'
import type { price } from '#contract/price/price.ts'
import { disposition } from '#http/disposition.ts'
import { refuse } from '#http/refusal.ts'
import type { RawAnswer } from '#http/serve.ts'
import { zoneOf, type Db } from '../../db/handle.ts'
import type { SheetRow } from '../../sheets/columns.ts'
import { writeXlsx } from '../../sheets/write-xlsx.ts'
import { getPrice } from './get-price.ts'

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
