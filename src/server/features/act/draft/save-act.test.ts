import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { act } from '#contract/act/act.ts'
import { weightacts } from '#contract/weight-act/weight-act.ts'
import { uuidv7 } from '#server/db/uuid.ts'
import {
  addDeal,
  addDraft,
  steelLine,
  type Deal,
  type ActBody,
  type ActSave,
} from '#test/builders/act-forms.ts'
import { addClosedVisit } from '#test/builders/closed-visits.ts'
import { addSupplier, setPrice } from '#test/builders/builders.ts'
import { openWorld, type World } from '#test/support/world.ts'

let world: World
let deal: Deal
before(async () => {
  world = await openWorld()
  deal = await addDeal(world.own)
})
after(() => world.close())

const send = (body: ActBody) => world.own.operator.api.send(act.update, { body })
const refused = (body: object, person = world.own.operator) =>
  person.api.refused(act.update, { body })
const visit = (in_g = 12_480_000, out_g = 4_260_000) => addClosedVisit(world.own, { in_g, out_g })
const save = (fields: Partial<ActSave>): ActSave => ({
  command: 'save' as const,
  supplier_id: deal.supplier.id,
  ...fields,
})
const line = (transaction_id: string, fields: object = {}) => ({
  ...steelLine(deal, transaction_id),
  ...fields,
})

test('goods by piece are counted as in C14 and make a purchase act', async () => {
  const { pallet } = deal.products
  await setPrice(world.own, pallet.id, world.own.columnId, 35_050)
  const made = await send(save({ positions: [{ product_id: pallet.id, qty: 7 }] }))
  assert.deepEqual([made.kind, made.total_kop, made.net_g], ['op5', 245_350, 0])
})

test('two drops of one visit are summed as in C12', async () => {
  const { steel, castIron } = deal.products
  const { id } = await addClosedVisit(world.own, {
    in_g: 18_400_000,
    mid_g: [12_100_000],
    out_g: 6_260_000,
  })
  const made = await send(
    save({
      lines: [
        line(id, { zasor_bp: 300 }),
        line(id, { drop_no: 2, product_id: castIron.id, zasor_bp: 700 }),
      ],
      positions: [
        { line: 0, price_kop: 1_850_000, override_reason: 'Договорная цена' },
        { line: 1, price_kop: 1_720_000, override_reason: 'Договорная цена' },
      ],
    }),
  )
  assert.deepEqual(
    made.positions.map((row) => [row.product_id, row.net_g, row.amount_kop]),
    [
      [steel.id, 6_111_000, 11_305_350],
      [castIron.id, 5_431_000, 9_341_320],
    ],
  )
  assert.equal(made.total_kop, 20_646_670)
  assert.deepEqual(
    made.flags.map((flag) => flag.code),
    ['price_override'],
  )
})

test('an act is made from a confirmed weight act, and voiding the draft releases it', async () => {
  const { id } = await visit()
  const { operator } = world.own
  const made = await operator.api.send(weightacts.update, {
    body: {
      command: 'save',
      supplier_id: deal.supplier.id,
      transaction_ids: [id],
      lines: [line(id)],
    },
  })
  const confirmed = await operator.api.send(weightacts.update, {
    body: { command: 'confirm', id: made.id, version: made.version },
  })
  const draft = await send(save({ weight_act_ids: [confirmed.id] }))
  assert.deepEqual(draft.weight_act_ids, [confirmed.id])
  assert.equal(draft.positions.length, 1, 'each line becomes a position by itself')
  const twice = await refused(save({ weight_act_ids: [confirmed.id] }))
  assert.equal(twice.code, 'act.source-taken')
  await send({ command: 'void', id: draft.id, version: draft.version })
  const again = await send(save({ weight_act_ids: [confirmed.id] }))
  assert.equal(again.net_g, 7_809_000)
})

test('a dry run answers what a save would, and writes nothing', async () => {
  const { id } = await visit()
  const body = save({ lines: [line(id)], positions: [{ line: 0 }], dry_run: true })
  const first = await send(body)
  const second = await send(body)
  assert.equal(first.total_kop, second.total_kop)
  const gone = await world.own.operator.api.refused(act.get, { query: { id: first.id } })
  assert.equal(gone.code, 'common.not-found')
})

test('a repeated create makes one act, and another body under its id is refused', async () => {
  const client_id = uuidv7()
  const body = save({ client_id, comment: 'раз' })
  const first = await send(body)
  assert.equal((await send(body)).id, first.id)
  const other = await refused({ ...body, comment: 'два' })
  assert.equal(other.code, 'common.id-reused')
})

test('a draft is changed in part, and of two changes of one version the second is refused as stale', async () => {
  const draft = await addDraft(world.own, deal)
  const body = { command: 'save' as const, id: draft.id, version: draft.version }
  const changed = await send({ ...body, comment: 'После обеда' })
  assert.equal(changed.comment, 'После обеда')
  assert.equal(changed.total_kop, draft.total_kop)
  assert.equal(changed.ownership_basis, draft.ownership_basis)
  assert.equal((await refused({ ...body, comment: 'Раньше' })).code, 'common.stale')
})

test('a kept price stays beside the new one of the list until it is taken', async () => {
  const draft = await addDraft(world.own, deal)
  const { steel } = deal.products
  await setPrice(world.own, steel.id, world.own.columnId, 2_500_000)
  const [position] = draft.positions
  const body = { command: 'save' as const, id: draft.id, version: draft.version }
  const kept = await send({ ...body, positions: [{ line_id: position!.line_id! }] })
  assert.deepEqual(
    [kept.positions[0]!.price_kop, kept.positions[0]!.price_now_kop],
    [2_450_000, 2_500_000],
  )
  const taken = await send({
    ...body,
    version: kept.version,
    positions: [{ line_id: kept.positions[0]!.line_id!, take_price: true }],
  })
  assert.equal(taken.positions[0]!.price_kop, 2_500_000)
  await setPrice(world.own, steel.id, world.own.columnId, 2_450_000)
})

test('another supplier gets the goods at the prices of his own column', async () => {
  const draft = await addDraft(world.own, deal)
  const other = await addSupplier(world.own)
  const body = {
    command: 'save' as const,
    id: draft.id,
    version: draft.version,
    supplier_id: other.id,
  }
  const moved = await send(body)
  assert.equal(moved.supplier_id, other.id)
  assert.equal(moved.net_g, draft.net_g)
  const card = await world.own.operator.api.send(act.get, { query: { id: draft.id } })
  assert.equal(card.weight_acts[0]!.supplier_id, other.id)
})

test('sources that cannot be one act are refused at their field', async () => {
  const { pallet, steel, paper } = deal.products
  const { id } = await visit()
  const lines = [line(id)]
  const mixed = await refused(
    save({ lines, positions: [{ line: 0 }, { product_id: pallet.id, qty: 1 }] }),
  )
  assert.equal(mixed.code, 'act.mixed-kinds')
  const fields = async (positions: object[]) =>
    Object.keys((await refused(save({ lines, positions }))).fields!)
  assert.deepEqual(await fields([{ line: 1 }]), ['positions.0.line'])
  assert.deepEqual(await fields([{ line: 0 }, { line: 0 }]), ['positions.1.line_id'])
  assert.deepEqual(await fields([{ line_id: uuidv7() }]), ['positions.0.line_id'])
  assert.deepEqual(await fields([{ product_id: steel.id, qty: 1 }]), ['positions.0.product_id'])
  assert.deepEqual(await fields([{ product_id: paper.id, qty: 1 }]), ['positions.0.product_id'])
  assert.deepEqual(await fields([{ product_id: uuidv7(), qty: 1 }]), ['positions.0.product_id'])
  assert.deepEqual(await fields([{ line: 0, price_kop: 5 }]), ['positions.0.override_reason'])
  const huge = { line: 0, price_kop: Number.MAX_SAFE_INTEGER, override_reason: 'Проверка' }
  assert.equal((await refused(save({ lines, positions: [huge] }))).code, 'common.number-range')
})

test('a supplier in the stop list gets no act', async () => {
  const blocked = await addSupplier(world.own, { status: 'blocked' })
  assert.equal((await refused(save({ supplier_id: blocked.id }))).code, 'supplier.blocked')
})

test('another company can neither save with our rows nor read our act', async () => {
  const draft = await addDraft(world.own, deal)
  const { operator } = world.other
  const save_ = await refused(save({}), operator)
  assert.equal(save_.code, 'common.not-found')
  for (const body of [
    { command: 'save', id: draft.id, version: 1 },
    { command: 'issue', id: draft.id, version: 1 },
    { command: 'sign', id: draft.id, version: 1 },
    { command: 'void', id: draft.id, version: 1 },
    { command: 'correct', id: draft.id, version: 1, reason: 'Чужой акт' },
  ])
    assert.equal((await refused(body, operator)).code, 'common.not-found', body.command)
  const get = await operator.api.refused(act.get, { query: { id: draft.id } })
  assert.equal(get.code, 'common.not-found')
  const body = await operator.api.refused(act.getBody, { query: { actId: draft.id } })
  assert.equal(body.code, 'common.not-found')
  const list = await operator.api.send(act.getAll, { query: { filter: { ids: [draft.id] } } })
  assert.equal(list.total, 0)
})

test('of two concurrent acts over one visit, and of two changes of one draft, one is stored', async () => {
  const { id } = await visit()
  const raw = (body: object) =>
    world.own.operator.api.raw({ method: 'POST', url: act.update.path, payload: body })
  const outcome = async (...bodies: object[]) => {
    const answers = await Promise.all(bodies.map(raw))
    return answers.map((answer) => answer.json<{ code?: string }>().code ?? 'ok').toSorted()
  }
  const made = save({ lines: [line(id)] })
  assert.deepEqual(await outcome(made, made), ['ok', 'weight-act.transaction-taken'])
  const draft = await addDraft(world.own, deal)
  const change = { command: 'save' as const, id: draft.id, version: draft.version }
  assert.deepEqual(await outcome({ ...change, comment: 'раз' }, { ...change, comment: 'два' }), [
    'common.stale',
    'ok',
  ])
})

test('impossible pack and deductions are refused at the fields of their line', async () => {
  const { id } = await visit()
  const fieldsOf = async (part: object) => {
    const body = save({ lines: [line(id, part)], positions: [{ line: 0 }], dry_run: true })
    return Object.keys((await refused(body)).fields ?? {})
  }
  const water = (grams: number) => ({ deductions: [{ reason: 'Вода', grams }] })
  assert.deepEqual(await fieldsOf(water(8_220_001)), ['lines.0.deductions'])
  assert.deepEqual(await fieldsOf({ pack_g: 8_220_001 }), ['lines.0.pack_g'])
  assert.deepEqual(await fieldsOf({ deductions: [{ reason: '', grams: 1000 }] }), [
    'lines.0.deductions.0.reason',
  ])
})

test('an act that a program saves without a vehicle prints the truck of the weighing', async () => {
  const { id } = await visit()
  const facts = { trailer_number: 'АВ123477', driver_name: 'Кузнецов Андрей' }
  const stored = await world.own.db.q
    .updateTable('visit')
    .set(facts)
    .where('id', '=', id)
    .returning('carnumber')
    .executeTakeFirstOrThrow()
  const truck = {
    make: null,
    carnumber: stored.carnumber,
    trailer: 'АВ123477',
    driver: 'Кузнецов Андрей',
  }
  const made = await send(save({ lines: [line(id)] }))
  assert.deepEqual(made.vehicle, truck)
  // What was named stays, also where a form says that there is none.
  const named = await send(
    save({ id: made.id, version: made.version, vehicle: { carnumber: null }, lines: [line(id)] }),
  )
  assert.equal(named.vehicle.carnumber, null)
  const again = await send(save({ id: made.id, version: named.version, lines: [line(id)] }))
  assert.equal(again.vehicle.carnumber, null)
})

test('a plate typed into an act is stored as that of its weighing, other words as typed', async () => {
  const { id } = await visit()
  const vehicle = { carnumber: 'Α 123 ΒΕ 77', trailer: 'не из базы' }
  const { vehicle: stored } = await send(save({ vehicle, lines: [line(id)] }))
  assert.deepEqual([stored.carnumber, stored.trailer], ['А123ВЕ77', 'не из базы'])
})
