import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { weightacts } from '#contract/weight-act/weight-act.ts'
import {
  asScreen,
  actCommands,
  change,
  facts,
  lineOf,
  openCorrections,
  PSA_FORM,
} from '#test/builders/act-forms.ts'
import { addClosedVisit } from '#test/builders/closed-visits.ts'
import { addProduct, setPrice } from '#test/builders/builders.ts'
import { openWorld } from '#test/support/world.ts'

const world = await openWorld()
after(() => world.close())
const { seller, send, issue, correct, addGoods, changeGoods, addIssued } = await openCorrections(
  world.own,
)
const { refused } = actCommands(world.own.operator)

test('an archived product stays in documents that have it and cannot be chosen for others', async () => {
  const goods = await addGoods()
  const issued = await addIssued(goods)
  await changeGoods(goods, { status: 'archived', name: 'Переименован' })
  const draft = await correct(issued)
  assert.deepEqual(facts(draft), facts(issued))
  const again = await send(asScreen(draft))
  assert.deepEqual(facts(again), facts(issued))
  const fresh = await addClosedVisit(world.own, { in_g: 12_480_000, out_g: 4_260_000 })
  const body = {
    command: 'save',
    supplier_id: seller.id,
    lines: [lineOf(fresh.id, goods)],
  }
  const refusal = await refused(body)
  assert.deepEqual(Object.keys(refusal.fields!), ['lines.0.product_id'])
  const moved = change(again, { lines: [lineOf(fresh.id, goods)] })
  const elsewhere = await refused(moved)
  assert.deepEqual(Object.keys(elsewhere.fields!), ['lines.0.product_id'])
  assert.equal((await issue(again)).total_kop, issued.total_kop)
})

test('archived goods by piece stay in their draft and in a correction', async () => {
  const pieces = await addProduct(world.own, {
    name: 'Бочка',
    measure: 'piece',
    display_unit: 'pcs',
  })
  await setPrice(world.own, pieces, world.own.columnId, 40_000)
  const positions = [{ product_id: pieces, qty: 6 }]
  const made = await send({ command: 'save', supplier_id: seller.id, positions })
  await changeGoods(pieces, { status: 'archived' })
  const kept = await send(change(made, { positions }))
  assert.equal(kept.total_kop, 240_000)
  const draft = await correct(await issue(kept))
  const again = await send(change(draft, { positions: [{ product_id: pieces, qty: 5 }] }))
  assert.equal(again.total_kop, 200_000)
  const body = { command: 'save', supplier_id: seller.id, positions }
  const refusal = await refused(body)
  assert.deepEqual(Object.keys(refusal.fields!), ['positions.0.product_id'])
})

test('the weight act of a correction has the marks of its goods, and a confirmed one is the same', async () => {
  const { api } = world.own.operator
  const goods = await addGoods()
  const issued = await addIssued(goods, {}, { zasor_bp: 2000 })
  const draft = await correct(issued)
  const own = await api.send(weightacts.get, { params: { id: draft.weight_act_ids[0]! } })
  assert.deepEqual(
    own.flags.map(({ code }) => code),
    ['zasor_high'],
  )
  const visit = await addClosedVisit(world.own, { in_g: 9_000_000, out_g: 4_000_000 })
  const made = await api.send(weightacts.update, {
    body: {
      command: 'save',
      supplier_id: seller.id,
      transaction_ids: [visit.id],
      lines: [lineOf(visit.id, goods)],
    },
  })
  const { id, version } = made
  const { lines } = await api.send(weightacts.update, { body: { command: 'confirm', id, version } })
  const second = await issue(
    await send({
      command: 'save',
      supplier_id: seller.id,
      ...PSA_FORM,
      weight_act_ids: [id],
      positions: [{ line_id: lines[0]!.id }],
    }),
  )
  await changeGoods(goods, { zasor_step_g: 10, status: 'archived' })
  const again = await correct(second)
  assert.deepEqual(facts(again), facts(second))
  const positions = [{ line_id: lines[0]!.id }]
  const saved = await send(change(again, { weight_act_ids: [id], positions }))
  assert.deepEqual(facts(saved), facts(second))
})

test('the draft of a weight act whose product was archived since is still computed and kept', async () => {
  const { api } = world.own.operator
  const goods = await addGoods()
  const visit = await addClosedVisit(world.own, { in_g: 9_000_000, out_g: 4_000_000 })
  const body = { transaction_ids: [visit.id], lines: [lineOf(visit.id, goods)] }
  const made = await api.send(weightacts.update, { body: { command: 'save', ...body } })
  await changeGoods(goods, { status: 'archived' })
  const { id, version } = made
  const again = await api.send(weightacts.update, {
    body: { command: 'save', id, version, ...body },
  })
  assert.deepEqual(again.lines[0]!.zasor_g, made.lines[0]!.zasor_g)
})
