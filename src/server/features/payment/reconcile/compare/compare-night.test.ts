import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { ownCompany } from '#contract/company/own-company.ts'
import { paymentReview } from '#contract/payment/review.ts'
import { user } from '#contract/user/user.ts'
import { approval } from '#test/support/approve.ts'
import { sbpOrder } from '#test/failures/bank-peer.ts'
import { openPayoutWorld } from '#test/builders/payout-world.ts'
import { addPayee, pay, rowFor } from '#test/builders/payouts.ts'
import { addFirm } from '#test/builders/transfer/accounts.ts'
import { compareNights } from './compare-night.ts'

const payouts = await openPayoutWorld()
after(() => payouts.close())
const { peer, own, world, configId } = payouts
const { operator, manager } = own
const q = own.db.q

// Whatever the hour of the test is, it is between six in the morning and eleven in the evening of the company: its night is over.
await sql`update company set timezone = case when extract(hour from now() at time zone 'UTC') between 12 and 19
  then 'Europe/Moscow' else 'Asia/Vladivostok' end where id = ${own.id}`.execute(q)

/** A payment that the worker has brought to its end. */
async function paid(phone?: string): Promise<string> {
  const [id] = await pay(own, [await rowFor(own, await addPayee(own, phone), 10_000)])
  await payouts.visit(id!)
  return id!
}

const alter = (payment_id: string, change: object) =>
  peer.control('POST', 'alter', { payment_id, ...change })

/** One more night, as if the last had never been. */
async function compareAgain(): Promise<void> {
  await sql`delete from bank_comparison`.execute(q)
  await compareNights(world.services)
}

const night = async () =>
  (
    await sql<{ compared: number; differing: number; unanswered: number; done: boolean }>`
    select compared, differing, unanswered, done_at is not null as done from bank_comparison
    where bank_config_id = ${configId}`.execute(q)
  ).rows[0]

async function casesOf(paymentId: string, isOpen = true) {
  const filter = { payment_id: paymentId, is_open: isOpen }
  const { items } = await operator.api.send(paymentReview.getDiscrepancies, { query: { filter } })
  return items
}

const titlesOf = async (id: string) => (await casesOf(id)).map(({ title, told }) => [title, told])

test('a night that agrees opens nothing, asks only for the list, and is over until tomorrow', async () => {
  const ids = [await paid(), await paid(), await paid('+79175550002')]
  assert.deepEqual(await Promise.all(ids.map(payouts.stateOf)), ['paid', 'paid', 'rejected'])
  const before = await calls()
  await compareNights(world.services)
  assert.deepEqual(await night(), { compared: 3, differing: 0, unanswered: 0, done: true })
  await compareNights(world.services)
  const asked = (await calls()).slice(before.length)
  assert.deepEqual(asked, ['/v3/payouts'])
})

async function calls(): Promise<string[]> {
  const { body } = await peer.control<{ method: string; path: string }[]>('GET', 'requests')
  return body.flatMap(({ method, path }) => (method === 'GET' ? [path.split('?')[0]!] : []))
}

test('what the bank changed behind our back becomes a discrepancy, once, and moves nothing', async () => {
  const back = await paid()
  const late = await paid('+79175560002')
  const other = await paid()
  await alter(back, { status: 'canceled' })
  await alter(late, { status: 'succeeded' })
  await alter(other, { amount_kop: 9_000 })
  await compareAgain()
  await compareAgain()
  const title = 'Банк назвал два разных итога одной выплаты'
  const succeeded = 'исполнена: успешно (ответ на вопрос)'
  const canceled = 'не исполнена: отклонена (ответ на вопрос)'
  assert.deepEqual(await titlesOf(back), [[title, `${succeeded}; ${canceled}`]])
  assert.deepEqual(await titlesOf(late), [[title, `${canceled}; ${succeeded}`]])
  assert.deepEqual(await titlesOf(other), [['Банк назвал другую сумму выплаты', '90,00 ₽']])
  assert.deepEqual(await Promise.all([back, late, other].map(payouts.stateOf)), [
    'paid',
    'rejected',
    'paid',
  ])
  const told = await manager.api.send(user.getNotices, {
    query: { filter: { kind: ['payment_unknown'] } },
  })
  const night = told.items.filter((one) => /Ночная сверка/.test(one.title))
  assert.deepEqual(
    night.map((one) => one.title),
    ['Ночная сверка с банком, «Учебный банк»: расхождений 3. Разберите их'],
  )
})

test('a difference that a person has closed with words stays closed, another word is news', async () => {
  const id = await paid()
  await alter(id, { amount_kop: 9_500 })
  await compareAgain()
  const [found] = await casesOf(id)
  const body = { id: found!.id, resolution: 'Банк удержал комиссию, договор 12' }
  const asked = await operator.api.refused(paymentReview.closeDiscrepancy, { body })
  await operator.api.send(
    paymentReview.closeDiscrepancy,
    { body },
    await approval(operator, asked, manager),
  )
  await compareAgain()
  assert.deepEqual([(await casesOf(id)).length, (await casesOf(id, false)).length], [0, 1])
  await alter(id, { amount_kop: 8_000 })
  await compareAgain()
  assert.deepEqual(await titlesOf(id), [['Банк назвал другую сумму выплаты', '80,00 ₽']])
})

test('a payout that nobody here made is told of with the bank’s number', async () => {
  const { body } = await peer.create(sbpOrder(randomUUID(), '123.00'), randomUUID())
  const { body: nameless } = await peer.create(
    { ...sbpOrder('x', '321.00'), metadata: {} },
    randomUUID(),
  )
  await compareAgain()
  await compareAgain()
  const { items } = await operator.api.send(paymentReview.getDiscrepancies, {
    query: { filter: { is_open: true } },
  })
  const foreign = items.filter(({ payment }) => payment === null)
  assert.deepEqual(
    foreign.map(({ told }) => told).toSorted(),
    [`${body.id}, 123,00 ₽`, `${nameless.id}, 321,00 ₽`].toSorted(),
  )
  const titles = foreign.map(({ title }) => title).toSorted()
  assert.match(titles[0]!, /которой у нас нет/)
  assert.match(titles[1]!, /с номером вида наших, а у нас её нет/)
})

test('a bank that does not answer is asked later, about the same payments', async () => {
  await paid()
  await peer.control('PUT', 'faults', [{ fault: '500_before', on: ['list'] }])
  await compareAgain()
  assert.deepEqual(await night(), { compared: 0, differing: 0, unanswered: 0, done: false })
  await peer.control('PUT', 'faults', [])
  await compareNights(world.services)
  assert.equal((await night())!.done, true)
})

test('a night that was cut off goes on after the payment that was compared last', async () => {
  const ids = [await paid(), await paid(), await paid()].toSorted()
  for (const id of ids) await alter(id, { status: 'canceled' })
  // Too many questions at the second of them.
  await peer.control('PUT', 'faults', [
    { fault: '429', on: ['status'], payment_id: ids[1]!, times: 1 },
  ])
  await compareAgain()
  assert.deepEqual([(await casesOf(ids[0]!)).length, (await casesOf(ids[1]!)).length], [1, 0])
  assert.equal((await night())!.done, false)
  await compareNights(world.services)
  assert.deepEqual(await Promise.all(ids.map(async (id) => (await casesOf(id)).length)), [1, 1, 1])
  const all = await sql<{ n: number }>`select count(*)::int as n from payment`.execute(q)
  assert.deepEqual((await night())!.compared, all.rows[0]!.n, 'each once')
})

test('accounts have no list: they are asked about one by one', async () => {
  const firm = await addFirm(own)
  const [id] = await pay(own, [await rowFor(own, firm, 10_000)])
  await payouts.visit(id!)
  await payouts.visit(id!)
  assert.equal(await payouts.stateOf(id!), 'paid')
  await compareAgain()
  assert.deepEqual(await casesOf(id!), [])
  await alter(id!, { status: 'canceled' })
  await compareAgain()
  assert.equal((await casesOf(id!)).length, 1)
})

test('a running payment whose end the bank tells is left to its worker', async () => {
  const [id] = await pay(own, [await rowFor(own, await addPayee(own), 10_000)])
  await peer.control('PUT', 'faults', [{ fault: 'reset_after_accept', on: ['create'], times: 1 }])
  await payouts.visit(id!)
  assert.equal(await payouts.stateOf(id!), 'unknown')
  await sql`update payment set next_check_at = now() + interval '1 day' where id = ${id}`.execute(q)
  await compareAgain()
  assert.deepEqual(await casesOf(id!), [])
  const { rows } = await sql<{ due: boolean }>`
    select next_check_at <= now() as due from payment where id = ${id}`.execute(q)
  assert.equal(rows[0]!.due, true)
  await payouts.visit(id!)
  assert.equal(await payouts.stateOf(id!), 'paid')
})

test('another program that pays from the same balance fills no list: twenty payouts and a number of the others', async () => {
  const before = await foreignCases()
  for (let i = 0; i < 23; i++) await peer.create(sbpOrder(randomUUID(), '5.00'), randomUUID())
  await compareAgain()
  const told = (await foreignCases()).slice(before.length)
  // One transaction opens them all, so their order says nothing.
  const isSingle = (one: string) => one.endsWith(', 5,00 ₽')
  assert.equal(told.filter(isSingle).length, 20)
  assert.deepEqual(
    told.filter((one) => !isSingle(one)),
    ['и ещё выплат: 3'],
  )
  assert.equal((await night())!.done, true)
})

async function foreignCases(): Promise<string[]> {
  const { rows } = await sql<{
    told: string
  }>`select detail->>'told' as told from payment_discrepancy
    where kind = 'foreign_payout' order by opened_at, id`.execute(q)
  return rows.map(({ told }) => told)
}

test('a bank that differs in everything ends the night: managers look at the bank, not at each payment', async () => {
  await compareAgain()
  const ids = [await paid(), await paid(), await paid()].toSorted()
  for (const id of ids) await alter(id, { status: 'canceled' })
  await sql`delete from bank_comparison`.execute(q)
  await compareNights(world.services, 2)
  assert.deepEqual(await Promise.all(ids.map(async (id) => (await casesOf(id)).length)), [1, 1, 0])
  assert.equal((await night())!.done, true)
  const { items } = await manager.api.send(user.getNotices, {
    query: { filter: { kind: ['payment_unknown'] } },
  })
  const words = /расхождений 2\. Дальше не сверяли: проверьте доступ к банку$/
  assert.ok(items.some(({ title }) => words.test(title)))
})

test('a list of several pages is read to its end, and the card of the agreement says when', async () => {
  const oldest = await paid()
  for (let more = 0; more < 4; more++) await paid()
  await peer.control('PUT', 'settings', { list_most: 2 })
  await alter(oldest, { status: 'canceled' })
  const before = await calls()
  await compareAgain()
  const lists = (await calls()).slice(before.length).filter((path) => path === '/v3/payouts')
  assert.ok(lists.length >= 3, `${lists.length} pages`)
  assert.equal((await casesOf(oldest)).length, 1)
  const { bank_configs: configs } = await operator.api.send(ownCompany.getOwn, {})
  const last = configs.find(({ id }) => id === configId)!.last_comparison!
  const { compared, differing, unanswered } = (await night())!
  assert.deepEqual(
    [last.compared, last.differing, last.unanswered],
    [compared, differing, unanswered],
  )
  assert.ok(Date.now() - Date.parse(last.done_at) < 60_000)
})
