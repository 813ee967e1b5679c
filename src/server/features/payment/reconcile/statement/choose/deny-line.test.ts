import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { payment } from '#contract/payment/payment.ts'
import { paymentReview } from '#contract/payment/review.ts'
import { paymentStatement } from '#contract/payment/statement.ts'
import { debitSteps } from '#test/builders/bank-files/debits.ts'
import { addFileAgreement } from '#test/builders/bank-files/file-agreement.ts'
import { statementText, type BankLine } from '#test/builders/bank-files/bank-statement.ts'
import { dayAgo, sendByFile, takeStatement } from '#test/builders/bank-files/paid-by-file.ts'
import { openWorld } from '#test/support/world.ts'

const world = await openWorld()
after(() => world.close())
const { own, other } = world
await world.services.jobs.start([{ name: 'payment.work', handler: async () => undefined }])
await addFileAgreement(own)
const { manager, operator } = own
const { denyLine, getLineCandidates, getStatementLines, matchLine } = paymentStatement
const { cardOf, reject } = debitSteps(own)

async function taken(line: BankLine, parts: { from?: string; bare?: true } = {}) {
  const text = statementText({ from: dayAgo(0), to: dayAgo(0), lines: [line], ...parts })
  const { statement } = await takeStatement(own, text)
  return lineOf(statement!.id)
}
async function lineOf(statement_id: string) {
  const query = { filter: { statement_id } }
  const { items } = await manager.api.send(getStatementLines, { query })
  return items[0]!
}
/** A bank order of the same sum to the same account, about something else. */
const rent = (line: BankLine, number: number): BankLine => ({ ...line, number, purpose: 'Аренда' })
const rulesOf = async (paymentId: string) => {
  const query = { filter: { payment_id: paymentId, is_open: true } }
  const { items } = await manager.api.send(paymentReview.getDiscrepancies, { query })
  return items.map(({ title }) => title)
}

test('a suggestion by sum is denied: the line waits for a person, and the payment can be refused', async () => {
  const sent = await sendByFile(own, [80_100])
  const guess = await taken(rent(sent.line, 881))
  assert.deepEqual(
    [guess.match_status, guess.decision, guess.may_deny],
    ['suggested', 'confirm', true],
  )
  const held = { body: { id: sent.id, reason: 'Счёт закрыт, сказал банк' } }
  const seen = await operator.api.refused(paymentReview.markRejectedByBank, held)
  assert.equal(seen.code, 'payment.debit-seen')
  const body = { id: guess.id }
  assert.equal((await operator.api.refused(denyLine, { body })).code, 'access.denied')
  assert.equal((await other.manager.api.refused(denyLine, { body })).code, 'common.not-found')
  for (const _ of [1, 2]) await manager.api.send(denyLine, { body })
  const now = await lineOf(guess.statement_id)
  assert.deepEqual(
    [now.match_status, now.decision, now.may_deny, now.payment],
    ['none', 'choose', false, null],
  )
  assert.equal(now.why, 'Человек ответил, что это не предложенная выплата')
  const told = { query: { filter: { ids: [guess.statement_id] } } }
  const { items } = await manager.api.send(paymentStatement.getStatements, told)
  assert.equal(items[0]!.unsettled_count, 0)
  // Whoever was wrong can still choose it.
  const [offered] = await manager.api.send(getLineCandidates, { query: { ids: [guess.id] } })
  assert.deepEqual(
    offered!.payments.map(({ id }) => id),
    [sent.id],
  )
  await reject(sent.id)
  assert.equal((await cardOf(sent.id)).status, 'rejected')
})

test('a line that names the payment takes the place of one that a person confirmed by its sum', async () => {
  const sent = await sendByFile(own, [80_200])
  const guess = await taken(rent(sent.line, 882))
  await manager.api.send(matchLine, { body: { ids: [guess.id] } })
  assert.equal((await cardOf(sent.id)).status, 'paid')
  // Without balances a person confirms it, and what was confirmed by the sum is no second debit.
  const named = await taken({ ...sent.line, number: 883 }, { bare: true })
  assert.deepEqual([named.decision, named.may_deny], ['confirm', false])
  assert.match(named.why, /по одной сумме: подтвердите, и она освободится$/)
  const refused = await manager.api.refused(denyLine, { body: { id: named.id } })
  assert.equal(refused.code, 'statement.named-by-bank')
  const proof = await taken(sent.line)
  assert.equal(proof.match_status, 'matched')
  assert.deepEqual(await rulesOf(sent.id), [])
  const freed = await lineOf(guess.statement_id)
  assert.deepEqual([freed.match_status, freed.decision, freed.payment], ['none', 'choose', null])
  assert.match(freed.why, /назвала другая, с её меткой или номером$/)
  const refusedAgain = await manager.api.refused(denyLine, { body: { id: freed.id } })
  assert.equal(refusedAgain.code, 'statement.not-suggested')
  const freeings = await own.db.q
    .selectFrom('audit_event')
    .where('action', '=', 'bank_statement.free')
    .where('entity_id', '=', guess.statement_id)
    .select('entity_id')
    .execute()
  assert.equal(freeings.length, 1)
  // A third one is a second debit again.
  const second = await taken({ ...sent.line, number: 884 })
  assert.equal(second.match_status, 'discrepancy')
})

test('a debit of the same sum from before the order says nothing of it', async () => {
  const sent = await sendByFile(own, [80_300])
  const day = dayAgo(40)
  const old = { ...rent(sent.line, 885), day, docDay: day }
  assert.equal((await taken(old, { from: day })).match_status, 'none')
  await reject(sent.id)
  assert.equal(
    (await operator.api.send(payment.get, { query: { id: sent.id } })).status,
    'rejected',
  )
})
