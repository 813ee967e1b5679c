import type { CallInput } from '#contract/core/call.ts'
import { weightacts, type WeightActCommand } from '#contract/weight-act/weight-act.ts'
import type { WeightActWithLines } from '#contract/weight-act/weight-act-entities.ts'
import type { Answer } from '#http/serve.ts'
import { refuse } from '#http/refusal.ts'
import { inTransaction, type Db, type Tx } from '../../db/handle.ts'
import { mustMayCommand } from '../../auth/rights/rights.ts'
import { addAuditEvent } from '../../db/audit.ts'
import { assertExpectedNet } from '../../expected-sum.ts'
import { textsOfDay } from '../../documents/texts/texts-of-day.ts'
import { refuseOwnFlags } from '../../auth/rights/own-flags-queries.ts'
import { reviewFlags } from '../../flags.ts'
import { dryRun } from '../../db/dry-run.ts'
import { findEarlierCopy, idempotencyKeyOf } from '../../idempotency.ts'
import { voidWeightAct } from './void-weight-act.ts'
import {
  linesAndRests,
  lockedWeightAct,
  presentWeightAct,
  toLineInput,
} from './read/present-weight-act.ts'
import { freezeWeightActs } from './read/issued-weight-act.ts'
import { assertRemainders } from './assert-remainders.ts'
import { changeWeightAct } from './weight-act-queries.ts'
import { lineRows } from './line-queries.ts'
import { storeWeightAct } from './store-weight-act.ts'
import { visitsOf } from './visit-queries.ts'

/** weightacts/update: one command over one weight act. */
export function updateWeightAct(
  db: Db,
  { body }: CallInput<typeof weightacts.update>,
): Promise<Answer<typeof weightacts.update>> {
  mustMayCommand(db, weightacts.update, body.command)
  switch (body.command) {
    case 'save':
      return saveWeightAct(db, body)
    case 'confirm':
      return confirmWeightAct(db, body)
    case 'void':
      return voidWeightAct(db, body)
    case 'review':
      return reviewWeightAct(db, body)
  }
}

type Save = Extract<WeightActCommand, { command: 'save' }>

/** `save`: a new draft or a change of one; a dry run answers the same and leaves nothing behind. */
async function saveWeightAct(db: Db, body: Save): Promise<WeightActWithLines> {
  if (!body.dry_run)
    return inTransaction(db, async (tx) => presentWeightAct(tx, await save(tx, body)))
  const answer = await dryRun(db, async (tx) => presentWeightAct(tx, await save(tx, body)))
  // Only saving assigns the number, so another operator may get it first.
  return body.id ? answer : { ...answer, number: '' }
}

async function save(tx: Tx, body: Save): Promise<string> {
  if (body.id !== undefined) return change(tx, body, body.id)
  const stamp = idempotencyKeyOf(body)
  const earlierId = body.dry_run ? undefined : await findEarlierCopy(tx, 'weight_act', stamp)
  if (earlierId) return earlierId
  return storeWeightAct(tx, {
    visitIds: body.transaction_ids!,
    lines: body.lines ?? [],
    supplierId: body.supplier_id,
    siteId: body.site_id,
    controllerId: body.controller_id,
    stamp,
  })
}

async function change(tx: Tx, body: Save, id: string): Promise<string> {
  const stands = await lockedWeightAct(tx, id)
  if (stands.version !== body.version) refuse('common.stale')
  if (stands.auto) refuse('weight-act.auto')
  if (stands.status !== 'draft') refuse('weight-act.frozen')
  const visitIds = body.transaction_ids ?? (await visitsOf(tx, [id])).map((visit) => visit.id)
  const rows = await lineRows(tx, [id])
  const keptRows = rows.filter((row) => visitIds.includes(row.transaction_id))
  return storeWeightAct(tx, {
    stands,
    visitIds,
    lines: body.lines ?? keptRows.map(toLineInput),
    stored: rows,
    supplierId: body.supplier_id,
    siteId: body.site_id,
    controllerId: body.controller_id,
  })
}

type Review = Extract<WeightActCommand, { command: 'review' }>

/** `review`: a manager has looked at marks (domain.md 6.5); looking again changes nothing. */
async function reviewWeightAct(db: Db, body: Review): Promise<WeightActWithLines> {
  return inTransaction(db, async (tx) => {
    const stands = await lockedWeightAct(tx, body.id)
    if (stands.version !== body.version) refuse('common.stale')
    await refuseOwnFlags(tx, 'weight_act', body.id, body.flags)
    const flags = reviewFlags(stands.flags, body.flags, {
      at: new Date().toISOString(),
      by: tx.caller.session?.fullName ?? '',
      note: body.note,
    })
    await changeWeightAct(tx, body.id, { flags: JSON.stringify(flags) })
    addAuditEvent(tx, {
      action: 'weight_act.review',
      entity: 'weight_act',
      id: body.id,
      after: { flags: body.flags, note: body.note ?? null },
    })
    return presentWeightAct(tx, body.id)
  })
}

type Confirm = Extract<WeightActCommand, { command: 'confirm' }>

/** `confirm`: a draft whose lines hold every drop exactly is frozen (domain.md 3.12, I6). */
async function confirmWeightAct(db: Db, body: Confirm): Promise<WeightActWithLines> {
  return inTransaction(db, async (tx) => {
    await confirm(tx, body)
    return presentWeightAct(tx, body.id)
  })
}

async function confirm(tx: Tx, { id, version, expected_net_g: expectedG }: Confirm): Promise<void> {
  const stands = await lockedWeightAct(tx, id)
  if (stands.status === 'confirmed') return
  if (stands.auto) refuse('weight-act.auto')
  if (stands.version !== version) refuse('common.stale')
  if (stands.status !== 'draft') refuse('common.bad-transition')
  const { lines, rests } = await linesAndRests(tx, [id])
  const netG = lines.reduce((sum, line) => sum + line.net_g, 0)
  assertExpectedNet(expectedG, netG)
  assertRemainders(rests)
  const { version: text_version } = await textsOfDay(tx, 'weight_act')
  await changeWeightAct(tx, id, { status: 'confirmed', text_version })
  await freezeWeightActs(tx, [id])
  addAuditEvent(tx, {
    action: 'weight_act.confirm',
    entity: 'weight_act',
    id,
    before: { status: 'draft' },
    after: { status: 'confirmed' },
  })
}
