/** The fields of a node that decide its place in the catalogue. */
export interface TreeNode {
  readonly id: string
  readonly parent_id: string | null
  readonly order: number
}

/** Deepest level of the catalogue, roots being the first (domain.md I16). */
export const MAX_DEPTH = 5

/** Nodes as the tree is read from top to bottom, each with its level; siblings are sorted by order, then by id. */
export function inTreeOrder<N extends TreeNode>(nodes: readonly N[]): (N & { depth: number })[] {
  const children = childrenOf(nodes)
  const list: (N & { depth: number })[] = []
  const walk = (parent: string | null, depth: number): void => {
    for (const node of children.get(parent) ?? []) {
      list.push({ ...node, depth })
      walk(node.id, depth + 1)
    }
  }
  walk(null, 1)
  return list
}

/** The level of a node: 1 for a root; 0 means no node. */
export function depthOf(nodes: readonly TreeNode[], id: string | null): number {
  const parents = new Map(nodes.map((node) => [node.id, node.parent_id]))
  let depth = 0
  for (let at = id; at !== null && depth <= nodes.length; at = parents.get(at) ?? null) depth++
  return depth
}

/** How many levels a node takes with all below it: 1 for a leaf. */
export function heightOf(nodes: readonly TreeNode[], id: string): number {
  const children = childrenOf(nodes)
  const height = (at: string): number =>
    1 + Math.max(0, ...(children.get(at) ?? []).map((child) => height(child.id)))
  return height(id)
}

/** True when `id` is `of` itself or lies anywhere below it. */
export function isWithin(nodes: readonly TreeNode[], id: string | null, of: string): boolean {
  const parents = new Map(nodes.map((node) => [node.id, node.parent_id]))
  for (let at = id; at !== null; at = parents.get(at) ?? null) if (at === of) return true
  return false
}

/** The children of a node in their order with `id` at a place among them; a place beyond the end is the end. */
export function siblingsWith(
  nodes: readonly TreeNode[],
  parentId: string | null,
  id: string,
  position: number,
): string[] {
  const others = (childrenOf(nodes).get(parentId) ?? [])
    .map((node) => node.id)
    .filter((other) => other !== id)
  return others.toSpliced(position, 0, id)
}

function childrenOf<N extends TreeNode>(nodes: readonly N[]): Map<string | null, N[]> {
  const children = new Map<string | null, N[]>()
  const sorted = nodes.toSorted((a, b) => a.order - b.order || (a.id < b.id ? -1 : 1))
  for (const node of sorted) {
    const list = children.get(node.parent_id)
    if (list) list.push(node)
    else children.set(node.parent_id, [node])
  }
  return children
}
