import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { payment } from '#contract/payment/payment.ts'
import { paymentReview } from '#contract/payment/review.ts'
import { moneyOf } from '#test/builders/issued-acts.ts'
import { addPayee, addTrainingBank, pay, rowFor } from '#test/builders/payouts.ts'
import { addDirectBank, addFirm } from '#test/builders/transfer/accounts.ts'
import { openLyingBank } from '#test/failures/lying-bank.ts'
import { openWorld } from '#test/support/world.ts'
import { workPayment } from '../worker/worker.ts'
import { workerEffects } from '../worker/worker-steps.ts'

const bank = await openLyingBank()
const world = await openWorld({ config: { sandboxUrl: bank.api } })
const { own } = world
after(async () => {
  await world.close()
  await bank.close()
})
await world.services.jobs.start([{ name: 'payment.work', handler: async () => undefined }])
await addTrainingBank(own)
const fx = workerEffects(own.db, 'test')
beforeEach(() => bank.repent())
const KOP = 23_456

async function visit(id: string): Promise<string> {
  await sql`update payment set next_check_at = now() where id = ${id} and next_check_at is not null`.execute(
    own.db.q,
  )
  await workPayment(fx, id)
  return stateOf(id)
}

async function stateOf(id: string): Promise<string> {
  const query = own.db.q.selectFrom('payment').where('id', '=', id).select('status')
  return (await query.executeTakeFirstOrThrow()).status
}

async function send(kind: 'sbp' | 'account') {
  const payee = kind === 'sbp' ? await addPayee(own) : await addFirm(own)
  const row = await rowFor(own, payee, KOP)
  await pay(own, [row])
  return row
}
type Row = Awaited<ReturnType<typeof send>>

async function casesOf(id: string): Promise<(string | null)[][]> {
  const { rows } = await sql<{ kind: string; told: string | null }>`
    select kind, detail->>'told' as told from payment_discrepancy
    where payment_id = ${id} and closed_at is null order by kind`.execute(own.db.q)
  return rows.map(({ kind, told }) => [kind, told])
}
const kindsOf = async (id: string) => (await casesOf(id)).map(([kind]) => kind)

/** Its acts can be paid by nothing else: they are held by this payment, or the server refuses. */
async function assertNotPayable(row: Row): Promise<void> {
  const money = await moneyOf(own, row.acts[0]!.act_id)
  if (money.reserved_kop + money.paid_kop === KOP) return
  const again = { ...row, id: randomUUID(), retry_of: row.id }
  const refusal = await own.operator.api.refused(payment.save, { body: { payments: [again] } })
  assert.equal(refusal.code, 'payment.may-be-paid')
}

/** What a bank may answer about another payout, to a question about ours. */
const OTHERS: Record<string, (payout: object) => object> = {
  'another id and mark': (one) => ({
    ...one,
    id: 'po-other',
    metadata: { payment_id: randomUUID() },
  }),
  'another mark': (one) => ({ ...one, metadata: { payment_id: randomUUID() } }),
  'no mark': (one) => ({ ...one, metadata: {} }),
  'another phone': (one) => ({
    ...one,
    payout_destination: { type: 'sbp', phone: '79990001122', bank_id: '100000000111' },
  }),
  'a card': (one) => ({
    ...one,
    payout_destination: { type: 'bank_card', card: { first6: '220220', last4: '2537' } },
  }),
}

for (const [what, distort] of Object.entries(OTHERS))
  test(`YooKassa answers a question with ${what}: it is not believed, and people are told`, async () => {
    const row = await send('sbp')
    assert.equal(await visit(row.id), 'processing')
    bank.lies.status = (payout) => distort({ ...payout, status: 'succeeded' })
    assert.equal(await visit(row.id), 'processing')
    assert.deepEqual(await kindsOf(row.id), ['foreign_answer'])
    assert.equal((await moneyOf(own, row.acts[0]!.act_id)).reserved_kop, KOP)
    bank.lies.status = (payout) => ({ ...payout, status: 'succeeded' })
    assert.equal(await visit(row.id), 'paid')
  })

for (const [what, distort] of Object.entries(OTHERS).slice(1))
  test(`YooKassa finds ${what}: it is not believed, not sent again, and people are told`, async () => {
    bank.lies.cutsSend = true
    const row = await send('sbp')
    assert.equal(await visit(row.id), 'unknown')
    bank.repent()
    const sends = bank.sent.length
    bank.lies.search = (found) => found.map((one) => distort({ ...one, status: 'succeeded' }))
    assert.equal(await visit(row.id), 'unknown')
    assert.deepEqual([await kindsOf(row.id), bank.sent.length], [['foreign_answer'], sends])
    assert.equal((await moneyOf(own, row.acts[0]!.act_id)).reserved_kop, KOP)
  })

for (const amount of [
  { value: '90.00', currency: 'RUB' },
  { value: '234.56', currency: 'USD' },
])
  test(`the payout that was asked about with ${amount.value} ${amount.currency} is told with its sum`, async () => {
    const row = await send('sbp')
    await visit(row.id)
    bank.lies.status = (payout) => ({ ...payout, status: 'succeeded', amount })
    assert.equal(await visit(row.id), 'processing')
    const told = amount.currency === 'RUB' ? '90,00 ₽' : '234,56 USD'
    assert.deepEqual(await casesOf(row.id), [['amount_mismatch', told]])
    // The bank has said that this very payout was executed: a later refusal is its second word, not the end.
    bank.lies.status = (payout) => ({ ...payout, status: 'canceled' })
    assert.equal(await visit(row.id), 'processing')
    assert.deepEqual(await kindsOf(row.id), ['amount_mismatch', 'contradicting_ends'])
    await assertNotPayable(row)
  })

test('the database keeps what a bank has told, and lets no word of a bank end a payment against it', async () => {
  const row = await send('sbp')
  await visit(row.id)
  const set = (told: string, status: string) =>
    sql`update payment set told_ends = ${told}, status = ${status}, status_source = 'status' where id = ${row.id}`.execute(
      own.db.q,
    )
  const paid = JSON.stringify([{ end: 'paid', by: 'notice', words: '02' }])
  await set(paid, 'processing')
  await assert.rejects(set('[]', 'processing'), /what a bank has told is not taken back/)
  for (const status of ['rejected', 'cancelled'])
    await assert.rejects(set(paid, status), /two ends, people decide/)
  await set(paid, 'paid')
  const other = await send('sbp')
  await visit(other.id)
  const refused = JSON.stringify([{ end: 'refused', by: 'notice', words: '03' }])
  await assert.rejects(
    sql`update payment set told_ends = ${refused}, status = 'paid', status_source = 'status' where id = ${other.id}`.execute(
      own.db.q,
    ),
    /two ends, people decide/,
  )
})

test('T-API answers about another payment: it is not believed, and people are told', async () => {
  for (const other of [
    (id: string) => ({ status: 'EXECUTED', paymentId: id }),
    (id: string) => ({ status: 'EXECUTED', id }),
    (id: string) => ({ status: 'EXECUTED', meta: { paymentId: id } }),
  ]) {
    bank.repent()
    const row = await send('account')
    assert.equal(await visit(row.id), 'registered')
    bank.lies.transfer = () => other(randomUUID())
    assert.equal(await visit(row.id), 'registered')
    assert.deepEqual(await kindsOf(row.id), ['foreign_answer'])
    bank.lies.transfer = other
    assert.equal(await visit(row.id), 'paid')
  }
})

test('two objects of a search hold that payment alone: the agreement goes on, and nothing is sent again', async () => {
  bank.lies.cutsSend = true
  const row = await send('sbp')
  await visit(row.id)
  bank.repent()
  bank.lies.search = ([one]) => [one!, { ...one, id: 'po-second', status: 'succeeded' }]
  assert.equal(await visit(row.id), 'unknown')
  assert.deepEqual(await kindsOf(row.id), ['duplicate_payout'])
  const other = await send('sbp')
  assert.equal(await visit(other.id), 'processing')
  // One of both was executed: neither silence nor a refusal of the other frees the acts.
  const sends = bank.sent.length
  bank.lies.search = () => []
  assert.equal(await visit(row.id), 'unknown')
  assert.equal(bank.sent.length, sends)
  bank.lies.search = ([one]) => [{ ...one, status: 'canceled' }]
  assert.equal(await visit(row.id), 'unknown')
  await assertNotPayable(row)
})

test('DirectBank', async (t) => {
  const configId = await addDirectBank(own, bank.api)
  for (const codes of [
    ['02', '03'],
    ['03', '02'],
    ['05', '02'],
    ['02', '2205'],
  ])
    await t.test(
      `${codes.join(', then ')} in one mailbox hold the payment for two people`,
      async () => {
        const row = await send('account')
        assert.equal(await visit(row.id), 'registered')
        for (const code of codes) bank.tell(row.id, code)
        assert.equal(await visit(row.id), 'registered')
        assert.deepEqual(await kindsOf(row.id), ['contradicting_ends'])
        const [[, told]] = (await casesOf(row.id)) as [[string, string]]
        assert.match(told, /02 Исполнен/)
        await assertNotPayable(row)
        // No later word of the bank decides it.
        for (const code of ['03', '02', '01']) {
          bank.tell(row.id, code)
          assert.equal(await visit(row.id), 'registered')
        }
        await assertNotPayable(row)
      },
    )

  await t.test('an end hidden behind a hundred other notices is still heard', async () => {
    const row = await send('account')
    await visit(row.id)
    bank.tell(row.id, '02')
    for (let i = 0; i < 100; i++) bank.tell(row.id, '03')
    for (let i = 0; i < 4; i++) await visit(row.id)
    assert.deepEqual(await kindsOf(row.id), ['contradicting_ends'])
    await assertNotPayable(row)
  })

  for (const [first, second] of [
    ['02', '03'],
    ['03', '02'],
  ] as const)
    await t.test(
      `${second} after ${first} has ended the payment is told, whoever reads the mailbox`,
      async () => {
        const row = await send('account')
        await visit(row.id)
        bank.tell(row.id, first)
        const end = first === '02' ? 'paid' : 'rejected'
        assert.equal(await visit(row.id), end)
        bank.tell(row.id, second)
        const other = await send('account')
        await visit(other.id)
        await visit(other.id)
        assert.equal(await stateOf(row.id), end)
        assert.deepEqual(await kindsOf(row.id), ['contradicting_ends'])
        await assertNotPayable(row)
        const { items } = await own.operator.api.send(paymentReview.getDiscrepancies, {
          query: { filter: { payment_id: row.id } },
        })
        assert.match(items[0]!.title, /два разных итога/)
      },
    )

  await t.test('a notice about another document, or about our question, ends nothing', async () => {
    const row = await send('account')
    assert.equal(await visit(row.id), 'registered')
    const question = bank.questions.at(-1)
    await visit(row.id)
    const asked = bank.questions.findLast(({ about }) => about === row.id) ?? question!
    bank.tell(asked.id, '02')
    bank.tell(randomUUID(), '02')
    assert.equal(await visit(row.id), 'registered')
    assert.deepEqual(await kindsOf(row.id), [])
    // An answer to our question that names another document.
    bank.tell(randomUUID(), '02', asked.id)
    assert.equal(await visit(row.id), 'registered')
    assert.deepEqual(await kindsOf(row.id), ['foreign_answer'])
    bank.tell(row.id, '02')
    assert.equal(await visit(row.id), 'paid')
  })
  assert.ok(configId)
})
