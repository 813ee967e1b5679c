import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { payment } from '#contract/payment/payment.ts'
import { paymentReview } from '#contract/payment/review.ts'
import { letterOf, resolving } from '#test/builders/bank-files/bank-letter.ts'
import { KOP, openHeldWorld } from '#test/builders/bank-files/held-payments.ts'

const held = await openHeldWorld()
after(() => held.payouts.close())
const {
  payouts,
  peer,
  operator,
  q,
  visited,
  mismatched,
  paidAgainst,
  rejectedAgainst,
  aDayLater,
  refused,
  decided,
  cardOf,
  openKinds,
  actsOf,
} = held

test('a held payment says what the bank said, and another question is no way out of it', async () => {
  const id = await mismatched()
  const card = await cardOf(id)
  assert.match(card.reason_text!, /^Банк назвал другую сумму выплаты/)
  assert.doesNotMatch(card.reason_text! + card.advice!, /не получен/)
  assert.doesNotMatch(card.timeline.map(({ text }) => text).join(), /Ответ банка не получен/)
  assert.deepEqual(card.held, {
    title: 'Банк назвал другую сумму выплаты',
    told: '101,00 ₽',
    counts_payouts: false,
  })
  assert.ok(card.may.includes('resolve'))
})

test('two people with the bank’s letter record that it paid: the act is paid once, and the case is closed', async () => {
  const id = await mismatched()
  const letter = await letterOf(operator, id)
  const card = await decided(id, { paid_kop: KOP, proof_file_id: letter })
  assert.deepEqual([card.status, card.held], ['paid', null])
  assert.deepEqual(await actsOf(id), [
    [6_000, 0],
    [4_000, 0],
  ])
  assert.deepEqual(await openKinds(id), [])
  assert.match(card.timeline.map(({ text }) => text).join('|'), /по письму банк выплатил 100,00 ₽/)
  assert.match(card.timeline.map(({ text }) => text).join('|'), /Оплачена, подтверждено: /)
  // What the bank says later moves nothing, and the agreement goes on.
  await peer.faults()
  assert.equal(await payouts.visit(id), 'paid')
  assert.equal(await payouts.stateOf(await visited()), 'paid')
})

test('less pays the acts in their order by that sum, and the rest is due again', async () => {
  const id = await mismatched()
  const card = await decided(id, { paid_kop: 7_500, proof_file_id: await letterOf(operator, id) })
  assert.deepEqual([card.status, card.reason_code], ['rejected', 'paid_otherwise'])
  assert.match(card.advice!, /оплатила другая выплата/)
  assert.deepEqual(await actsOf(id), [
    [6_000, 0],
    [1_500, 0],
  ])
  const standing = await cardOf(card.retried_by!)
  assert.deepEqual(
    [standing.status, standing.amount_kop, standing.debit_of, standing.debit_line],
    ['paid', 7_500, id, null],
  )
  assert.match(standing.timeline[0]!.text, /по письму банка вместо выплаты № \d/)
  assert.equal(card.may.includes('retry'), false)
  assert.equal(await payouts.timesPaid(standing.id), 0, 'nothing was sent for it')
})

test('more pays them whole, and the rest stands open until it is back', async () => {
  const id = await mismatched()
  const letter = await letterOf(operator, id)
  const asked = await operator.api.refused(
    paymentReview.resolveUnknown,
    resolving(id, { paid_kop: 12_300, proof_file_id: letter }),
  )
  assert.match(asked.approval!.about!.warnings!.join('|'), /Лишние 23,00 ₽ актов не оплатят/)
  assert.equal(asked.approval!.amount_kop, 12_300)
  const card = await decided(id, { paid_kop: 12_300, proof_file_id: letter })
  assert.equal(card.status, 'paid')
  assert.deepEqual(await openKinds(id), ['overpaid'])
  const { items } = await operator.api.send(paymentReview.getDiscrepancies, {
    query: { filter: { payment_id: id, is_open: true } },
  })
  assert.deepEqual([items[0]!.told, items[0]!.by_letter], ['23,00 ₽', false])
})

test('of two payouts under one number it is said how many were carried out', async () => {
  const id = await mismatched()
  await sql`update payment_discrepancy set kind = 'duplicate_payout' where payment_id = ${id}`.execute(
    q,
  )
  const proof_file_id = await letterOf(operator, id)
  assert.equal((await cardOf(id)).held!.counts_payouts, true)
  assert.equal(await refused(id, { paid_kop: 2 * KOP, proof_file_id }), 'common.validation')
  const card = await decided(id, { paid_kop: 2 * KOP, paid_count: 2, proof_file_id })
  assert.equal(card.status, 'paid')
  assert.deepEqual(await openKinds(id), ['overpaid'])
})

test('not executed: after a day, with a letter, without three denials of a bank that says something else', async () => {
  const id = await mismatched()
  const proof_file_id = await letterOf(operator, id)
  assert.equal(await refused(id, { proof_file_id }), 'payment.too-early')
  await aDayLater(id)
  assert.equal(await refused(id, {}), 'payment.no-proof')
  const card = await decided(id, { proof_file_id })
  assert.deepEqual([card.status, card.reason_code], ['rejected', 'not_executed_confirmed'])
  assert.deepEqual(await actsOf(id), [
    [0, 0],
    [0, 0],
  ])
  assert.deepEqual(await openKinds(id), [])
})

test('a payment that stays at the bank for ever has the same way out', async () => {
  await peer.faults({ fault: 'unknown_status', on: ['create', 'status'] })
  const id = await visited()
  assert.equal(await payouts.stateOf(id), 'processing')
  assert.match((await cardOf(id)).reason_text!, /письмом банка/)
  const card = await decided(id, { paid_kop: KOP, proof_file_id: await letterOf(operator, id) })
  assert.equal(card.status, 'paid')
  await peer.faults()
})

test('of a paid one the letter gives back what never left, or says that it is paid', async () => {
  const back = await paidAgainst('contradicting_ends')
  const kept = await paidAgainst('contradicting_ends')
  const part = await paidAgainst('amount_mismatch')
  assert.equal(await refused(back, {}), 'payment.no-proof')
  const card = await decided(back, { proof_file_id: await letterOf(operator, back) })
  assert.deepEqual([card.status, card.returned_kop, card.returns.length], ['paid', KOP, 1])
  assert.deepEqual(await actsOf(back), [
    [0, 0],
    [0, 0],
  ])
  const paid = await decided(kept, { paid_kop: KOP, proof_file_id: await letterOf(operator, kept) })
  assert.deepEqual([paid.status, paid.returned_kop, await openKinds(kept)], ['paid', 0, []])
  const less = await decided(part, {
    paid_kop: 7_000,
    proof_file_id: await letterOf(operator, part),
  })
  assert.equal(less.returned_kop, 3_000)
  assert.deepEqual(await actsOf(part), [
    [6_000, 0],
    [1_000, 0],
  ])
})

test('what the bank executed against its own refusal pays the acts once, by a payment that stands for it', async () => {
  const id = await rejectedAgainst('accept_of_final')
  const due = await cardOf(id)
  assert.equal(due.may.includes('retry'), false)
  const [found] = (
    await operator.api.send(paymentReview.getDiscrepancies, {
      query: { filter: { payment_id: id } },
    })
  ).items
  assert.equal(found!.by_letter, true)
  const words = { body: { id: found!.id, resolution: 'Банк сказал по телефону, что не платил' } }
  const bare = await operator.api.refused(paymentReview.closeDiscrepancy, words)
  assert.equal(bare.code, 'payment.needs-letter')
  const card = await decided(id, { paid_kop: KOP, proof_file_id: await letterOf(operator, id) })
  assert.deepEqual([card.status, await openKinds(id)], ['rejected', []])
  assert.deepEqual(await actsOf(id), [
    [6_000, 0],
    [4_000, 0],
  ])
  assert.equal(card.may.includes('retry'), false)
})

test('acts of an ended payment that the bank may have made are held until the letter frees them', async () => {
  const id = await rejectedAgainst('contradicting_ends')
  const { acts, supplier_id, payment_method_id } = await cardOf(id)
  const row = {
    supplier_id,
    payment_method_id,
    acts: acts.map(({ act_id, amount_kop }) => ({ act_id, amount_kop })),
    amount_kop: KOP,
  }
  const save = () => operator.api.refused(payment.save, { body: { payments: [row] } })
  assert.equal((await save()).code, 'payment.may-be-paid')
  await aDayLater(id)
  await decided(id, { proof_file_id: await letterOf(operator, id) })
  const [saved] = await operator.api.send(payment.save, { body: { payments: [row] } })
  assert.equal(saved!.status, 'saved')
})
