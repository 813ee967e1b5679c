import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { payment } from '#contract/payment/payment.ts'
import { paymentReview } from '#contract/payment/review.ts'
import { letterOf, resolving } from '#test/builders/bank-files/bank-letter.ts'
import { KOP, openHeldWorld } from '#test/builders/bank-files/held-payments.ts'
import { approval } from '#test/support/approve.ts'
import type { SendOptions } from '#test/support/api.ts'
import { setAuthor } from '#test/builders/payouts.ts'
import type { Person } from '#test/support/world.ts'

const held = await openHeldWorld()
after(() => held.payouts.close())
const {
  payouts,
  peer,
  operator,
  manager,
  boss,
  q,
  visited,
  mismatched,
  aDayLater,
  refused,
  decided,
  actsOf,
} = held

test('alone, with one’s own PIN, a letter of another payment, another sum or none it is refused', async () => {
  const id = await mismatched()
  const proof_file_id = await letterOf(operator, id)
  const told = { paid_kop: KOP, proof_file_id }
  assert.equal(await refused(id, { paid_kop: KOP }), 'payment.no-proof')
  const foreign = await letterOf(operator, await mismatched())
  assert.equal(await refused(id, { paid_kop: KOP, proof_file_id: foreign }), 'common.not-found')
  const send = async (who: Person, input: ReturnType<typeof resolving>, pin: object) =>
    (await who.api.refused(paymentReview.resolveUnknown, input, pin)).code
  const asked = await boss.api.refused(paymentReview.resolveUnknown, resolving(id, told))
  assert.equal(
    await send(boss, resolving(id, told), await approval(boss, asked)),
    'approval.required',
  )
  // A PIN for one sum confirms no other, nor the contrary.
  const other = await operator.api.refused(paymentReview.resolveUnknown, resolving(id, told))
  const more = resolving(id, { ...told, paid_kop: KOP + 1 })
  assert.equal(
    await send(operator, more, await approval(operator, other, boss)),
    'approval.required',
  )
  await aDayLater(id)
  const none = resolving(id, { proof_file_id })
  assert.equal(
    await send(operator, none, await approval(operator, other, boss)),
    'approval.required',
  )
  assert.equal(await payouts.stateOf(id), 'unknown')
  // Whose payment it is, confirms it at no screen.
  const confirmedBy = async (author: Person, who: Person) => {
    await setAuthor(q, id, author)
    const mine = await operator.api.refused(paymentReview.resolveUnknown, resolving(id, told))
    return send(operator, resolving(id, told), await approval(operator, mine, who))
  }
  assert.equal(await confirmedBy(boss, boss), 'payment.second-person')
  const opening = { company_id: payouts.own.id, user_id: boss.id, opened_by: manager.id }
  await q.insertInto('account_opening').values(opening).execute()
  assert.equal(await confirmedBy(boss, manager), 'payment.second-person')
  await q.deleteFrom('account_opening').execute()
  assert.equal((await decided(id, told, [operator, manager])).status, 'paid')
})

test('a payment of which the bank said nothing is not recorded as paid', async () => {
  await peer.faults({ fault: 'reset_after_accept', on: ['create'], times: 1 })
  const id = await visited()
  assert.equal(await payouts.stateOf(id), 'unknown')
  const proof_file_id = await letterOf(operator, id)
  assert.equal(await refused(id, { paid_kop: KOP, proof_file_id }), 'payment.not-held')
  await peer.faults()
  assert.equal(await payouts.visit(id), 'paid')
})

test('a worker that asks holds it, an answer that came meanwhile asks anew, and of two at once one decides', async () => {
  const id = await mismatched()
  const proof_file_id = await letterOf(operator, id)
  const told = { paid_kop: KOP, proof_file_id }
  await sql`update payment_lease set leased_until = now() + interval '1 minute' where payment_id = ${id}`.execute(
    q,
  )
  assert.equal(await refused(id, told), 'payment.asked-now')
  await sql`update payment_lease set leased_until = null where payment_id = ${id}`.execute(q)
  const asked = await operator.api.refused(paymentReview.resolveUnknown, resolving(id, told))
  const pin = await approval(operator, asked, boss)
  await peer.faults()
  assert.equal(await payouts.visit(id), 'paid')
  const late = await operator.api.refused(paymentReview.resolveUnknown, resolving(id, told), pin)
  assert.equal(late.code, 'approval.required')

  const both = await mismatched()
  const input = resolving(both, { paid_kop: 7_500, proof_file_id: await letterOf(operator, both) })
  const pins: SendOptions[] = []
  for (const who of [operator, manager]) {
    const question = await who.api.refused(paymentReview.resolveUnknown, input)
    pins.push(await approval(who, question, boss))
  }
  const answers = await Promise.allSettled(
    [operator, manager].map((who, n) => who.api.send(paymentReview.resolveUnknown, input, pins[n])),
  )
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
  assert.deepEqual(await actsOf(both), [
    [6_000, 0],
    [1_500, 0],
  ])
})

test('of what the bank contradicts no return is recorded by hand, and one that came back is not paid past two payouts', async () => {
  const returned = (payment_id: string) => ({
    body: {
      client_id: randomUUID(),
      payment_id,
      amount_kop: KOP,
      reason: 'Деньги вернулись, видно в кабинете',
    },
  })
  const id = await held.paidAgainst('duplicate_payout')
  const refusal = await operator.api.refused(paymentReview.confirmReturn, returned(id))
  assert.equal(refusal.code, 'payment.needs-letter')

  await peer.faults()
  const plain = await visited()
  const asked = await operator.api.refused(paymentReview.confirmReturn, returned(plain))
  const input = returned(plain)
  const pin = await approval(operator, asked, boss)
  const card = await operator.api.send(paymentReview.confirmReturn, input, pin)
  assert.equal(card.returned_kop, KOP)
  await held.tell(plain, 'duplicate_payout', '2')
  const { supplier_id, payment_method_id } = card
  const acts = card.acts.map(({ act_id, amount_kop }) => ({ act_id, amount_kop }))
  const row = { supplier_id, payment_method_id, acts, amount_kop: KOP }
  const again = await operator.api.refused(payment.save, { body: { payments: [row] } })
  assert.equal(again.code, 'payment.may-be-paid')
})
