import { productFields } from '#contract/price/product-record.ts'
import { startValues } from '#contract/record/record-field.ts'
import { quote } from '#contract/words/quote.ts'
import type { SheetRow } from '../../../sheets/columns.ts'
import { matchEntries, pathsOf, type MatchedRows } from './match-import.ts'
import type { FileValues, ProductRow } from '../product-queries.ts'
import {
  HEADERS,
  joinPath,
  SHEET_FIELDS,
  sheetRow,
  type SheetField,
  type SheetNode,
} from '../product-sheet.ts'
import type { SheetEntry, SheetProblem } from './read-product-sheet.ts'
import { tooDeep } from '../tree-depth.ts'
import { inTreeOrder, type TreeNode } from '../tree.ts'

/** The fields of a node that a file may set. */
export type PlannedValues = Omit<FileValues, 'name_search'>

/** A row of the file and what becomes of its node; `before` is absent for a new one. */
export interface PlannedNode {
  readonly row: number
  readonly before: ProductRow | undefined
  readonly after: PlannedValues
}

export interface ImportPlan {
  readonly nodes: PlannedNode[]
  readonly problems: SheetProblem[]
}

/**
 * The changes that a file makes in the catalogue, validated as a whole by the rules of single commands (domain.md 3.9, I16):
 * the order of rows does not matter, and nodes that the file does not name stay.
 */
export function planImport(
  nodes: readonly ProductRow[],
  entries: readonly SheetEntry[],
  { newId, maxDepth }: { newId: () => string; maxDepth: number },
): ImportPlan {
  const problems: SheetProblem[] = []
  const matched = matchEntries(nodes, entries, problems)
  const planned = placeNode(nodes, matched, newId, problems)
  reportTreeProblems(nodes, { planned, maxDepth }, problems)
  for (const one of planned) reportFixedChanges(one, problems)
  return { nodes: planned, problems: problems.toSorted((a, b) => a.row - b.row) }
}

/** Gives each row its parent: a group of the file, or a standing one that the file does not name. */
function placeNode(
  nodes: readonly ProductRow[],
  matched: readonly MatchedRows[],
  newId: () => string,
  problems: SheetProblem[],
): PlannedNode[] {
  const ids = new Map(matched.map((one) => [one, one.before?.id ?? newId()]))
  const named = new Set(matched.flatMap(({ before }) => before?.id ?? []))
  const groups = new Map<string, string>()
  for (const one of matched) {
    const { entry, before } = one
    if ((entry.kind ?? before?.kind) !== 'group') continue
    const path = joinPath([...entry.path, entry.name])
    if (!groups.has(path)) groups.set(path, ids.get(one)!)
  }
  const standing = nodes.filter((node) => node.kind === 'group' && !named.has(node.id))
  const groupAt = (path: readonly string[]): string | null | undefined => {
    if (path.length === 0) return null
    const listed = groups.get(joinPath(path))
    if (listed !== undefined) return listed
    const above = groupAt(path.slice(0, -1))
    if (above === undefined) return undefined
    return standing.find((node) => node.parent_id === above && node.name === path.at(-1))?.id
  }
  const steady = steadyNodes(nodes, matched)
  const paths = pathsOf(nodes)
  return matched.map((one) => {
    const { entry, before } = one
    // Two groups of one name: a row that names the path where its node stands leaves it there.
    const staysInPlace =
      before &&
      (before.parent_id === null || steady.has(before.parent_id)) &&
      paths.get(before.parent_id) === joinPath(entry.path)
    const parentId = staysInPlace ? before.parent_id : groupAt(entry.path)
    if (parentId === undefined)
      problems.push({
        row: entry.row,
        column: HEADERS.path,
        message: `Группы ${quote(shortPath(entry.path))} нет ни в номенклатуре, ни в файле. Добавьте её строкой с видом «Группа»`,
      })
    return { row: entry.row, before, after: after(one, ids.get(one)!, parentId ?? null) }
  })
}

/** A cell holds up to 32 767 signs, a message 500. */
const LONGEST_PATH = 300

function shortPath(path: readonly string[]): string {
  const text = joinPath(path)
  return text.length > LONGEST_PATH ? `${text.slice(0, LONGEST_PATH)}…` : text
}

/** Nodes that keep their whole path: neither they nor any group above them is moved or renamed by the file. */
function steadyNodes(nodes: readonly ProductRow[], matched: readonly MatchedRows[]): Set<string> {
  const paths = pathsOf(nodes)
  const moved = new Set<string>()
  for (const { entry, before } of matched)
    if (before && paths.get(before.id) !== joinPath([...entry.path, entry.name]))
      moved.add(before.id)
  const steady = new Set<string>()
  for (const { id, parent_id } of inTreeOrder(nodes))
    if (!moved.has(id) && (parent_id === null || steady.has(parent_id))) steady.add(id)
  return steady
}

function after({ entry, before }: MatchedRows, id: string, parentId: string | null): PlannedValues {
  const {
    order: _order,
    name_search: _search,
    used: _used,
    version: _version,
    priced: _priced,
    ...stored
  } = before ?? newNode(entry)
  const productFields = (entry.kind ?? stored.kind) === 'item' && {
    ...entry.fields,
    ...units(entry, before),
  }
  return {
    ...stored,
    ...productFields,
    id,
    parent_id: parentId,
    name: entry.name,
    ...(entry.code !== undefined && { code: entry.code }),
    ...(entry.kind && { kind: entry.kind }),
    ...(entry.status && { status: entry.status }),
  }
}

/**
 * domain.md 2.5: scrap is checked for radiation by default, and products whose kind a file does not name are taken
 * for scrap: the plan shows it, and the other way round they would be bought unchecked.
 */
function newNode({ fields, kind }: SheetEntry): ProductRow {
  const metal = kind === 'group' ? 'none' : (fields.metal_class ?? 'ferrous')
  return {
    ...startValues(productFields),
    id: '',
    parent_id: null,
    kind: 'item',
    order: 0,
    name_search: '',
    metal_class: metal,
    requires_radiation_check: metal !== 'none',
    status: 'active',
    version: 0,
    used: false,
    priced: false,
  }
}

/** A measure without its unit brings the usual one, a unit without its measure brings the measure of a new node. */
function units({ fields }: SheetEntry, before: ProductRow | undefined) {
  const unit = fields.display_unit
  const measure =
    fields.measure ?? before?.measure ?? (unit === 'pcs' ? ('piece' as const) : ('weight' as const))
  const usual = measure === 'piece' ? ('pcs' as const) : ('kg' as const)
  const fits = before && (before.display_unit === 'pcs') === (measure === 'piece')
  return { measure, display_unit: unit ?? (fits ? before.display_unit : usual) }
}

function reportFixedChanges(
  { row, before, after: now }: PlannedNode,
  problems: SheetProblem[],
): void {
  const tell = (field: SheetField, message: string) =>
    problems.push({ row, column: HEADERS[field], message })
  if (before && before.kind !== now.kind)
    tell('kind', 'Группу нельзя сделать позицией, а позицию группой')
  if (before?.used && before.measure !== now.measure)
    tell('measure', 'Позицией уже пользовались: меру менять нельзя')
  if ((now.measure === 'piece') !== (now.display_unit === 'pcs'))
    tell('display_unit', 'Единица не подходит к мере')
}

/** Checks the resulting tree: parents are groups, active ones of active nodes, and not too deep. */
function reportTreeProblems(
  nodes: readonly ProductRow[],
  { planned, maxDepth }: { planned: readonly PlannedNode[]; maxDepth: number },
  problems: SheetProblem[],
): void {
  const depths = new Map(inTreeOrder(nodes).map(({ id, depth }) => [id, depth]))
  const rows = new Map(planned.map(({ after: now, row }) => [now.id, row]))
  const all = new Map<string, PlannedValues & TreeNode>(nodes.map((node) => [node.id, node]))
  for (const { before, after: now } of planned)
    all.set(now.id, { ...now, order: before?.order ?? 0 })
  const inOrder = inTreeOrder([...all.values()])
  if (inOrder.length !== all.size) throw new Error('The import would tear the tree')
  for (const node of inOrder) {
    const parent = node.parent_id === null ? undefined : all.get(node.parent_id)
    // What becomes wrong with a node that the file does not name is the fault of the row above it.
    const row = rows.get(node.id) ?? (parent && rows.get(parent.id))
    if (row === undefined) continue
    const own = rows.has(node.id)
    if (!own) rows.set(node.id, row)
    const tell = (column: string, message: string) => problems.push({ row, column, message })
    // What was deeper before the company limited itself may stay.
    if (node.depth > Math.max(maxDepth, depths.get(node.id) ?? 0))
      tell(HEADERS.path, tooDeep(maxDepth))
    if (parent && parent.kind !== 'group')
      tell(HEADERS.path, `${quote(parent.name)} не группа: в ней ничего не лежит`)
    if (node.status === 'active' && parent?.status === 'archived')
      tell(
        HEADERS.status,
        own
          ? `Группа ${quote(parent.name)} в архиве. Сначала верните её`
          : `В группе есть действующая ${quote(node.name)}. Сначала перенесите её или уберите в архив`,
      )
  }
}

/** The columns of a node that the file changes, with the values before and after. */
export function changedColumns(
  { before, after: now }: PlannedNode,
  pathOf: Record<'was' | 'now', ReadonlyMap<string | null, string>>,
): { column: SheetField; was: SheetRow[number]; now: SheetRow[number] }[] {
  const fresh = sheetRow(now as SheetNode, pathOf.now.get(now.parent_id) ?? '')
  const old = before && sheetRow(before as SheetNode, pathOf.was.get(before.parent_id) ?? '')
  return SHEET_FIELDS.flatMap((column, i) => {
    const change = { column, was: old?.[i] ?? null, now: fresh[i] ?? null }
    // Renaming a parent group does not count as moving its children.
    const same =
      column === 'path' && before
        ? before.parent_id === now.parent_id
        : change.was === change.now || (!before && change.now === '')
    return same ? [] : [change]
  })
}
