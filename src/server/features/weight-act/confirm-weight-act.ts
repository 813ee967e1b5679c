import type { WeightActWithLines } from '#contract/weight-act/weight-act-entities.ts'
import type { WeightActCommand } from '#contract/weight-act/weight-act.ts'
import { refuse } from '#http/refusal.ts'
import { mustMay } from '../../auth/rights/rights.ts'
import { inTransaction, type Db, type Tx } from '../../db/handle.ts'
import { addAuditEvent } from '../../db/audit.ts'
import { assertExpectedNet } from '../../expected-sum.ts'
import { textsOfDay } from '../../documents/texts/texts-of-day.ts'
import { linesAndRests, lockedWeightAct, presentWeightAct } from './read/present-weight-act.ts'
import { freezeWeightActs } from './read/issued-weight-act.ts'
import { assertRemainders } from './assert-remainders.ts'
import { changeWeightAct } from './weight-act-queries.ts'

type Confirm = Extract<WeightActCommand, { command: 'confirm' }>

/** `confirm`: a draft whose lines hold every drop exactly is frozen (domain.md 3.12, I6). */
export async function confirmWeightAct(db: Db, body: Confirm): Promise<WeightActWithLines> {
  mustMay(db, 'weightact.edit')
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
