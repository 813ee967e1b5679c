import { quote } from '#contract/words/quote.ts'
import type { ProductRow } from '../product-queries.ts'
import { HEADERS, joinPath } from '../product-sheet.ts'
import type { SheetEntry, SheetProblem } from './read-product-sheet.ts'
import { inTreeOrder } from '../tree.ts'

/** A row of the file and the node that it means; none = a new one. */
export interface MatchedRows {
  readonly entry: SheetEntry
  readonly before: ProductRow | undefined
}

/**
 * The node that each row means: by its code, else by group and name. Of several nodes of one group and name the first
 * row means the first, and so on; a row more or less than there are nodes says which one only by a code.
 */
export function matchEntries(
  nodes: readonly ProductRow[],
  entries: readonly SheetEntry[],
  problems: SheetProblem[],
): MatchedRows[] {
  const codes = new Map(nodes.flatMap((node) => (node.code ? [[node.code, node] as const] : [])))
  const coded = new Map<SheetEntry, ProductRow>()
  for (const [code, [first, ...others]] of groupBy(entries, (entry) => entry.code ?? null)) {
    for (const entry of others)
      problems.push({
        row: entry.row,
        column: HEADERS.code,
        message: `Код ${quote(code)} уже стоит в строке ${first!.row}`,
      })
    const node = codes.get(code)
    if (node) coded.set(first!, node)
  }
  const taken = new Set([...coded.values()].map(({ id }) => id))
  const byPath = nodesByPath(
    nodes.filter(({ id }) => !taken.has(id)),
    nodes,
  )
  const rest = entries.filter((entry) => !coded.has(entry))
  const found = new Map<SheetEntry, ProductRow>(coded)
  for (const [path, rows] of groupBy(rest, fullPath)) {
    const standing = byPath.get(path) ?? []
    if (rows.length !== standing.length && (rows.length > 1 || standing.length > 1))
      reportDuplicates(rows, standing.length, problems)
    rows.forEach((entry, i) => standing[i] && found.set(entry, standing[i]))
  }
  return entries.map((entry) => ({ entry, before: found.get(entry) }))
}

function reportDuplicates(
  rows: readonly SheetEntry[],
  standing: number,
  problems: SheetProblem[],
): void {
  const message =
    standing > 1
      ? `Таких названий в группе ${standing}. Укажите код, чтобы было видно, о какой позиции речь`
      : `Группа и название те же, что в строке ${rows[0]!.row}`
  for (const entry of standing > 1 ? rows : rows.slice(1))
    problems.push({ row: entry.row, column: HEADERS.name, message })
}

const fullPath = (entry: SheetEntry) => joinPath([...entry.path, entry.name])

function nodesByPath(wanted: readonly ProductRow[], all: readonly ProductRow[]) {
  const paths = pathsOf(all)
  const ids = new Set(wanted.map(({ id }) => id))
  const inOrder = inTreeOrder(all).filter(({ id }) => ids.has(id))
  return groupBy(inOrder, (node) => paths.get(node.id)!)
}

/** The full path of every node by its id; of the root (null) the empty one. */
export function pathsOf(
  nodes: readonly { id: string; parent_id: string | null; name: string; order?: number }[],
): Map<string | null, string> {
  const names = new Map<string | null, string[]>([[null, []]])
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const namesOf = (id: string | null): string[] => {
    const known = names.get(id)
    if (known) return known
    const node = byId.get(id!)
    const list = node ? [...namesOf(node.parent_id), node.name] : []
    names.set(id, list)
    return list
  }
  for (const { id } of nodes) namesOf(id)
  return new Map([...names].map(([id, list]) => [id, joinPath(list)]))
}

function groupBy<T>(list: readonly T[], keyOf: (one: T) => string | null): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const one of list) {
    const key = keyOf(one)
    if (key === null) continue
    const group = groups.get(key)
    if (group) group.push(one)
    else groups.set(key, [one])
  }
  return groups
}
