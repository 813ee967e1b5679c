import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { audit } from '#contract/audit/audit.ts'
import { user } from '#contract/user/user.ts'
import { openWorld } from '#test/support/world.ts'
import { addAuditEvent } from '../../db/audit.ts'
import { inTransaction } from '../../db/handle.ts'

const world = await openWorld()
after(() => world.close())
const { own, other, supervisor } = world

const write = (after: object, before: object | null = null) =>
  inTransaction(own.db, async (tx) =>
    addAuditEvent(tx, { action: 'company.update', entity: 'company', id: own.id, before, after }),
  )

test('events are listed newest first, filtered by person, record and kind, and described in Russian', async () => {
  const body = { scope: 'company' as const, key: 'views.acts', value: ['a'] }
  await own.manager.api.send(user.updatePreference, { body })
  await write({ short_name: 'Василёк' })
  const made = await own.manager.api.send(audit.getEvents, {
    query: { filter: { entity: ['preference'] } },
  })
  const [shared] = made.items
  assert.deepEqual([shared!.title, shared!.record], ['Изменена общая настройка', 'Настройка'])
  assert.ok(shared!.user)
  const byRecord = await own.manager.api.send(audit.getEvents, {
    query: { filter: { search: shared!.entity_id! } },
  })
  assert.deepEqual(byRecord.items, made.items)
  const all = await own.manager.api.send(audit.getEvents, { query: { filter: {} } })
  const order = all.items.map(({ seq }) => seq)
  assert.deepEqual(
    order,
    order.toSorted((a, b) => b - a),
  )
  const byPerson = await own.manager.api.send(audit.getEvents, {
    query: { filter: { search: shared!.user!.slice(0, 5), entity: ['preference'] } },
  })
  assert.deepEqual(byPerson.items, made.items)
  const nobody = await own.manager.api.send(audit.getEvents, {
    query: { filter: { search: 'Никто Нигде' } },
  })
  assert.equal(nobody.total, 0)
})

test('an event opens with its fields before and after, in units that people read', async () => {
  await write(
    {
      short_name: 'Ромашка',
      limit_kop: 1_250_000,
      tare_g: 4_260_000,
      zasor_bp: 250,
      is_open: true,
    },
    { short_name: 'Ромашка', limit_kop: 100, tare_g: null, zasor_bp: 0, is_open: false },
  )
  const { items } = await own.manager.api.send(audit.getEvents, { query: { filter: { limit: 1 } } })
  const event = await own.manager.api.send(audit.getEvent, { query: { seq: items[0]!.seq } })
  assert.match(event.hash, /^[0-9a-f]{64}$/)
  const byTitle = event.changes.toSorted((a, b) => (a.title < b.title ? -1 : 1))
  assert.deepEqual(byTitle, [
    { title: 'is_open', before: 'Нет', after: 'Да' },
    { title: 'limit_kop', before: '1,00 ₽', after: '12\u00a0500,00 ₽' },
    { title: 'Засор', before: '0 %', after: '2,5 %' },
    { title: 'Тара', before: '', after: '4\u00a0260 кг' },
  ])
})

test('people with the right read the chain of their company, a super administrator that of a named one', async () => {
  const query = { filter: {} }
  assert.equal((await own.operator.api.refused(audit.getEvents, { query })).code, 'access.denied')
  assert.equal((await own.user.api.refused(audit.getEvents, { query })).code, 'access.denied')
  assert.equal(
    (
      await own.manager.api.refused(audit.getEvents, {
        query: { filter: { company_id: other.id } },
      })
    ).code,
    'common.not-found',
  )
  const seen = await own.manager.api.send(audit.getEvents, { query })
  const foreign = await other.manager.api.send(audit.getEvents, { query })
  assert.ok(seen.total > foreign.total)
  const asSuper = await supervisor.api.send(audit.getEvents, {
    query: { filter: { company_id: own.id } },
  })
  assert.ok(asSuper.total >= seen.total)
  const platform = await supervisor.api.send(audit.getEvents, { query })
  assert.ok(!platform.items.some(({ entity_id }) => entity_id === own.id))
  for (const company_id of [randomUUID()])
    assert.equal(
      (await supervisor.api.refused(audit.getEvents, { query: { filter: { company_id } } })).code,
      'common.not-found',
    )
  assert.equal(
    (await own.manager.api.refused(audit.getEvent, { query: { seq: 9_999_999 } })).code,
    'common.not-found',
  )
})

test('a chain is proven on request, and half of a kept head is refused', async () => {
  await supervisor.api.send(user.getNotices)
  const proof = await own.manager.api.send(audit.verifyChain, { query: {} })
  assert.deepEqual([proof.done, proof.broken], [true, null])
  assert.equal(proof.proven, proof.head.seq)
  const kept = { keptSeq: proof.head.seq, keptHash: proof.head.hash }
  await write({ short_name: 'Лютик' })
  assert.equal((await own.manager.api.send(audit.verifyChain, { query: kept })).broken, null)
  const half = await own.manager.api.refused(audit.verifyChain, { query: { keptSeq: 1 } })
  assert.match(half.fields!['keptHash']!, /Нужны и номер/)
  const wrong = { keptSeq: 1, keptHash: 'b'.repeat(64) }
  const broken = await own.manager.api.send(audit.verifyChain, { query: wrong })
  assert.match(broken.broken!.problem, /переписан/)
  assert.equal(
    (await own.operator.api.refused(audit.verifyChain, { query: {} })).code,
    'access.denied',
  )
})
