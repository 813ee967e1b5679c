import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { moneyFlow, paymentsBehind } from '#contract/payment/money-flow.ts'
import { statusTitle } from '#contract/core/status-titles.ts'
import { shownStatus } from '#contract/payment/payment-entities.ts'
import { payment } from '#contract/payment/payment.ts'
import { paymentRegistry } from '#contract/payment/registry.ts'
import { dashboard } from '#contract/report/dashboard.ts'
import { selfEmployed } from '#contract/supplier/self-employed.ts'
import { addSupplier } from '#test/builders/builders.ts'
import { addAccountPayee, addFileAgreement } from '#test/builders/bank-files/file-agreement.ts'
import { takeRegistryFile } from '#test/builders/bank-files/file-bank.ts'
import { payToAccount } from '#test/builders/bank-files/paid-by-file.ts'
import { pay, rowFor } from '#test/builders/payouts.ts'
import { approval } from '#test/support/approve.ts'
import { openWorld, type Person } from '#test/support/world.ts'

const world = await openWorld()
after(() => world.close())
const { own, other } = world
await world.services.jobs.start([{ name: 'payment.work', handler: async () => undefined }])
await addFileAgreement(own)
const { manager, operator } = own

const flowFor = (who: Person) =>
  who.api.send(moneyFlow.getMoneyFlow, { query: { filter: { by: 'bank' } } })
const matterFor = async (who: Person) =>
  (
    await who.api.send(dashboard.getDashboard, { query: { filter: { scope: 'operator' } } })
  ).attention.find(({ kind }) => kind === 'file')
const waiting = async (who: Person) =>
  (
    await who.api.send(paymentRegistry.getRegistries, {
      query: { filter: { waits_for_file: true } },
    })
  ).items
const nameOf = async (who: Person) =>
  (
    await own.db.q
      .selectFrom('app_user')
      .where('id', '=', who.id)
      .select('full_name')
      .executeTakeFirstOrThrow()
  ).full_name

test('a file that nobody downloaded is a task with an age, and its money is not at the bank', async () => {
  assert.equal(await matterFor(manager), undefined)
  const { id } = await payToAccount(own, [29_100_000])
  const { totals, attention } = await flowFor(manager)
  assert.deepEqual(totals.file, { count: 1, amount_kop: 29_100_000 })
  assert.equal(totals.in_bank.count, 0)
  const filter = paymentsBehind({ stage: 'file' })
  const behind = await manager.api.send(payment.getAll, { query: { filter } })
  assert.deepEqual(
    behind.items.map((row) => row.id),
    [id],
  )
  const [row] = behind.items
  const status = statusTitle('payment', shownStatus(row!))
  assert.deepEqual([row!.waits_for_file, status], [true, 'Ждёт файла'])
  // The sums above the list name it as its row does.
  const { totals: above } = await manager.api.send(payment.getAll, { query: {} })
  assert.deepEqual((above as { by_status: object }).by_status, [
    { status: 'registering', waits_for_file: true, count: 1, amount_kop: 29_100_000 },
  ])
  const inBank = await manager.api.send(payment.getAll, {
    query: { filter: paymentsBehind({ stage: 'in_bank' }) },
  })
  assert.equal(inBank.total, 0)
  const told = (await matterFor(manager))!
  assert.deepEqual([told.count, told.at !== null], [1, true])
  assert.match(told.text, /291\s000,00\s₽ ждут меньше часа.*Скачайте файл/)
  await own.db.q
    .updateTable('payment_registry')
    .set({ created_at: new Date(Date.now() - 3 * 86_400_000 - 1000).toISOString() })
    .where('company_id', '=', own.id)
    .execute()
  assert.match((await matterFor(manager))!.text, /ждут 3 дн\.: банк о них не знает/)
  assert.match(told.href, /tab=registries/)
  assert.ok(attention.some(({ kind }) => kind === 'file'))
  assert.equal(await matterFor(other.manager), undefined)
})

test('who may not download reads who may, and is sent to no button', async () => {
  const name = await nameOf(manager)
  const told = (await matterFor(operator))!
  assert.ok(told.text.includes(`Файл скачивает ${name}`), told.text)
  assert.doesNotMatch(told.href, /registries/)
  const [row] = await waiting(operator)
  assert.equal(row!.file_by, name)
  assert.equal((await waiting(manager))[0]!.file_by, null)
  const { items } = await operator.api.send(payment.getAll, {
    query: { filter: { waits_for_file: true } },
  })
  const query = { id: items[0]!.id }
  const card = await operator.api.send(payment.get, { query })
  assert.ok(card.reason_text!.includes(name))
  assert.doesNotMatch(card.advice ?? '', /скачайте/i)
  assert.equal((await manager.api.send(payment.get, { query })).reason_text, null)
})

test('where nobody may download it is said whom to ask', async () => {
  await own.db.q
    .updateTable('app_user')
    .set({ status: 'blocked' })
    .where('id', '=', manager.id)
    .execute()
  assert.match((await matterFor(operator))!.text, /никто: права «Выгрузки в учёт и банк» нет/)
  await own.db.q
    .updateTable('app_user')
    .set({ status: 'active' })
    .where('id', '=', manager.id)
    .execute()
})

test('the first reading of the file ends the task: its money is at the bank', async () => {
  const [row] = await waiting(manager)
  const url = `${paymentRegistry.getRegistryFile.path}?registryId=${row!.id}`
  await manager.api.raw({ method: 'GET', url })
  assert.equal(await matterFor(manager), undefined)
  assert.equal((await waiting(manager)).length, 0)
  const { totals } = await flowFor(manager)
  assert.deepEqual([totals.file.count, totals.in_bank.count], [0, 1])
})

test('a file that is given on a later day asks again whether a self-employed payee pays his tax', async () => {
  const seller = await addSupplier(own, { type: 'self_employed' })
  const payee = await addAccountPayee(own, { supplier: seller })
  const mark = async () => {
    const body = { id: seller.id, outcome: 'payer', note: 'Справка с npd.nalog.ru' } as const
    const asked = await operator.api.refused(selfEmployed.markNpd, { body })
    const pin = await approval(operator, asked, manager)
    await operator.api.send(selfEmployed.markNpd, { body }, pin)
  }
  await mark()
  const [id] = await pay(own, [await rowFor(own, payee, 1_000_00)])
  const { registry_id } = await operator.api.send(payment.get, { query: { id: id! } })
  await sql`update npd_check set day = day - 1 where supplier_id = ${seller.id}`.execute(own.db.q)
  const query = { registryId: registry_id! }
  const held = await manager.api.refused(paymentRegistry.getRegistryFile, { query })
  assert.equal(held.code, 'payment.npd-unchecked')
  assert.ok(held.message.startsWith(seller.name) && held.message.endsWith('файл будет без неё'))
  await mark()
  await takeRegistryFile(own, registry_id!)
})
