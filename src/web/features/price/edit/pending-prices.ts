/** Value of a cell: kopecks, nothing, or a text that is no amount and is never sent. */
export type CellValue = number | null | string

/** What the server has in a cell; without a version it has no row yet. */
export interface Stand {
  readonly kop: number | null
  readonly version: number | undefined
}

/** A changed cell: its value, and the value before the first change. */
export interface Edit {
  readonly value: CellValue
  readonly base: Stand
  /** Why the server did not take it. */
  readonly problem?: string
}

export interface CellKey {
  readonly product: string
  readonly column: string
}

interface Step extends CellKey {
  readonly before: CellValue
  readonly after: CellValue
}

/** Edits by product and column: a row whose map is unchanged is not rendered again. */
export type Edits = ReadonlyMap<string, ReadonlyMap<string, Edit>>

export interface Pending {
  readonly edits: Edits
  readonly undoStack: readonly (readonly Step[])[]
  readonly redoStack: readonly (readonly Step[])[]
}

export const NOTHING_PENDING: Pending = { edits: new Map(), undoStack: [], redoStack: [] }

// screens.md 10: whole gestures, a hundred deep.
const DEPTH = 100

type StandOf = (key: CellKey) => Stand
export type Change = CellKey & { readonly value: CellValue }

/** One gesture: a typed price, a paste, a fill; cells whose value does not change are not part of it. */
export function applyChanges(
  pending: Pending,
  changes: readonly Change[],
  standOf: StandOf,
): Pending {
  const steps: Step[] = []
  for (const { product, column, value } of changes) {
    const before = valueIn(pending.edits, { product, column }, standOf)
    if (before !== value) steps.push({ product, column, before, after: value })
  }
  if (steps.length === 0) return pending
  const edits = putValues(pending.edits, steps, 'after', standOf)
  return { edits, undoStack: [...pending.undoStack, steps].slice(-DEPTH), redoStack: [] }
}

/** Undoes the last gesture; if it was saved meanwhile, the undo becomes a change to the previous prices. */
export function undoGesture(pending: Pending, standOf: StandOf): Pending {
  const steps = pending.undoStack.at(-1)
  if (!steps) return pending
  const edits = putValues(pending.edits, steps, 'before', standOf)
  return {
    edits,
    undoStack: pending.undoStack.slice(0, -1),
    redoStack: [...pending.redoStack, steps],
  }
}

/** Redoes the last gesture that was undone. */
export function redoGesture(pending: Pending, standOf: StandOf): Pending {
  const steps = pending.redoStack.at(-1)
  if (!steps) return pending
  const edits = putValues(pending.edits, steps, 'after', standOf)
  return {
    edits,
    undoStack: [...pending.undoStack, steps],
    redoStack: pending.redoStack.slice(0, -1),
  }
}

/** Cells have the server's values again; the gestures remain and may be repeated. */
export function dropEdits(pending: Pending, keys: readonly CellKey[]): Pending {
  return { ...pending, edits: remove(pending.edits, keys) }
}

/** The user has seen the other user's value and insists: from now on the edit is compared with that value. */
export function rebaseEdits(pending: Pending, keys: readonly CellKey[], standOf: StandOf): Pending {
  const edits = copyOf(pending.edits)
  for (const key of keys) {
    const edit = pending.edits.get(key.product)?.get(key.column)
    if (edit) place(edits, key, { value: edit.value, base: standOf(key) })
  }
  return { ...pending, edits }
}

/** Removes the accepted cells of a request from the pending ones; the others get the reason of their refusal. */
export function settleEdits(
  pending: Pending,
  taken: readonly CellKey[],
  refused: readonly (CellKey & { problem: string })[],
): Pending {
  const edits = copyOf(remove(pending.edits, taken))
  for (const key of refused) {
    const edit = edits.get(key.product)?.get(key.column)
    if (edit) place(edits, key, { ...edit, problem: key.problem })
  }
  return { ...pending, edits }
}

/** Another user has changed the price since this edit began. */
export function isConflict(edit: Edit, stand: Stand): boolean {
  return edit.base.version !== stand.version && edit.value !== stand.kop
}

/** All edits as a flat list. */
export function listEdits(edits: Edits): (CellKey & { edit: Edit })[] {
  return [...edits].flatMap(([product, row]) =>
    [...row].map(([column, edit]) => ({ product, column, edit })),
  )
}

function valueIn(edits: Edits, key: CellKey, standOf: StandOf): CellValue {
  const edit = edits.get(key.product)?.get(key.column)
  return edit ? edit.value : standOf(key).kop
}

function putValues(
  edits: Edits,
  steps: readonly Step[],
  side: 'before' | 'after',
  standOf: StandOf,
): Edits {
  const next = copyOf(edits)
  for (const step of steps) {
    const stand = standOf(step)
    const base = edits.get(step.product)?.get(step.column)?.base ?? stand
    if (step[side] === stand.kop) place(next, step, undefined)
    else place(next, step, { value: step[side], base })
  }
  return next
}

type Writable = Map<string, ReadonlyMap<string, Edit>>
/** Rows that are in this copy only and may be changed. */
const own = new WeakSet<ReadonlyMap<string, Edit>>()

function copyOf(edits: Edits): Writable {
  for (const row of edits.values()) own.delete(row)
  return new Map(edits)
}

function place(edits: Writable, { product, column }: CellKey, edit: Edit | undefined) {
  const shared = edits.get(product)
  const row = shared && own.has(shared) ? (shared as Map<string, Edit>) : new Map(shared)
  own.add(row)
  if (edit) row.set(column, edit)
  else row.delete(column)
  if (row.size > 0) edits.set(product, row)
  else edits.delete(product)
}

function remove(edits: Edits, keys: readonly CellKey[]): Edits {
  const next = copyOf(edits)
  for (const key of keys) if (next.get(key.product)?.has(key.column)) place(next, key, undefined)
  return next
}

// screens.md 10: a move of more than a fifth, or to nothing, is worth a second look.
const FIFTH = 5n

/** The edits that move a price by more than 20 %, or to 0. */
export function bigMoves<E extends CellKey & { edit: Edit }>(
  edits: readonly E[],
  standOf: (key: CellKey) => Stand,
): E[] {
  return edits.filter((one) => isBigMove(standOf(one).kop, one.edit.value))
}

function isBigMove(before: number | null, after: Edit['value']): boolean {
  if (typeof after !== 'number') return false
  if (after === 0) return before !== 0
  if (before === null) return false
  const [from, to] = [BigInt(before), BigInt(after)]
  return (to > from ? to - from : from - to) * FIFTH > from
}
