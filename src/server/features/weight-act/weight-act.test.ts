import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { weightacts } from '#contract/weight-act/weight-act.ts'
import { uuidv7 } from '#server/db/uuid.ts'
import { addClosedVisit } from '#test/builders/closed-visits.ts'
import { addSupplier } from '#test/builders/builders.ts'
import { openWeightActs, type WeightActBody } from '#test/builders/weight-acts.ts'
import { openWorld } from '#test/support/world.ts'

const world = await openWorld()
after(() => world.close())
const { own } = world
const { operator, manager } = own
const { goods, seller, send, refused, line, draft, statusOf } = await openWeightActs(own)

test('a closed visit becomes a weight act with computed weights and a number', async () => {
  const { visit, act } = await draft()
  assert.match(act.number, /^В-\d{4}-\d{6}$/)
  assert.equal(act.status, 'draft')
  assert.equal(act.supplier_name, seller.name)
  assert.equal(act.carnumber, visit.plate)
  assert.equal(act.weigher_id, operator.id)
  const [one] = act.lines
  assert.deepEqual(
    [one!.gross_g, one!.tare_g, one!.phys_g, one!.zasor_g, one!.net_g],
    [12_480_000, 4_260_000, 8_220_000, 411_000, 7_809_000],
  )
  assert.deepEqual([act.phys_g, act.net_g, act.lines_count], [8_220_000, 7_809_000, 1])
  assert.deepEqual(
    act.rests.map((rest) => rest.rest_g),
    [0],
  )
  assert.deepEqual(await statusOf(visit.id), { status: 'attached', weight_act_id: act.id })
})

test('a dry run answers the same weights and stores nothing', async () => {
  const visit = await addClosedVisit(own, { in_g: 12_480_000, out_g: 4_260_000 })
  const body = {
    command: 'save' as const,
    transaction_ids: [visit.id],
    lines: [line(visit.id, { phys_g: 8_000_000 })],
  }
  const shown = await send({ ...body, dry_run: true })
  assert.deepEqual([shown.number, shown.rests[0]!.rest_g], ['', 220_000])
  assert.deepEqual(await statusOf(visit.id), { status: 'closed', weight_act_id: null })
  await operator.api.refused(weightacts.get, { params: { id: shown.id } })
  const first = await draft()
  const second = await draft()
  const seq = (number: string) => Number(number.slice(-6))
  assert.equal(seq(second.act.number), seq(first.act.number) + 1)
})

test('a draft is changed, its visits exchanged, and a stale copy is refused', async () => {
  const { visit, act } = await draft()
  const next = await addClosedVisit(own, { in_g: 9_000_000, out_g: 4_000_000 })
  const changed = await send({
    command: 'save',
    id: act.id,
    version: act.version,
    controller_id: manager.id,
    transaction_ids: [next.id],
    lines: [line(next.id)],
  })
  assert.deepEqual([changed.number, changed.controller_id], [act.number, manager.id])
  // The line of another load is another line, or stored values of the previous one would pass to it.
  assert.notEqual(changed.lines[0]!.id, act.lines[0]!.id)
  assert.equal((await statusOf(visit.id)).status, 'closed')
  assert.equal((await statusOf(next.id)).status, 'attached')
  const stale = { command: 'save' as const, id: act.id, version: act.version }
  assert.equal((await refused(stale)).code, 'common.stale')
  const kept = await send({ command: 'save', id: act.id, version: changed.version })
  assert.deepEqual(kept.lines, changed.lines)
})

test('lines that are sent in another order keep their ids and get their new places', async () => {
  const [one, two] = [
    await addClosedVisit(own, { in_g: 9_000_000, out_g: 4_000_000 }),
    await addClosedVisit(own, { in_g: 8_000_000, out_g: 4_000_000 }),
  ]
  const { act } = await draft({
    transaction_ids: [one.id, two.id],
    lines: [line(one.id), line(two.id)],
  })
  const lines = [line(two.id, { zasor_bp: 700 }), line(one.id)]
  const turned = await send({ command: 'save', id: act.id, version: act.version, lines })
  assert.deepEqual(
    turned.lines.map(({ id, order, transaction_id }) => [id, order, transaction_id]),
    [
      [act.lines[1]!.id, 0, two.id],
      [act.lines[0]!.id, 1, one.id],
    ],
  )
})

test('several drops of one visit and several lines of one drop add up to the whole weight', async () => {
  const visit = await addClosedVisit(own, {
    in_g: 18_400_000,
    mid_g: [12_100_000],
    out_g: 6_260_000,
  })
  const act = await send({
    command: 'save',
    transaction_ids: [visit.id],
    lines: [
      line(visit.id, { zasor_bp: 300 }),
      line(visit.id, {
        drop_no: 2,
        phys_g: 1_000_000,
        pack_g: 40_000,
        product_id: goods.copper.id,
      }),
      line(visit.id, { drop_no: 2, zasor_bp: 700 }),
    ],
  })
  assert.deepEqual(
    act.lines.map(({ gross_g, tare_g, phys_g }) => [gross_g, tare_g, phys_g]),
    [
      [18_400_000, 12_100_000, 6_300_000],
      [12_100_000, 11_060_000, 1_000_000],
      [11_060_000, 6_260_000, 4_800_000],
    ],
  )
  assert.deepEqual(
    act.rests.map((rest) => rest.rest_g),
    [0, 0],
  )
  const body = { command: 'confirm' as const, id: act.id, version: act.version }
  assert.equal((await send(body)).status, 'confirmed')
})

test('a visit belongs to one weight act, also with concurrent saves', async () => {
  const { visit } = await draft()
  const body = { command: 'save' as const, transaction_ids: [visit.id] }
  assert.equal((await refused(body)).code, 'weight-act.transaction-taken')
  const fresh = await addClosedVisit(own, { in_g: 9_000_000, out_g: 4_000_000 })
  const payload = { command: 'save', transaction_ids: [fresh.id] }
  const answers = await Promise.all(
    Array.from({ length: 6 }, () =>
      operator.api.raw({ method: 'PUT', url: weightacts.update.path, payload }),
    ),
  )
  const codes = answers.map((answer) => answer.statusCode)
  assert.deepEqual(codes.toSorted(), [200, 409, 409, 409, 409, 409])
})

test('visits of one weight act have one supplier and one direction', async () => {
  const second = await addSupplier(own)
  const mine = await addClosedVisit(own, { in_g: 9e6, out_g: 4e6, supplier_id: seller.id })
  const his = await addClosedVisit(own, { in_g: 9e6, out_g: 4e6, supplier_id: second.id })
  const away = await addClosedVisit(own, { in_g: 4e6, out_g: 9e6 })
  const save = (transaction_ids: string[], supplier_id?: string) =>
    refused({ command: 'save', transaction_ids, ...(supplier_id && { supplier_id }) })
  assert.equal((await save([mine.id, his.id])).code, 'weight-act.mixed')
  assert.equal((await save([mine.id], second.id)).code, 'weight-act.mixed')
  assert.equal((await save([mine.id, away.id])).code, 'weight-act.mixed')
  const taken = await send({ command: 'save', transaction_ids: [mine.id] })
  assert.equal(taken.supplier_id, seller.id)
  const shipment = await send({
    command: 'save',
    transaction_ids: [away.id],
    lines: [line(away.id)],
  })
  assert.deepEqual([shipment.direction, shipment.lines[0]!.phys_g], ['shipment', 5_000_000])
})

test('a test load, an empty visit and a visit still inside are refused', async () => {
  const control = await addClosedVisit(own, { in_g: 9e6, out_g: 4e6, direction: 'control' })
  const empty = await addClosedVisit(own, { in_g: 4e6, out_g: 4e6 })
  const inside = await addClosedVisit(own, { in_g: 9e6, out_g: 4e6 })
  await own.db.q
    .updateTable('visit')
    .set({ status: 'in' })
    .where('company_id', '=', own.id)
    .where('id', '=', inside.id)
    .execute()
  const save = (id: string) => refused({ command: 'save', transaction_ids: [id] })
  for (const { id } of [control, empty])
    assert.deepEqual(Object.keys((await save(id)).fields ?? {}), ['transaction_ids.0'])
  assert.equal((await save(inside.id)).code, 'common.bad-transition')
  assert.equal((await save(uuidv7())).code, 'common.not-found')
})

test('a supplier in the stop-list and a stored tare of a person are refused', async () => {
  const blocked = await addSupplier(own, { status: 'blocked' })
  const archived = await addSupplier(own, { status: 'archived' })
  const visit = await addClosedVisit(own, { in_g: 9e6, out_g: 4e6, mode: 'stored_tare' })
  const save = (supplier_id: string) =>
    refused({ command: 'save', transaction_ids: [visit.id], supplier_id })
  assert.equal((await save(blocked.id)).code, 'supplier.blocked')
  assert.deepEqual(Object.keys((await save(archived.id)).fields!), ['supplier_id'])
  assert.equal((await save(seller.id)).code, 'transaction.tare-for-person')
  const firm = await addSupplier(own, { type: 'company' })
  await send({ command: 'save', transaction_ids: [visit.id], supplier_id: firm.id })
})

test('an impossible line is refused at its field', async () => {
  const visit = await addClosedVisit(own, { in_g: 9_000_000, out_g: 4_000_000 })
  const field = async (...lines: object[]) => {
    const body = { command: 'save' as const, transaction_ids: [visit.id] }
    const refusal = await refused({
      ...body,
      lines: lines.map((one) => line(visit.id, one)),
    } as WeightActBody)
    return Object.keys(refusal.fields ?? {}).join()
  }
  assert.equal(await field({ drop_no: 2 }), 'lines.0.drop_no')
  assert.equal(await field({ transaction_id: uuidv7() }), 'lines.0.transaction_id')
  assert.equal(await field({ product_id: goods.groupId }), 'lines.0.product_id')
  assert.equal(await field({ product_id: goods.pallet.id }), 'lines.0.product_id')
  assert.equal(await field({ pack_g: 5_000_001 }), 'lines.0.pack_g')
  assert.equal(await field({ pack_g: Number.MAX_SAFE_INTEGER }), 'lines.0.pack_g')
  assert.equal(await field({ phys_g: Number.MAX_SAFE_INTEGER }), 'lines.0.phys_g')
  const deductions = Array.from({ length: 10 }, () => ({
    reason: 'Вода',
    grams: Number.MAX_SAFE_INTEGER,
  }))
  assert.equal(await field({ deductions }), 'lines.0.deductions')
  assert.equal(await field({}, {}), 'lines.1.phys_g')
  const uneven = { zasor_mode: 'weight', zasor_bp: undefined, zasor_g: 1_500 }
  assert.equal(await field(uneven), 'lines.0.zasor_g')
})

test('a repeated create answers the first weight act, other content under its id is refused', async () => {
  const visit = await addClosedVisit(own, { in_g: 9_000_000, out_g: 4_000_000 })
  const body = { command: 'save' as const, client_id: uuidv7(), transaction_ids: [visit.id] }
  const first = await send(body)
  assert.equal((await send(body)).id, first.id)
  const other = { ...body, lines: [line(visit.id)] }
  assert.equal((await refused(other)).code, 'common.id-reused')
})
