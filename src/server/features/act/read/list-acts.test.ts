import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { act } from '#contract/act/act.ts'
import { addDeal, addDraft, addIssued, type ActBody, type Deal } from '#test/builders/act-forms.ts'
import { addIssuedAct } from '#test/builders/issued-acts.ts'
import { addSupplier, setPrice } from '#test/builders/builders.ts'
import { vacuumTables } from '#test/support/database.ts'
import { openWorld, type World } from '#test/support/world.ts'
import { bareActs } from './act-list-queries.ts'

let world: World
let deal: Deal
before(async () => {
  world = await openWorld()
  deal = await addDeal(world.own)
})
after(() => world.close())

const list = (filter: object = {}) =>
  world.own.operator.api.send(act.getAll, { query: { filter: filter } })

test('acts come newest first and page by page, each once', async () => {
  const made = []
  for (let i = 0; i < 5; i++) made.push((await addDraft(world.own, deal)).id)
  const first = await list({ limit: 2 })
  assert.deepEqual(
    first.items.map((row) => row.id),
    made.toReversed().slice(0, 2),
  )
  assert.equal(first.total, 5)
  const second = await list({ limit: 2, after: first.next })
  const third = await list({ limit: 2, after: second.next })
  const ids = [...first.items, ...second.items, ...third.items].map((row) => row.id)
  assert.deepEqual(ids, made.toReversed())
  assert.equal(third.next, null)
})

test('each filter finds its acts and no others', async () => {
  const issued = await addIssued(world.own, deal)
  const other = await addSupplier(world.own, { last_name: 'Белоусов' })
  const foreign = await addDraft(world.own, deal, world.own.operator, { supplier_id: other.id })
  await setPrice(world.own, deal.products.pallet.id, world.own.columnId, 35_050)
  const pieces = await world.own.operator.api.send(act.update, {
    body: {
      command: 'save',
      supplier_id: deal.supplier.id,
      positions: [{ product_id: deal.products.pallet.id, qty: 2 }],
    },
  })
  const found = async (filter: object) => (await list(filter)).items.map((row) => row.id)
  assert.deepEqual(await found({ status: ['issued'] }), [issued.id])
  assert.deepEqual(await found({ supplier_id: [other.id] }), [foreign.id])
  assert.deepEqual(await found({ search: 'белоус' }), [foreign.id])
  assert.deepEqual(await found({ kind: ['op5'] }), [pieces.id])
  assert.deepEqual(await found({ product_id: [deal.products.pallet.id] }), [pieces.id])
  assert.deepEqual(await found({ number: issued.number! }), [issued.id])
  assert.deepEqual(await found({ flag: ['no_consent'] }), [issued.id])
  assert.deepEqual(await found({ payment_state: ['paid', 'partial', 'planned'] }), [])
  assert.ok((await found({ payment_state: ['unpaid'] })).includes(issued.id))
  assert.deepEqual(await found({ payable: true }), [issued.id], 'a draft is not to be paid')
  assert.deepEqual(await found({ status: ['issued'], date_to: '2020-01-01' }), [])
  assert.deepEqual(await found({ status: ['issued'], date_from: issued.date! }), [issued.id])
})

test('a deleted draft leaves the list and its sums, and stands where void acts are asked for', async () => {
  const { id, version } = await addDraft(world.own, deal)
  const before = await list({ with: ['rows', 'totals'], limit: 200 })
  assert.ok(before.items.some((row) => row.id === id))
  const body = { command: 'void' as const, id, version, reason: 'Начат по ошибке' }
  await world.own.operator.api.send(act.update, { body })
  const after = await list({ with: ['rows', 'totals'], limit: 200 })
  assert.ok(!after.items.some((row) => row.id === id))
  assert.equal(after.total, before.total - 1)
  const asked = await list({ status: ['void'], limit: 200 })
  assert.ok(asked.items.some((row) => row.id === id))
  const issued = await addIssued(world.own, deal)
  await world.own.db.q
    .updateTable('act')
    .set({ status: 'void' })
    .where('id', '=', issued.id)
    .execute()
  const numbered = await list({ with: ['rows'], limit: 200 })
  assert.ok(
    numbered.items.some((row) => row.id === issued.id),
    'a void act with a number stays',
  )
})

test('acts of some days are ordered and summed from an index alone', async () => {
  const { db } = world.own
  const filter = { date_from: '2026-01-01', date_to: '2026-01-31' }
  // What is left to pay has a way of its own (`cutByDue`): no index contains its status.
  const orders = ['a.total_kop', 'a.net_g'] as const
  const asked = [
    ...orders.map((order) =>
      bareActs(db, { ...filter, sort: [['total_kop', 'desc']] })!
        .select('a.id')
        .orderBy(order),
    ),
    bareActs(db, filter)!.select(['a.net_g', 'a.total_kop', 'a.reserved_kop', 'a.paid_kop']),
  ]
  await addDraft(world.own, deal)
  await vacuumTables(db.q, 'act')
  for (const query of asked) {
    const plan = await db.q.transaction().execute(async (q) => {
      await sql`set local enable_seqscan = off`.execute(q)
      await sql`set local enable_bitmapscan = off`.execute(q)
      const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${query}`.execute(q)
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    })
    assert.match(plan, /Index Only Scan/, plan)
  }
})

test('the filter by state of payment finds the acts with that state, one or several', async () => {
  const sums = { unpaid: [0, 0], planned: [1, 0], partial: [1, 1], paid: [0, undefined] } as const
  const made: string[] = []
  for (const [reserved, paid] of Object.values(sums)) {
    const { id, total_kop } = await addIssued(world.own, deal)
    made.push(id)
    await world.own.db.q
      .updateTable('act')
      .set({ reserved_kop: reserved, paid_kop: paid ?? total_kop })
      .where('company_id', '=', world.own.id)
      .where('id', '=', id)
      .execute()
  }
  const found = async (states: readonly string[]) => {
    const { items } = await list({ ids: made, payment_state: states })
    assert.ok(items.every((row) => states.includes(row.payment_state)))
    return items.map((row) => row.id).toSorted()
  }
  for (const [at, state] of Object.keys(sums).entries())
    assert.deepEqual(await found([state]), [made[at]])
  assert.deepEqual(await found(['partial', 'paid']), made.slice(2).toSorted())
  assert.deepEqual(await found(Object.keys(sums)), made.toSorted())
})

test('a search looks at number, plate and name, whether its text is long enough for an index or not', async () => {
  const vehicle = { make: 'МАЗ', carnumber: 'У909УХ50' }
  const driven = await addDraft(world.own, deal, world.own.operator, { vehicle })
  const seller = await addSupplier(world.own, { last_name: 'Ухов' })
  const sold = await addDraft(world.own, deal, world.own.operator, { supplier_id: seller.id })
  const issued = await addIssued(world.own, deal)
  const found = async (search: string) => {
    const { items, total } = await list({ search, with: ['rows', 'totals'] })
    assert.equal(total, items.length)
    return items.map((row) => row.id)
  }
  assert.deepEqual(await found('у 909 ух'), [driven.id])
  assert.deepEqual(await found('ухов'), [sold.id])
  // Two letters stand in a plate and in a name.
  assert.deepEqual(await found('ух'), [sold.id, driven.id])
  assert.deepEqual(await found(issued.number!.toLowerCase()), [issued.id])
  assert.deepEqual(await found('нет такого'), [])
  const strangers = await world.other.operator.api.send(act.getAll, {
    query: { filter: { search: 'ухов' } },
  })
  assert.deepEqual(strangers.items, [])
})

test('totals are sums over the filter, and either half may be asked for alone', async () => {
  const { items, totals } = await list({ limit: 200 })
  const sums = totals as { count: number; total_kop: number; payable_kop: number }
  assert.equal(sums.count, items.length)
  assert.equal(
    sums.total_kop,
    items
      .filter(({ status }) => status === 'issued' || status === 'signed')
      .reduce((sum, row) => sum + row.total_kop, 0),
  )
  assert.deepEqual((await list({ with: ['totals'] })).items, [])
  assert.equal((await list({ with: ['rows'] })).totals, undefined)
})

test('acts are sorted by the shown payable sum, which is nothing for a draft', async () => {
  const made: { id: string; due: number }[] = []
  for (const [status, paid] of [
    ['draft', 0],
    ['issued', 0],
    ['issued', 300],
    ['void', 0],
    ['signed', 200],
    ['issued', 1_000],
    ['draft', 0],
  ] as const) {
    const id = await addIssuedAct(
      world.own,
      deal.supplier.id,
      1_000,
      status === 'void' ? 'issued' : status,
    )
    await world.own.db.q
      .updateTable('act')
      .set({ paid_kop: paid, ...(status === 'void' && { status }) })
      .where('id', '=', id)
      .execute()
    made.push({ id, due: status === 'draft' || status === 'void' ? 0 : 1_000 - paid })
  }
  const ids = made.map(({ id }) => id)
  const days = { date_from: '2020-01-01', date_to: '2030-01-01' }
  for (const narrowed of [
    { ids },
    { ids, ...days },
    { ids, status: ['draft', 'issued', 'signed', 'void'], ...days },
  ])
    for (const way of ['asc', 'desc'] as const) {
      const expected = made.toSorted((a, b) => a.due - b.due || (a.id < b.id ? -1 : 1))
      if (way === 'desc') expected.reverse()
      const found = []
      for (let offset = 0; offset < ids.length; offset += 2) {
        const filter = { ...narrowed, sort: [['payable_kop', way]], limit: 2, offset }
        found.push(...(await list(filter)).items)
      }
      assert.deepEqual(
        found.map(({ id, payable_kop }) => ({ id, due: payable_kop })),
        expected,
        `${way} ${Object.keys(narrowed).join(' ')}`,
      )
      // Beside another field the order is the same.
      const both = await list({
        ...narrowed,
        sort: [
          ['payable_kop', way],
          ['total_kop', way],
        ],
      })
      assert.deepEqual(
        both.items.map(({ payable_kop }) => payable_kop),
        expected.map(({ due }) => due),
      )
    }
})

test('every declared sort sorts', async () => {
  for (const field of [
    'date',
    'number',
    'supplier_name',
    'net_g',
    'total_kop',
    'payable_kop',
    'created_at',
  ]) {
    const up = await list({ sort: [[field, 'asc']], limit: 200 })
    const down = await list({ sort: [[field, 'desc']], limit: 200 })
    assert.equal(up.items.length, down.items.length, field)
    assert.notDeepEqual(
      up.items.map((row) => row.id),
      down.items.map((row) => row.id),
      field,
    )
  }
})

test('an unknown key or a person without the role is refused', async () => {
  const { operator, user } = world.own
  const query = { filter: { colour: 'red' } }
  assert.equal((await operator.api.refused(act.getAll, { query })).code, 'filter.invalid')
  assert.equal((await user.api.refused(act.getAll)).code, 'access.denied')
  assert.equal((await world.nobody.refused(act.getAll)).code, 'auth.required')
})

test('one session that prints twice at once is counted once, and a manager reviews a mark', async () => {
  const issued = await addIssued(world.own, deal)
  const { operator, manager } = world.own
  const query = { actId: issued.id }
  await operator.api.send(act.getBody, { query })
  await operator.api.send(act.getBody, { query })
  const body: ActBody = {
    command: 'review',
    id: issued.id,
    version: issued.version,
    flags: ['no_consent'],
  }
  const denied = await operator.api.refused(act.update, { body })
  assert.equal(denied.code, 'access.denied')
  const reviewed = await manager.api.send(act.update, { body })
  assert.equal(reviewed.print_count, 1)
  assert.ok(reviewed.flags[0]!.reviewed_at)
})
