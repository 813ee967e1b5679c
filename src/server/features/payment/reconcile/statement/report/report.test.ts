import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { payment } from '#contract/payment/payment.ts'
import { paymentRegistry } from '#contract/payment/registry.ts'
import { paymentStatement, type ImportedFile } from '#contract/payment/statement.ts'
import { statementForm } from '#test/builders/bank-files/bank-statement.ts'
import { schemaFaults } from '#test/builders/bank-files/camt-statement.ts'
import {
  addAccountPayee,
  addFileAgreement,
  PAYER_ACCOUNT,
} from '#test/builders/bank-files/file-agreement.ts'
import { reportText } from '#test/builders/bank-files/status-report.ts'
import { moneyOf } from '#test/builders/issued-acts.ts'
import { pay, rowFor } from '#test/builders/payouts.ts'
import { openWorld, type Person } from '#test/support/world.ts'

const world = await openWorld()
after(() => world.close())
const { own, other } = world
await world.services.jobs.start([{ name: 'payment.work', handler: async () => undefined }])
await addFileAgreement(own, PAYER_ACCOUNT, 'file_iso20022')
const { manager, operator } = own
const KOP = 1_234_567

const cardOf = (id: string) => operator.api.send(payment.get, { query: { id } })
const statusesOf = async (ids: readonly string[]) =>
  Promise.all(ids.map(async (id) => (await cardOf(id)).status))

/** A registry of payments whose file nobody has taken yet. */
async function handedOver(count = 1) {
  const rows = []
  for (let i = 0; i < count; i++) rows.push(await rowFor(own, await addAccountPayee(own), KOP))
  const ids = await pay(own, rows)
  const registryId = (await cardOf(ids[0]!)).registry_id!
  return { ids, registryId, acts: rows.map((row) => row.acts[0]!.act_id) }
}

async function takeFile(registryId: string): Promise<void> {
  const taken = await manager.api.raw({
    method: 'GET',
    url: `${paymentRegistry.getRegistryFile.path}?registryId=${registryId}`,
  })
  assert.equal(taken.statusCode, 200, taken.body)
}

async function sent(count = 1) {
  const registry = await handedOver(count)
  await takeFile(registry.registryId)
  return registry
}

async function post(text: string, who: Person = manager) {
  const form = await statementForm([{ name: 'pain002.xml', bytes: Buffer.from(text) }])
  const answer = await who.api.raw({
    method: 'POST',
    url: paymentStatement.importBankFile.path,
    ...form,
  })
  return {
    status: answer.statusCode,
    body: answer.json<ImportedFile[] & { code: string; message: string }>(),
  }
}
/** What the answer did, without the counts that are zero. */
async function importText(text: string) {
  const { status, body } = await post(text)
  assert.equal(status, 200, JSON.stringify(body))
  const { report, repeated } = body[0]!
  const counts = report!.counts && Object.entries(report!.counts).filter(([, count]) => count > 0)
  return { report: report!, repeated, counts: counts && Object.fromEntries(counts) }
}
async function conflictsOf(ids: readonly string[]): Promise<string[]> {
  const rows = await own.db.q
    .selectFrom('payment_discrepancy')
    .where('payment_id', 'in', ids)
    .select('kind')
    .orderBy('kind')
    .execute()
  return rows.map(({ kind }) => kind)
}
const countReports = async () => {
  const { n } = await own.db.q
    .selectFrom('bank_statement')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

test('each order goes where the bank says, with reason, money and registry', async () => {
  const { ids, registryId, acts } = await sent(5)
  const [accepted, refused, cancelled] = ids as [string, string, string]
  const text = reportText({
    registryId,
    group: 'PART',
    count: 5,
    total: '61728.35',
    orders: [
      { id: accepted, status: 'ACSP', sum: '12345.67' },
      { id: refused, status: 'RJCT', reason: 'AC04', words: 'закрыт 01.10.2026' },
      { id: cancelled, status: 'CANC' },
      { id: ids[3]!, status: 'BLCK' },
      { id: ids[4]!, status: 'RJCT', reason: 'AM05' },
      { id: '0192f3a4-6c1e-7b52-9d3f-8a4e5c6b7d81', status: 'ACSC' },
    ],
  })
  assert.deepEqual(await schemaFaults(text, 'pain.002.001.10'), [])
  const { counts, repeated } = await importText(text)
  assert.equal(repeated, false)
  assert.deepEqual(counts, {
    accepted: 1,
    rejected: 1,
    cancelled: 1,
    unlisted: 1,
    contradicts: 1,
    unknown: 1,
  })
  assert.deepEqual(await statusesOf(ids), [
    'processing',
    'rejected',
    'cancelled',
    'registered',
    'registered',
  ])
  const card = await cardOf(refused)
  assert.deepEqual(
    [card.reason_code, card.reason_text],
    ['AC04', 'Счёт получателя закрыт: закрыт 01.10.2026'],
  )
  assert.equal((await cardOf(cancelled)).reason_code, 'cancelled_by_bank')
  assert.deepEqual(await moneyOf(own, acts[1]!), { total_kop: KOP, reserved_kop: 0, paid_kop: 0 })
  assert.deepEqual(await moneyOf(own, acts[0]!), { total_kop: KOP, reserved_kop: KOP, paid_kop: 0 })
  assert.deepEqual(await conflictsOf(ids), ['duplicate_reported', 'unknown_status'])
  const list = await manager.api.send(paymentStatement.getStatements, { query: {} })
  assert.equal(list.total, 0, 'an answer is no statement')

  const { version } = await cardOf(refused)
  await own.db.q.deleteFrom('payment_discrepancy').where('payment_id', 'in', ids).execute()
  const again = await importText(text)
  assert.deepEqual([again.repeated, again.counts], [true, null])
  assert.equal((await cardOf(refused)).version, version)
  assert.deepEqual(await conflictsOf(ids), [])
})

test('every word of acceptance makes a payment processing, and none makes it paid', async () => {
  const codes = ['RCVD', 'PDNG', 'ACTC', 'ACCP', 'ACSP', 'ACWC', 'ACSC', 'ACCC']
  const { ids, registryId } = await sent(codes.length)
  const orders = ids.map((id, i) => ({ id, status: codes[i]! }))
  assert.deepEqual((await importText(reportText({ registryId, orders }))).counts, {
    accepted: codes.length,
  })
  assert.deepEqual(
    await statusesOf(ids),
    codes.map(() => 'processing'),
  )
  assert.equal((await cardOf(ids[0]!)).timeline.at(-1)!.actor, 'Банк')
})

for (const [group, counted, becomes] of [
  ['ACTC', 'accepted', 'processing'],
  ['RJCT', 'rejected', 'rejected'],
] as const)
  test(`${group} of the whole file makes all of its payments ${becomes}`, async () => {
    const { ids, registryId } = await sent(2)
    const { counts } = await importText(reportText({ registryId, group }))
    assert.deepEqual(counts, { [counted]: 2 })
    assert.deepEqual(await statusesOf(ids), [becomes, becomes])
    const { items } = await manager.api.send(paymentRegistry.getRegistries, {
      query: { filter: { ids: [registryId] } },
    })
    assert.equal(items[0]!.status, becomes === 'rejected' ? 'failed' : 'sent')
  })

test('a whole file that the bank calls a repeat is not rejected', async () => {
  const { ids, registryId } = await sent()
  const { counts } = await importText(
    reportText({ registryId, group: 'RJCT', groupReason: 'DU01' }),
  )
  assert.deepEqual(counts, { contradicts: 1 })
  assert.deepEqual(
    [await statusesOf(ids), await conflictsOf(ids)],
    [['registered'], ['duplicate_reported']],
  )
})

test('a refusal of the file counts only where no order has a status of its own', async () => {
  const { ids, registryId } = await sent(2)
  const orders = [{ id: ids[0]!, status: 'ACSP' }]
  await importText(reportText({ registryId, group: 'RJCT', orders }))
  assert.deepEqual(await statusesOf(ids), ['processing', 'registered'])
})

test('a word that contradicts a final state opens a discrepancy and moves nothing', async () => {
  const { ids, registryId } = await sent(2)
  const [paid, refused] = ids as [string, string]
  await importText(
    reportText({
      registryId,
      orders: [
        { id: paid, status: 'ACSP' },
        { id: refused, status: 'RJCT', reason: 'MS03' },
      ],
    }),
  )
  await own.db.q
    .updateTable('payment')
    .set({ status: 'paid', status_source: 'statement' })
    .where('id', '=', paid)
    .execute()
  const { counts } = await importText(
    reportText({
      registryId,
      orders: [
        { id: paid, status: 'RJCT' },
        { id: refused, status: 'ACSC' },
      ],
    }),
  )
  assert.deepEqual(counts, { contradicts: 2 })
  assert.deepEqual(await statusesOf(ids), ['paid', 'rejected'])
  assert.deepEqual(await conflictsOf(ids), ['contradicting_ends', 'reject_of_paid'])
  const agreeing = reportText({
    registryId,
    orders: [
      { id: paid, status: 'ACSC' },
      { id: refused, status: 'CANC' },
    ],
  })
  assert.deepEqual((await importText(agreeing)).counts, { same: 2 })
})

test('a payment that was withdrawn before the file is not in it', async () => {
  const { ids, registryId } = await handedOver(2)
  await own.db.q
    .updateTable('payment')
    .set({ status: 'cancelled', status_source: 'user' })
    .where('id', '=', ids[1]!)
    .execute()
  await takeFile(registryId)
  const whole = reportText({ registryId, group: 'ACTC', count: 1, total: '12345.67' })
  assert.deepEqual((await importText(whole)).counts, { accepted: 1 })
  const orders = [{ id: ids[1]!, status: 'ACSP' }]
  assert.deepEqual((await importText(reportText({ registryId, orders }))).counts, {
    contradicts: 1,
  })
  assert.deepEqual(await conflictsOf(ids), ['answer_to_unsent'])
})

test('an answer to another file, of another company or with other sums leaves nothing behind', async () => {
  const { ids, registryId } = await sent(2)
  const stranger = await sent()
  const before = await countReports()
  const orders = ids.map((id) => ({ id, status: 'RJCT' }))
  const refusedOf = async (text: string, who?: Person) => {
    const { body } = await post(text, who)
    return `${body.code} ${body.message}`
  }
  const unknown = '0192f3a4-6c1e-7b52-9d3f-8a4e5c6b7d80'
  assert.match(
    await refusedOf(reportText({ registryId: unknown, orders })),
    /^statement\.foreign-report Ответ банка на файл «0192f3a46c1e7b529d3f8a4e5c6b7d80»/,
  )
  assert.match(await refusedOf(reportText({ registryId: 'PR-1', orders })), /foreign-report/)
  assert.match(await refusedOf(reportText({ registryId, orders }), other.manager), /foreign-report/)
  const wrong = [
    [{ count: 3 }, /поручений 3, а в нашем файле их 2/],
    [{ total: '24691.35' }, /сумма 24 691,35 ₽, а в нашем файле 24 691,34 ₽/],
    [{ orders: [{ ...orders[0]!, sum: '1.00' }] }, /сумма 1,00 ₽, а в выплате 12 345,67 ₽/],
  ] as const
  for (const [change, words] of wrong)
    assert.match(await refusedOf(reportText({ registryId, orders, ...change })), words)
  assert.match(await refusedOf(reportText({ registryId, orders }).slice(0, -30)), /обрезан/)
  assert.equal((await post(reportText({ registryId, orders }), operator)).status, 403)
  assert.deepEqual(await statusesOf(ids), ['registered', 'registered'])
  assert.equal(await countReports(), before)
  // An order of another registry is not moved by this answer, and its word is told.
  const mixed = reportText({ registryId, orders: [{ id: stranger.ids[0]!, status: 'RJCT' }] })
  assert.deepEqual((await importText(mixed)).counts, { contradicts: 1 })
  assert.deepEqual(await statusesOf(stranger.ids), ['registered'])
})

test('a registry whose file nobody took, and one of 1С, are answered by no bank', async () => {
  const { ids, registryId } = await handedOver()
  const text = reportText({ registryId, group: 'RJCT' })
  assert.equal((await post(text)).body.code, 'statement.foreign-report')
  await takeFile(registryId)
  await own.db.q.updateTable('payment_registry').set({ format: '1c' }).execute()
  assert.equal((await post(text)).body.code, 'statement.foreign-report')
  assert.deepEqual(await statusesOf(ids), ['registered'])
})

test('the same answer from many at once is taken in once', async () => {
  const { ids, registryId } = await sent()
  const text = reportText({ registryId, group: 'RJCT' })
  const answers = await Promise.all([post(text), post(text), post(text)])
  assert.equal(answers.filter(({ body }) => !body[0]!.repeated).length, 1)
  const { timeline } = await cardOf(ids[0]!)
  assert.equal(timeline.filter(({ status }) => status === 'rejected').length, 1)
})
