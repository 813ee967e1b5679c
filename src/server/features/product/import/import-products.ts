import type { AuditAction } from '#contract/audit/actions/all-actions.ts'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { CallInput } from '#contract/core/call.ts'
import type { importActions, product, ProductImport } from '#contract/price/product.ts'
import { nameSearchText } from '#contract/requisites/names.ts'
import { refuse } from '#http/refusal.ts'
import type { RawForm } from '../../../body/raw-body.ts'
import { inTransaction, type Db, type Tx } from '../../../db/handle.ts'
import { canonical, addAuditEvent } from '../../../db/audit.ts'
import { uuidv7 } from '../../../db/uuid.ts'
import type { ColumnValue } from '#contract/lists/column.ts'
import { readXlsx } from '../../../sheets/read-xlsx.ts'
import { pathsOf } from './match-import.ts'
import { changedColumns, planImport, type ImportPlan, type PlannedNode } from './plan-import.ts'
import {
  changeProducts,
  insertProducts,
  lockCatalogue,
  MAX_PRODUCTS,
  type ProductRow,
} from '../product-queries.ts'
import { productAudit } from '../product-row.ts'
import { HEADERS, productColumn, type SheetField } from '../product-sheet.ts'
import { readProductSheet, type ReadSheet, type SheetProblem } from './read-product-sheet.ts'
import { confirmLoosening, type GuardedNode } from '../loosened-guards.ts'
import { maxDepth } from '../tree-depth.ts'

/** A full catalogue takes under a megabyte; forty columns leave room for those that a person adds. */
const BOUNDS = { bytes: 5 * 1024 * 1024, rows: MAX_PRODUCTS + 1, columns: 40 }
const SHOWN_PROBLEMS = 200
const SHOWN_CHANGES = 500

type ImportAction = (typeof importActions)[number]

interface Change extends PlannedNode {
  readonly deed: ImportAction
  readonly fields: ReturnType<typeof changedColumns>
}

/**
 * product/import: without a plan it only tells what a file would do; with the plan of that answer it does all of it or
 * nothing. A catalogue or a file that changed in between has another plan, and is refused.
 */
export async function importProducts(
  db: Db,
  input: CallInput<typeof product.import>,
): Promise<ProductImport> {
  const { files } = input.body as RawForm
  if (files.length !== 1) refuse('file.bad-sheet', { message: 'Нужен один файл XLSX' })
  const [file] = files
  if (file!.size > BOUNDS.bytes) refuse('file.sheet-too-large')
  const sheet = readProductSheet(await readXlsx(await readFile(file!.path), BOUNDS))
  return inTransaction(db, async (tx) => {
    const nodes = await lockCatalogue(tx)
    const judged = compareImport(nodes, sheet, await maxDepth(tx))
    const { notes } = sheet
    const { plan } = input.query
    if (plan === undefined) return report(judged, nodes, { applied: false, notes })
    if (plan !== judged.name)
      refuse('common.stale', {
        message: 'Номенклатура или файл изменились. Проверьте файл ещё раз',
      })
    await confirmLoosening(tx, nodes, nodesAfter(nodes, judged.changes))
    await apply(tx, nodes, judged.changes)
    return report(judged, nodes, { applied: true, notes })
  })
}

interface ImportChanges {
  readonly plan: ImportPlan
  readonly changes: Change[]
  /** SHA-256 over what is done to which version of which node; null while there are problems. */
  readonly name: string | null
  readonly rows: number
}

function compareImport(
  nodes: readonly ProductRow[],
  { entries, problems: readProblems }: Pick<ReadSheet, 'entries' | 'problems'>,
  most: number,
): ImportChanges {
  const planned = planImport(nodes, entries, { newId: uuidv7, maxDepth: most })
  const problems = [...readProblems, ...planned.problems].toSorted((a, b) => a.row - b.row)
  const pathOf = { was: pathsOf(nodes), now: pathsOf(finalNodes(nodes, planned)) }
  const changes = planned.nodes.flatMap((one): Change[] => {
    const fields = changedColumns(one, pathOf)
    return fields.length > 0 ? [{ ...one, deed: actionOf(one), fields }] : []
  })
  const created = changes.filter(({ before }) => !before).length
  if (nodes.length + created > MAX_PRODUCTS)
    problems.push({ row: 1, column: null, message: `Будет больше ${MAX_PRODUCTS} позиций` })
  const name = problems.length > 0 ? null : planName(changes)
  return { plan: { ...planned, problems }, changes, name, rows: entries.length }
}

function planName(changes: readonly Change[]): string {
  const facts = changes.map(({ row, before, fields }) => ({
    row,
    id: before?.id ?? null,
    version: before?.version ?? null,
    fields,
  }))
  return createHash('sha256').update(canonical(facts)).digest('hex')
}

function actionOf({ before, after }: PlannedNode): ImportAction {
  if (!before) return 'create'
  if (before.status === after.status) return 'change'
  return after.status === 'archived' ? 'archive' : 'restore'
}

function finalNodes(nodes: readonly ProductRow[], { nodes: planned }: ImportPlan) {
  const all = new Map(nodes.map(({ id, parent_id, name }) => [id, { id, parent_id, name }]))
  for (const { after } of planned) all.set(after.id, after)
  return [...all.values()]
}

function report(
  importChanges: ImportChanges,
  nodes: readonly ProductRow[],
  { applied, notes }: { applied: boolean; notes: readonly SheetProblem[] },
): ProductImport {
  const { plan, changes, name, rows } = importChanges
  const of = (action: ImportAction) => changes.filter((one) => one.deed === action).length
  const paths = pathsOf(finalNodes(nodes, plan))
  return {
    plan: name,
    applied,
    rows,
    created: of('create'),
    changed: of('change'),
    archived: of('archive'),
    restored: of('restore'),
    same: plan.nodes.length - changes.length,
    problems_total: plan.problems.length,
    problems: plan.problems.slice(0, SHOWN_PROBLEMS),
    notes_total: notes.length,
    notes: notes.slice(0, SHOWN_PROBLEMS),
    changes: changes.slice(0, SHOWN_CHANGES).map(({ row, deed, after, fields }) => ({
      row,
      deed,
      path: paths.get(after.id) ?? after.name,
      fields: fields.map(({ column, was, now }) => ({
        column: HEADERS[column],
        was: textOf(column, was),
        now: textOf(column, now),
      })),
    })),
  }
}

function textOf(column: SheetField, value: ColumnValue): string {
  if (value === null) return ''
  if (typeof value === 'boolean') return value ? 'да' : 'нет'
  const { kind } = productColumn(column)
  if (kind === 'percent') return String(Number(value) / 100).replace('.', ',')
  if (kind === 'weight') return String(Number(value) / 1000).replace('.', ',')
  return String(value)
}

function nodesAfter(
  nodes: readonly ProductRow[],
  changes: readonly Change[],
): readonly GuardedNode[] {
  const changed = new Map(
    changes.map(({ before, after }) => {
      const { used, priced } = before ?? { used: false, priced: false }
      return [after.id, { ...after, used, priced }]
    }),
  )
  const standing = nodes.map((node) => changed.get(node.id) ?? node)
  const fresh = changes.flatMap(({ before, after }) => (before ? [] : [changed.get(after.id)!]))
  return [...standing, ...fresh]
}

async function apply(
  tx: Tx,
  nodes: readonly ProductRow[],
  changes: readonly Change[],
): Promise<void> {
  const placeOf = lastPlaces(nodes)
  const fresh = changes.filter(({ before }) => !before)
  const rows = fresh.map(({ after }) => ({
    ...after,
    name_search: nameSearchText(after.name),
    order: placeOf(after.parent_id),
  }))
  await insertProducts(tx, parentsFirst(rows))
  const standing = changes.flatMap(({ before, after }) => {
    if (!before) return []
    const moved = before.parent_id !== after.parent_id && { order: placeOf(after.parent_id) }
    return [{ ...after, name_search: nameSearchText(after.name), ...moved }]
  })
  await changeProducts(tx, standing)
  for (const { before, after, deed } of changes)
    addAuditEvent(tx, {
      action: ACTIONS[deed],
      entity: 'product',
      id: after.id,
      before: before ? productAudit(before) : null,
      after: { ...after, id: undefined },
    })
}

const ACTIONS: Readonly<Record<ImportAction, AuditAction>> = {
  create: 'product.create',
  change: 'product.update',
  archive: 'product.archive',
  restore: 'product.restore',
}

/** Assigns order numbers after the last child of each group. */
function lastPlaces(nodes: readonly ProductRow[]): (parentId: string | null) => number {
  const last = new Map<string | null, number>()
  for (const { parent_id, order } of nodes)
    last.set(parent_id, Math.max(last.get(parent_id) ?? -1, order))
  return (parentId) => {
    const place = (last.get(parentId) ?? -1) + 1
    last.set(parentId, place)
    return place
  }
}

function parentsFirst<T extends { id: string; parent_id: string | null }>(rows: readonly T[]): T[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const done = new Set<string>()
  const list: T[] = []
  const add = (row: T): void => {
    if (done.has(row.id)) return
    done.add(row.id)
    const parent = row.parent_id === null ? undefined : byId.get(row.parent_id)
    if (parent) add(parent)
    list.push(row)
  }
  rows.forEach(add)
  return list
}
