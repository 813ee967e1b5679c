import type { WeightActLine } from '#contract/weight-act/weight-act-entities.ts'
import { refuse } from '#http/refusal.ts'
import { dryRun } from '../../../db/dry-run.ts'
import { inTransaction, type Db, type Tx } from '../../../db/handle.ts'
import { addAuditEvent } from '../../../db/audit.ts'
import { uuidv7 } from '../../../db/uuid.ts'
import { findEarlierCopy, idempotencyKeyOf } from '../../../idempotency.ts'
import { settingsOf } from '../../company/settings.ts'
import { makeAutoWeightAct, takeWeightActs } from '../../weight-act/attach-to-act.ts'
import { lineRows } from '../../weight-act/line-queries.ts'
import { linesAndRests, toLineInput } from '../../weight-act/read/present-weight-act.ts'
import {
  changeAct,
  companyNow,
  insertAct,
  setTotals,
  sourcesOf,
  truckOf,
  type LockedAct,
} from '../act-queries.ts'
import { lockActSupplier, type ActSupplier } from '../act-supplier-queries.ts'
import { noteAlarm } from './control-checks.ts'
import { draftFlags } from './draft-flags.ts'
import { draftValues } from './draft-values.ts'
import { lockedDraft } from '../locked-act.ts'
import { makePositions, totalsOf, toInput } from './make-positions.ts'
import { worthlessLines } from './lines-of-act.ts'
import { presentAct } from '../read/present-act.ts'
import type { ActForm } from '../act-form.ts'
import {
  clearPositions,
  productsOf,
  insertPositions,
  positionsOf,
  type PricedProduct,
  type PositionValues,
} from './position-queries.ts'
import type { Save } from './draft-values.ts'

/** — → draft, draft → draft (domain.md 3.13). A dry run does all the same and takes it back. */
export function saveAct(db: Db, body: Save): Promise<ActForm> {
  const save = async (tx: Tx) => {
    const { id, supplier } = await storeAct(tx, body)
    return presentAct(tx, id, supplier)
  }
  return body.dry_run ? dryRun(db, save) : inTransaction(db, save)
}

async function storeAct(tx: Tx, body: Save): Promise<{ id: string; supplier?: ActSupplier }> {
  const stamp = idempotencyKeyOf(body)
  if (body.id === undefined) {
    const earlierId = await findEarlierCopy(tx, 'act', stamp)
    if (earlierId) return { id: earlierId }
  }
  const before = body.id === undefined ? undefined : await lockedDraft(tx, body.id, body.version!)
  const supplier = await supplierOf(tx, body.supplier_id ?? before!.supplier_id)
  const values = await draftValues(tx, body, supplier, before)
  const id = before?.id ?? uuidv7()
  if (before) await changeAct(tx, id, values)
  else await insertAct(tx, id, { ...values, ...stamp })
  const moved = before !== undefined && before.supplier_id !== supplier.id
  await savePositions(tx, id, moved ? await withFreshSources(tx, id, body) : body, supplier, before)
  await noteAlarm(tx, { ...values, id })
  addAuditEvent(tx, {
    action: before ? 'act.update' : 'act.create',
    entity: 'act',
    id,
    before: before && { total_kop: before.total_kop, net_g: before.net_g, version: before.version },
    after: { supplier_id: supplier.id, status: 'draft' },
  })
  return { id, supplier }
}

/** For another supplier, sources are checked and prices read again, even when the body omits them. */
async function withFreshSources(tx: Tx, id: string, body: Save): Promise<Save> {
  const sources = await sourcesOf(tx, id)
  const own = sources.filter((source) => source.auto).map((source) => source.id)
  const taken = sources.filter((source) => !source.auto).map((source) => source.id)
  const lines =
    body.lines ?? (own.length > 0 ? (await lineRows(tx, own)).map(toLineInput) : undefined)
  const newSources = body.weight_act_ids !== undefined || body.lines !== undefined
  const positions = body.positions ?? (newSources ? undefined : toInput(await positionsOf(tx, id)))
  return { ...body, weight_act_ids: body.weight_act_ids ?? taken, lines, positions }
}

async function supplierOf(tx: Tx, id: string): Promise<ActSupplier> {
  const supplier = (await lockActSupplier(tx, id)) ?? refuse('common.not-found')
  if (supplier.status === 'blocked') refuse('supplier.blocked')
  if (supplier.status === 'archived')
    refuse('supplier.incomplete', { message: 'Поставщик в архиве. Сначала верните его' })
  return supplier
}

/** Sources, positions and totals; parts that the body leaves out stay as they are. */
async function savePositions(
  tx: Tx,
  id: string,
  body: Save,
  supplier: ActSupplier,
  draft: LockedAct | undefined,
): Promise<void> {
  const newSources = body.weight_act_ids !== undefined || body.lines !== undefined
  if (!newSources && !body.positions) return
  const before = draft ? await positionsOf(tx, id) : []
  if (before.length > 0) await clearPositions(tx, id)
  const { lines, ownLines } =
    draft || newSources ? await takeSources(tx, id, body, supplier.id) : NO_SOURCES
  const typed: NonNullable<Save['positions']> =
    body.positions ?? lines.map((line) => ({ line_id: line.id }))
  const used = [
    ...lines.map((line) => line.product_id),
    ...typed.flatMap((one) => one.product_id ?? []),
  ]
  const products = await productsOf(tx, used, supplier.price_column_id)
  const company = await companyNow(tx)
  const { rules } = settingsOf(company.settings)
  const context = { supplierId: supplier.id, now: company.now }
  const positions = makePositions(typed, { lines, ownLines, products, before, ...context })
  await insertPositions(tx, id, positions)
  const weighed = [...positions, ...worthlessLines(lines, positions)]
  await setTotals(tx, id, {
    ...totalsOf(positions),
    kind: kindOf(positions, products),
    flags: JSON.stringify(draftFlags(draft?.flags ?? [], weighed, rules, company.now)),
    ...((body.vehicle ?? draft?.vehicle) ? {} : await broughtBy(tx, id)),
  })
}

/** A program that names no vehicle has the one of the weighing on its paper; a form always names it, also an empty one. */
async function broughtBy(tx: Tx, actId: string) {
  const truck = await truckOf(tx, actId)
  return truck && { vehicle: JSON.stringify({ make: null, ...truck }) }
}

const NO_SOURCES = { lines: [], ownLines: [] }

async function takeSources(
  tx: Tx,
  actId: string,
  body: Save,
  supplierId: string,
): Promise<{ lines: WeightActLine[]; ownLines: WeightActLine[] }> {
  if (body.weight_act_ids) {
    const own = (await sourcesOf(tx, actId)).filter((one) => one.auto).map((one) => one.id)
    const weightActIds = body.weight_act_ids.filter((id) => !own.includes(id))
    await takeWeightActs(tx, { supplierId, weightActIds, actId })
  }
  const auto = body.lines
    ? await makeAutoWeightAct(tx, { supplierId, siteId: body.site_id, lines: body.lines, actId })
    : null
  const sources = await sourcesOf(tx, actId)
  const ids = sources.map((one) => one.id)
  const { lines } = ids.length > 0 ? await linesAndRests(tx, ids) : { lines: [] }
  return { lines, ownLines: auto?.lines ?? [] }
}

/** Scrap and other products are never in the same act (domain.md 2.7). */
function kindOf(
  positions: readonly PositionValues[],
  products: readonly PricedProduct[],
): 'psa' | 'op5' | null {
  const used = new Set(positions.map((position) => position.product_id))
  const own = products.filter((one) => used.has(one.id))
  const kinds = new Set(own.map((one) => (one.metal_class === 'none' ? 'op5' : 'psa')))
  if (kinds.size > 1) refuse('act.mixed-kinds')
  return [...kinds][0] ?? null
}
