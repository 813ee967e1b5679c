import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { payment } from '#contract/payment/payment.ts'
import { moneyOf } from '#test/builders/issued-acts.ts'
import { openPayoutWorld } from '#test/builders/payout-world.ts'
import { addPayee, pay, rowFor } from '#test/builders/payouts.ts'
import {
  addDirectBank,
  addFirm,
  addPayoutBank,
  addTransferBank,
  DIRECT_KEYS,
  transferKeys,
} from '#test/builders/transfer/accounts.ts'
import { openDirectbankPeer } from '#test/peers/directbank-peer.ts'
import { listenOnLoopback } from '#test/peers/loopback.ts'
import { openTbankPeer } from '#test/peers/tbank-peer.ts'
import { openYookassaPeer, type YookassaPayout } from '#test/peers/yookassa-peer.ts'
import { compareNights } from '../compare/compare-night.ts'
import { readBankMail } from '../statement/mail/read-bank-mail.ts'

// Three banks that know nothing of this program: each is written from its public documents alone.
const yookassa = openYookassaPeer({ account: '506751', key: 'live_peer' })
const tbank = openTbankPeer(transferKeys().token)
const direct = openDirectbankPeer(DIRECT_KEYS)
const street = await listenOnLoopback((request) => {
  const { pathname } = request.url
  if (pathname.startsWith('/v3/')) return yookassa.answer(request)
  return (pathname.startsWith('/directbank/') ? direct : tbank).answer(request)
})
const sandboxUrl = `${street.url}/v3`
const { own, world, visit, stateOf, close } = await openPayoutWorld({}, { sandboxUrl })
after(async () => {
  await close()
  await street.close()
})
const { q } = own.db
// Whatever the hour of the test is, the night of the company is over.
await sql`update company set timezone = case when extract(hour from now() at time zone 'UTC') between 12 and 19
  then 'Europe/Moscow' else 'Asia/Vladivostok' end where id = ${own.id}`.execute(q)
const KOP = 23_456
const configs = {
  yookassa: await addPayoutBank(own, sandboxUrl, { shop_id: '506751', secret_key: 'live_peer' }),
  tbank: await addTransferBank(own, sandboxUrl),
  direct: await addDirectBank(own, sandboxUrl),
}
const PEERS = { yookassa, tbank, direct }
type Name = keyof typeof PEERS

beforeEach(() => {
  Object.assign(yookassa, { opening: 'succeeded', lost: 0, lies: {} })
  Object.assign(tbank, { opening: 'EXECUTED', lost: 0, lies: {} })
  Object.assign(direct, { notices: ['01', '02'], lost: 0, answersAbout: null })
})

async function send(name: Name) {
  const payee = name === 'yookassa' ? await addPayee(own) : await addFirm(own)
  await q
    .updateTable('bank_config_default')
    .where('company_id', '=', own.id)
    .where('method', '=', name === 'yookassa' ? 'sbp' : 'account')
    .set({ bank_config_id: configs[name] })
    .execute()
  const row = await rowFor(own, payee, KOP)
  await pay(own, [row])
  return { ...row, name }
}
type Sent = Awaited<ReturnType<typeof send>>

async function visitUntil(row: Sent, status: string): Promise<void> {
  for (let i = 0; i < 3; i++) if ((await visit(row.id)) === status) return
  assert.equal(await stateOf(row.id), status)
}

async function kindsOf(row: Sent): Promise<string[]> {
  const { rows } = await sql<{ kind: string }>`select kind from payment_discrepancy
    where payment_id = ${row.id} and closed_at is null order by kind`.execute(q)
  return rows.map(({ kind }) => kind)
}

/** How many orders the bank has made of it. */
function orders({ name, id }: Sent): number {
  if (name === 'tbank') return tbank.payments.filter((one) => one.id === id).length
  if (name === 'direct') return direct.orders.filter((one) => one.id === id).length
  return yookassa.payouts.filter(({ metadata }) => metadata?.['payment_id'] === id).length
}

/** Nothing else can pay its acts: this payment holds or paid them, or the server refuses another one. */
async function assertNotPayable(row: Sent): Promise<void> {
  const again = { ...row, id: randomUUID(), retry_of: row.id }
  const { name: _, ...body } = again
  const { code } = await own.operator.api.refused(payment.save, { body: { payments: [body] } })
  const { reserved_kop, paid_kop } = await moneyOf(own, row.acts[0]!.act_id)
  if (reserved_kop + paid_kop === KOP) return
  assert.equal(code, 'payment.may-be-paid')
}

/** The bank's own ledger moved the sum once, and ours says so. */
async function assertPaidOnce(row: Sent): Promise<void> {
  assert.equal(await stateOf(row.id), 'paid')
  assert.deepEqual(PEERS[row.name].movedFor(row.id), [KOP])
  assert.equal((await moneyOf(own, row.acts[0]!.act_id)).paid_kop, KOP)
  await assertNotPayable(row)
}

/** Not ours, so not paid; told to people under its kind; nothing moved and nothing else may pay the acts. */
async function assertHeld(row: Sent, kinds: string[], moved: number[] = []): Promise<void> {
  assert.notEqual(await stateOf(row.id), 'paid')
  assert.deepEqual(await kindsOf(row), kinds)
  assert.deepEqual(PEERS[row.name].movedFor(row.id), moved)
  await assertNotPayable(row)
}

for (const name of ['yookassa', 'tbank', 'direct'] as const) {
  test(`${name}: an order is paid once, in both ledgers, and nothing is left to explain`, async () => {
    const row = await send(name)
    await visitUntil(row, 'paid')
    await assertPaidOnce(row)
    assert.deepEqual(await kindsOf(row), [])
  })

  test(`${name}: an order whose answer was lost is found, and paid once`, async () => {
    const row = await send(name)
    PEERS[name].lost = 1
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
    yookassa.lies = { found: () => [] }
    await visit(row.id)
    assert.equal(orders(row), 1)
    await assertHeld(row, ['duplicate_payout'], [KOP])
  })

test('yookassa: a search that shows nothing yet repeats the same key, and the bank moves once', async () => {
  Object.assign(yookassa, { lost: 1, lies: { found: () => [] } })
  const row = await send('yookassa')
  await visit(row.id)
  await visitUntil(row, 'paid')
  await assertPaidOnce(row)
  assert.equal(orders(row), 1)
})

/** One more night, as if the last had never been. */
async function compare(): Promise<void> {
  await sql`delete from bank_comparison`.execute(q)
  await compareNights(world.services)
}

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
  await compare()
  for (const row of [...refused, ...paid]) {
    assert.deepEqual(await kindsOf(row), ['contradicting_ends'])
    await assertNotPayable(row)
  }
  for (const row of refused) assert.equal(await stateOf(row.id), 'rejected')
})

test('tbank: the state of another payment is not the end of ours', async () => {
  for (const other of [{ id: 'x' }, { paymentId: randomUUID() }, { meta: { paymentId: 'x' } }]) {
    Object.assign(tbank, { opening: 'IN_PROGRESS' })
    tbank.lies = { read: () => ({ status: 'EXECUTED', ...other }) }
    const row = await send('tbank')
    await visit(row.id)
    await visit(row.id)
    await assertHeld(row, ['foreign_answer'])
    tbank.lies = {}
    tbank.settle(row.id, 'EXECUTED')
    await visitUntil(row, 'paid')
    await assertPaidOnce(row)
  }
})

test('direct: 02 and 03 before the first reading, in either order, hold the payment', async () => {
  for (const notices of [
    ['02', '03'],
    ['03', '02'],
  ] as const) {
    direct.notices = notices
    const row = await send('direct')
    await visit(row.id)
    await visit(row.id)
    await assertHeld(row, ['contradicting_ends'], [KOP])
    direct.tell(row.id, '03')
    await visit(row.id)
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
    await readBankMail(world.services)
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
