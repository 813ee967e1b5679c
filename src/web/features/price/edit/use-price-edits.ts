import { useState } from 'react'
import { useStore } from '#web/state/store.ts'
import { ask } from '#web/ui/dialogs/ask.ts'
import { plural } from '#web/ui/format.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import type { List } from '../grid/grid-rows.ts'
import { openConflicts, openPlan } from '../dialogs/open-conflicts.ts'
import {
  applyChanges,
  dropEdits,
  isConflict,
  listEdits,
  NOTHING_PENDING,
  rebaseEdits,
  redoGesture,
  settleEdits,
  undoGesture,
  type CellKey,
  type Change,
  type Edit,
  type Pending,
  bigMoves,
} from './pending-prices.ts'
import { standsOf, withSavedPrices, type SavedPrice } from '../use-price-list.ts'
import type { CallResult } from '#contract/core/call.ts'
import { MAX_CELLS, price } from '#contract/price/price.ts'
import { CallError } from '#web/state/call-error.ts'
import { sendApproved } from '#web/api/use-send.ts'

type ListedEdit = CellKey & { edit: Edit }
type PricedEdit = ListedEdit & { edit: Edit & { value: number | null } }

const isPriced = (one: ListedEdit): one is PricedEdit => typeof one.edit.value !== 'string'

type Accept = (change: (now: List) => List) => void

/** Prices take effect for all users at once, so changes wait here until they are saved together (screens.md 10). */
export function usePriceEdits(list: List, accept: Accept, refetch: () => unknown) {
  const [pending, setPending] = useState<Pending>(NOTHING_PENDING)
  const [saving, setSaving] = useState(false)
  const me = useStore((state) => state.account?.user.info.full_name ?? null)
  const standOf = standsOf(list)
  // A cell that another user has set to the same price meanwhile is no longer a change.
  const all = listEdits(pending.edits).filter((one) => one.edit.value !== standOf(one).kop)
  const conflicts = all.filter((one) => isConflict(one.edit, standOf(one)))
  const wrong = all.filter((one) => !isPriced(one))

  /** True when nothing is left to save. */
  const save = async (): Promise<boolean> => {
    if (saving) return false
    if (conflicts.length > 0) {
      await settleConflicts()
      return false
    }
    const cells = all.filter(isPriced)
    if (cells.length === 0) {
      if (wrong.length > 0) toast.warning('Исправьте отмеченные красным ячейки: это не цены')
      return wrong.length === 0
    }
    if (!(await askAgreement(list, bigMoves(cells, standOf)))) return false
    setSaving(true)
    const outcome = await savePrices(cells)
    setSaving(false)
    if (!outcome) return false
    accept((now) => withSavedPrices(now, outcome.savedPrices, me))
    setPending((now) => settleEdits(now, outcome.savedPrices, outcome.refusals))
    const left = cells.length - outcome.savedPrices.length
    if (outcome.savedPrices.length > 0)
      toast.success(`Сохранено: ${plural(outcome.savedPrices.length, 'цена', 'цены', 'цен')}`)
    if (left === 0) return wrong.length === 0
    toast.warning(`Не принято: ${plural(left, 'цена', 'цены', 'цен')}. Они отмечены`)
    refetch()
    return false
  }
  /** Two people at once: what the other wrote is shown beside what was typed here, and one of them is chosen. */
  const settleConflicts = async () => {
    const choice = await openConflicts(list, conflicts)
    if (choice === 'mine') setPending((now) => rebaseEdits(now, conflicts, standOf))
    if (choice === 'theirs') setPending((now) => dropEdits(now, conflicts))
  }
  const plan = async () => {
    const cells = all.filter(isPriced)
    if (cells.length > 0 && (await openPlan(cells))) setPending((now) => dropEdits(now, cells))
  }
  return {
    pending,
    saving,
    counts: { all: all.length, wrong: wrong.length, conflicts: conflicts.length },
    write: (changes: Change[]) => setPending((now) => applyChanges(now, changes, standOf)),
    undo: () => setPending((now) => undoGesture(now, standOf)),
    redo: () => setPending((now) => redoGesture(now, standOf)),
    drop: () =>
      setPending((now) =>
        applyChanges(
          now,
          all.map((one) => ({ ...one, value: standOf(one).kop })),
          standOf,
        ),
      ),
    save,
    settleConflicts,
    plan,
  }
}

interface Outcome {
  readonly savedPrices: SavedPrice[]
  readonly refusals: (CellKey & { problem: string })[]
}

type SentPrice = CellKey & { edit: Edit & { value: number | null } }
type Result = Extract<CallResult<typeof price.updateCell>, unknown[]>[number]

/** Sends changed cells, a whole block in one request; undefined when the request itself failed. */
async function savePrices(cells: readonly SentPrice[]): Promise<Outcome | undefined> {
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

const SHOWN_LINES = 5

async function askAgreement(list: List, moves: readonly ListedEdit[]): Promise<boolean> {
  if (moves.length === 0) return true
  const names = new Map(list.rows.map(({ product }) => [product.id, product.name]))
  const some = moves.slice(0, SHOWN_LINES).map(({ product }) => names.get(product) ?? '')
  const more = moves.length > SHOWN_LINES ? ` и ещё ${moves.length - SHOWN_LINES}` : ''
  return (
    (await ask.confirm({
      title: 'Цены меняются сильно',
      text: `Больше чем на 20 % или до нуля: ${plural(moves.length, 'цена', 'цены', 'цен')}. ${[...new Set(some)].join(', ')}${more}.`,
      main: 'Сохранить',
    })) === true
  )
}
