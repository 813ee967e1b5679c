import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { moneyFlow, paymentsBehind } from '#contract/payment/money-flow.ts'
import { statusTitle } from '#contract/core/status-titles.ts'
import { shownStatus } from '#contract/payment/payment-entities.ts'
import { payment } from '#contract/payment/payment.ts'
import { paymentRegistry } from '#contract/payment/registry.ts'
import { dashboard } from '#contract/report/dashboard.ts'
import { addFileAgreement } from '#test/builders/bank-files/file-agreement.ts'
import { payToAccount } from '#test/builders/bank-files/paid-by-file.ts'
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
