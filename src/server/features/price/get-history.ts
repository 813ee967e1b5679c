import type { CallInput } from '#contract/core/call.ts'
import type { price } from '#contract/price/price.ts'
import { refuse } from '#http/refusal.ts'
import type { Answer } from '#http/serve.ts'
import type { Db } from '../../db/handle.ts'
import { pastOf, plansOf, productExists } from './history-queries.ts'

type History = Answer<typeof price.getHistory>

const PAGE = 50

/** price/getHistory: who set a price and when, newest first, and what is planned. */
export async function getHistory(
  db: Db,
  input: CallInput<typeof price.getHistory>,
): Promise<History> {
  const { product_id: productId, column_id: columnId, after } = input.query
  if (!(await productExists(db, productId))) refuse('common.not-found')
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
