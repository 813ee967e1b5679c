import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { inTransaction } from '#server/db/handle.ts'
import { openBankStreet, STREET, type StreetBank } from '#test/builders/transfer/bank-street.ts'
import type { YookassaPayout } from '#test/peers/yookassa-peer.ts'
import { lockPayment } from '../../payment-queries.ts'
import { workPayment, type WorkerEffects } from '../worker/worker.ts'
import { workerEffects } from '../worker/worker-steps.ts'
import { hearEnds } from './hear-ends.ts'

const banks = await openBankStreet()
after(() => banks.close())
const { yookassa, tbank, direct, own, visit, stateOf, orders } = banks
const { visitUntil, kindsOf, assertNotPayable, assertPaidOnce, assertHeld } = banks
const { q } = own.db
beforeEach(() => banks.calm())
const KOP = 23_456
const send = (name: StreetBank) => banks.send(name, KOP)

for (const name of STREET) {
  test(`${name}: an order is paid once, in both ledgers, and nothing is left to explain`, async () => {
    const row = await send(name)
    await visitUntil(row, 'paid')
    await assertPaidOnce(row)
    assert.deepEqual(await kindsOf(row), [])
  })

  test(`${name}: an order whose answer was lost is found, and paid once`, async () => {
    const row = await send(name)
    banks.peers[name].lost = 1
    assert.equal(await visit(row.id), 'unknown')
    await assertNotPayable(row)
    await visitUntil(row, 'paid')
    await assertPaidOnce(row)
    assert.equal(orders(row), 1)
  })
}

const another: Record<string, [string, (one: YookassaPayout) => YookassaPayout]> = {
  'id and mark': [
    'foreign_answer',
    (one) => ({ ...one, id: 'po-other', metadata: { payment_id: randomUUID() } }),
  ],
  mark: ['foreign_answer', (one) => ({ ...one, metadata: { order: '17' } })],
  kind: [
    'foreign_answer',
    (one) => ({
      ...one,
      payout_destination: { type: 'bank_card', card: { first6: '220220', last4: '2537' } },
    }),
  ],
  destination: [
    'foreign_answer',
    (one) => ({
      ...one,
      payout_destination: { ...one.payout_destination, phone: '79990001122' },
    }),
  ],
  sum: ['amount_mismatch', (one) => ({ ...one, amount: { value: '90.00', currency: 'RUB' } })],
  currency: [
    'amount_mismatch',
    (one) => ({ ...one, amount: { value: '234.56', currency: 'KZT' } }),
  ],
}
const succeeded = (one: YookassaPayout): YookassaPayout => ({ ...one, status: 'succeeded' })

for (const [what, [kind, lie]] of Object.entries(another)) {
  const lying = (one: YookassaPayout) => lie(succeeded(one))
  test(`yookassa: another ${what} at the sending or at a question is not our end`, async () => {
    for (const lies of [{ created: lying, read: lying, found: lied(lying) }, { read: lying }]) {
      Object.assign(yookassa, { opening: 'pending', lies })
      const row = await send('yookassa')
      await visit(row.id)
      await visit(row.id)
      await assertHeld(row, [kind])
      yookassa.lies = {}
      yookassa.settle(row.id, 'succeeded')
      await visitUntil(row, 'paid')
      await assertPaidOnce(row)
    }
  })

  test(`yookassa: a search that finds another ${what} after a lost answer sends nothing again`, async () => {
    Object.assign(yookassa, { opening: 'pending', lost: 1, lies: { found: lied(lying) } })
    const row = await send('yookassa')
    await visit(row.id)
    await visit(row.id)
    await assertHeld(row, [kind])
    assert.equal(orders(row), 1)
    yookassa.settle(row.id, 'succeeded')
    await visit(row.id)
    await assertHeld(row, [kind], [KOP])
  })
}

for (const [answered, end] of [
  ['canceled', 'paid'],
  ['succeeded', 'refused'],
] as const)
  test(`yookassa: ${answered} while another channel hears ${end}: both words are kept and told at once`, async () => {
    yookassa.opening = 'pending'
    const row = await send('yookassa')
    await visit(row.id)
    const before = await stateOf(row.id)
    yookassa.settle(row.id, answered)
    const fx = workerEffects(own.db, 'test')
    const bank: WorkerEffects['bank'] = (link) => {
      const open = fx.bank(link)!
      const status: typeof open.status = async (...asked) => {
        const answer = await open.status(...asked)
        await inTransaction(own.db, async (tx) => {
          const locked = await lockPayment(tx, row.id)
          await hearEnds(tx, locked!, [{ end, by: 'file', words: 'Слово банка' }])
        })
        return answer
      }
      return { ...open, status }
    }
    await sql`update payment set next_check_at = now() where id = ${row.id}`.execute(q)
    await workPayment({ ...fx, bank }, row.id)
    assert.equal(await stateOf(row.id), before)
    assert.deepEqual(await kindsOf(row), ['contradicting_ends'])
    await assertNotPayable(row)
  })

test('yookassa: a number that another payment has already proves nothing, and people are told', async () => {
  const first = await send('yookassa')
  await visitUntil(first, 'paid')
  const { id } = yookassa.payouts.find(({ metadata }) => metadata?.['payment_id'] === first.id)!
  const lie = (one: YookassaPayout) => ({ ...one, id })
  Object.assign(yookassa, { opening: 'pending', lies: { created: lie, found: lied(lie) } })
  const row = await send('yookassa')
  for (let i = 0; i < 2; i++) assert.equal(await visit(row.id), 'unknown')
  await assertHeld(row, ['foreign_answer'])
  yookassa.lies = {}
  yookassa.settle(row.id, 'succeeded')
  await visitUntil(row, 'paid')
  await assertPaidOnce(row)
})

function lied(lie: (one: YookassaPayout) => YookassaPayout) {
  return (items: YookassaPayout[]) => items.map(lie)
}

for (const status of ['canceled', 'succeeded'] as const)
  test(`yookassa: a search finds ours, that moved, and a second one that is ${status}: held`, async () => {
    const found = ([one]: YookassaPayout[]) => [one!, { ...one!, id: 'po-second', status }]
    Object.assign(yookassa, { lost: 1, lies: { found } })
    const row = await send('yookassa')
    await visit(row.id)
    await visit(row.id)
    await assertHeld(row, ['duplicate_payout'], [KOP])
    // Neither silence nor a refusal of the other one frees it, and the agreement goes on.
    for (const lie of [() => [], lied((one) => ({ ...one, status: 'canceled' }))]) {
      yookassa.lies = { found: lie }
      assert.equal(await visit(row.id), 'unknown')
      await assertNotPayable(row)
    }
    assert.equal(orders(row), 1)
    await visitUntil(await send('yookassa'), 'paid')
  })

test('yookassa: a search that shows nothing yet repeats the same key, and the bank moves once', async () => {
  Object.assign(yookassa, { lost: 1, lies: { found: () => [] } })
  const row = await send('yookassa')
  await visit(row.id)
  await visitUntil(row, 'paid')
  await assertPaidOnce(row)
  assert.equal(orders(row), 1)
})

test('yookassa, tbank: the other end behind an end is told by the night, and frees nothing', async () => {
  yookassa.opening = 'canceled'
  tbank.opening = 'FAILED'
  const refused = [await send('yookassa'), await send('tbank')]
  for (const row of refused) await visitUntil(row, 'rejected')
  yookassa.opening = 'succeeded'
  tbank.opening = 'EXECUTED'
  const paid = [await send('yookassa'), await send('tbank')]
  for (const row of paid) await visitUntil(row, 'paid')
  yookassa.settle(refused[0]!.id, 'succeeded')
  yookassa.settle(paid[0]!.id, 'canceled')
  tbank.settle(refused[1]!.id, 'EXECUTED')
  tbank.settle(paid[1]!.id, 'FAILED')
  await banks.passNight()
  for (const row of [...refused, ...paid]) {
    assert.deepEqual(await kindsOf(row), ['contradicting_ends'])
    await assertNotPayable(row)
  }
  for (const row of refused) assert.equal(await stateOf(row.id), 'rejected')
})

test('tbank: the state of another payment is not the end of ours, in whichever field it is named', async () => {
  for (const named of [
    (id: string) => ({ id }),
    (id: string) => ({ paymentId: id }),
    (id: string) => ({ meta: { paymentId: id } }),
  ]) {
    tbank.opening = 'IN_PROGRESS'
    tbank.lies = { read: () => ({ status: 'EXECUTED', ...named(randomUUID()) }) }
    const row = await send('tbank')
    await visit(row.id)
    await visit(row.id)
    await assertHeld(row, ['foreign_answer'])
    tbank.lies = { read: (status) => ({ ...status, ...named(row.id) }) }
    tbank.settle(row.id, 'EXECUTED')
    await visitUntil(row, 'paid')
    await assertPaidOnce(row)
  }
})

test('direct: two ends before the first reading, in either order, hold the payment', async () => {
  for (const notices of [
    ['02', '03'],
    ['03', '02'],
    ['05', '02'],
    ['02', '2205'],
  ] as const) {
    direct.notices = notices
    const row = await send('direct')
    await visit(row.id)
    await visit(row.id)
    await assertHeld(row, ['contradicting_ends'], [KOP])
    // No later word of the bank decides it.
    for (const state of ['03', '02', '01'] as const) {
      direct.tell(row.id, state)
      assert.equal(await visit(row.id), 'registered')
    }
    await assertHeld(row, ['contradicting_ends'], [KOP])
  }
})

test('direct: 03 after 02 and 02 after 03, each after a reading, are told and free nothing', async () => {
  for (const [first, second, end] of [
    ['02', '03', 'paid'],
    ['03', '02', 'rejected'],
  ] as const) {
    direct.notices = [first]
    const row = await send('direct')
    await visitUntil(row, end)
    direct.tell(row.id, second)
    await banks.passNight()
    assert.equal(await stateOf(row.id), end)
    assert.deepEqual(await kindsOf(row), ['contradicting_ends'])
    assert.deepEqual(direct.movedFor(row.id), [KOP])
    await assertNotPayable(row)
  }
})

test('direct: an answer to our question that names another document ends nothing', async () => {
  Object.assign(direct, { notices: ['01'], answersAbout: randomUUID() })
  const row = await send('direct')
  for (let i = 0; i < 3; i++) await visit(row.id)
  await assertHeld(row, ['foreign_answer'])
  // It is asked on, and an answer about ours ends it.
  direct.answersAbout = null
  direct.execute(row.id)
  await sql`update bank_request set sent_at = sent_at - interval '10 minutes'`.execute(q)
  await visitUntil(row, 'paid')
  await assertPaidOnce(row)
})
