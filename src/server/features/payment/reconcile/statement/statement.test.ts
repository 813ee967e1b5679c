import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { payment } from '#contract/payment/payment.ts'
import { paymentRegistry } from '#contract/payment/registry.ts'
import { paymentStatement, type ImportedFile } from '#contract/payment/statement.ts'
import {
  inWindows,
  statementForm,
  statementText,
  type BankLine,
} from '#test/builders/bank-files/bank-statement.ts'
import {
  addAccountPayee,
  addFileAgreement,
  PAYER_ACCOUNT,
  type AccountPayee,
} from '#test/builders/bank-files/file-agreement.ts'
import { moneyOf } from '#test/builders/issued-acts.ts'
import { pay, rowFor } from '#test/builders/payouts.ts'
import { openWorld, type Person } from '#test/support/world.ts'

const world = await openWorld()
after(() => world.close())
const { own, other } = world
await world.services.jobs.start([{ name: 'payment.work', handler: async () => undefined }])
await addFileAgreement(own)
await addFileAgreement(other, '40702810900000000003')
const { manager, operator } = own

const today = new Date(Date.now() + 3 * 3_600_000).toISOString().slice(0, 10)
const period = { from: today, to: today }

/** Payments in a file that was taken, and the line that a bank would write of each. */
async function sent(count = 1, kop = 1_234_567) {
  const payees: AccountPayee[] = []
  const rows = []
  for (let i = 0; i < count; i++) {
    const payee = await addAccountPayee(own)
    payees.push(payee)
    rows.push(await rowFor(own, payee, kop))
  }
  const ids = await pay(own, rows)
  const cards = await Promise.all(ids.map((id) => cardOf(id)))
  const query = { registryId: cards[0]!.registry_id! }
  await manager.api.raw({
    method: 'GET',
    url: `${paymentRegistry.getRegistryFile.path}?registryId=${query.registryId}`,
  })
  const lines = cards.map((card, i): BankLine => ({
    kop,
    day: today,
    number: card.document_number!,
    account: payees[i]!.account,
    bik: '044525225',
    name: payees[i]!.name,
    purpose: card.purpose,
  }))
  return { ids, lines, acts: rows.map((row) => row.acts[0]!.act_id) }
}

const cardOf = (id: string) => operator.api.send(payment.get, { query: { id } })
const statusOf = async (id: string) => (await cardOf(id)).status

async function post(files: readonly (string | Uint8Array)[], who: Person = manager) {
  const named = files.map((file, i) => ({
    name: `kl_to_1c_${i}.txt`,
    bytes: typeof file === 'string' ? inWindows(file) : file,
  }))
  const { headers, payload } = await statementForm(named)
  const answer = await who.api.raw({
    method: 'POST',
    url: paymentStatement.importBankFile.path,
    headers,
    payload,
  })
  return {
    status: answer.statusCode,
    body: answer.json<ImportedFile[] & { code: string; message: string }>(),
  }
}
async function importText(text: string): Promise<ImportedFile> {
  const { status, body } = await post([text])
  assert.equal(status, 200, JSON.stringify(body))
  return body[0]!
}
const linesOf = async (statementId: string) => {
  const query = {
    filter: { statement_id: statementId, sort: [['amount_kop', 'asc']] as ['amount_kop', 'asc'][] },
  }
  return (await manager.api.send(paymentStatement.getStatementLines, { query })).items
}
const countRows = async () => {
  const { n } = await own.db.q
    .selectFrom('bank_statement_line')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

test('a line makes its payment paid, with everything that follows', async () => {
  const { ids, lines, acts } = await sent(2)
  const fee: BankLine = { kop: 1900, day: today, number: 9, operation: '17' }
  const { statement, repeated } = await importText(
    statementText({ ...period, lines: [...lines, fee] }),
  )
  assert.equal(repeated, false)
  assert.deepEqual(statement!.lines, [
    { status: 'ignored', count: 1 },
    { status: 'matched', count: 2 },
  ])
  assert.deepEqual(await Promise.all(ids.map(statusOf)), ['paid', 'paid'])
  assert.deepEqual(await moneyOf(own, acts[0]!), {
    total_kop: 1_234_567,
    reserved_kop: 0,
    paid_kop: 1_234_567,
  })
  const card = await cardOf(ids[0]!)
  const registry = await manager.api.send(paymentRegistry.getRegistries, {
    query: { filter: { ids: [card.registry_id!] } },
  })
  assert.equal(registry.items[0]!.status, 'done')
  const shown = await linesOf(statement!.id)
  assert.equal(shown[1]!.payment!.status, 'paid')
  assert.match(shown[1]!.why, /Метка в назначении/)
  assert.match(shown[0]!.why, /Комиссия банка/)
})

test('the same file twice, and an overlapping one, change nothing', async () => {
  const { ids, lines } = await sent()
  const text = statementText({ ...period, lines })
  const first = await importText(text)
  const rows = await countRows()
  const version = (await cardOf(ids[0]!)).version
  const again = await importText(text)
  assert.deepEqual([again.repeated, again.statement!.id], [true, first.statement!.id])
  const overlapping = await importText(
    statementText({ ...period, openingKop: 1_000_000_000_000, lines }),
  )
  assert.deepEqual(
    [overlapping.repeated, overlapping.statement!.known_count, overlapping.statement!.lines],
    [false, 1, []],
  )
  assert.equal(await countRows(), rows)
  assert.equal((await cardOf(ids[0]!)).version, version)
})

test('the same file from many at once is taken in once', async () => {
  const { ids, lines } = await sent()
  const text = statementText({ ...period, lines })
  const answers = await Promise.all([post([text]), post([text]), post([text])])
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200],
  )
  assert.equal(answers.filter(({ body }) => !body[0]!.repeated).length, 1)
  const { timeline } = await cardOf(ids[0]!)
  assert.equal(timeline.filter(({ status }) => status === 'paid').length, 1)
})

test('another sum, another account and a second debit move nothing and are told', async () => {
  const { ids, lines } = await sent(3)
  const [sum, payee, twice] = lines
  const { statement } = await importText(
    statementText({
      ...period,
      lines: [
        { ...sum!, kop: 1_234_568 },
        { ...payee!, account: '40817810900000000017' },
        twice!,
        { ...twice!, number: 999_998 },
      ],
    }),
  )
  assert.deepEqual(statement!.lines, [
    { status: 'discrepancy', count: 3 },
    { status: 'matched', count: 1 },
  ])
  assert.deepEqual(await Promise.all(ids.map(statusOf)), ['registered', 'registered', 'paid'])
  const rules = await own.db.q
    .selectFrom('payment_discrepancy')
    .where('payment_id', 'in', ids)
    .select('kind')
    .orderBy('kind')
    .execute()
  assert.deepEqual(
    rules.map(({ kind }) => kind),
    ['amount_mismatch', 'double_debit', 'payee_mismatch'],
  )
})

test('a line without mark and number is suggested; confirmed it pays, once', async () => {
  const { ids, lines } = await sent(1, 777_700)
  const { number: _number, ...bare } = { ...lines[0]!, purpose: 'Перевод' }
  const { statement } = await importText(statementText({ ...period, lines: [bare] }))
  const [line] = await linesOf(statement!.id)
  assert.deepEqual([line!.match_status, line!.payment!.id], ['suggested', ids[0]])
  assert.match(line!.why, /Подтвердите, если это она$/)
  assert.equal(await statusOf(ids[0]!), 'registered')
  const body = { ids: [line!.id] }
  assert.equal(
    (await operator.api.refused(paymentStatement.matchLine, { body })).code,
    'access.denied',
  )
  const [done] = await manager.api.send(paymentStatement.matchLine, { body })
  assert.equal(done!.match_status, 'matched')
  assert.doesNotMatch((await linesOf(statement!.id))[0]!.why, /Подтвердите/)
  const [again] = await manager.api.send(paymentStatement.matchLine, { body })
  assert.deepEqual([again!.match_status, again!.code], ['matched', undefined])
  const { timeline } = await cardOf(ids[0]!)
  assert.equal(timeline.filter(({ status }) => status === 'paid').length, 1)
  const [stranger] = await other.manager.api.send(paymentStatement.matchLine, { body })
  assert.equal(stranger!.code, 'common.not-found')
})

test('without balances nothing is paid before a person confirms', async () => {
  const { ids, lines } = await sent()
  const { statement } = await importText(statementText({ ...period, lines, bare: true }))
  const [line] = await linesOf(statement!.id)
  assert.deepEqual([line!.match_status, await statusOf(ids[0]!)], ['suggested', 'registered'])
  await manager.api.send(paymentStatement.matchLine, { body: { ids: [line!.id] } })
  assert.equal(await statusOf(ids[0]!), 'paid')
})

test('an unknown payment is settled by its line', async () => {
  const payee = await addAccountPayee(own)
  const [id] = await pay(own, [await rowFor(own, payee, 1_234_567)])
  const card = await cardOf(id!)
  // As the worker leaves a payment whose answer was lost.
  await own.db.q
    .updateTable('payment')
    .set({ status: 'unknown', status_source: 'create', first_sent_at: new Date().toISOString() })
    .where('id', '=', id!)
    .execute()
  const line = {
    kop: card.amount_kop,
    day: today,
    account: payee.account,
    bik: '044525225',
    purpose: card.purpose,
  }
  await importText(statementText({ ...period, lines: [line] }))
  assert.equal(await statusOf(id!), 'paid')
})

test('another company’s account, a broken file and a future period leave nothing behind', async () => {
  const { ids, lines } = await sent()
  const rows = await countRows()
  const foreign = statementText({ ...period, lines, account: '40702810900000000003' })
  const refused = await post([foreign])
  assert.deepEqual([refused.status, refused.body.code], [409, 'statement.foreign-account'])
  const text = statementText({ ...period, lines })
  const broken = await post([text.replace('КонецФайла', '')])
  assert.deepEqual([broken.status, broken.body.code], [400, 'statement.bad-file'])
  assert.match(broken.body.message, /Файл обрезан/)
  const later = await post([statementText({ from: today, to: '2199-01-01', lines })])
  assert.match(later.body.message, /Период выписки кончается в будущем/)
  assert.equal((await post([text], operator)).status, 403)
  assert.equal((await post([text], other.manager)).body.code, 'statement.foreign-account')
  assert.equal(await countRows(), rows)
  assert.equal(await statusOf(ids[0]!), 'registered')
})

test('of several files each is taken in or refused by itself', async () => {
  const { ids, lines } = await sent()
  const { status, body } = await post(['no statement', statementText({ ...period, lines })])
  assert.equal(status, 200)
  assert.deepEqual(
    body.map(({ code, statement }) => [code, statement !== null]),
    [
      ['statement.bad-file', false],
      [undefined, true],
    ],
  )
  assert.equal(await statusOf(ids[0]!), 'paid')
  const list = await manager.api.send(paymentStatement.getStatements, { query: {} })
  assert.equal(list.items[0]!.account, PAYER_ACCOUNT)
})

test('a payment of another agreement that pays from the same account is found by its line', async () => {
  const [earlier] = (await sent()).ids
  await addFileAgreement(own, PAYER_ACCOUNT, 'file_iso20022')
  const [marked, bare] = [await sent(1), await sent(1, 888_800)]
  const { number: _number, ...unmarked } = { ...bare.lines[0]!, purpose: 'Перевод' }
  const { statement } = await importText(
    statementText({ ...period, lines: [marked.lines[0]!, unmarked] }),
  )
  assert.deepEqual(statement!.lines, [
    { status: 'matched', count: 1 },
    { status: 'suggested', count: 1 },
  ])
  const [suggested] = (await linesOf(statement!.id)).filter((one) => one.amount_kop === 888_800)
  await manager.api.send(paymentStatement.matchLine, { body: { ids: [suggested!.id] } })
  const ids = [...marked.ids, ...bare.ids]
  assert.deepEqual(await Promise.all(ids.map(statusOf)), ['paid', 'paid'])
  // The bank takes a second order of a number and day from one account for a repeat of the first.
  const numbers = await Promise.all(
    [earlier!, ...ids].map(async (id) => (await cardOf(id)).document_number!),
  )
  assert.deepEqual(numbers, [numbers[0]!, numbers[0]! + 1, numbers[0]! + 2])
})
