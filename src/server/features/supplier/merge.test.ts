import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { act } from '#contract/act.ts'
import { payment } from '#contract/payment.ts'
import { supplier } from '#contract/supplier.ts'
import { uuidv7 } from '#server/db/uuid.ts'
import { approval } from '#test/approve.ts'
import { addIssuedAct } from '#test/issued-acts.ts'
import { addTrainingBank, rowFor } from '#test/payouts.ts'
import { addMethod, addSupplier, type TestSupplier } from '#test/supplies.ts'
import { openWorld, type TestCompany, type World } from '#test/world.ts'
import { openField, sealField } from './identity.ts'

let world: World
let own: TestCompany

before(async () => {
  world = await openWorld()
  own = world.own
  await addTrainingBank(own)
})
after(() => world.close())

const api = () => own.operator.api
const card = (id: string) => api().send(supplier.get, { query: { id } } as never)

interface Wish {
  take?: string[]
  dry_run?: boolean
  reason?: string
}

async function bodyOf(keep: { id: string }, drop: { id: string }, wish: Wish = {}) {
  const [one, two] = [await card(keep.id), await card(drop.id)]
  return {
    keep: { id: one.id, version: one.version },
    drop: { id: two.id, version: two.version },
    take: [],
    reason: 'Завели дважды',
    ...wish,
  }
}

/** As the dialog does: the first try asks for the PIN of another person, the second brings it. */
async function merge(keep: { id: string }, drop: { id: string }, wish: Wish = {}) {
  const body = await bodyOf(keep, drop, wish)
  const refusal = await api().refused(supplier.merge, { body } as never)
  const token = await approval(own.operator, refusal, own.manager)
  return api().send(supplier.merge, { body } as never, token)
}

async function refusedMerge(keep: { id: string }, drop: { id: string }, wish: Wish = {}) {
  return api().refused(supplier.merge, { body: await bodyOf(keep, drop, wish) } as never)
}

const actRow = (id: string) =>
  own.db.q
    .selectFrom('act')
    .where('company_id', '=', own.id)
    .where('id', '=', id)
    .selectAll()
    .executeTakeFirstOrThrow()

/** A payment that has reached its end, written past the bank. */
async function paid(to: TestSupplier, methodId: string, kop: number): Promise<string> {
  const row = await rowFor(own, { supplierId: to.id, methodId }, kop)
  await api().send(payment.save, { body: { payments: [row] } } as never)
  const by = own.manager.id
  for (const values of [
    { status: 'registering', approved_by: by },
    { status: 'registered', status_source: 'create' },
    { status: 'paid', status_source: 'status' },
  ])
    await own.db.q.updateTable('payment').set(values).where('id', '=', row.id).execute()
  return row.id
}

test('what points at the dropped record points at the kept one, what was issued and paid stays', async () => {
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
  const { items } = await api().send(payment.getAll, {
    query: { filter: { supplier_id: [keep.id] } },
  } as never)
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
  const saved = await api().send(payment.save, { body: { payments: [row] } } as never)
  assert.equal(saved[0]!.status, 'saved')
})

test('chosen parts are exchanged: the old document and ИНН still stand against a third record', async () => {
  const keep = await addSupplier(own, { last_name: 'Воронин' })
  const drop = await addSupplier(own, { last_name: 'Воронина' })
  const { supplier: kept } = await merge(keep, drop, { take: ['name', 'inn', 'document', 'phone'] })
  assert.deepEqual([kept.last_name, kept.inn, kept.phone], ['Воронина', drop.inn, drop.phone])
  const whole = await api().send(supplier.get, { query: { id: keep.id, personal: '1' } } as never)
  assert.equal(whole.doc!.number, drop.doc.number)
  const third = {
    type: 'person',
    last_name: 'Третий',
    first_name: 'Олег',
    inn: keep.inn,
  }
  const refused = await api().refused(supplier.create, { body: third } as never)
  assert.equal(refused.code, 'supplier.duplicate-inn')
  for (const mask of ['Воронин Андрей', keep.phone, keep.inn, keep.doc.series + keep.doc.number]) {
    const found = await api().send(supplier.find, { query: { mask } } as never)
    assert.ok(
      found.some(({ id }) => id === keep.id),
      `${mask} does not find the kept one`,
    )
    assert.ok(!found.some(({ id }) => id === drop.id))
  }
})

test('a look before merging changes nothing and asks for no PIN', async () => {
  const keep = await addSupplier(own)
  const drop = await addSupplier(own)
  await addIssuedAct(own, drop.id, 1000)
  const body = await bodyOf(keep, drop, { dry_run: true, take: ['phone'] })
  const seen = await api().send(supplier.merge, { body } as never)
  assert.deepEqual([seen.moved.acts, seen.supplier.phone], [1, drop.phone])
  const after = await card(drop.id)
  assert.deepEqual([after.status, after.merged_into], ['active', null])
})

test('a destination of both is kept once and is shared no more', async () => {
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

test('a merge of merged records keeps one step to whoever is kept', async () => {
  const [a, b, c] = [await addSupplier(own), await addSupplier(own), await addSupplier(own)]
  await merge(b, a)
  await merge(c, b)
  assert.equal((await card(a.id)).merged_into, c.id)
  assert.equal((await card(c.id)).aliases.length, 2)
  const { items } = await api().send(supplier.getAll, { query: {} } as never)
  assert.ok(!items.some(({ id }) => id === a.id || id === b.id))
})

test('a stop-list goes over to the kept supplier', async () => {
  const keep = await addSupplier(own)
  const drop = await addSupplier(own)
  const block = { ids: [drop.id], new_status: 'blocked', reason: 'Краденый кабель' }
  await api().send(supplier.setStatus, { body: block } as never)
  const { supplier: kept } = await merge(keep, drop)
  assert.deepEqual([kept.status, kept.status_reason], ['blocked', 'Краденый кабель'])
})

test('what is under way, a draft, another kind, an old version and an alias stand in the way', async () => {
  const keep = await addSupplier(own)
  const drafting = await addSupplier(own)
  await addIssuedAct(own, drafting.id, 0, 'draft')
  assert.equal((await refusedMerge(keep, drafting)).code, 'supplier.has-drafts')
  const waiting = await addSupplier(own)
  const method = await addMethod(own, waiting)
  const row = await rowFor(own, { supplierId: waiting.id, methodId: method.id }, 5000)
  await api().send(payment.save, { body: { payments: [row] } } as never)
  assert.equal((await refusedMerge(keep, waiting)).code, 'supplier.running-payments')
  const firm = await addSupplier(own, { type: 'company' })
  assert.equal((await refusedMerge(keep, firm)).code, 'supplier.merge-kinds')
  const drop = await addSupplier(own)
  const old = await bodyOf(keep, drop)
  const stale = { ...old, drop: { ...old.drop, version: 99 } }
  assert.equal((await api().refused(supplier.merge, { body: stale } as never)).code, 'common.stale')
  assert.equal((await refusedMerge(keep, keep)).fields?.['drop.id'] !== undefined, true)
  await merge(keep, drop)
  assert.equal((await refusedMerge(keep, drop)).code, 'common.bad-transition')
  const touched = { id: drop.id, version: (await card(drop.id)).version, comment: 'x' }
  assert.equal(
    (await api().refused(supplier.update, { body: touched } as never)).code,
    'common.bad-transition',
  )
})

test('a stranger’s supplier is not found on either side', async () => {
  const keep = await addSupplier(own)
  const foreign = await addSupplier(world.other)
  const body = {
    keep: { id: keep.id, version: 1 },
    drop: { id: foreign.id, version: 1 },
    take: [],
    reason: 'Завели дважды',
  }
  assert.equal((await api().refused(supplier.merge, { body } as never)).code, 'common.not-found')
  const strange = await world.other.operator.api.refused(supplier.merge, {
    body: { ...body, keep: body.drop, drop: body.keep },
  } as never)
  assert.equal(strange.code, 'common.not-found')
})

test('the consent that holds longer stays the signed one', async () => {
  const keep = await addSupplier(own)
  const drop = await addSupplier(own)
  const consent = async (supplierId: string, until: string) => {
    const id = uuidv7()
    await own.db.q
      .insertInto('consent')
      .values({
        company_id: own.id,
        id,
        supplier_id: supplierId,
        text_version: '1',
        text_sha256: Buffer.alloc(32),
        given_at: '2024-01-01T00:00:00Z',
        valid_until: until,
        file_id: await someFile(supplierId),
      })
      .execute()
    return id
  }
  const short = await consent(keep.id, '2029-01-01')
  const long = await consent(drop.id, '2030-01-01')
  await merge(keep, drop)
  const { consents, consent_status } = await card(keep.id)
  assert.equal(consent_status, 'signed')
  assert.deepEqual(
    new Map(consents.map(({ id, status }) => [id, status])),
    new Map([
      [short, 'expired'],
      [long, 'signed'],
    ]),
  )
})

async function someFile(supplierId: string): Promise<string> {
  const id = uuidv7()
  await own.db.q
    .insertInto('file')
    .values({
      company_id: own.id,
      id,
      entity: 'supplier',
      entity_id: supplierId,
      kind: 'consent',
      mime: 'image/jpeg',
      size: 10,
      sha256: Buffer.alloc(32),
      storage_key: id,
    } as never)
    .execute()
  return id
}

test('a representative’s document is still read in an act that came over', async () => {
  const keep = await addSupplier(own, { type: 'company' })
  const drop = await addSupplier(own, { type: 'company' })
  const actId = await addIssuedAct(own, drop.id, 4000)
  const { doc } = await addSupplier(own)
  const sealed = sealField(own.db, drop.id, 'representatives', doc).toString('base64')
  const representative = {
    full_name: 'Орлов Илья',
    doc: sealed,
    authority: 'Доверенность',
    number: null,
    date: null,
    valid_until: null,
  }
  await own.db.q
    .updateTable('act')
    .set({ representative: JSON.stringify(representative) })
    .where('id', '=', actId)
    .execute()
  await merge(keep, drop)
  const stored = (await actRow(actId)).representative as unknown as typeof representative
  const bytes = Buffer.from(stored.doc, 'base64')
  assert.deepEqual(openField(own.db, keep.id, 'representatives', bytes), doc)
  assert.deepEqual({ ...stored, doc: sealed }, representative)
})

test('the acts of the dropped record are listed with the kept supplier', async () => {
  const keep = await addSupplier(own)
  const drop = await addSupplier(own)
  const actId = await addIssuedAct(own, drop.id, 4000)
  await merge(keep, drop)
  const { items } = await api().send(act.getAll, {
    query: { filter: { supplier_id: [keep.id] } },
  } as never)
  assert.deepEqual(
    items.map(({ id }) => id),
    [actId],
  )
})
