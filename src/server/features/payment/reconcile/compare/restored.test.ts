import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { bankComparison } from '#contract/payment/comparison.ts'
import { payment } from '#contract/payment/payment.ts'
import { paymentReview } from '#contract/payment/review.ts'
import { addFileAgreement } from '#test/builders/bank-files/file-agreement.ts'
import { openPayoutWorld } from '#test/builders/payout-world.ts'
import { addPayee, pay, rowFor, setAuthor } from '#test/builders/payouts.ts'
import { sbpOrder } from '#test/failures/bank-peer.ts'
import { approval } from '#test/support/approve.ts'
import { addPerson } from '#test/support/world.ts'
import { compareNights } from './compare-night.ts'

const payouts = await openPayoutWorld()
after(() => payouts.close())
const { peer, own, world, configId } = payouts
const { operator, manager } = own
const { q } = own.db

const dayOf = (ms: number) =>
  new Date(Date.now() - ms).toLocaleDateString('sv', { timeZone: 'Europe/Moscow' })
const DAY_MS = 86_400_000
const period = { bank_config_id: configId, date_from: dayOf(2 * DAY_MS), date_to: dayOf(0) }

/** Paid by the bank, and a restored copy of our database knows no more than that it was saved or handed over. */
async function takenBack(to: 'saved' | 'registering'): Promise<string> {
  const [id] = await pay(own, [await rowFor(own, await addPayee(own), 10_000)])
  assert.equal(await payouts.visit(id!), 'paid')
  await q.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`update act a set paid_kop = 0, reserved_kop = 10000 from payment_allocation t
      where t.payment_id = ${id!} and a.id = t.act_id`.execute(tx)
    await sql`delete from payment_attempt where payment_id = ${id!}`.execute(tx)
    await sql`delete from payment_event where payment_id = ${id!} and to_status = 'paid'`.execute(
      tx,
    )
    await sql`update payment set status = ${to}, status_source = 'user', finished_at = null, first_sent_at = null,
      request_hash = null, provider_ref = null, bank_status = null, version = 2 where id = ${id!}`.execute(
      tx,
    )
    if (to === 'registering')
      await sql`update payment set next_check_at = now() where id = ${id!}`.execute(tx)
    else {
      await sql`delete from payment_event where payment_id = ${id!} and to_status = 'registering'`.execute(
        tx,
      )
      await sql`update payment set approved_by = null, document_number = null, document_year = null, document_date = null,
        registry_id = null, registered_at = null, next_check_at = null, version = 1 where id = ${id!}`.execute(
        tx,
      )
    }
  })
  return id!
}

async function compared() {
  await operator.api.send(bankComparison.compareWithBank, { body: period })
  await compareNights(world.services)
  const [one] = await operator.api.send(bankComparison.getComparisons, {})
  return one!
}

const sends = async () => (await peer.requests()).filter(({ method }) => method === 'POST').length

async function openCases(id: string) {
  const filter = { payment_id: id, is_open: true }
  return (await operator.api.send(paymentReview.getDiscrepancies, { query: { filter } })).items
}

test('a saved payment that the bank has paid is found, not sent, and taken over as the bank knows it', async () => {
  const id = await takenBack('saved')
  const before = await sends()
  const one = await compared()
  assert.deepEqual([one.known, one.is_cut, one.done_at !== null], [1, false, true])
  const [found] = await openCases(id)
  assert.deepEqual(
    [found!.title, found!.told, found!.is_known],
    ['Банк уже знает выплату, которая у нас ещё не отправлена', 'успешно', true],
  )
  const [held] = await operator.api.send(payment.register, { body: { ids: [id] } })
  assert.deepEqual([held!.status, held!.code], ['saved', 'payment.may-be-paid'])
  const words = { id: found!.id, resolution: 'Сервер восстановлен из копии' }
  const bare = await operator.api.refused(paymentReview.closeDiscrepancy, { body: words })
  assert.equal(bare.code, 'payment.needs-letter')
  const asked = await operator.api.refused(bankComparison.adoptKnown, { body: words })
  const alone = await operator.api.refused(
    bankComparison.adoptKnown,
    { body: words },
    await approval(operator, asked),
  )
  assert.equal(alone.code, 'approval.required')
  // Nor with the PIN of who opened the account of its author.
  const { id: author } = await addPerson(world.app, world.services, own.id, 'author', 'USER', [])
  await setAuthor(q, id, { id: author })
  const opening = { company_id: own.id, user_id: author, opened_by: manager.id }
  await q.insertInto('account_opening').values(opening).execute()
  const same = await operator.api.refused(
    bankComparison.adoptKnown,
    { body: words },
    await approval(operator, asked, manager),
  )
  assert.equal(same.code, 'payment.second-person')
  await q.deleteFrom('account_opening').execute()
  const pin = await approval(operator, asked, manager)
  const card = await operator.api.send(bankComparison.adoptKnown, { body: words }, pin)
  assert.equal(card.status, 'registering')
  assert.equal(await payouts.visit(id), 'paid')
  assert.equal(await payouts.timesPaid(id), 1)
  assert.equal(await sends(), before, 'nothing was sent')
  const again = await operator.api.refused(bankComparison.adoptKnown, { body: words })
  assert.equal(again.code, 'payment.discrepancy-closed')
})

test('a bank that denies later what it knew makes nobody send it', async () => {
  const id = await takenBack('saved')
  await compared()
  const [found] = await openCases(id)
  const body = { id: found!.id, resolution: 'Сервер восстановлен из копии' }
  const asked = await operator.api.refused(bankComparison.adoptKnown, { body })
  await operator.api.send(
    bankComparison.adoptKnown,
    { body },
    await approval(operator, asked, manager),
  )
  await peer.faults({ fault: 'search_lag', on: ['search'] })
  const before = await sends()
  assert.equal(await payouts.visit(id), 'unknown')
  assert.equal(await payouts.visit(id), 'unknown')
  assert.equal(await sends(), before)
  await peer.faults()
  assert.equal(await payouts.visit(id), 'paid')
})

test('a payment that was handed over is asked about, by a comparison or by its worker, before anything is sent', async () => {
  const found = await takenBack('registering')
  const before = await sends()
  assert.equal((await compared()).known, 1)
  assert.equal(await payouts.visit(found), 'paid')
  const late = await takenBack('registering')
  const base = await sends()
  await q.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`update payment set created_at = created_at - interval '20 minutes' where id = ${late}`.execute(
      tx,
    )
  })
  assert.equal(await payouts.visit(late), 'paid')
  assert.deepEqual([await payouts.timesPaid(found), await payouts.timesPaid(late)], [1, 1])
  assert.equal(await sends(), base)
  assert.equal(base, before + 1, 'only the second payment itself')
})

test('what nobody knows goes on: a new payment that waited is asked about once and then sent', async () => {
  const [id] = await pay(own, [await rowFor(own, await addPayee(own), 10_000)])
  await q.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`update payment set created_at = created_at - interval '1 day' where id = ${id!}`.execute(
      tx,
    )
  })
  await peer.faults({ fault: '500_before', on: ['search'], times: 1 })
  assert.equal(
    await payouts.visit(id!),
    'registering',
    'no answer to a question says that it was sent',
  )
  assert.equal(await payouts.visit(id!), 'paid')
  assert.equal(await payouts.timesPaid(id!), 1)
})

test('a payout with a number like ours and no row here is told as one that a copy may have lost', async () => {
  const { body } = await peer.create(sbpOrder(randomUUID(), '77.00'), randomUUID())
  await compared()
  const { items } = await operator.api.send(paymentReview.getDiscrepancies, {
    query: { filter: { is_open: true } },
  })
  const lost = items.find(({ told }) => told === `${body.id}, 77,00 ₽`)
  assert.match(lost!.title, /с номером вида наших/)
  assert.match(lost!.advice, /базу из копии/)
})

test('one in work is told too, and once more when the bank pays it after people have closed the case', async () => {
  await peer.control('PUT', 'settings', { pending_polls: null, pending_seconds: 3600 })
  const mine = randomUUID()
  const { body: running } = await peer.create(sbpOrder(mine, '78.00'), randomUUID())
  const refusedId = randomUUID()
  await peer.create(sbpOrder(refusedId, '79.00'), randomUUID())
  await peer.control('POST', 'alter', { payment_id: refusedId, status: 'canceled' })
  // The number of another program: nothing of ours can hide behind it.
  await peer.create(sbpOrder('order-17', '80.00'), randomUUID())
  const toldNow = async () => {
    await compared()
    const query = { filter: { is_open: true } }
    const { items } = await operator.api.send(paymentReview.getDiscrepancies, { query })
    return items.filter(({ told }) => /(?:78|79|80),00 ₽/u.test(told ?? ''))
  }
  const [found, ...more] = await toldNow()
  assert.deepEqual([found!.told, more], [`${running.id}, 78,00 ₽, исполняется`, []])
  await peer.control('POST', 'alter', { payment_id: mine, status: 'succeeded' })
  assert.deepEqual(
    (await toldNow()).map(({ id }) => id),
    [found!.id],
    'one case while it is open',
  )
  await peer.control('POST', 'alter', { payment_id: mine, status: 'canceled' })
  const body = { id: found!.id, resolution: 'Банк обещал её отклонить' }
  const asked = await operator.api.refused(paymentReview.closeDiscrepancy, { body })
  const pin = await approval(operator, asked, manager)
  await operator.api.send(paymentReview.closeDiscrepancy, { body }, pin)
  assert.deepEqual(await toldNow(), [])
  await peer.control('POST', 'alter', { payment_id: mine, status: 'succeeded' })
  const [anew] = await toldNow()
  assert.equal(anew!.told, `${running.id}, 78,00 ₽`)
  await peer.control('PUT', 'settings', { pending_polls: 0, pending_seconds: null })
})

test('a comparison is bounded, one at a time, and shows how far it is; a bank that cannot be asked is looked up by hand', async () => {
  const fields = async (change: object) =>
    (await operator.api.refused(bankComparison.compareWithBank, { body: { ...period, ...change } }))
      .fields
  assert.ok((await fields({ date_from: dayOf(40 * DAY_MS) }))!['date_from'])
  assert.ok((await fields({ date_to: dayOf(-3 * DAY_MS) }))!['date_to'])
  assert.ok((await fields({ date_from: dayOf(0), date_to: dayOf(DAY_MS) }))!['date_from'])
  const foreign = await world.other.operator.api.refused(bankComparison.compareWithBank, {
    body: period,
  })
  assert.equal(foreign.code, 'common.not-found')
  await peer.faults({ fault: '429', on: ['list'] })
  const first = await operator.api.send(bankComparison.compareWithBank, { body: period })
  await compareNights(world.services)
  const second = await operator.api.send(bankComparison.compareWithBank, { body: period })
  assert.deepEqual(
    [second.started_at, second.done_at, second.compared],
    [first.started_at, null, 0],
  )
  assert.ok(second.total > 0)
  await sql`update bank_comparison set started_at = started_at - interval '2 hours'`.execute(q)
  await compareNights(world.services)
  const [cut] = await operator.api.send(bankComparison.getComparisons, {})
  assert.deepEqual([cut!.done_at !== null, cut!.is_cut], [true, true])
  await peer.faults()
  const file = await addFileAgreement(own)
  const byHand = await operator.api.send(bankComparison.compareWithBank, {
    body: { ...period, bank_config_id: file },
  })
  assert.deepEqual([byHand.done_at !== null, byHand.by_hand], [true, []])
})

test('a payment that was cancelled in the copy and that the bank has paid is found, and its act waits for the letter', async () => {
  const id = await takenBack('saved')
  await operator.api.send(payment.cancel, { body: { ids: [id] } })
  await compared()
  const [found] = await openCases(id)
  assert.deepEqual([found!.told, found!.by_letter], ['успешно', true])
  const { acts, supplier_id, payment_method_id } = await operator.api.send(payment.get, {
    query: { id },
  })
  const row = {
    supplier_id,
    payment_method_id,
    acts: acts.map(({ act_id, amount_kop }) => ({ act_id, amount_kop })),
    amount_kop: 10_000,
  }
  const refusal = await operator.api.refused(payment.save, { body: { payments: [row] } })
  assert.equal(refusal.code, 'payment.may-be-paid')
})
