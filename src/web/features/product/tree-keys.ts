import type { Product } from '#contract/price/product.ts'
import type { Key } from '#web/ui/keyboard/keys.ts'
import { rowHeight } from '#web/ui/list/table/use-scroll-window.ts'
import type { Line } from './catalogue-lines.ts'
import { inPlace, outPlace, stepPlace, type Place } from './catalogue-moves.ts'

export interface TreeActions {
  nodes: readonly Product[]
  lines: Line[]
  choose: (id: string) => void
  setOpen: (ids: readonly string[], open: boolean) => void
  move: (id: string, place: Place) => void
  refuse: (reason: string) => void
  remove: (node: Product) => void
  enter: () => void
  startRename: (id: string) => void
}

interface TreeKeys {
  /** By `event.code`, without Ctrl and Alt; a held key goes on. */
  walk: Record<string, (() => void) | undefined>
  /** Actions, listed by F1 while the tree has the focus. */
  edit: Key[]
}

/** The keys of a tree (WAI-ARIA), and those that change it. */
export function treeKeys(actions: TreeActions, active: number): TreeKeys {
  const { lines, choose, setOpen } = actions
  const line = lines[active]
  const go = (place: number) => {
    const to = lines[Math.max(0, Math.min(place, lines.length - 1))]
    if (to) choose(to.node.id)
  }
  const siblings = lines.filter(
    (one) => one.open !== undefined && one.node.parent_id === line?.node.parent_id,
  )
  return {
    walk: {
      ArrowDown: () => go(active + 1),
      ArrowUp: () => go(active < 0 ? 0 : active - 1),
      Home: () => go(0),
      End: () => go(lines.length - 1),
      PageDown: () => go(active + pageRows()),
      PageUp: () => go(active - pageRows()),
      ArrowRight: () => {
        if (line?.open === false) setOpen([line.node.id], true)
        else if (line?.open) go(active + 1)
      },
      ArrowLeft: () => {
        if (line?.open) setOpen([line.node.id], false)
        else if (line?.node.parent_id) choose(line.node.parent_id)
      },
      NumpadMultiply: () =>
        setOpen(
          siblings.map(({ node }) => node.id),
          true,
        ),
      Space: () => line?.open !== undefined && setOpen([line.node.id], !line.open),
      Enter: actions.enter,
      NumpadEnter: actions.enter,
    },
    edit: editKeys(actions, line),
  }
}

function editKeys(actions: TreeActions, line: Line | undefined): Key[] {
  const { nodes, lines, move } = actions
  const node = line?.node
  const to = (place: Place | undefined) => node && place && move(node.id, place)
  const into = () => {
    const verdict = node && inPlace(nodes, lines, node.id)
    if (!verdict) return
    if ('refusal' in verdict) return actions.refuse(verdict.refusal)
    to(verdict.place)
  }
  return [
    { hotkey: 'rename', label: 'Переименовать', run: () => node && actions.startRename(node.id) },
    { hotkey: 'remove', label: 'Удалить или в архив', run: () => node && actions.remove(node) },
    {
      keys: 'Alt+ArrowUp',
      label: 'Поднять среди соседей',
      run: () => to(node && stepPlace(nodes, lines, node.id, -1)),
    },
    {
      keys: 'Alt+ArrowDown',
      label: 'Опустить среди соседей',
      run: () => to(node && stepPlace(nodes, lines, node.id, 1)),
    },
    { keys: 'Alt+ArrowRight', label: 'Вложить в группу выше', run: into },
    {
      keys: 'Alt+ArrowLeft',
      label: 'Вынести из группы',
      run: () => to(node && outPlace(nodes, node.id)),
    },
  ]
}

/** Rows that Page Up and Page Down move by. */
function pageRows(): number {
  const height = document.querySelector('[role="tree"]')?.clientHeight ?? 0
  return Math.max(1, Math.floor(height / rowHeight()) - 1)
}
