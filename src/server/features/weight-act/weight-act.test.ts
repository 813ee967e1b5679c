import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { CallInput } from '#contract/call.ts'
import { weightacts } from '#contract/weight-act.ts'
import { inTransaction } from '#server/db/handle.ts'
import { uuidv7 } from '#server/db/uuid.ts'
import { keepFile, storing } from '#server/features/file/keep-file.ts'
import { approval } from '#test/approve.ts'
import { addClosedVisit } from '#test/closed-visits.ts'
import { jpeg } from '#test/pictures.ts'
import { addProducts, addSupplier } from '#test/supplies.ts'
import { openWorld } from '#test/world.ts'

const world = await openWorld()
after(() => world.close())
const { own, other } = world
const { operator, manager } = own
const goods = await addProducts(own)
const seller = await addSupplier(own)

type Body = CallInput<typeof weightacts.update>['body']
type Save = Extract<Body, { command: 'save' }>
const send = (body: Body) => operator.api.send(weightacts.update, { body })
const refused = (body: Body) => operator.api.refused(weightacts.update, { body })

/** A line over the whole drop of a visit, 5 % of contamination. */
const line = (transaction_id: string, fields: object = {}) => ({
  transaction_id,
  drop_no: 1,
  product_id: goods.steel.id,
  zasor_mode: 'percent' as const,
  zasor_bp: 500,
  ...fields,
})

/** A draft over one fresh visit of 8 220 kg. */
async function draft(fields: Partial<Save> = {}) {
  const visit = await addClosedVisit(own, { in_g: 12_480_000, out_g: 4_260_000 })
  const act = await send({
    command: 'save',
    supplier_id: seller.id,
    transaction_ids: [visit.id],
    lines: [line(visit.id)],
    ...fields,
  })
  return { visit, act }
}

async function statusOf(id: string) {
  return own.db.q
    .selectFrom('transaction')
    .where('company_id', '=', own.id)
    .where('id', '=', id)
    .select(['status', 'weight_act_id'])
    .executeTakeFirstOrThrow()
}

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

test('a dry run answers the same weights and leaves nothing behind', async () => {
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
  assert.equal(changed.lines[0]!.id, act.lines[0]!.id)
  assert.equal((await statusOf(visit.id)).status, 'closed')
  assert.equal((await statusOf(next.id)).status, 'attached')
  const stale = { command: 'save' as const, id: act.id, version: act.version }
  assert.equal((await refused(stale)).code, 'common.stale')
  const kept = await send({ command: 'save', id: act.id, version: changed.version })
  assert.deepEqual(kept.lines, changed.lines)
})

test('several stops of one visit and several lines of one stop hold the whole weight', async () => {
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

test('confirming needs every drop to be held exactly, and freezes', async () => {
  const { visit, act } = await draft()
  const short = await send({
    command: 'save',
    id: act.id,
    version: act.version,
    lines: [line(visit.id, { phys_g: 8_219_999 })],
  })
  assert.equal(short.rests[0]!.rest_g, 1)
  const confirm = { command: 'confirm' as const, id: act.id }
  assert.equal(
    (await refused({ ...confirm, version: short.version })).code,
    'weight-act.sum-differs',
  )
  const over = await send({
    command: 'save',
    id: act.id,
    version: short.version,
    lines: [line(visit.id, { phys_g: 8_220_000, pack_g: 1 })],
  })
  assert.equal(over.rests[0]!.rest_g, -1)
  assert.equal(
    (await refused({ ...confirm, version: over.version })).code,
    'weight-act.sum-differs',
  )
  const empty = await send({ command: 'save', id: act.id, version: over.version, lines: [] })
  assert.equal(
    (await refused({ ...confirm, version: empty.version })).code,
    'weight-act.sum-differs',
  )
  const whole = await send({
    command: 'save',
    id: act.id,
    version: empty.version,
    lines: [line(visit.id)],
  })
  const done = await send({ ...confirm, version: whole.version })
  assert.equal(done.status, 'confirmed')
  // Asked again after a lost answer, nothing changes.
  assert.equal((await send({ ...confirm, version: whole.version })).version, done.version)
  const late = { command: 'save' as const, id: act.id, version: done.version, lines: [] }
  assert.equal((await refused(late)).code, 'weight-act.frozen')
})

test('a weight act is void with a PIN: its visit is free, its number stays used', async () => {
  const { visit, act } = await draft()
  const body = {
    command: 'void' as const,
    id: act.id,
    version: act.version,
    reason: 'Ошибка ввода',
  }
  const asked = await refused(body)
  assert.equal(asked.code, 'approval.required')
  const token = await approval(operator, asked, manager)
  const gone = await operator.api.send(weightacts.update, { body }, token)
  assert.deepEqual([gone.status, gone.void_reason], ['void', 'Ошибка ввода'])
  assert.equal((await statusOf(visit.id)).status, 'closed')
  const card = await operator.api.send(weightacts.get, { params: { id: act.id } })
  assert.deepEqual(
    card.transactions.map((one) => one.id),
    [visit.id],
  )
  assert.match(card.body_html, /АННУЛИРОВАН/)
  assert.equal((await send(body)).status, 'void')
  const again = { command: 'confirm' as const, id: act.id, version: gone.version }
  assert.equal((await refused(again)).code, 'common.bad-transition')
  const next = await draft({ transaction_ids: [visit.id], lines: [line(visit.id)] })
  assert.notEqual(next.act.number, act.number)
})

test('a visit belongs to one weight act, also when two save at the same moment', async () => {
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
    .updateTable('transaction')
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

test('a line that cannot be names its field', async () => {
  const visit = await addClosedVisit(own, { in_g: 9_000_000, out_g: 4_000_000 })
  const field = async (...lines: object[]) => {
    const body = { command: 'save' as const, transaction_ids: [visit.id] }
    const refusal = await refused({
      ...body,
      lines: lines.map((one) => line(visit.id, one)),
    } as Body)
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

test('high contamination is marked, a manager looks at it, and the mark goes with its cause', async () => {
  const visit = await addClosedVisit(own, { in_g: 9_000_000, out_g: 4_000_000 })
  const save = { command: 'save' as const, transaction_ids: [visit.id] }
  const even = await send({ ...save, lines: [line(visit.id, { zasor_bp: 1500 })] })
  assert.deepEqual([even.flags, even.lines[0]!.zasor_over], [[], false])
  const change = { command: 'save' as const, id: even.id }
  const high = await send({
    ...change,
    version: even.version,
    lines: [line(visit.id, { zasor_bp: 1520 })],
  })
  assert.deepEqual([high.flags[0]!.code, high.lines[0]!.zasor_over], ['zasor_high', true])
  const body = {
    command: 'review' as const,
    id: even.id,
    version: high.version,
    flags: ['zasor_high' as const],
    note: 'Видел',
  }
  assert.equal((await refused(body)).code, 'access.denied')
  const seen = await manager.api.send(weightacts.update, { body })
  assert.equal(seen.flags[0]!.note, 'Видел')
  assert.ok(seen.flags[0]!.reviewed_at)
  const clean = await send({ ...change, version: seen.version, lines: [line(visit.id)] })
  assert.deepEqual(clean.flags, [])
})

test('a repeated create answers the first weight act, other content under its id is refused', async () => {
  const visit = await addClosedVisit(own, { in_g: 9_000_000, out_g: 4_000_000 })
  const body = { command: 'save' as const, client_id: uuidv7(), transaction_ids: [visit.id] }
  const first = await send(body)
  assert.equal((await send(body)).id, first.id)
  const other = { ...body, lines: [line(visit.id)] }
  assert.equal((await refused(other)).code, 'common.id-reused')
})

test('the card holds the whole chain and the paper', async () => {
  const { visit, act } = await draft()
  const card = await own.user.api.send(weightacts.get, { params: { id: act.id } })
  assert.deepEqual(card.lines, act.lines)
  const [seen] = card.transactions
  assert.deepEqual([seen!.id, seen!.weight_act_number], [visit.id, act.number])
  assert.deepEqual(
    seen!.weighings.map((one) => [one.kind, one.weight_g]),
    [
      ['in', 12_480_000],
      ['out', 4_260_000],
    ],
  )
  assert.match(card.body_html, /ЧЕРНОВИК/)
  assert.ok(card.body_html.includes(act.number))
  assert.match(card.body_html, /ручной ввод/)
  assert.doesNotMatch(card.body_html, / style=/)
})

test('photos stand on a second sheet where the company prints them', async () => {
  const bytes = await jpeg()
  const id = await storing(own.db, [{ bytes, mime: 'image/jpeg' }], ([stored]) =>
    inTransaction(own.db, (tx) => keepFile(tx, stored!, { kind: 'photo', params: { camera: 2 } })),
  )
  const visit = await addClosedVisit(own, { in_g: 9_000_000, out_g: 4_000_000, photos: [id] })
  const act = await send({ command: 'save', transaction_ids: [visit.id] })
  const read = () => own.user.api.send(weightacts.get, { params: { id: act.id } })
  const plain = await read()
  assert.deepEqual(
    plain.transactions[0]!.weighings.flatMap((one) => one.photos.map((photo) => photo.file_id)),
    [id],
  )
  assert.doesNotMatch(plain.body_html, /data:image/)
  const row = own.db.q.updateTable('company').where('id', '=', own.id)
  const before = await own.db.q
    .selectFrom('company')
    .where('id', '=', own.id)
    .select('settings')
    .executeTakeFirstOrThrow()
  const cfg = { modules_cfg: { weightacts: { print_photos: true } } }
  await row.set({ settings: JSON.stringify({ ...(before.settings as object), ...cfg }) }).execute()
  const printed = await read()
  assert.match(printed.body_html, /src="data:image\/jpeg;base64,/)
  await row.set({ settings: JSON.stringify(before.settings) }).execute()
})

test('the list finds weight acts by every key and sums the whole filter', async () => {
  const finder = await addSupplier(own, { last_name: 'Ёлкин' })
  const visit = await addClosedVisit(own, {
    plate: 'О777ОО77',
    in_g: 12_480_000,
    out_g: 4_260_000,
    supplier_id: finder.id,
  })
  const { act } = await draft({
    supplier_id: finder.id,
    transaction_ids: [visit.id],
    lines: [line(visit.id)],
  })
  const found = async (filter: object) => {
    const answer = await operator.api.send(weightacts.getAll, { query: { filter } } as never)
    return answer.items.map((one) => one.id)
  }
  for (const filter of [
    { supplier_id: [finder.id] },
    { carnumber: 'o777oo' },
    { number: act.number },
    { search: 'елкин' },
    { search: 'О777' },
    { ids: [act.id], date_from: act.date, date_to: act.date, auto: false, status: ['draft'] },
    { ids: [act.id], site_id: own.siteId, direction: ['purchase'] },
    { ids: [act.id], sort: [['net_g', 'desc']] },
    { ids: [act.id], sort: [['supplier_name', 'asc']] },
  ])
    assert.deepEqual(await found(filter), [act.id], JSON.stringify(filter))
  for (const filter of [
    { ids: [act.id], auto: true },
    { ids: [act.id], flag: ['zasor_high'] },
    { ids: [act.id], date_to: '2020-01-01' },
    { ids: [act.id], status: ['void'] },
    { ids: [act.id], direction: ['shipment'] },
  ])
    assert.deepEqual(await found(filter), [], JSON.stringify(filter))
  const page = await operator.api.send(weightacts.getAll, {
    query: { filter: { ids: [act.id] } },
  } as never)
  assert.deepEqual(page.totals, { count: 1, phys_g: 8_220_000, net_g: 7_809_000 })
  const { lines: _lines, rests: _rests, ...row } = act
  assert.deepEqual(page.items[0], row)
})

test('a stranger reaches no weight act, and no visit for one of his own', async () => {
  const { visit, act } = await draft()
  const stranger = other.operator.api
  const missing = { command: 'confirm' as const, id: act.id, version: act.version }
  for (const body of [
    missing,
    { command: 'save' as const, id: act.id, version: act.version },
    { command: 'void' as const, id: act.id, version: act.version, reason: 'Чужой акт' },
    { command: 'save' as const, transaction_ids: [visit.id] },
  ])
    assert.equal((await stranger.refused(weightacts.update, { body })).code, 'common.not-found')
  const look = { command: 'review' as const, id: act.id, version: 1, flags: ['manual' as const] }
  const review = await other.manager.api.refused(weightacts.update, { body: look })
  assert.equal(review.code, 'common.not-found')
  const card = await stranger.refused(weightacts.get, { params: { id: act.id } })
  assert.equal(card.code, 'common.not-found')
  const list = await stranger.send(weightacts.getAll)
  assert.deepEqual(list.items, [])
  const fresh = await addClosedVisit(own, { in_g: 9e6, out_g: 4e6 })
  const foreign = await addSupplier(other)
  const save = { command: 'save' as const, transaction_ids: [fresh.id] }
  for (const body of [
    { ...save, supplier_id: foreign.id },
    { ...save, site_id: other.siteId },
    { ...save, controller_id: other.operator.id },
    { ...save, lines: [line(fresh.id, { product_id: (await addProducts(other)).steel.id })] },
  ])
    assert.equal((await refused(body)).code, 'common.not-found')
})
