import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { act } from '#contract/act/act.ts'
import type { CallSpec } from '#contract/core/call.ts'
import { supplier } from '#contract/supplier/supplier.ts'
import { visitCalls } from '#contract/visit/visit.ts'
import { weightacts } from '#contract/weight-act/weight-act.ts'
import { addDeal, addIssued } from '#test/builders/act-forms.ts'
import { addSupplier } from '#test/builders/builders.ts'
import { addClosedVisit } from '#test/builders/closed-visits.ts'
import { setStatus } from '#test/builders/seller-forms.ts'
import { openWeightActs } from '#test/builders/weight-acts.ts'
import { approval } from '#test/support/approve.ts'
import { openWorld, type TestCompany } from '#test/support/world.ts'

const world = await openWorld()
after(() => world.close())
const { own } = world

const TOLD = 'Водитель встал мимо весов'
const OTHER = 'Поставщик передумал сдавать'

/** The words that another person read before the PIN are those that stay under both names; whoever sends others is asked again. */
async function proveTold(
  call: CallSpec,
  inputOf: (reason: string) => { readonly body: object },
  { operator, manager }: TestCompany = own,
) {
  const asked = await operator.api.refused(call, inputOf(TOLD))
  assert.equal(asked.approval?.about?.note, TOLD)
  const forTold = await approval(operator, asked, manager)
  const again = await operator.api.refused(call, inputOf(OTHER), forTold)
  assert.deepEqual([again.code, again.approval?.about?.note], ['approval.required', OTHER])
  await operator.api.send(call, inputOf(TOLD), await approval(operator, asked, manager))
}

const addVisit = () => addClosedVisit(own, { in_g: 12_480_000, out_g: 4_260_000 })

test('the reason for cancelling a weighing is the one that was read', async () => {
  const { id } = await addVisit()
  const last = await own.db.q
    .selectFrom('weighing')
    .where('visit_id', '=', id)
    .orderBy('taken_at', 'desc')
    .select('id')
    .executeTakeFirstOrThrow()
  const command = 'cancel_weighing' as const
  await proveTold(visitCalls.update, (reason) => ({
    body: { command, id, version: 1, weighing_id: last.id, reason },
  }))
})

test('the reason for voiding a visit is the one that was read', async () => {
  const { id } = await addVisit()
  const command = 'void' as const
  await proveTold(visitCalls.update, (reason) => ({ body: { command, id, version: 1, reason } }))
  const { void_reason: kept } = await own.db.q
    .selectFrom('visit')
    .where('id', '=', id)
    .select('void_reason')
    .executeTakeFirstOrThrow()
  assert.equal(kept, TOLD)
})

test('the reason for a typed weight is the one that was read', async () => {
  const at = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
  const times = { in_at: at(80), out_at: at(40) }
  const typed = { carnumber: 'А123ВС77', in_g: 9_000_000, out_g: 4_000_000, ...times }
  await proveTold(visitCalls.update, (reason) => ({
    body: { command: 'manual' as const, ...typed, reason },
  }))
})

test('the reason for voiding or correcting an act is the one that was read', async () => {
  const deal = await addDeal(own)
  for (const command of ['void', 'correct'] as const) {
    const { id, version } = await addIssued(own, deal)
    await proveTold(act.update, (reason) => ({ body: { command, id, version, reason } }))
  }
})

test('the reason for voiding a weight act is the one that was read', async () => {
  const { draft } = await openWeightActs(world.other)
  const { id, version } = (await draft()).act
  const command = 'void' as const
  const inputOf = (reason: string) => ({ body: { command, id, version, reason } })
  await proveTold(weightacts.update, inputOf, world.other)
})

test('the reason for taking a supplier out of the stop-list is the one that was read', async () => {
  const { id } = await addSupplier(own)
  await own.operator.api.send(supplier.setStatus, setStatus([id], 'blocked', 'чужие документы'))
  await proveTold(supplier.setStatus, (reason) => setStatus([id], 'active', reason))
})
