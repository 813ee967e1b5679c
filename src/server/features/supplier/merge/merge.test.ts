import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { flagReview } from '#contract/report/exceptions.ts'
import { payment } from '#contract/payment/payment.ts'
import { supplier } from '#contract/supplier/supplier.ts'
import { uuidv7 } from '#server/db/uuid.ts'
import { addIssuedAct } from '#test/builders/issued-acts.ts'
import { mergeHands } from '#test/builders/merge-steps.ts'
import { addTrainingBank, rowFor } from '#test/builders/payouts.ts'
import { addMethod, addSupplier, type TestSupplier } from '#test/builders/builders.ts'
import { addPerson, openWorld, type Person } from '#test/support/world.ts'

const world = await openWorld()
const { own } = world
await addTrainingBank(own)
after(() => world.close())
const { api, card, bodyOf, merge, refusedMerge, actRow } = mergeHands(own)

/** A payment that has reached its end, written past the bank. */
async function paid(to: TestSupplier, methodId: string, kop: number): Promise<string> {
  const row = await rowFor(own, { supplierId: to.id, methodId }, kop)
  await api.send(payment.save, { body: { payments: [row] } })
  const by = own.manager.id
  for (const values of [
    { status: 'registering', approved_by: by },
    { status: 'registered', status_source: 'create' },
    { status: 'paid', status_source: 'status' },
  ])
    await own.db.q.updateTable('payment').set(values).where('id', '=', row.id).execute()
  return row.id
}

test('records of the dropped supplier belong to the kept one, issued and paid ones stay unchanged', async () => {
  const keep = await addSupplier(own)
  const drop = await addSupplier(own)
  const method = await addMethod(own, drop)
  const paymentId = await paid(drop, method.id, 120_000)
  const actId = await addIssuedAct(own, drop.id, 500_000)
  const stood = await actRow(actId)
  const { moved, supplier: kept } = await merge(keep, drop)
  assert.deepEqual(
    [moved.acts, moved.methods, moved.same_methods, moved.payments_kept],
    [2, 1, 0, 1],
  )
  assert.deepEqual(await actRow(actId), { ...stood, supplier_id: keep.id })
  assert.equal(kept.ytd_paid_kop, 120_000)
  const { items } = await api.send(payment.getAll, {
    query: { filter: { supplier_id: [keep.id] } },
  })
  assert.deepEqual(
    items.map((row) => [row.id, row.supplier_id]),
    [[paymentId, drop.id]],
  )
  const shown = await card(keep.id)
  assert.equal(shown.balance.payable_kop, 500_000)
  assert.equal(shown.methods[0]!.recently_changed, true)
  assert.equal(shown.methods[0]!.is_default, true)
  assert.deepEqual(
    shown.aliases.map(({ id }) => id),
    [drop.id],
  )
  const alias = await card(drop.id)
  assert.deepEqual(
    [alias.status, alias.merged_into, alias.merged_into_name],
    ['archived', keep.id, keep.name],
  )
})

test('the kept supplier is paid for an act of the dropped one', async () => {
  const keep = await addSupplier(own)
  const drop = await addSupplier(own)
  const method = await addMethod(own, keep)
  const actId = await addIssuedAct(own, drop.id, 90_000)
  await merge(keep, drop)
  const row = {
    id: uuidv7(),
    supplier_id: keep.id,
    payment_method_id: method.id,
    acts: [{ act_id: actId, amount_kop: 90_000 }],
    amount_kop: 90_000,
  }
  const saved = await api.send(payment.save, { body: { payments: [row] } })
  assert.equal(saved[0]!.status, 'saved')
})

test('chosen fields are taken from the dropped record, and both documents and ИНН still prevent a third record', async () => {
  const keep = await addSupplier(own, { last_name: 'Воронин' })
  const drop = await addSupplier(own, { last_name: 'Воронина' })
  const { supplier: kept } = await merge(keep, drop, { take: ['name', 'inn', 'document', 'phone'] })
  assert.deepEqual([kept.last_name, kept.inn, kept.phone], ['Воронина', drop.inn, drop.phone])
  const whole = await api.send(supplier.get, { query: { id: keep.id, personal: '1' } })
  assert.equal(whole.doc!.number, drop.doc.number)
  const third = {
    type: 'person',
    last_name: 'Третий',
    first_name: 'Олег',
    inn: keep.inn,
  }
  const refused = await api.refused(supplier.create, { body: third })
  assert.equal(refused.code, 'supplier.duplicate-inn')
  for (const mask of ['Воронин Андрей', keep.phone, keep.inn, keep.doc.series + keep.doc.number]) {
    const found = await api.send(supplier.find, { query: { mask } })
    assert.ok(
      found.some(({ id }) => id === keep.id),
      `${mask} does not find the kept one`,
    )
    assert.ok(!found.some(({ id }) => id === drop.id))
  }
})

test('a preview of a merge changes nothing and asks for no PIN', async () => {
  const keep = await addSupplier(own)
  const drop = await addSupplier(own)
  await addIssuedAct(own, drop.id, 1000)
  const body = await bodyOf(keep, drop, { dry_run: true, take: ['phone'] })
  const seen = await api.send(supplier.merge, { body })
  assert.deepEqual([seen.moved.acts, seen.supplier.phone], [1, drop.phone])
  const after = await card(drop.id)
  assert.deepEqual([after.status, after.merged_into], ['active', null])
})

test('a payment method of both is kept once and is no longer shared', async () => {
  const keep = await addSupplier(own)
  const drop = await addSupplier(own)
  const phone = '+79161112233'
  const first = await addMethod(own, keep, { phone })
  await own.db.q.updateTable('payment_method').set({ shared: true }).execute()
  const second = await addMethod(own, drop, { phone: '+79161112234' })
  await own.db.q
    .updateTable('payment_method')
    .set({ shared: true, payee_key: first.payeeKey })
    .where('id', '=', second.id)
    .execute()
  const { moved } = await merge(keep, drop)
  assert.deepEqual([moved.methods, moved.same_methods], [0, 1])
  const { methods } = await card(keep.id)
  assert.deepEqual(
    methods.map(({ id, status, shared }) => [id, status, shared]),
    [
      [first.id, 'active', false],
      [second.id, 'archived', true],
    ],
  )
})

test('merging merged records keeps aliases one step deep', async () => {
  const [a, b, c] = [await addSupplier(own), await addSupplier(own), await addSupplier(own)]
  await merge(b, a)
  await merge(c, b)
  assert.equal((await card(a.id)).merged_into, c.id)
  assert.equal((await card(c.id)).aliases.length, 2)
  const { items } = await api.send(supplier.getAll, { query: {} })
  assert.ok(!items.some(({ id }) => id === a.id || id === b.id))
})

test('the stop-list mark is taken over by the kept supplier', async () => {
  const keep = await addSupplier(own)
  const drop = await addSupplier(own)
  const block = { ids: [drop.id], new_status: 'blocked' as const, reason: 'Краденый кабель' }
  await api.send(supplier.setStatus, { body: block })
  const { supplier: kept } = await merge(keep, drop)
  assert.deepEqual([kept.status, kept.status_reason], ['blocked', 'Краденый кабель'])
})

test('open payments, drafts, another kind, an old version and an alias prevent a merge', async () => {
  const keep = await addSupplier(own)
  const drafting = await addSupplier(own)
  await addIssuedAct(own, drafting.id, 0, 'draft')
  assert.equal((await refusedMerge(keep, drafting)).code, 'supplier.has-drafts')
  const waiting = await addSupplier(own)
  const method = await addMethod(own, waiting)
  const row = await rowFor(own, { supplierId: waiting.id, methodId: method.id }, 5000)
  await api.send(payment.save, { body: { payments: [row] } })
  assert.equal((await refusedMerge(keep, waiting)).code, 'supplier.running-payments')
  const firm = await addSupplier(own, { type: 'company' })
  assert.equal((await refusedMerge(keep, firm)).code, 'supplier.merge-kinds')
  const drop = await addSupplier(own)
  const old = await bodyOf(keep, drop)
  const stale = { ...old, drop: { ...old.drop, version: 99 } }
  assert.equal((await api.refused(supplier.merge, { body: stale })).code, 'common.stale')
  assert.equal((await refusedMerge(keep, keep)).fields?.['drop.id'] !== undefined, true)
  await merge(keep, drop)
  assert.equal((await refusedMerge(keep, drop)).code, 'common.bad-transition')
  const touched = { id: drop.id, version: (await card(drop.id)).version, comment: 'x' }
  assert.equal(
    (await api.refused(supplier.update, { body: touched })).code,
    'common.bad-transition',
  )
})

test('a supplier of another company is not found on either side of a merge', async () => {
  const keep = await addSupplier(own)
  const foreign = await addSupplier(world.other)
  const body = {
    keep: { id: keep.id, version: 1 },
    drop: { id: foreign.id, version: 1 },
    take: [],
    reason: 'Завели дважды',
  }
  assert.equal((await api.refused(supplier.merge, { body })).code, 'common.not-found')
  const strange = await world.other.operator.api.refused(supplier.merge, {
    body: { ...body, keep: body.drop, drop: body.keep },
  })
  assert.equal(strange.code, 'common.not-found')
})

test('the second person reads why, what tells two people and whose debt goes to whom, and a reviewer sees it in roubles', async () => {
  const keep = await addSupplier(own, { last_name: 'Волков', birth_date: '1980-03-12' })
  const drop = await addSupplier(own, { last_name: 'Баранов', birth_date: '1975-02-01' })
  await addIssuedAct(own, drop.id, 8_858_600)
  const { approval: asked } = await refusedMerge(keep, drop)
  const { note, warnings } = asked!.about!
  assert.equal(note, 'Завели дважды')
  const words = warnings!.map((one) => one.replaceAll('\u00a0', ' '))
  assert.match(words[0]!, /^Документы разные: \S+ \S+ и \S+ \S+$/)
  assert.deepEqual(words.slice(1), [
    'Даты рождения разные: 12.03.1980 и 01.02.1975',
    `ИНН разные: ${keep.inn} и ${drop.inn}`,
    `Долг 88 586,00 ₽, неоплаченных актов: 1. Теперь это платят не тому, кто в актах (${drop.name}), а этому поставщику: ${keep.name}`,
  ])
  await merge(keep, drop)
  const markOf = async () => (await card(keep.id)).flags.find(({ code }) => code === 'merged')!
  const first = await markOf()
  assert.equal(first.kop, 8_858_600)
  assert.match(first.why!, /^Завели дважды\. Документы разные/)
  const looked = (person: Person) =>
    person.api.raw({
      method: 'POST',
      url: flagReview.reviewExceptions.path,
      payload: {
        items: [{ entity: 'supplier', entity_id: keep.id, code: 'merged' }],
        note: 'Один человек, новый паспорт',
      },
    })
  // Whose PIN let it is no third person.
  assert.equal((await looked(own.manager)).json<{ code: string }>().code, 'exception.own')
  // What nobody has looked at yet adds up; what was looked at gives way to a new one.
  const second = await addSupplier(own)
  await addIssuedAct(own, second.id, 100_000)
  await merge(keep, second)
  assert.equal((await markOf()).kop, 8_958_600)
  const owner = await addPerson(world.app, world.services, own.id, 'owner', 'USER', [
    'OPERATOR',
    'MANAGER',
  ])
  assert.equal((await looked(owner)).statusCode, 200)
  assert.ok((await markOf()).reviewed_at)
  await merge(keep, await addSupplier(own))
  const last = await markOf()
  assert.deepEqual([last.kop, last.reviewed_at], [0, undefined])
})

test('a second record that tells nothing, and to which nothing is owed, is merged without a mark', async () => {
  const keep = await addSupplier(own)
  const drop = await addSupplier(own)
  await own.db.q
    .updateTable('supplier')
    .set({ doc: null, doc_hmac: null, inn: null, birth_date: null })
    .where('id', '=', drop.id)
    .execute()
  const { approval: asked } = await refusedMerge(keep, drop)
  assert.deepEqual(asked!.about!.warnings, ['Долга нет'])
  await merge(keep, drop)
  assert.deepEqual((await card(keep.id)).flags, [])
  const owed = await addSupplier(own)
  await own.db.q
    .updateTable('supplier')
    .set({ doc: null, doc_hmac: null, inn: null, birth_date: null })
    .where('id', '=', owed.id)
    .execute()
  await addIssuedAct(own, owed.id, 500_000)
  await merge(keep, owed)
  assert.deepEqual(
    (await card(keep.id)).flags.map(({ code, kop }) => [code, kop]),
    [['merged', 500_000]],
  )
})
