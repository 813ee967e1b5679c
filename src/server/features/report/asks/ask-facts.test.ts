import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { act } from '#contract/act/act.ts'
import type { Flag } from '#contract/core/flags.ts'
import { files } from '#contract/file/file.ts'
import { paymentFacts } from '#contract/payment/payment-facts.ts'
import { payment } from '#contract/payment/payment.ts'
import { approvalAsks } from '#contract/user/approval/approval-asks.ts'
import { addDeal, addIssued, type Deal } from '#test/builders/act-forms.ts'
import { addClosedVisit } from '#test/builders/closed-visits.ts'
import { jpeg } from '#test/builders/pictures.ts'
import { addMethod } from '#test/builders/builders.ts'
import { addTrainingBank, rowFor } from '#test/builders/payouts.ts'
import { voidQuestions } from '#test/void-questions.ts'
import { addPerson, openWorld, type TestCompany } from '#test/support/world.ts'

const world = await openWorld()
after(() => world.close())
const { own, other, services, app } = world
const { q } = services
const owner = await addPerson(app, services, own.id, 'owner-f', 'USER', ['OWNER'])

async function addPhoto({ operator }: TestCompany, camera: number): Promise<string> {
  const params = { kind: 'photo', post: 1, camera, taken_at: '2025-03-01T09:00:00Z' } as const
  return (await operator.api.send(files.save, { query: { params }, body: await jpeg() })).id
}

/** An issued act with pictures of its weighing, a price 20 % over the list and marks on act and visit. */
async function addMarkedAct(company: TestCompany, deal: Deal) {
  const made = await addIssued(company, deal)
  const photos = [await addPhoto(company, 1), await addPhoto(company, 2)]
  const [visitId] = made.transaction_ids
  const flag = (code: Flag['code'], why?: string): Flag => ({
    code,
    at: '2025-03-01T09:00:00.000Z',
    ...(why && { why }),
  })
  await sql`alter table weighing disable trigger all`.execute(q)
  await sql`update weighing set photos = ${photos}::uuid[] where visit_id = ${visitId} and kind = 'in'`.execute(
    q,
  )
  await sql`alter table weighing enable trigger all`.execute(q)
  await sql`update visit set flags = ${JSON.stringify([flag('manual')])} where id = ${visitId}`.execute(
    q,
  )
  await sql`alter table act disable trigger all`.execute(q)
  await sql`alter table act_position disable trigger all`.execute(q)
  await sql`update act set flags = ${JSON.stringify([flag('no_consent'), flag('price_override', 'Чистый лом')])}
    where id = ${made.id}`.execute(q)
  await sql`update act_position set price_kop = round(base_price_kop * 1.2), price_source = 'override',
    override_reason = 'Чистый лом' where act_id = ${made.id}`.execute(q)
  await sql`alter table act_position enable trigger all`.execute(q)
  await sql`alter table act enable trigger all`.execute(q)
  return { id: made.id, visitId: visitId!, photos }
}

const deal = await addDeal(own)
const marked = await addMarkedAct(own, deal)
const foreign = await addMarkedAct(other, await addDeal(other))

let total = 500_00
async function askAbout(actId: string): Promise<string> {
  const { ask, sealedFor } = voidQuestions(world, actId)
  return (await ask(await sealedFor(own.operator, (total += 100)))).id
}

async function factsOf(actId: string, reader = owner) {
  const id = await askAbout(actId)
  const asks = await reader.api.send(approvalAsks.getApprovalAsks, {})
  return asks.find((one) => one.id === id)!.facts
}

test('a question shows pictures, prices beside the list, marks and supplier as the server has them', async () => {
  const facts = await factsOf(marked.id)
  assert.deepEqual(
    facts.photos.map(({ file_id }) => file_id),
    marked.photos,
  )
  const [price] = facts.prices
  assert.equal(price!.name, 'Лом стальной 3А')
  assert.equal(price!.price_kop, Math.round(price!.list_kop! * 1.2))
  assert.deepEqual([price!.off_bp, price!.reason, price!.measure], [2000, 'Чистый лом', 'weight'])
  // Paperwork is nothing that one decides on.
  assert.deepEqual(facts.marks.map(({ code }) => code).toSorted(), ['manual', 'price_override'])
  assert.ok(facts.marks.every(({ record }) => /^(Акт|Заезд) /.test(record)))
  assert.equal(facts.marks.find(({ code }) => code === 'price_override')!.why, 'Чистый лом')
  assert.equal(facts.suppliers.length, 1)
  assert.deepEqual(facts.more, { photos: 0, prices: 0, marks: 0 })
  const shown = await owner.api.send(files.getThumbnail, {
    params: { id: marked.photos[0]! },
    query: {},
  })
  assert.ok(shown)
})

test('more pictures than a card holds are counted', async () => {
  const many = await addMarkedAct(own, deal)
  const photos: string[] = []
  for (let camera = 1; camera <= 13; camera++) photos.push(await addPhoto(own, camera))
  await sql`alter table weighing disable trigger all`.execute(q)
  await sql`update weighing set photos = ${photos}::uuid[] where visit_id = ${many.visitId} and kind = 'in'`.execute(
    q,
  )
  await sql`alter table weighing enable trigger all`.execute(q)
  const facts = await factsOf(many.id)
  assert.deepEqual([facts.photos.length, facts.more.photos], [12, 1])
})

test('a record without pictures and marks, one that is gone and one of another company add nothing', async () => {
  const bare = await addIssued(own, deal)
  await sql`update visit set flags = '[]' where id = ${bare.transaction_ids[0]!}`.execute(q)
  const facts = await factsOf(bare.id)
  assert.deepEqual([facts.photos, facts.marks], [[], []])
  assert.equal(facts.prices[0]!.off_bp, 0)
  for (const id of [foreign.id, '00000000-0000-7000-8000-000000000000'])
    assert.deepEqual(await factsOf(id), {
      suppliers: [],
      photos: [],
      prices: [],
      marks: [],
      more: { photos: 0, prices: 0, marks: 0 },
    })
})

test('who may not read acts or visits is shown nothing of them, though a question may be answered', async () => {
  const modules = (list: string[]) =>
    sql`update company set settings = jsonb_set(settings, '{modules}', ${JSON.stringify(list)}::jsonb)
      where id = ${own.id}`.execute(q)
  const { rows } = await sql<{ modules: string[] }>`
    select settings->'modules' as modules from company where id = ${own.id}`.execute(q)
  const all = rows[0]!.modules
  assert.ok(all.includes('act') && all.includes('transactions'))
  const id = await askAbout(marked.id)
  await modules(all.filter((name) => name !== 'transactions'))
  const reader = await addPerson(app, services, own.id, 'owner-g', 'USER', ['OWNER'])
  const asks = await reader.api.send(approvalAsks.getApprovalAsks, {})
  await modules(all)
  const { facts } = asks.find((one) => one.id === id)!
  assert.deepEqual(facts.photos, [])
  assert.ok(!facts.marks.some(({ code }) => code === 'manual'))
  assert.ok(facts.prices.length > 0)
})

test('of a payment and of a visit the records behind it are shown', async () => {
  const { recordsBehind } = await import('./ask-facts-queries.ts')
  const [behind, ...more] = await recordsBehind(own.db, [marked.visitId])
  assert.deepEqual([behind!.act_id, behind!.visit_id, more], [marked.id, marked.visitId, []])
  const visit = await addClosedVisit(own, { in_g: 9_000_000, out_g: 4_000_000 })
  const [alone] = await recordsBehind(own.db, [visit.id])
  assert.deepEqual([alone!.act_id, alone!.visit_id, alone!.supplier], [null, visit.id, null])
  const read = await own.operator.api.send(act.get, { query: { id: marked.id } })
  const [weightActId] = read.weight_act_ids
  const [ofWeightAct] = await recordsBehind(own.db, [weightActId!])
  assert.deepEqual([ofWeightAct!.act_id, ofWeightAct!.visit_id], [marked.id, marked.visitId])
  assert.deepEqual(await recordsBehind(other.db, [marked.id, marked.visitId]), [])
})

test('behind a payment stand its acts with their weight acts and visits', async () => {
  await addTrainingBank(own)
  const method = await addMethod(own, deal.supplier)
  const row = await rowFor(own, { supplierId: deal.supplier.id, methodId: method.id }, 45_000_00)
  const acts = [...row.acts, { act_id: marked.id, amount_kop: 1_000_00 }]
  const both = { ...row, acts, amount_kop: 46_000_00 }
  const [saved] = await own.operator.api.send(payment.save, { body: { payments: [both] } })
  const { recordsBehind } = await import('./ask-facts-queries.ts')
  const behind = await recordsBehind(own.db, [saved!.id])
  const read = await own.operator.api.send(act.get, { query: { id: marked.id } })
  const of_id = saved!.id
  const supplier = read.supplier_name
  assert.deepEqual(
    behind.toSorted((a, b) => Number(a.act_id === read.id) - Number(b.act_id === read.id)),
    [
      { of_id, act_id: row.acts[0]!.act_id, weight_act_id: null, visit_id: null, supplier },
      {
        of_id,
        act_id: read.id,
        weight_act_id: read.weight_act_ids[0]!,
        visit_id: marked.visitId,
        supplier,
      },
    ],
  )
  assert.deepEqual(await recordsBehind(other.db, [of_id]), [])
  // Whoever sends it sees at its card what a person sees who was asked.
  const query = { id: saved!.id }
  const facts = await owner.api.send(paymentFacts.getPaymentFacts, { query })
  assert.deepEqual(
    facts.photos.map(({ file_id }) => file_id),
    marked.photos,
  )
  assert.deepEqual([facts.prices[0]!.off_bp, facts.prices[0]!.reason], [2000, 'Чистый лом'])
  assert.ok(facts.marks.some(({ code }) => code === 'manual'))
  const refusal = await other.manager.api.refused(paymentFacts.getPaymentFacts, { query })
  assert.equal(refusal.code, 'common.not-found')
})
