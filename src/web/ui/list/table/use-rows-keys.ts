import { useState, type KeyboardEvent } from 'react'

interface RowsKeys<Row> {
  rows: Row[]
  idOf: (row: Row) => string
  /** Rows that Page Up and Page Down move by. */
  pageRows: number
  open: (row: Row) => void
  preview: ((row: Row) => void) | undefined
  walk: (row: Row) => void
  copyText: (rows: Row[]) => void
  /** Second Ctrl + A: all rows of the filter; absent when the page has them all. */
  selectMore: (() => void) | undefined
  /** How many tiles stand beside each other, when the key is pressed; absent for rows. */
  across: (() => number) | undefined
  /** Shift + F10 or the menu key. */
  menu: (row: Row) => void
}

/** Active row and selection of a table, by keys as in screens.md 2.4. */
export function useRowsKeys<Row>(input: RowsKeys<Row>) {
  const { rows, idOf, pageRows } = input
  const [chosenId, setActiveId] = useState<string>()
  // A key pressed before the rows have loaded activates the first row once it arrives.
  const [awaited, setAwaited] = useState(false)
  const activeId = chosenId ?? (awaited && rows[0] ? idOf(rows[0]) : undefined)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const active = rows.findIndex((row) => idOf(row) === activeId)

  const activate = (place: number) => {
    const row = rows[Math.max(0, Math.min(place, rows.length - 1))]
    if (!row) return setAwaited(true)
    setActiveId(idOf(row))
    input.walk(row)
  }
  const toggle = (row: Row | undefined) => {
    if (!row) return
    setSelected((before) => {
      const next = new Set(before)
      if (!next.delete(idOf(row))) next.add(idOf(row))
      return next
    })
  }
  const allSelected = rows.length > 0 && rows.every((row) => selected.has(idOf(row)))
  const selectAll = () => setSelected(allSelected ? new Set() : new Set(rows.map(idOf)))

  /** Again: all rows of the filter. */
  const selectEvery = () => (allSelected && input.selectMore ? input.selectMore() : selectAll())

  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[active]
    const extend = (place: number) => {
      const passed = rows.slice(Math.min(active, place), Math.max(active, place) + 1)
      if (row) setSelected((before) => new Set([...before, ...passed.map(idOf)]))
      activate(place)
    }
    const move = event.shiftKey ? extend : activate
    const plain: Record<string, (() => void) | undefined> = {
      ...arrowKeys(active, move, input.across),
      PageDown: () => activate(active + pageRows),
      PageUp: () => activate(active - pageRows),
      Home: () => activate(0),
      End: () => activate(rows.length - 1),
      Enter: () => row && input.open(row),
      NumpadEnter: () => row && input.open(row),
      F2: () => row && input.open(row),
      Space: () => row && input.preview?.(row),
      ContextMenu: () => row && input.menu(row),
      F10: event.shiftKey ? () => row && input.menu(row) : undefined,
    }
    const withCtrl: Record<string, (() => void) | undefined> = {
      Space: () => toggle(row),
      KeyA: selectEvery,
      KeyC: () => input.copyText(rowsChosen(rows, selected, idOf, row)),
      Home: () => activate(0),
      End: () => activate(rows.length - 1),
    }
    const run = (event.ctrlKey || event.metaKey ? withCtrl : plain)[event.code]
    if (!run || event.altKey) return
    event.preventDefault()
    event.stopPropagation()
    run()
  }
  const selection = { selected, setSelected, toggle, selectAll, selectEvery, allSelected }
  return { active, activeId, activate, setActiveId, ...selection, onKeyDown }
}

/** ↓ and ↑ by a row or a line of tiles, which have → and ← besides. */
function arrowKeys(active: number, move: (place: number) => void, across?: () => number) {
  const line = across?.() ?? 1
  return {
    ArrowDown: () => move(active < 0 ? 0 : active + line),
    ArrowUp: () => move(active < line ? Math.max(active, 0) : active - line),
    ArrowRight: across && (() => move(active + 1)),
    ArrowLeft: across && (() => move(Math.max(active - 1, 0))),
  }
}

function rowsChosen<Row>(
  rows: Row[],
  selected: ReadonlySet<string>,
  idOf: (row: Row) => string,
  active: Row | undefined,
): Row[] {
  const chosen = rows.filter((row) => selected.has(idOf(row)))
  if (chosen.length > 0) return chosen
  return active ? [active] : []
}
