import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { payment } from '#contract/payment/payment.ts'
import { paymentRegistry } from '#contract/payment/registry.ts'
import { encryptKeys } from '#server/features/bank/config-values.ts'
import { uuidv7 } from '#server/db/uuid.ts'
import {
  addAccountPayee,
  addFileAgreement,
  PAYER_ACCOUNT,
  type AccountPayee,
} from '#test/builders/bank-files/file-agreement.ts'
import { moneyOf } from '#test/builders/issued-acts.ts'
import { addPayee, addTrainingBank, pay, register, rowFor } from '#test/builders/payouts.ts'
import { approval } from '#test/support/approve.ts'
import { until } from '#test/support/until.ts'
import { addPerson, openWorld } from '#test/support/world.ts'

const world = await openWorld()
after(() => world.close())
const { own, other } = world
// Wake-ups of the worker go nowhere.
await world.services.jobs.start([{ name: 'payment.work', handler: async () => undefined }])
await addTrainingBank(own)
const configId = await addFileAgreement(own)
await addFileAgreement(other)
const { manager, operator } = own
// Confirms what the manager does.
const boss = await addPerson(world.app, world.services, own.id, 'boss', 'USER', [
  'OPERATOR',
  'MANAGER',
])

async function handOver(payees: readonly AccountPayee[], amountKop = 1_234_567) {
  const rows = []
  for (const payee of payees) rows.push(await rowFor(own, payee, amountKop))
  const ids = await pay(own, rows)
  const card = await operator.api.send(payment.get, { query: { id: ids[0]! } })
  return { ids, registryId: card.registry_id!, acts: rows.map((row) => row.acts[0]!.act_id) }
}

const fileOf = async (registryId: string) => {
  const answer = await manager.api.raw({
    method: 'GET',
    url: `${paymentRegistry.getRegistryFile.path}?registryId=${registryId}`,
  })
  return {
    status: answer.statusCode,
    text: new TextDecoder('windows-1251').decode(answer.rawPayload),
    bytes: answer.rawPayload,
    name: String(answer.headers['content-disposition']),
  }
}
const refusedFile = (registryId: string, who = manager) =>
  who.api.refused(paymentRegistry.getRegistryFile, { query: { registryId } })
const statusOf = async (id: string) =>
  (await operator.api.send(payment.get, { query: { id } })).status
const registryOf = async (id: string) =>
  (await manager.api.send(paymentRegistry.getRegistries, { query: { filter: { ids: [id] } } }))
    .items[0]!

test('handed over payments wait for their file, and its first reading makes them sent', async () => {
  const payees = [await addAccountPayee(own), await addAccountPayee(own, { last_name: 'Соловьёв' })]
  const { ids, registryId } = await handOver(payees)
  assert.deepEqual(await Promise.all(ids.map(statusOf)), ['registering', 'registering'])
  const waiting = await registryOf(registryId)
  assert.deepEqual(
    [waiting.by_file, waiting.status, waiting.download_count, waiting.file_ready],
    [true, 'new', 0, true],
  )
  const first = await fileOf(registryId)
  assert.equal(first.status, 200)
  assert.match(first.name, /1c_to_kl_/)
  const lines = first.text.split('\r\n')
  assert.deepEqual(lines.slice(0, 3), [
    '1CClientBankExchange',
    'ВерсияФормата=1.03',
    'Кодировка=Windows',
  ])
  assert.ok(lines.includes(`РасчСчет=${PAYER_ACCOUNT}`))
  for (const payee of payees) {
    assert.ok(lines.includes(`ПолучательСчет=${payee.account}`))
    assert.ok(lines.includes(`Получатель1=${payee.name}`))
  }
  assert.equal(lines.filter((line) => line === 'Сумма=12345.67').length, 2)
  assert.deepEqual(await Promise.all(ids.map(statusOf)), ['registered', 'registered'])
  const sent = await registryOf(registryId)
  assert.deepEqual([sent.status, sent.download_count], ['sent', 1])
  assert.equal(sent.downloaded_by_name, (await registryOf(registryId)).downloaded_by_name)
})

test('the file again is the same bytes, marked as a copy, and moves nothing', async () => {
  const { ids, registryId, acts } = await handOver([await addAccountPayee(own)])
  const first = await fileOf(registryId)
  const [at] = await Promise.all(ids.map((id) => operator.api.send(payment.get, { query: { id } })))
  const copy = await fileOf(registryId)
  assert.deepEqual(copy.bytes, first.bytes)
  assert.match(decodeURIComponent(copy.name), /_копия_1\.txt/)
  const now = await operator.api.send(payment.get, { query: { id: ids[0]! } })
  assert.deepEqual([now.version, now.status], [at!.version, 'registered'])
  assert.equal((await registryOf(registryId)).download_count, 2)
  assert.deepEqual(await moneyOf(own, acts[0]!), {
    total_kop: 1_234_567,
    reserved_kop: 1_234_567,
    paid_kop: 0,
  })
})

test('a file that was changed past the product is not handed over again', async () => {
  const { registryId } = await handOver([await addAccountPayee(own)])
  await fileOf(registryId)
  await sql`update payment_registry set file_bytes = overlay(file_bytes placing '0'::bytea from 300 for 1)
    where id = ${registryId}`.execute(world.services.q)
  const refusal = await manager.api.refused(paymentRegistry.getRegistryFile, {
    query: { registryId },
  })
  assert.equal(refusal.code, 'common.damaged')
  assert.match(refusal.message, /^Файл выплат изменён или утрачен/)
  assert.equal((await registryOf(registryId)).download_count, 1)
})

test('the file is read once by many at once: one step a payment', async () => {
  const { ids, registryId } = await handOver([await addAccountPayee(own)])
  const answers = await Promise.all([1, 2, 3, 4].map(() => fileOf(registryId)))
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200, 200],
  )
  for (const { bytes } of answers) assert.deepEqual(bytes, answers[0]!.bytes)
  const card = await operator.api.send(payment.get, { query: { id: ids[0]! } })
  assert.deepEqual(
    card.timeline.map(({ status }) => status),
    ['saved', 'registering', 'registered'],
  )
  assert.equal((await registryOf(registryId)).download_count, 4)
})

async function withdraw(id: string) {
  const input = { body: { ids: [id], reason: 'Файл в банк не загружен' } }
  const refusal = await manager.api.refused(payment.cancel, input)
  return manager.api.send(payment.cancel, input, await approval(manager, refusal, boss))
}

test('a file is given for the sum on the screen alone, which leaves out what was withdrawn', async () => {
  const { ids, registryId } = await handOver([
    await addAccountPayee(own),
    await addAccountPayee(own),
  ])
  const { file_kop: seen, total_kop } = await registryOf(registryId)
  assert.equal(seen, total_kop)
  await withdraw(ids[0]!)
  const input = { query: { registryId, expected_total_kop: seen } }
  const refusal = await manager.api.refused(paymentRegistry.getRegistryFile, input)
  assert.equal(refusal.code, 'common.sum-differs')
  assert.equal(await statusOf(ids[1]!), 'registering')
  const present = await registryOf(registryId)
  assert.deepEqual([present.file_kop, present.total_kop], [1_234_567, total_kop])
  const url = `${paymentRegistry.getRegistryFile.path}?registryId=${registryId}&expected_total_kop=1234567`
  assert.equal((await manager.api.raw({ method: 'GET', url })).statusCode, 200)
  assert.equal((await registryOf(registryId)).file_kop, 1_234_567)
})

test('what was withdrawn before the file is not in it', async () => {
  const payees = [await addAccountPayee(own), await addAccountPayee(own)]
  const { ids, registryId } = await handOver(payees)
  const [outcome] = await withdraw(ids[0]!)
  assert.equal(outcome!.status, 'cancelled')
  const { text } = await fileOf(registryId)
  assert.ok(!text.includes(payees[0]!.account))
  assert.ok(text.includes(payees[1]!.account))
})

test('a sent payment is withdrawn by two people, and its file is given no more', async () => {
  const { ids, registryId, acts } = await handOver([
    await addAccountPayee(own),
    await addAccountPayee(own),
  ])
  await fileOf(registryId)
  await withdraw(ids[0]!)
  assert.deepEqual(await Promise.all(ids.map(statusOf)), ['cancelled', 'registered'])
  assert.equal((await moneyOf(own, acts[0]!)).reserved_kop, 0)
  assert.equal((await refusedFile(registryId)).code, 'payment.file-over')
  assert.equal((await registryOf(registryId)).file_ready, false)
})

test('a name that the file cannot hold keeps its payment saved and stops no other', async () => {
  const odd = await addAccountPayee(own, { holder: 'Әлімов Әділ' })
  const plain = await addAccountPayee(own)
  const rows = [await rowFor(own, odd, 700_000), await rowFor(own, plain, 700_000)]
  const saved = await operator.api.send(payment.save, { body: { payments: rows } })
  const outcomes = await register(
    operator,
    manager,
    saved.map(({ id }) => id),
  )
  assert.deepEqual(
    outcomes.map(({ status, code }) => [status, code]),
    [
      ['saved', 'payment.file-unfit'],
      ['registering', undefined],
    ],
  )
  assert.match(outcomes[0]!.message!, /знак «Ә» в файл для банка не записать/)
})

test('UTF-8 is a setting of the agreement', async () => {
  const config = own.db.q.updateTable('bank_config').where('id', '=', configId)
  const credentials = encryptKeys(own.db, configId, { file_encoding: 'utf-8' })
  await config.set({ credentials }).execute()
  const { registryId } = await handOver([await addAccountPayee(own, { holder: 'Әлімов Әділ' })])
  const { bytes } = await fileOf(registryId)
  assert.match(bytes.toString(), /Кодировка=UTF-8\r\n[^]*Получатель1=Әлімов Әділ\r\n/)
  await config.set({ credentials: null }).execute()
})

test('payments that the worker sends have no file, and a file needs its right and its company', async () => {
  const phone = await addPayee(own)
  const [id] = await pay(own, [await rowFor(own, phone, 500_000)])
  const card = await operator.api.send(payment.get, { query: { id: id! } })
  assert.equal((await refusedFile(card.registry_id!)).code, 'payment.no-file')
  const { registryId } = await handOver([await addAccountPayee(own)])
  assert.equal((await refusedFile(registryId, operator)).code, 'access.denied')
  assert.equal((await refusedFile(registryId, other.manager)).code, 'common.not-found')
  assert.equal((await refusedFile(uuidv7())).code, 'common.not-found')
  assert.equal((await registryOf(registryId)).download_count, 0)
})

test('the worker is never asked about a payment by file', async () => {
  const { ids } = await handOver([await addAccountPayee(own)])
  const row = await own.db.q
    .selectFrom('payment')
    .where('id', '=', ids[0]!)
    .select('next_check_at')
    .executeTakeFirstOrThrow()
  assert.equal(row.next_check_at, null)
  await operator.api.send(payment.getStatuses, { body: { ids } })
  const asked = await own.db.q
    .selectFrom('payment')
    .where('id', '=', ids[0]!)
    .select('next_check_at')
    .executeTakeFirstOrThrow()
  assert.equal(asked.next_check_at, null)
})

test('a call over two agreements holds no registry number while it waits for an order number', async () => {
  const account = '40702810900000000002'
  const [payee, second] = [await addAccountPayee(own), await addFileAgreement(own, account)]
  const rows = []
  for (const bank_config_id of [configId, second])
    rows.push({ ...(await rowFor(own, payee, 100_000)), bank_config_id })
  const ids = rows.map(({ id }) => id)
  await operator.api.send(payment.save, { body: { payments: rows } })
  await register(operator, manager, [ids[1]!])
  const later = { ...(await rowFor(own, payee, 100_000)), bank_config_id: second }
  await operator.api.send(payment.save, { body: { payments: [later] } })
  const counter = (where: ReturnType<typeof sql>) => sql`select from counter
    where company_id = ${own.id} and ${where} for update nowait`
  const sent = await own.db.q.transaction().execute(async (held) => {
    await counter(sql`kind = 'payment_order' and scope = ${account}`).execute(held)
    const answer = register(operator, manager, [ids[0]!, later.id])
    const isWaiting = sql`select from pg_stat_activity where datname = current_database()
      and wait_event_type = 'Lock' and query like '%payment_order%'`
    // Within a transaction PostgreSQL tells its activity once.
    await until(async () => (await isWaiting.execute(own.db.q)).rows.length > 0)
    await counter(sql`kind = 'registry'`).execute(held)
    // Not awaited here: it ends when the counters are free.
    return { answer }
  })
  assert.deepEqual(
    (await sent.answer).map(({ status }) => status),
    ['registering', 'registering'],
  )
})
