import type { Product } from '#contract/price/product.ts'
import { quote } from '#contract/words/quote.ts'
import type { Line } from './catalogue-lines.ts'

/** Where a node would be placed: `position` counts its new siblings without itself, as `product/move` does. */
export interface Place {
  parentId: string | null
  position: number
}
export type Verdict = { place: Place } | { refusal: string }
export type Zone = 'before' | 'into' | 'after'

/** domain.md I16: the roots are the first level. */
const MAX_DEPTH = 5

/** Where a node dropped on a row would go, or why it cannot: the server's own rules, applied before the drop. */
export function dropOn(
  nodes: readonly Product[],
  id: string,
  overLine: Line,
  zone: Zone,
): Verdict | undefined {
  const target = overLine.node
  if (zone === 'into' && target.kind !== 'group')
    return { refusal: 'Это позиция: в неё ничего не кладут' }
  // In an open group the nearest place below is before its first child.
  if (zone === 'into' || (zone === 'after' && overLine.open && target.id !== id))
    return checkMove(nodes, id, {
      parentId: target.id,
      position: zone === 'into' ? siblingIds(nodes, target.id, id).length : 0,
    })
  if (target.id === id) return undefined
  const siblings = siblingIds(nodes, target.parent_id, id)
  const at = siblings.indexOf(target.id) + (zone === 'after' ? 1 : 0)
  return checkMove(nodes, id, { parentId: target.parent_id, position: at })
}

/** Alt + ↑↓: one visible sibling further; nothing at the edge. */
export function stepPlace(
  nodes: readonly Product[],
  lines: readonly Line[],
  id: string,
  step: 1 | -1,
): Place | undefined {
  const node = nodes.find((one) => one.id === id)
  if (!node) return undefined
  const seen = lines.filter((line) => line.node.parent_id === node.parent_id)
  const target = seen[seen.findIndex((line) => line.node.id === id) + step]
  if (!target || target.node.id === id) return undefined
  const at = siblingIds(nodes, node.parent_id, id).indexOf(target.node.id)
  return { parentId: node.parent_id, position: step > 0 ? at + 1 : at }
}

/** Alt + →: to the end of the visible group right above among the siblings. */
export function inPlace(
  nodes: readonly Product[],
  lines: readonly Line[],
  id: string,
): Verdict | undefined {
  const node = nodes.find((one) => one.id === id)
  const seen = lines.filter((line) => line.node.parent_id === node?.parent_id)
  const above = seen[seen.findIndex((line) => line.node.id === id) - 1]?.node
  if (!node || !above) return undefined
  if (above.kind !== 'group')
    return { refusal: `${quote(above.name)} — позиция: в неё ничего не кладут` }
  return checkMove(nodes, id, {
    parentId: above.id,
    position: siblingIds(nodes, above.id, id).length,
  })
}

/** Alt + ←: out of the group, right below it. */
export function outPlace(nodes: readonly Product[], id: string): Place | undefined {
  const node = nodes.find((one) => one.id === id)
  const parent = node && nodes.find((one) => one.id === node.parent_id)
  if (!parent) return undefined
  const at = siblingIds(nodes, parent.parent_id, id).indexOf(parent.id)
  return { parentId: parent.parent_id, position: at + 1 }
}

/** The end of the top level: the free place below the last row. */
export function endPlace(nodes: readonly Product[], id: string): Verdict | undefined {
  return checkMove(nodes, id, { parentId: null, position: siblingIds(nodes, null, id).length })
}

/** Where a node may be put by name: every active group but its own, and the top; what cannot be says why. */
export interface Home {
  readonly parentId: string | null
  /** Groups from the top down. */
  readonly path: readonly string[]
  readonly verdict: Verdict
}

/** All possible places of a node in the order of the tree: the end of each group. */
export function homesOf(nodes: readonly Product[], id: string): Home[] {
  const now = nodes.find((one) => one.id === id)?.parent_id
  const paths = new Map<string, readonly string[]>()
  const homes: Home[] = []
  const add = (parentId: string | null, path: readonly string[]) => {
    const position = siblingIds(nodes, parentId, id).length
    const verdict = parentId === now ? undefined : checkMove(nodes, id, { parentId, position })
    if (verdict) homes.push({ parentId, path, verdict })
  }
  add(null, [])
  for (const node of nodes) {
    if (node.kind !== 'group' || node.status !== 'active') continue
    const path = [...(paths.get(node.parent_id ?? '') ?? []), node.name]
    paths.set(node.id, path)
    add(node.id, path)
  }
  return homes
}

function checkMove(nodes: readonly Product[], id: string, place: Place): Verdict | undefined {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  for (let at = place.parentId; at !== null; at = byId.get(at)?.parent_id ?? null)
    if (at === id) return { refusal: 'Группу нельзя вложить в саму себя' }
  const parent = place.parentId === null ? undefined : byId.get(place.parentId)
  if (parent?.status === 'archived') return { refusal: `Группа ${quote(parent.name)} в архиве` }
  if ((parent?.depth ?? 0) + heightOf(nodes, id) > MAX_DEPTH)
    return { refusal: 'Слишком глубоко: не больше пяти уровней' }
  const now = byId.get(id)
  const stays =
    now?.parent_id === place.parentId &&
    nodes.filter((one) => one.parent_id === now.parent_id).findIndex((one) => one.id === id) ===
      place.position
  return stays ? undefined : { place }
}

/** Nodes come in the order of the tree, so the descendants of a node follow it until its level comes again. */
function heightOf(nodes: readonly Product[], id: string): number {
  const from = nodes.findIndex((node) => node.id === id)
  const top = nodes[from]?.depth ?? 1
  let deepest = top
  for (let i = from + 1; (nodes[i]?.depth ?? 0) > top; i++)
    deepest = Math.max(deepest, nodes[i]!.depth)
  return deepest - top + 1
}

function siblingIds(nodes: readonly Product[], parentId: string | null, id: string): string[] {
  return nodes
    .filter((node) => node.parent_id === parentId && node.id !== id)
    .map((node) => node.id)
}
