import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { weightacts } from '#contract/weight-act/weight-act.ts'
import { inTransaction, type Tx } from '#server/db/handle.ts'
import { uuidv7 } from '#server/db/uuid.ts'
import { addClosedVisit } from '#test/builders/closed-visits.ts'
import { addProducts, addSupplier } from '#test/builders/builders.ts'
import { openWorld } from '#test/support/world.ts'
import { freezeWeightActs } from './read/issued-weight-act.ts'
import { makeAutoWeightAct, releaseWeightActs, takeWeightActs } from './attach-to-act.ts'

const world = await openWorld()
after(() => world.close())
const { own } = world
const { api } = own.operator
const goods = await addProducts(own)
const seller = await addSupplier(own)
const inTx = <T>(work: (tx: Tx) => Promise<T>) => inTransaction(own.db, work)
const refusal = (code: string) => ({ code })

/** A bare draft of an act, before it takes its sources. */
async function addAct(): Promise<string> {
  const id = uuidv7()
  await own.db.q
    .insertInto('act')
    .values({
      company_id: own.id,
      id,
      kind: 'psa',
      sort_at: new Date().toISOString(),
      site_id: own.siteId,
      supplier_id: seller.id,
    })
    .execute()
  return id
}

const line = (transaction_id: string) => ({
  transaction_id,
  drop_no: 1,
  product_id: goods.steel.id,
  zasor_mode: 'percent' as const,
  zasor_bp: 500,
})

const addVisit = (fields: object = {}) =>
  addClosedVisit(own, { in_g: 12_480_000, out_g: 4_260_000, ...fields })

async function addConfirmed(fields: object = {}, visitFields: object = {}) {
  const visit = await addVisit(visitFields)
  const body = {
    command: 'save' as const,
    supplier_id: seller.id,
    transaction_ids: [visit.id],
    lines: [line(visit.id)],
    ...fields,
  }
  const act = await api.send(weightacts.update, { body })
  const confirm = { command: 'confirm' as const, id: act.id, version: act.version }
  return api.send(weightacts.update, { body: confirm })
}

const read = (id: string) => api.send(weightacts.get, { params: { id } })

async function visitStatus(id: string): Promise<string> {
  const row = await own.db.q
    .selectFrom('visit')
    .where('company_id', '=', own.id)
    .where('id', '=', id)
    .select('status')
    .executeTakeFirstOrThrow()
  return row.status
}

test('an act takes exactly the named weight acts, and voiding it releases them', async () => {
  const actId = await addAct()
  const [first, second] = [await addConfirmed(), await addConfirmed()]
  const take = (weightActIds: string[]) =>
    inTx((tx) => takeWeightActs(tx, { supplierId: seller.id, weightActIds, actId }))
  const lines = await take([first.id, second.id])
  assert.deepEqual(new Set(lines), new Set([...first.lines, ...second.lines]))
  assert.deepEqual(
    [(await read(first.id)).status, (await read(first.id)).act_id],
    ['attached', actId],
  )
  await take([second.id])
  assert.equal((await read(first.id)).status, 'confirmed')
  const before = (await read(second.id)).version
  await take([second.id])
  assert.equal((await read(second.id)).version, before)
  await inTx((tx) => releaseWeightActs(tx, actId))
  assert.deepEqual(
    [(await read(second.id)).status, (await read(second.id)).act_id],
    ['confirmed', null],
  )
})

test('drafts, shipments, weight acts of other suppliers and those of another act are refused', async () => {
  const actId = await addAct()
  const take = (weightActIds: string[], to = actId) =>
    inTx((tx) => takeWeightActs(tx, { supplierId: seller.id, weightActIds, actId: to }))
  const visit = await addVisit()
  const draft = await api.send(weightacts.update, {
    body: { command: 'save', supplier_id: seller.id, transaction_ids: [visit.id] },
  })
  await assert.rejects(take([draft.id]), refusal('common.bad-transition'))
  const second = await addSupplier(own)
  const his = await addConfirmed({ supplier_id: second.id })
  await assert.rejects(take([his.id]), refusal('weight-act.mixed'))
  const away = await addConfirmed({}, { in_g: 4_000_000, out_g: 9_000_000 })
  await assert.rejects(take([away.id]), refusal('weight-act.mixed'))
  await assert.rejects(take([uuidv7()]), refusal('common.not-found'))
  const mine = await addConfirmed()
  await take([mine.id])
  await assert.rejects(take([mine.id], await addAct()), refusal('act.source-taken'))
  const held = await read(mine.id)
  const body = { command: 'void' as const, id: mine.id, version: held.version, reason: 'Ошибка' }
  const locked = await api.refused(weightacts.update, { body: { ...body, reason: 'Ошибка ввода' } })
  assert.equal(locked.code, 'common.bad-transition')
})

test('a weight act confirmed without a supplier gets the supplier of the act', async () => {
  const actId = await addAct()
  const free = await addConfirmed({ supplier_id: null })
  assert.equal(free.supplier_id, null)
  const weightActIds = [free.id]
  await inTx((tx) => takeWeightActs(tx, { supplierId: seller.id, weightActIds, actId }))
  assert.equal((await read(free.id)).supplier_id, seller.id)
  const tared = await addConfirmed({ supplier_id: null }, { mode: 'stored_tare' })
  await assert.rejects(
    inTx((tx) => takeWeightActs(tx, { supplierId: seller.id, weightActIds: [tared.id], actId })),
    refusal('transaction.tare-for-person'),
  )
})

test('a supplier whom only the draft of an act names is corrected before its issue, and the weight act says so', async () => {
  const actId = await addAct()
  const free = await addConfirmed({ supplier_id: null })
  const weightActIds = [free.id]
  await inTx((tx) => takeWeightActs(tx, { supplierId: seller.id, weightActIds, actId }))
  const name = (last_name: string) =>
    own.db.q.updateTable('supplier').set({ last_name }).where('id', '=', seller.id).execute()
  await name('Опечаткин')
  assert.match((await read(free.id)).body_html, /Опечаткин/)
  await name('Исправленный')
  assert.match((await read(free.id)).body_html, /Исправленный/)
  // As the act's issue does.
  await inTx((tx) => freezeWeightActs(tx, weightActIds))
  await name('Другой')
  assert.match((await read(free.id)).body_html, /Исправленный/)
})

test('an act made from visits gets a weight act that changes with it', async () => {
  const actId = await addAct()
  const [first, second] = [await addVisit(), await addVisit()]
  const make = (...ids: string[]) =>
    inTx((tx) =>
      makeAutoWeightAct(tx, { supplierId: seller.id, lines: ids.map((id) => line(id)), actId }),
    )
  const made = (await make(first.id))!
  assert.deepEqual([made.auto, made.status, made.act_id], [true, 'attached', actId])
  assert.equal(made.lines[0]!.net_g, 7_809_000)
  const grown = (await make(first.id, second.id))!
  assert.deepEqual([grown.id, grown.number, grown.lines.length], [made.id, made.number, 2])
  assert.equal(grown.lines[0]!.id, made.lines[0]!.id)
  await make(second.id)
  assert.deepEqual(
    [await visitStatus(first.id), await visitStatus(second.id)],
    ['closed', 'attached'],
  )
  const own = await read(made.id)
  for (const body of [
    { command: 'save' as const, id: made.id, version: own.version },
    { command: 'confirm' as const, id: made.id, version: own.version },
    { command: 'void' as const, id: made.id, version: own.version, reason: 'Не тот заезд' },
  ])
    assert.equal((await api.refused(weightacts.update, { body })).code, 'weight-act.auto')
  await inTx((tx) => releaseWeightActs(tx, actId))
  assert.deepEqual([(await read(made.id)).status, await visitStatus(second.id)], ['void', 'closed'])
  assert.equal(await make(), null)
})

test('an act that loses its last visit voids its weight act', async () => {
  const actId = await addAct()
  const visit = await addVisit()
  const make = (ids: string[]) =>
    inTx((tx) =>
      makeAutoWeightAct(tx, { supplierId: seller.id, lines: ids.map((id) => line(id)), actId }),
    )
  const made = (await make([visit.id]))!
  assert.equal(await make([]), null)
  assert.deepEqual([(await read(made.id)).status, await visitStatus(visit.id)], ['void', 'closed'])
  const away = await addVisit({ in_g: 4_000_000, out_g: 9_000_000 })
  await assert.rejects(make([away.id]), refusal('weight-act.mixed'))
})
