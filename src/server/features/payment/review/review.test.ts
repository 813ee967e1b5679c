import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import type { CallInput } from '#contract/core/call.ts'
import { files } from '#contract/file/file.ts'
import type { File } from '#contract/file/file-entities.ts'
import { payment } from '#contract/payment/payment.ts'
import { paymentRegistry } from '#contract/payment/registry.ts'
import { paymentReview } from '#contract/payment/review.ts'
import { paymentStatement, type ImportedFile } from '#contract/payment/statement.ts'
import {
  inWindows,
  statementForm,
  statementText,
} from '#test/builders/bank-files/bank-statement.ts'
import { addAccountPayee, addFileAgreement } from '#test/builders/bank-files/file-agreement.ts'
import { addIssuedAct, moneyOf } from '#test/builders/issued-acts.ts'
import { pay } from '#test/builders/payouts.ts'
import { jpeg } from '#test/builders/pictures.ts'
import { approval } from '#test/support/approve.ts'
import { addPerson, openWorld } from '#test/support/world.ts'

const world = await openWorld()
after(() => world.close())
const { own, other } = world
await world.services.jobs.start([{ name: 'payment.work', handler: async () => undefined }])
await addFileAgreement(own)
await addFileAgreement(other, '40702810900000000003')
const { manager, operator } = own
const boss = await addPerson(world.app, world.services, own.id, 'boss', 'USER', [
  'OPERATOR',
  'MANAGER',
])
const DAY_MS = 86_400_000
const dayOf = (daysAgo: number) =>
  new Date(Date.now() + 3 * 3_600_000 - daysAgo * DAY_MS).toISOString().slice(0, 10)

type ReturnBody = CallInput<typeof paymentReview.confirmReturn>['body']

const cardOf = (id: string) => operator.api.send(payment.get, { query: { id } })

/** A payment for two acts in a file that was taken. */
async function sentFor(kops: readonly number[]) {
  const payee = await addAccountPayee(own)
  const acts = []
  for (const kop of kops)
    acts.push({ act_id: await addIssuedAct(own, payee.supplierId, kop), amount_kop: kop })
  const row = {
    id: randomUUID(),
    supplier_id: payee.supplierId,
    payment_method_id: payee.methodId,
    acts,
    amount_kop: kops.reduce((sum, kop) => sum + kop, 0),
  }
  const [id] = await pay(own, [row])
  const { registry_id } = await cardOf(id!)
  const url = `${paymentRegistry.getRegistryFile.path}?registryId=${registry_id!}`
  await manager.api.raw({ method: 'GET', url })
  const card = await cardOf(id!)
  const line = {
    kop: card.amount_kop,
    day: dayOf(0),
    number: card.document_number!,
    account: payee.account,
    bik: '044525225',
    name: payee.name,
    purpose: card.purpose,
  }
  return { id: id!, line, acts: acts.map(({ act_id }) => act_id), payee }
}

async function importText(text: string): Promise<ImportedFile> {
  const { headers, payload } = await statementForm([
    { name: 'kl_to_1c.txt', bytes: inWindows(text) },
  ])
  const url = paymentStatement.importBankFile.path
  const answer = await manager.api.raw({ method: 'POST', url, headers, payload })
  assert.equal(answer.statusCode, 200, answer.body)
  return answer.json<ImportedFile[]>()[0]!
}
const today = { from: dayOf(0), to: dayOf(0) }

async function paidFor(kops: readonly number[]) {
  const sent = await sentFor(kops)
  await importText(statementText({ ...today, lines: [sent.line] }))
  assert.equal((await cardOf(sent.id)).status, 'paid')
  return sent
}

async function confirmed(body: ReturnBody) {
  const refusal = await operator.api.refused(paymentReview.confirmReturn, { body })
  const pin = await approval(operator, refusal, manager)
  return operator.api.send(paymentReview.confirmReturn, { body }, pin)
}

const returnOf = (payment_id: string, amount_kop: number, part: Partial<ReturnBody> = {}) => ({
  client_id: randomUUID(),
  payment_id,
  amount_kop,
  reason: 'Счёт получателя закрыт',
  ...part,
})

test('money that came back makes the latest act due again, twice over two acts, and a retry is a new payment', async () => {
  const { id, acts, payee } = await paidFor([300_000, 200_000])
  const [first, second] = acts.toSorted()
  const before = [await moneyOf(own, first!), await moneyOf(own, second!)]
  const card = await confirmed(returnOf(id, 50_000))
  assert.deepEqual(
    [card.status, card.returned_kop, card.returns.length, card.returns[0]!.amount_kop],
    ['paid', 50_000, 1, 50_000],
  )
  assert.equal((await moneyOf(own, second!)).paid_kop, before[1]!.paid_kop - 50_000)
  assert.deepEqual(await moneyOf(own, first!), before[0])
  await confirmed(returnOf(id, 450_000))
  for (const act_id of acts) assert.equal((await moneyOf(own, act_id)).paid_kop, 0)
  const whole = await cardOf(id)
  assert.deepEqual([whole.returned_kop, whole.may.includes('return')], [500_000, false])
  assert.ok(whole.flags.some(({ code }) => code === 'returned'))
  const again = {
    id: randomUUID(),
    supplier_id: payee.supplierId,
    payment_method_id: payee.methodId,
    acts: [{ act_id: first!, amount_kop: before[0]!.paid_kop }],
    amount_kop: before[0]!.paid_kop,
    retry_of: id,
  }
  const [retry] = await operator.api.send(payment.save, { body: { payments: [again] } })
  assert.equal(retry!.retry_of, id)
  const more = await manager.api.refused(paymentReview.confirmReturn, { body: returnOf(id, 1) })
  assert.equal(more.code, 'payment.return-over')
})

test('a return that is sent twice is one return; another sum under its id, and no approval, are refused', async () => {
  const { id } = await paidFor([100_000])
  const body = returnOf(id, 40_000)
  await confirmed(body)
  const repeated = await manager.api.send(paymentReview.confirmReturn, { body })
  assert.deepEqual([repeated.returned_kop, repeated.returns.length], [40_000, 1])
  const otherSum = { body: { ...body, amount_kop: 1 } }
  const refused = await manager.api.refused(paymentReview.confirmReturn, otherSum)
  assert.equal(refused.code, 'common.id-reused')
  const input = { body: returnOf(id, 10) }
  const alone = await manager.api.refused(paymentReview.confirmReturn, input)
  assert.deepEqual([alone.code, alone.approval?.who], ['approval.required', 'other'])
  const ownPin = await approval(manager, alone)
  const still = await manager.api.refused(paymentReview.confirmReturn, input, ownPin)
  assert.equal(still.code, 'approval.required', 'their own PIN confirms nothing')
  const stranger = await other.manager.api.refused(paymentReview.confirmReturn, input)
  assert.equal(stranger.code, 'common.not-found')
})

test('a payment that is not paid cannot come back, and SQL lets no confirmed return change', async () => {
  const { id } = await sentFor([100_000])
  const refused = await manager.api.refused(paymentReview.confirmReturn, { body: returnOf(id, 10) })
  assert.equal(refused.code, 'payment.not-paid')
  const paid = await paidFor([100_000])
  await confirmed(returnOf(paid.id, 1000))
  const change = own.db.q
    .updateTable('payment_return')
    .set({ status: 'dismissed' })
    .where('payment_id', '=', paid.id)
    .execute()
  await assert.rejects(change, { constraint: 'payment_return_immutable' })
})

test('a returned line opens a case: the return takes its sum and closes it, and the line proves no second one', async () => {
  const { id, line } = await paidFor([250_000])
  const purpose = `Возврат: счёт закрыт. ${line.purpose}`
  const back = { ...line, kop: 250_000, credit: true as const, purpose }
  const { statement } = await importText(statementText({ ...today, lines: [back] }))
  assert.deepEqual(statement!.lines, [{ status: 'discrepancy', count: 1 }])
  const filter = { payment_id: id, is_open: true }
  const open = await manager.api.send(paymentReview.getDiscrepancies, { query: { filter } })
  const [found] = open.items
  assert.deepEqual(
    [found!.is_return, found!.line!.amount_kop, found!.payment!.id, found!.line!.direction],
    [true, 250_000, id, 'credit'],
  )
  const discrepancy_id = found!.id
  const wrong = { body: returnOf(id, 1, { discrepancy_id }) }
  assert.equal(
    (await manager.api.refused(paymentReview.confirmReturn, wrong)).code,
    'payment.return-line',
  )
  const card = await confirmed(returnOf(id, 250_000, { discrepancy_id }))
  assert.equal(card.returned_kop, 250_000)
  const left = await manager.api.send(paymentReview.getDiscrepancies, { query: { filter } })
  assert.equal(left.total, 0)
  const twice = { body: returnOf(id, 250_000, { discrepancy_id }) }
  assert.equal(
    (await manager.api.refused(paymentReview.confirmReturn, twice)).code,
    'payment.discrepancy-closed',
  )
  const lines = await manager.api.send(paymentStatement.getStatementLines, {
    query: { filter: { statement_id: statement!.id } },
  })
  assert.equal(lines.items[0]!.match_status, 'matched')
})

test('a discrepancy is closed by words and another person, once, and stays to be read', async () => {
  const { id, line } = await paidFor([150_000])
  await importText(statementText({ ...today, lines: [{ ...line, number: 999_001 }] }))
  const query = { filter: { payment_id: id } }
  const [found] = (await manager.api.send(paymentReview.getDiscrepancies, { query })).items
  assert.match(found!.title, /второе списание/)
  const body = { id: found!.id, resolution: 'Банк вернул второе списание 12.11' }
  const refusal = await manager.api.refused(paymentReview.closeDiscrepancy, { body })
  assert.equal(refusal.code, 'approval.required')
  const stranger = await other.manager.api.refused(paymentReview.closeDiscrepancy, { body })
  assert.equal(stranger.code, 'common.not-found')
  const pin = await approval(manager, refusal, boss)
  const closed = await manager.api.send(paymentReview.closeDiscrepancy, { body }, pin)
  assert.deepEqual([closed.resolution, closed.closed_by_name !== null], [body.resolution, true])
  const again = await manager.api.refused(paymentReview.closeDiscrepancy, { body })
  assert.equal(again.code, 'payment.discrepancy-closed')
  assert.equal((await cardOf(id)).status, 'paid')
  const strange = await other.manager.api.send(paymentReview.getDiscrepancies, { query })
  assert.equal(strange.total, 0)
})

/** As the worker leaves a payment whose answer was lost so many hours ago, after these answers to its questions. */
async function unknownSince(hours: number, answers: readonly string[]): Promise<string> {
  const payee = await addAccountPayee(own)
  const act_id = await addIssuedAct(own, payee.supplierId, 90_000)
  const [id] = await pay(own, [
    {
      id: randomUUID(),
      supplier_id: payee.supplierId,
      payment_method_id: payee.methodId,
      acts: [{ act_id, amount_kop: 90_000 }],
      amount_kop: 90_000,
    },
  ])
  const sentAt = new Date(Date.now() - hours * 3_600_000).toISOString()
  const { q } = own.db
  await q
    .updateTable('payment')
    .set({ status: 'unknown', status_source: 'create', first_sent_at: sentAt })
    .where('id', '=', id!)
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
        payment_id: id!,
        n: i + 1,
        kind,
        lease_token: 1,
        outcome,
        started_at: at,
        ended_at: at,
      })),
    )
    .execute()
  return id!
}

const DENIED = ['not_found', 'not_found', 'not_found']
const note = 'Банк письмом № 17 сообщил, что поручения не получал'

async function letterFor(id: string): Promise<string> {
  const params = JSON.stringify({ entity: 'payment', entity_id: id, kind: 'other' })
  const answer = await manager.api.raw({
    method: 'POST',
    url: `${files.save.path}?params=${encodeURIComponent(params)}`,
    headers: { 'content-type': 'image/jpeg' },
    payload: await jpeg(),
  })
  assert.equal(answer.statusCode, 200, answer.body)
  return answer.json<File>().id
}

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
  await importText(statementText({ from: dayOf(6), to: dayOf(4), lines: [] }))
  assert.equal(
    (await manager.api.refused(paymentReview.resolveUnknown, input)).code,
    'payment.no-proof',
  )
  await importText(statementText({ from: dayOf(3), to: dayOf(1), lines: [] }))
  const refusal = await manager.api.refused(paymentReview.resolveUnknown, input)
  const pin = await approval(manager, refusal, boss)
  const card = await manager.api.send(paymentReview.resolveUnknown, input, pin)
  assert.equal(card.status, 'rejected')
})

test('too early, not denied three times, asked at this moment, not unknown, or by a stranger it is refused', async () => {
  const refused = async (id: string, who = manager) =>
    (await who.api.refused(paymentReview.resolveUnknown, { body: { id, note } })).code
  assert.equal(await refused(await unknownSince(23, DENIED)), 'payment.too-early')
  const twice = ['not_found', 'ambiguous', 'not_found', 'not_found']
  assert.equal(await refused(await unknownSince(30, twice)), 'payment.not-asked')
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
  assert.equal(await refused(id, operator), 'access.denied')
  const sent = await sentFor([10_000])
  assert.equal(await refused(sent.id), 'common.bad-transition')
})
