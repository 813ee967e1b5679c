import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { act } from '#contract/act/act.ts'
import { weightacts } from '#contract/weight-act/weight-act.ts'
import { asScreen, facts, openCorrections } from '#test/builders/act-forms.ts'
import { addSupplier, setPrice } from '#test/builders/builders.ts'
import { addPerson, openWorld } from '#test/support/world.ts'
import type { ActForm } from '../act-form.ts'

const world = await openWorld()
after(() => world.close())
const { send, issue, correct, addGoods, changeGoods, addIssued } = await openCorrections(world.own)

const codes = (form: ActForm) => form.flags.map(({ code }) => code).toSorted()

test("a correction has the weights of the printed act although the product's step has changed", async () => {
  const goods = await addGoods()
  const issued = await addIssued(goods)
  assert.equal(issued.positions[0]!.zasor_g, 274_000)
  await changeGoods(goods, { zasor_step_g: 10 })
  const draft = await correct(issued)
  assert.deepEqual(facts(draft), facts(issued))
  assert.deepEqual([draft.net_g, draft.total_kop], [issued.net_g, issued.total_kop])
  const again = await send(asScreen(draft))
  assert.deepEqual(facts(again), facts(issued))
  const [weightActId] = again.weight_act_ids
  const weighed = await world.own.operator.api.send(weightacts.get, {
    params: { id: weightActId! },
  })
  assert.equal(weighed.lines[0]!.zasor_g, 274_000)
  const reissued = await issue(again)
  assert.deepEqual([reissued.net_g, reissued.total_kop], [issued.net_g, issued.total_kop])
})

test('a changed line of a correction is rounded by the step of the printed act', async () => {
  const goods = await addGoods()
  const issued = await addIssued(goods)
  await changeGoods(goods, { zasor_step_g: 10 })
  const draft = await correct(issued)
  const changed = await send(asScreen(draft, { zasor_bp: 500 }))
  assert.equal(changed.positions[0]!.zasor_g, 411_000)
  const finer = await send(asScreen(changed, { zasor_bp: 444 }))
  assert.equal(finer.positions[0]!.zasor_g, 365_000)
  const back = await send(asScreen(finer, { zasor_bp: 333 }))
  assert.deepEqual(facts(back), facts(issued))
})

test('weights that the present step does not allow are kept in a correction, also of an act of an older release', async () => {
  const goods = await addGoods({ zasor_step_g: 10 })
  const weighed = { zasor_mode: 'weight' as const, zasor_bp: undefined, zasor_g: 400_010 }
  const issued = await addIssued(goods, {}, weighed)
  await changeGoods(goods, { zasor_step_g: 1000 })
  // Before it was stored, the step by which a line had been computed was unknown.
  await world.own.db.q
    .updateTable('weight_act_line')
    .set({ zasor_step_g: null })
    .where('company_id', '=', world.own.id)
    .where('weight_act_id', '=', issued.weight_act_ids[0]!)
    .execute()
  const older = facts(issued).map((row) => ({ ...row, zasor_step_g: null }))
  const draft = await correct(issued)
  assert.deepEqual(facts(draft), older)
  assert.deepEqual(facts(await send(asScreen(draft))), older)
})

test('a correction keeps the marks and overrides of its act, and its PINs are asked again', async () => {
  const goods = await addGoods()
  const issued = await addIssued(
    goods,
    { positions: [{ line: 0, price_kop: 2_200_000, override_reason: 'Постоянный клиент' }] },
    { zasor_bp: 2000 },
  )
  assert.deepEqual(codes(issued), ['no_consent', 'price_override', 'zasor_high'])
  const draft = await correct(issued)
  assert.deepEqual(codes(draft), ['price_override', 'zasor_high'])
  const at = (form: ActForm) => form.flags.find(({ code }) => code === 'zasor_high')!.at
  assert.equal(at(draft), at(issued))
  assert.deepEqual(draft.confirmations, ['act.price_over_limit', 'act.zasor_over_limit'])
  assert.equal(draft.positions[0]!.approver_name, null)
  const again = await send(asScreen(draft))
  assert.deepEqual([facts(again), codes(again)], [facts(issued), codes(draft)])
  assert.deepEqual(codes(await issue(again)), ['no_consent', 'price_override', 'zasor_high'])
})

test('a reviewed mark is unreviewed in the correction', async () => {
  // The manager's own PIN let the contamination pass.
  const roles = ['OPERATOR', 'MANAGER'] as const
  const { app, services, own } = world
  const { api } = await addPerson(app, services, own.id, 'looker', 'USER', [...roles])
  const issued = await addIssued(await addGoods(), {}, { zasor_bp: 2000 })
  const { id, version } = issued
  const seen = await api.send(act.update, {
    body: { command: 'review', id, version, flags: ['zasor_high'] },
  })
  assert.ok(seen.flags.every((flag) => flag.code !== 'zasor_high' || flag.reviewed_at))
  const draft = await correct(seen)
  assert.deepEqual(
    draft.flags.map(({ code, reviewed_at }) => [code, reviewed_at ?? null]),
    [['zasor_high', null]],
  )
})

test('an override within the free share is kept when the list price has changed since', async () => {
  const goods = await addGoods()
  const override = { price_kop: 2_050_000, override_reason: 'Чистый лист' }
  const issued = await addIssued(goods, { positions: [{ line: 0, ...override }] })
  for (const list of [1_000_000, 2_050_000]) {
    await setPrice(world.own, goods, world.own.columnId, list)
    const again = await send({ ...asScreen(await correctDry(issued)), dry_run: true })
    assert.deepEqual([facts(again), again.confirmations], [facts(issued), []], `${list}`)
  }
})

/** Corrects an act once, whatever number of times it is asked. */
const corrected = new Map<string, ActForm>()
async function correctDry(issued: ActForm): Promise<ActForm> {
  const draft = corrected.get(issued.id) ?? (await correct(issued))
  corrected.set(issued.id, draft)
  return draft
}

test('a corrected act keeps its list price until its seller, its load or its price is changed', async () => {
  const goods = await addGoods()
  const issued = await addIssued(goods)
  await setPrice(world.own, goods, world.own.columnId, 1_500_000)
  const draft = await correct(issued)
  const [row] = (await send({ ...asScreen(draft), dry_run: true })).positions
  assert.deepEqual([row!.price_kop, row!.price_now_kop], [2_000_000, 1_500_000])
  const other = await addSupplier(world.own)
  const moved = await send({ ...asScreen(draft), supplier_id: other.id, dry_run: true })
  assert.deepEqual(
    moved.positions.map((one) => [one.price_kop, one.previous_price_kop, one.reprice_reason]),
    [[1_500_000, 2_000_000, 'supplier']],
  )
  const taken = asScreen(draft)
  const anew = await send({ ...taken, positions: [{ line: 0, take_price: true }] })
  assert.equal(anew.positions[0]!.price_kop, 1_500_000)
})
