import type { Product } from '#contract/price/product.ts'

/** A visible row of the tree with its place among its visible siblings, from 1. */
export interface Line {
  node: Product
  /** Undefined for what cannot be opened. */
  open: boolean | undefined
  place: number
  siblings: number
}

export interface View {
  closed: ReadonlySet<string>
  archived: boolean
  words: string
}

/** The rows that the view leaves of the catalogue; a search opens every group above what it finds. */
export function linesOf(nodes: readonly Product[], view: View): Line[] {
  const words = view.words.trim().toLocaleLowerCase('ru')
  const wanted = nodes.filter((node) => view.archived || node.status === 'active')
  const visibleNodes = words ? withGroups(wanted, words) : wanted
  const children = new Map<string | null, Product[]>()
  for (const node of visibleNodes) {
    const list = children.get(node.parent_id)
    if (list) list.push(node)
    else children.set(node.parent_id, [node])
  }
  const lines: Line[] = []
  const walk = (parent: string | null) => {
    const list = children.get(parent) ?? []
    list.forEach((node, i) => {
      const filled = children.has(node.id)
      const open = filled ? words !== '' || !view.closed.has(node.id) : undefined
      lines.push({ node, open, place: i + 1, siblings: list.length })
      if (open) walk(node.id)
    })
  }
  walk(null)
  return lines
}

function withGroups(nodes: readonly Product[], words: string): Product[] {
  const keptIds = new Set<string>()
  const byId = new Map(nodes.map((node) => [node.id, node]))
  for (const node of nodes) {
    if (!`${node.name} ${node.code ?? ''}`.toLocaleLowerCase('ru').includes(words)) continue
    for (
      let at: Product | undefined = node;
      at && !keptIds.has(at.id);
      at = byId.get(at.parent_id!)
    )
      keptIds.add(at.id)
  }
  return nodes.filter((node) => keptIds.has(node.id))
}

/** The next row, after the present one and round again, whose name begins with what was typed. */
export function lineByStart(
  lines: readonly Line[],
  present: number,
  start: string,
): Line | undefined {
  const typed = start.toLocaleLowerCase('ru')
  // One letter moves on to the next such row; further letters may still match the present one.
  const from = Math.max(0, present + (typed.length === 1 ? 1 : 0))
  const round = [...lines.slice(from), ...lines.slice(0, from)]
  return round.find(({ node }) => node.name.toLocaleLowerCase('ru').startsWith(typed))
}
