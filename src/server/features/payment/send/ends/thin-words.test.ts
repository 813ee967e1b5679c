import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { payment } from '#contract/payment/payment.ts'
import { paymentStatement } from '#contract/payment/statement.ts'
import { statementText } from '#test/builders/bank-files/bank-statement.ts'
import { bankWords, EXECUTED, REFUSED } from '#test/builders/bank-files/bank-words.ts'
import { addFileAgreement, PAYER_ACCOUNT } from '#test/builders/bank-files/file-agreement.ts'
import { dayAgo, sendByFile, takeStatement } from '#test/builders/bank-files/paid-by-file.ts'
import { reportText } from '#test/builders/bank-files/status-report.ts'
import { openWorld } from '#test/support/world.ts'

// Words of a bank that name a payment thinly, by the way, or once more.
const world = await openWorld()
after(() => world.close())
const { own } = world
await world.services.jobs.start([{ name: 'payment.work', handler: async () => undefined }])
await addFileAgreement(own, PAYER_ACCOUNT, 'file_iso20022')
const { manager, operator } = own
const KOP = 50_000
const today = { from: dayAgo(0), to: dayAgo(0) }
const words = bankWords(own, KOP)
const { cardOf, reported, openKinds, repeatOf, assertNotPayable, decide, letDaysPass } = words

test('a debit that the sum alone suggests keeps the acts of a payment that its bank refuses', async () => {
  const sent = await sendByFile(own, [KOP])
  const { statement } = await takeStatement(
    own,
    statementText({ ...today, lines: [{ ...sent.line, number: 7701, purpose: 'Аренда' }] }),
  )
  await reported(sent.id, REFUSED)
  const card = await cardOf(sent.id)
  assert.equal(card.status, 'rejected')
  await assertNotPayable(sent)
  assert.match(card.advice!, /Не платите повторно/)
  assert.ok(!card.may.includes('retry'))
  const query = { filter: { statement_id: statement!.id } }
  const { items } = await manager.api.send(paymentStatement.getStatementLines, { query })
  await manager.api.send(paymentStatement.denyLine, { body: { id: items[0]!.id } })
  await operator.api.send(payment.save, { body: { payments: [repeatOf(sent)] } })
})

test('a debit with the marks of two payments is a word of the end of both', async () => {
  const [one, other] = [await sendByFile(own, [KOP]), await sendByFile(own, [KOP])]
  const { purpose } = await cardOf(other.id)
  const line = { ...one.line, number: 7702, purpose: `${one.line.purpose} ${purpose}` }
  await takeStatement(own, statementText({ ...today, lines: [line] }))
  for (const sent of [one, other]) {
    assert.equal((await cardOf(sent.id)).status, 'registered')
    await reported(sent.id, REFUSED)
    assert.deepEqual(await openKinds(sent.id), ['contradicting_ends'])
    await assertNotPayable(sent)
  }
})

test('what an answer to one file says of an order of another is kept and told', async () => {
  const [asked, other] = [await sendByFile(own, [KOP]), await sendByFile(own, [KOP])]
  const { registry_id } = await cardOf(asked.id)
  const orders = [
    { id: asked.id, status: 'ACSP' },
    { id: other.id, ...EXECUTED },
  ]
  const text = reportText({ registryId: registry_id!, orders, batch: 'PART' })
  const { body } = await words.report(text)
  assert.match(body, /"contradicts":1/)
  assert.deepEqual(await openKinds(other.id), ['answer_to_unsent'])
  await reported(other.id, REFUSED)
  assert.equal((await cardOf(other.id)).status, 'registered')
  assert.deepEqual(await openKinds(other.id), ['answer_to_unsent', 'contradicting_ends'])
  await assertNotPayable(other)
})

test('a word that the letter has weighed holds nothing anew, another one does', async () => {
  const sent = await sendByFile(own, [KOP])
  await reported(sent.id, EXECUTED)
  await reported(sent.id, REFUSED)
  await letDaysPass(sent.id)
  await decide(sent.id)
  assert.equal((await cardOf(sent.id)).status, 'rejected')
  for (const word of [EXECUTED, REFUSED].map((one) => ({ ...one, reason: 'NARR', words: 'ещё' }))) {
    await reported(sent.id, word)
    assert.deepEqual(await openKinds(sent.id), [])
  }
  await reported(sent.id, { status: 'ACCC' })
  assert.deepEqual(await openKinds(sent.id), ['contradicting_ends'])
  await assertNotPayable(sent)
  await decide(sent.id)
  await reported(sent.id, { status: 'ACCC', reason: 'NARR', words: 'и снова' })
  assert.deepEqual(await openKinds(sent.id), [])
  await operator.api.send(payment.save, { body: { payments: [repeatOf(sent)] } })
})
