import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { payment } from '#contract/payment/payment.ts'
import { paymentReview } from '#contract/payment/review.ts'
import { letterOf } from '#test/builders/bank-files/bank-letter.ts'
import { statementText } from '#test/builders/bank-files/bank-statement.ts'
import { addFileAgreement, PAYER_ACCOUNT } from '#test/builders/bank-files/file-agreement.ts'
import {
  dayAgo,
  payToAccount,
  sendByFile,
  takeStatement,
} from '#test/builders/bank-files/paid-by-file.ts'
import { moneyOf } from '#test/builders/issued-acts.ts'
import { approval } from '#test/support/approve.ts'
import { addPerson, openWorld } from '#test/support/world.ts'

const world = await openWorld()
after(() => world.close())
const { own, other } = world
await world.services.jobs.start([{ name: 'payment.work', handler: async () => undefined }])
await addFileAgreement(own)
const { manager, operator } = own
// Confirms what the manager decides.
const boss = await addPerson(world.app, world.services, own.id, 'boss', 'USER', [
  'OPERATOR',
  'MANAGER',
])

const weigher = await addPerson(world.app, world.services, own.id, 'weigher', 'USER', ['WEIGHER'])

/** As the worker leaves a payment whose answer was lost so many hours ago, after these answers to its questions. */
async function unknownSince(hours: number, answers: readonly string[]): Promise<string> {
  const { id } = await payToAccount(own, [90_000])
  const sentAt = new Date(Date.now() - hours * 3_600_000).toISOString()
  const { q } = own.db
  await q
    .updateTable('payment')
    .set({ status: 'unknown', status_source: 'create', first_sent_at: sentAt })
    .where('id', '=', id)
    .execute()
  const attempts = [
    { kind: 'send', outcome: 'ambiguous', at: sentAt },
    ...answers.map((outcome) => ({ kind: 'search', outcome, at: new Date().toISOString() })),
  ]
  await q
    .insertInto('payment_attempt')
    .values(
      attempts.map(({ kind, outcome, at }, i) => ({
        company_id: own.id,
        payment_id: id,
        n: i + 1,
        kind,
        lease_token: 1,
        outcome,
        started_at: at,
        ended_at: at,
      })),
    )
    .execute()
  return id
}

/** A statement of DirectBank without operations. */
const directText = (type: number, { from, to }: { from: string; to: string }) =>
  `<Statement xmlns="http://directbank.1c.ru/XMLSchema"><Data><StatementType>${type}</StatementType><DateFrom>${from}T00:00:00</DateFrom>` +
  `<DateTo>${to}T23:59:59</DateTo><Account>${PAYER_ACCOUNT}</Account><OpeningBalance>10</OpeningBalance><ClosingBalance>10</ClosingBalance></Data></Statement>`

const DENIED = ['not_found', 'not_found', 'not_found']
const note = 'Банк письмом № 17 сообщил, что поручения не получал'

const letterFor = (id: string) => letterOf(manager, id)

test('an unknown payment is given up by two people with the bank’s letter, and its act is due again', async () => {
  const id = await unknownSince(30, DENIED)
  assert.ok((await manager.api.send(payment.get, { query: { id } })).may.includes('resolve'))
  const bare = { body: { id, note } }
  assert.equal(
    (await manager.api.refused(paymentReview.resolveUnknown, bare)).code,
    'payment.no-proof',
  )
  const foreign = await letterFor(await unknownSince(30, DENIED))
  const wrong = { body: { id, note, proof_file_id: foreign } }
  assert.equal(
    (await manager.api.refused(paymentReview.resolveUnknown, wrong)).code,
    'common.not-found',
  )
  const input = { body: { id, note, proof_file_id: await letterFor(id) } }
  const refusal = await manager.api.refused(paymentReview.resolveUnknown, input)
  const pin = await approval(manager, refusal, boss)
  const card = await manager.api.send(paymentReview.resolveUnknown, input, pin)
  assert.deepEqual([card.status, card.reason_code], ['rejected', 'not_executed_confirmed'])
  assert.equal(card.advice, 'Можно повторить')
  assert.match(card.timeline.at(-1)!.text, /подтверждено: /)
  assert.match(card.reason_text!, /письмом № 17/)
  const [part] = card.acts
  assert.deepEqual(await moneyOf(own, part!.act_id), {
    total_kop: 90_000,
    reserved_kop: 0,
    paid_kop: 0,
  })
  const again = await manager.api.refused(paymentReview.resolveUnknown, input)
  assert.equal(again.code, 'common.bad-transition')
})

test('statements of the days around the sending prove it as well; days that are missing do not', async () => {
  const id = await unknownSince(5 * 24, DENIED)
  const input = { body: { id, note } }
  await takeStatement(own, statementText({ from: dayAgo(6), to: dayAgo(4), lines: [] }))
  assert.equal(
    (await manager.api.refused(paymentReview.resolveUnknown, input)).code,
    'payment.no-proof',
  )
  // Of a mailbox one that is not final proves nothing, the final one as much as a file does.
  const mailed = (type: number) =>
    takeStatement(own, directText(type, { from: dayAgo(3), to: dayAgo(1) }))
  assert.equal((await mailed(1)).statement!.balanced, false)
  assert.equal(
    (await manager.api.refused(paymentReview.resolveUnknown, input)).code,
    'payment.no-proof',
  )
  assert.equal((await mailed(0)).statement!.balanced, true)
  // A company with one manager: an operator begins it, the manager confirms.
  const refusal = await operator.api.refused(paymentReview.resolveUnknown, input)
  assert.equal(refusal.approval!.about!.note, note)
  assert.match(refusal.approval!.about!.warnings!.join(), /выписка, в которой этого списания нет/)
  const ownPin = await approval(operator, refusal)
  const alone = await operator.api.refused(paymentReview.resolveUnknown, input, ownPin)
  assert.equal(alone.code, 'approval.required')
  const pin = await approval(operator, refusal, manager)
  const card = await operator.api.send(paymentReview.resolveUnknown, input, pin)
  assert.equal(card.status, 'rejected')
})

test('a line of the same sum to the same account, not yet explained, is no proof that nothing was executed', async () => {
  const id = await unknownSince(5 * 24, DENIED)
  const input = { body: { id, note } }
  const { account } = await own.db.q
    .selectFrom('payment as p')
    .innerJoin('payment_method as m', 'm.id', 'p.payment_method_id')
    .where('p.id', '=', id)
    .select('m.account')
    .executeTakeFirstOrThrow()
  // Without a marker and a number it only suggests.
  const line = { kop: 90_000, day: dayAgo(5), account: account!, purpose: 'Перевод' }
  await takeStatement(own, statementText({ from: dayAgo(6), to: dayAgo(1), lines: [line] }))
  const refused = await manager.api.refused(paymentReview.resolveUnknown, input)
  assert.equal(refused.code, 'payment.debit-seen')
})

test('too early, not denied three times, asked at this moment, not unknown, or by a stranger it is refused', async () => {
  const refused = async (id: string, who = manager) =>
    (await who.api.refused(paymentReview.resolveUnknown, { body: { id, note } })).code
  assert.equal(await refused(await unknownSince(23, DENIED)), 'payment.too-early')
  const twice = ['not_found', 'ambiguous', 'not_found', 'not_found']
  assert.equal(await refused(await unknownSince(30, twice)), 'payment.not-asked')
  const unended = await unknownSince(30, DENIED)
  const attempt = { company_id: own.id, payment_id: unended, n: 9, kind: 'search', lease_token: 2 }
  await own.db.q.insertInto('payment_attempt').values(attempt).execute()
  assert.equal(
    await refused(unended),
    'payment.not-asked',
    'a question without an end denies nothing',
  )
  const id = await unknownSince(30, DENIED)
  await own.db.q
    .insertInto('payment_lease')
    .values({
      company_id: own.id,
      payment_id: id,
      token: 1,
      holder: 'worker',
      leased_until: new Date(Date.now() + 60_000).toISOString(),
    })
    .onConflict((oc) =>
      oc
        .columns(['company_id', 'payment_id'])
        .doUpdateSet({ leased_until: new Date(Date.now() + 60_000).toISOString() }),
    )
    .execute()
  assert.equal(await refused(id), 'payment.asked-now')
  assert.equal(await refused(id, other.manager), 'common.not-found')
  assert.equal(await refused(id, weigher), 'access.denied')
  const sent = await sendByFile(own, [10_000])
  assert.equal(await refused(sent.id), 'common.bad-transition')
})
