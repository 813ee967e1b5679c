import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import type { EventKind } from '#contract/audit/actions/action-form.ts'
import { entities } from '#contract/core/entities.ts'
import { audit } from '#contract/audit/audit.ts'
import { price } from '#contract/price/price.ts'
import { shortName } from '#contract/user/people-labels.ts'
import { uuidv7 } from '#server/db/uuid.ts'
import { addProducts, addSupplier } from '#test/builders/builders.ts'
import { addIssuedAct } from '#test/builders/issued-acts.ts'
import { openWorld, type Person } from '#test/support/world.ts'
import { addAuditEvent, type AuditEvent } from '../../../db/audit.ts'
import { inTransaction } from '../../../db/handle.ts'
import { namesOfRecords } from './record-names-queries.ts'

const world = await openWorld()
after(() => world.close())
const { own, other, supervisor } = world
const catalogue = await addProducts(own)
const foreign = await addProducts(other)

const write = (...events: AuditEvent[]) =>
  inTransaction(own.db, async (tx) => {
    for (const event of events) addAuditEvent(tx, event)
  })

async function read(filter: object, person: Person = own.manager) {
  const { items } = await person.api.send(audit.getEvents, { query: { filter } })
  return items.map(({ sentence }) => sentence)
}
const textOf = (parts: { text: string }[] | undefined) => parts?.map(({ text }) => text).join('')

test('a change of a price is one sentence: who, what, from and to', async () => {
  const { steel } = catalogue
  const body = { product_id: steel.id, column_id: own.columnId, price_kop: 2_500_000, version: 1 }
  await own.manager.api.send(price.updateCell, { body })
  const [sentence] = await read({ entity_id: steel.id })
  const { name } = await columnOf(own.columnId)
  assert.equal(
    textOf(sentence)!.replaceAll('\u00a0', ' '),
    `${manager().replaceAll('\u00a0', ' ')} изменила цену Лом стальной 3А (${name}): 24 500 → 25 000 ₽/т`,
  )
})

const manager = () => shortName(`Иванова ${own.manager.login}`)

async function columnOf(id: string) {
  const row = await own.db.q
    .selectFrom('price_column')
    .where('company_id', '=', own.id)
    .where('id', '=', id)
    .select('title as name')
    .executeTakeFirstOrThrow()
  return row
}

test('numbers of acts are links for those who may open them, and only of their own company', async () => {
  const supplier = await addSupplier(own)
  const id = await addIssuedAct(own, supplier.id, 7_809_000)
  const total_kop = 7_809_000
  await write(
    { action: 'act.issue', entity: 'act', id, after: { total_kop } },
    { action: 'act.create', entity: 'act', id, after: { supplier_id: supplier.id } },
    { action: 'price.set', entity: 'price_cell', id: foreign.copper.id, after: { price_kop: 1 } },
  )
  const [stranger, created, issued] = await read({})
  assert.match(textOf(issued)!, /^Система выписала акт 2026-\d+ на 78\s090\s₽$/)
  assert.equal(issued!.find(({ href }) => href !== null)?.href, `/operator/act/${id}`)
  assert.equal(
    created!.find(({ href }) => href?.includes('suppliers'))?.href,
    `/operator/suppliers?id=${supplier.id}`,
  )
  // Another company's record has no name here.
  assert.doesNotMatch(textOf(stranger)!, /Медь/)
  const asSuper = await read({ company_id: own.id, entity_id: id }, supervisor)
  assert.equal(asSuper.flat().filter(({ href }) => href !== null).length, 0)
  assert.doesNotMatch(asSuper.map(textOf).join(), /поставщик/)
})

test('the reason and the second person end the sentence of any action', async () => {
  await write({
    action: 'act.void',
    entity: 'act',
    id: uuidv7(),
    after: { status: 'void', reason: 'ошибка в весе' },
    approverId: own.manager.id,
  })
  const [sentence] = await read({ approved: true })
  assert.equal(
    textOf(sentence),
    `Система аннулировала акт, подтвердила ${manager()}, причина: «ошибка в весе»`,
  )
})

test('each event is of one kind, and people’s changes leave devices and looks out', async () => {
  const byManager = { ...own.db, caller: { ...own.db.caller, userId: own.manager.id } }
  await inTransaction(byManager, async (tx) => {
    addAuditEvent(tx, { action: 'supplier.view', entity: 'supplier', id: uuidv7() })
    addAuditEvent(tx, { action: 'transaction.void', entity: 'transaction', id: uuidv7() })
  })
  await write({ action: 'device.offline', entity: 'device', id: uuidv7() })
  const total = async (filter: object) =>
    (await own.manager.api.send(audit.getEvents, { query: { filter } })).total
  const parts = await Promise.all(
    (['change', 'access', 'service'] as const).map((kind) => total({ kinds: [kind] })),
  )
  assert.equal(
    parts.reduce((sum, one) => sum + one),
    await total({}),
  )
  const actions = async (kind: EventKind) =>
    (
      await own.manager.api.send(audit.getEvents, { query: { filter: { kinds: [kind] } } })
    ).items.map(({ action }) => action)
  const changes = await actions('change')
  assert.ok(changes.includes('transaction.void') && changes.includes('price.set'))
  assert.ok(!changes.includes('supplier.view') && !changes.includes('device.offline'))
  assert.ok((await actions('access')).includes('supplier.view'))
  assert.ok((await actions('service')).includes('device.offline'))
})

test('the search finds a record by the number on its paper and goods by their name', async () => {
  const supplier = await addSupplier(own)
  const id = await addIssuedAct(own, supplier.id, 100)
  await write({ action: 'act.sign', entity: 'act', id })
  const { rows } = await sql<{ number: string }>`select number from act where id = ${id}
    and company_id = ${own.id}`.execute(own.db.q)
  const found = await read({ search: rows[0]!.number })
  assert.deepEqual(found.map(textOf), [`Система отметила акт ${rows[0]!.number} подписанным`])
  assert.ok((await read({ search: 'стальной 3А', purpose: 'price' })).length > 0)
})

test('the name of every kind of record can be read', async () => {
  const wanted = new Map(entities.map((entity) => [entity, new Set([uuidv7()])]))
  assert.equal((await namesOfRecords(own.db, wanted)).size, 0)
})
