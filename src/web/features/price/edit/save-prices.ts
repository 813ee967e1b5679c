import type { CallResult } from '#contract/core/call.ts'
import { MAX_CELLS, price } from '#contract/price/price.ts'
import { CallError } from '#web/state/call-error.ts'
import { sendApproved } from '#web/api/use-send.ts'
import type { CellKey, Edit } from './pending-prices.ts'
import type { SavedPrice } from '../use-price-list.ts'

export interface Outcome {
  readonly savedPrices: SavedPrice[]
  readonly refusals: (CellKey & { problem: string })[]
}

type SentPrice = CellKey & { edit: Edit & { value: number | null } }
type Result = Extract<CallResult<typeof price.updateCell>, unknown[]>[number]

/** Sends changed cells, a whole block in one request; undefined when the request itself failed. */
export async function savePrices(cells: readonly SentPrice[]): Promise<Outcome | undefined> {
  const outcome: Outcome = { savedPrices: [], refusals: [] }
  for (let at = 0; at < cells.length; at += MAX_CELLS) {
    const part = cells.slice(at, at + MAX_CELLS)
    const results = await sendPart(part)
    if (!results) return at === 0 ? undefined : outcome
    for (const [i, result] of results.entries()) note(outcome, part[i]!, result)
  }
  return outcome
}

async function sendPart(cells: readonly SentPrice[]): Promise<Result[] | undefined> {
  const body = {
    cells: cells.map(({ product, column, edit }) => ({
      product_id: product,
      column_id: column,
      price_kop: edit.value,
      ...(edit.base.version !== undefined && { version: edit.base.version }),
    })),
  }
  try {
    return (await sendApproved(price.updateCell, { body })) as Result[]
  } catch (error) {
    // The toast was raised by the call; the prices stay as they were typed.
    if (error instanceof CallError) return undefined
    throw error
  }
}

function note(outcome: Outcome, { product, column }: CellKey, result: Result) {
  const { ok, price_kop: kop = null, version, code, message } = result
  if (ok && version !== undefined) outcome.savedPrices.push({ product, column, kop, version })
  // A stale cell is not the user's error: the question follows once the list has been read again.
  else if (code !== 'common.stale')
    outcome.refusals.push({ product, column, problem: message ?? 'Цена не принята' })
}
