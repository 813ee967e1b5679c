import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { weightacts } from '#contract/weight-act/weight-act.ts'
import { inTransaction } from '#server/db/handle.ts'
import { storeFile, storing } from '#server/features/file/storage/store-file.ts'
import { addClosedVisit } from '#test/builders/closed-visits.ts'
import { jpeg } from '#test/builders/pictures.ts'
import { addProducts, addSupplier } from '#test/builders/builders.ts'
import { openWeightActs } from '#test/builders/weight-acts.ts'
import { openWorld } from '#test/support/world.ts'

const world = await openWorld()
after(() => world.close())
const { own, other } = world
const { operator } = own
const { send, refused, line, draft } = await openWeightActs(own)

test('the card of a weight act has its visits, its act and the printed form', async () => {
  const { visit, act } = await draft()
  const card = await operator.api.send(weightacts.get, { params: { id: act.id } })
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

test('pack and deductions with their reasons are on the printed form', async () => {
  const visit = await addClosedVisit(own, { in_g: 12_480_000, out_g: 4_260_000 })
  const deductions = [
    { reason: 'Вода', grams: 40_000 },
    { reason: 'Грунт', grams: 20_000 },
  ]
  const { act } = await draft({
    transaction_ids: [visit.id],
    lines: [line(visit.id, { pack_g: 6000, deductions })],
  })
  const [made] = act.lines
  assert.deepEqual([made!.phys_g, made!.base_g, made!.net_g], [8_214_000, 8_154_000, 7_746_000])
  const card = await operator.api.send(weightacts.get, { params: { id: act.id } })
  const cells = [...card.body_html.matchAll(/<td[^>]*>([^<]*)<\/td>/g)].map(([, text]) => text)
  const from = cells.indexOf('Вода 40 кг; Грунт 20 кг')
  assert.deepEqual(
    cells.slice(from - 2, from + 4).map((text) => text!.replaceAll(/\s/gu, ' ')),
    ['6', '8 214', 'Вода 40 кг; Грунт 20 кг', '408', '5,7', '7 746'],
  )
})

test('photos are on a second sheet where the company prints them', async () => {
  const bytes = await jpeg()
  const id = await storing(own.db, [{ bytes, mime: 'image/jpeg' }], ([stored]) =>
    inTransaction(own.db, (tx) => storeFile(tx, stored!, { kind: 'photo', params: { camera: 2 } })),
  )
  const visit = await addClosedVisit(own, { in_g: 9_000_000, out_g: 4_000_000, photos: [id] })
  const act = await send({ command: 'save', transaction_ids: [visit.id] })
  const read = () => operator.api.send(weightacts.get, { params: { id: act.id } })
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
    const answer = await operator.api.send(weightacts.getAll, { query: { filter } })
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
  })
  const statuses = [{ status: 'draft', count: 1, sum: 7_809_000 }]
  assert.deepEqual(page.totals, { count: 1, phys_g: 8_220_000, net_g: 7_809_000, statuses })
  const { lines: _lines, rests: _rests, ...row } = act
  assert.deepEqual(page.items[0], row)
})

test('another company finds no weight act of ours and cannot use our visits', async () => {
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
