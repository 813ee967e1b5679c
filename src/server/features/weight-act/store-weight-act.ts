import type { LineInput } from '#contract/weight-act/weight-act-entities.ts'
import { refuse } from '#http/refusal.ts'
import { onConstraint } from '../../db/query/constraints.ts'
import type { Tx } from '../../db/handle.ts'
import { addAuditEvent } from '../../db/audit.ts'
import { uuidv7 } from '../../db/uuid.ts'
import { clearFlag, raiseFlag } from '../../flags.ts'
import type { IdempotencyKey } from '../../idempotency.ts'
import { textsOfDay } from '../../documents/texts/texts-of-day.ts'
import { NUMBER_TAKEN, takeNumber } from '../company/numbering/document-number.ts'
import { settingsNow } from '../company/settings.ts'
import { companyToday } from '../supplier/record/supplier-queries.ts'
import { computeLines, isContaminationOver, type ComputedLine } from './compute-lines.ts'
import { productsOf, replaceLines, type LineRow } from './line-queries.ts'
import { matchLines } from './match-lines.ts'
import { attachVisits, lastWeigher, lockVisits, releaseVisits } from './visit-queries.ts'
import { assertTares, assertVisits } from './visit-rules.ts'
import {
  changeWeightAct,
  holdSupplier,
  insertWeightAct,
  siteAndControllerExist,
  type LockedWeightAct,
} from './weight-act-queries.ts'

/** The requested contents of a weight act; validated and completed by `storeWeightAct`. */
export interface WeightActDraft {
  /** The locked row that is changed; absent = a new one. */
  readonly stands?: LockedWeightAct | undefined
  readonly visitIds: readonly string[]
  readonly lines: readonly LineInput[]
  /** Existing lines: their products may stay although archived since, and so may their issued weights (decision 20). */
  readonly stored?: readonly LineRow[]
  readonly supplierId?: string | null | undefined
  readonly siteId?: string | undefined
  readonly controllerId?: string | null | undefined
  readonly stamp?: IdempotencyKey
  /** The act that the server makes it for, straight from visits. */
  readonly forActId?: string
}

/** Validates, computes and writes a weight act with its lines, and attaches its visits; returns its id. */
export async function storeWeightAct(tx: Tx, draft: WeightActDraft): Promise<string> {
  const { stands } = draft
  const ids = [...new Set(draft.visitIds)]
  const visits = await lockVisits(tx, ids)
  const supplierId = draft.supplierId === undefined ? stands?.supplier_id : draft.supplierId
  const common = assertVisits(ids, visits, { weightActId: stands?.id, supplierId })
  if (draft.forActId && common.direction !== 'purchase') refuse('weight-act.mixed')
  if (common.supplierId) await assertSupplier(tx, common.supplierId, visits)
  const issued = draft.stored?.filter((line) => line.from_issued_act)
  const lines = computeLines(draft.lines, visits, await stepsOf(tx, draft), issued)
  const values = {
    site_id: draft.siteId ?? stands?.site_id ?? visits[0]!.site_id,
    supplier_id: common.supplierId,
    carnumber: common.carnumber,
    direction: common.direction,
    controller_id:
      draft.controllerId === undefined ? (stands?.controller_id ?? null) : draft.controllerId,
    weigher_id: (await lastWeigher(tx, ids)) ?? tx.caller.userId!,
    flags: JSON.stringify(await flagsOf(tx, stands?.flags ?? [], lines)),
  }
  if (!(await siteAndControllerExist(tx, values.site_id, values.controller_id)))
    refuse('common.not-found')
  const id = stands?.id ?? uuidv7()
  if (stands) await changeWeightAct(tx, id, values)
  else await insertNew(tx, id, values, draft)
  await replaceLines(tx, id, lines)
  await releaseVisits(tx, id, ids)
  await attachVisits(tx, ids, id)
  addAuditEvent(tx, {
    action: stands ? 'weight_act.update' : 'weight_act.create',
    entity: 'weight_act',
    id,
    before: stands && { supplier_id: stands.supplier_id, site_id: stands.site_id },
    after: {
      supplier_id: values.supplier_id,
      site_id: values.site_id,
      transaction_ids: ids,
      lines: lines.map(({ product_id, phys_g, net_g }) => ({ product_id, phys_g, net_g })),
    },
  })
  return id
}

async function assertSupplier(
  tx: Tx,
  id: string,
  visits: Awaited<ReturnType<typeof lockVisits>>,
): Promise<void> {
  const supplier = await holdSupplier(tx, id)
  if (!supplier) return refuse('common.not-found')
  if (supplier.status === 'blocked') refuse('supplier.blocked')
  if (supplier.status === 'archived')
    refuse('common.validation', { fields: { supplier_id: 'Поставщик в архиве' } })
  assertTares(supplier.type, visits)
}

/** Steps of contamination of the products in the lines; each must be an item that is sold by weight. */
async function stepsOf(tx: Tx, draft: WeightActDraft): Promise<Map<string, number>> {
  const products = await productsOf(tx, [...new Set(draft.lines.map((line) => line.product_id))])
  const stored = matchLines(draft.lines, draft.stored ?? [])
  draft.lines.forEach((line, i) => {
    const item = products.find((one) => one.id === line.product_id)
    if (!item) return refuse('common.not-found')
    const problem =
      item.kind === 'group'
        ? 'Это группа: выберите товар'
        : item.measure === 'piece'
          ? 'Этот товар считают поштучно'
          : item.status === 'archived' && !stored[i]
            ? 'Товар в архиве'
            : undefined
    if (problem) refuse('common.validation', { fields: { [`lines.${i}.product_id`]: problem } })
  })
  return new Map(products.map((item) => [item.id, item.zasor_step_g]))
}

async function flagsOf(tx: Tx, flags: unknown, lines: readonly ComputedLine[]) {
  const { rules } = await settingsNow(tx)
  return lines.some((line) => isContaminationOver(line, rules.zasor_free_bp))
    ? raiseFlag(flags, 'zasor_high', new Date().toISOString())
    : clearFlag(flags, 'zasor_high')
}

async function insertNew(
  tx: Tx,
  id: string,
  values: Omit<
    Parameters<typeof insertWeightAct>[1],
    'id' | 'number' | 'number_year' | 'number_seq' | 'date'
  >,
  draft: WeightActDraft,
): Promise<void> {
  const date = await companyToday(tx)
  const forAct = draft.forActId !== undefined
  await insertWeightAct(tx, {
    ...values,
    ...draft.stamp,
    id,
    ...(await takeNumber(tx, 'weight_act', Number(date.slice(0, 4)))),
    date,
    auto: forAct,
    act_id: draft.forActId ?? null,
    status: forAct ? 'attached' : 'draft',
    text_version: forAct ? (await textsOfDay(tx, 'weight_act', date)).version : null,
  }).catch((error) => onConstraint(error, NUMBER_TAKEN))
}
