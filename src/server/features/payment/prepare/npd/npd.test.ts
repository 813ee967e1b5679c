import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { npdReceipt } from '#contract/payment/npd-receipt.ts'
import { payDay } from '#contract/payment/pay-day.ts'
import { payment } from '#contract/payment/payment.ts'
import { report } from '#contract/report/report.ts'
import { selfEmployed } from '#contract/supplier/self-employed.ts'
import { supplier } from '#contract/supplier/supplier.ts'
import { DEADLINES } from '#server/deadlines.ts'
import { startTaxService, type TaxFault } from '#simulators/tax/tax-service.ts'
import { addMethod, addSupplier } from '#test/builders/builders.ts'
import { openPayoutWorld } from '#test/builders/payout-world.ts'
import { addPayee, pay, register, rowFor } from '#test/builders/payouts.ts'
import { approval } from '#test/support/approve.ts'
import { askTaxServiceForAll } from '../../../supplier/npd/check-npd.ts'

const tax = await startTaxService()
tax.perMinute = 1000
const deadlines = { ...DEADLINES, taxMs: 300, statementMs: 60_000, lockMs: 60_000 }
const payouts = await openPayoutWorld({}, { npdUrl: tax.url, deadlines })
after(async () => {
  await payouts.close()
  await tax.close()
})
const { own, visit } = payouts
const { operator, manager } = own
const { api } = operator

/** The minute of the tax service passes at once, for all companies. */
const passMinute = () =>
  sql`update npd_check set sent_at = sent_at - interval '2 minutes'`.execute(own.db.q)
beforeEach(async () => {
  tax.fault = null
  await passMinute()
  // What other tests have left waiting would take the places of this minute.
  await sql`delete from npd_check where outcome is null`.execute(own.db.q)
})

let made = 0
async function addSelfEmployed() {
  const seller = await addSupplier(own, { type: 'self_employed' })
  const method = await addMethod(own, seller, { phone: `+7916${1000 + ++made}050` })
  const { inn } = await api.send(supplier.get, { query: { id: seller.id } })
  return { supplierId: seller.id, methodId: method.id, inn: inn! }
}

async function saved(payee: { supplierId: string; methodId: string }) {
  const row = await rowFor(own, payee, 1_000_00)
  const [one] = await api.send(payment.save, { body: { payments: [row] } })
  return one!.id
}

/** What the plan of a day says of him, and that the preview of a save agrees. */
async function outlookOf(payee: { supplierId: string; methodId: string }) {
  const { id: _id, ...row } = await rowFor(own, payee, 1_000_00)
  const act_ids = row.acts.map(({ act_id }) => act_id)
  const [planned] = (await api.send(payDay.planDay, { query: { filter: { act_ids } } })).payments
  const [shown] = await api.send(payment.save, { body: { payments: [row], dry_run: true } })
  assert.equal(shown!.preview!.held, planned!.problem)
  return planned!
}

const tryToSend = async (id: string) =>
  (await api.send(payment.register, { body: { ids: [id] } }))[0]!
const check = (id: string) => api.send(selfEmployed.checkNpd, { body: { id } })

async function mark(id: string, outcome: 'payer' | 'not_payer', note = 'Справка с npd.nalog.ru') {
  const body = { id, outcome, note }
  const asked = await api.refused(selfEmployed.markNpd, { body })
  const pin = await approval(operator, asked, manager)
  return { asked, state: await api.send(selfEmployed.markNpd, { body }, pin) }
}

test('a self-employed payee is paid on a day for which the tax service said that he pays its tax', async () => {
  const payee = await addSelfEmployed()
  // With a line to the tax service the question leaves when the payment is saved: nothing stops it yet.
  const open = await outlookOf(payee)
  assert.equal(open.problem, null)
  assert.match(open.warnings.join(), /ещё не подтверждён: спросим налоговую/)
  const id = await saved(payee)
  tax.fault = 'silent'
  const early = await tryToSend(id)
  assert.deepEqual([early.status, early.code], ['saved', 'payment.npd-unchecked'])
  assert.match(early.message!, /повторите через минуту/)
  tax.fault = null
  await passMinute()
  // Handing over asks by itself, and one answer is enough for the day.
  await register(operator, manager, [id])
  assert.equal(await visit(id), 'paid')
  const asked = tax.asked.length
  await register(operator, manager, [await saved(payee)])
  assert.equal(tax.asked.length, asked)
  const card = await api.send(payment.get, { query: { id } })
  assert.deepEqual(card.npd_receipt, { number: null, at: null, by_name: null })
})

test('who lost the status is not paid until two people say otherwise or he is another kind of supplier', async () => {
  const payee = await addSelfEmployed()
  tax.notPayers.add(payee.inn)
  const id = await saved(payee)
  const state = await check(payee.supplierId)
  assert.equal(state.now, 'not_payer')
  const held = await tryToSend(id)
  assert.equal(held.code, 'payment.npd-lost')
  assert.match(held.message!, /налоговым агентом.*не является плательщиком/s)
  const { asked, state: marked } = await mark(
    payee.supplierId,
    'payer',
    'Налоговая ошиблась: письмо',
  )
  assert.equal(asked.approval!.who, 'other')
  assert.match(asked.approval!.about!.warnings!.join(), /не плательщик НПД/)
  // A manager alone is one person, too.
  const alone = await manager.api.refused(selfEmployed.markNpd, {
    body: { id: payee.supplierId, outcome: 'payer', note: 'Я так решил, платите' },
  })
  assert.deepEqual([alone.code, alone.approval!.who], ['approval.required', 'other'])
  assert.equal(marked.now, 'payer')
  assert.equal(marked.checks[0]!.by_name, `Иванова ${operator.login}`)
  assert.equal(marked.checks[0]!.approver_name, `Иванова ${manager.login}`)
  const pin = await api.refused(payment.register, { body: { ids: [id] } })
  assert.match(pin.approval!.about!.warnings!.join(), /отмечен вручную: Налоговая ошиблась/)
  // The service is asked again and has the last word.
  await passMinute()
  assert.equal((await check(payee.supplierId)).now, 'not_payer')
  assert.equal((await tryToSend(id)).code, 'payment.npd-lost')
  const { version } = await api.send(supplier.get, { query: { id: payee.supplierId } })
  await api.send(supplier.update, { body: { id: payee.supplierId, version, type: 'person' } })
  await register(operator, manager, [id])
  assert.equal(await visit(id), 'paid')
  const card = await api.send(payment.get, { query: { id } })
  assert.equal(card.npd_receipt, null)
})

const LIES: readonly [TaxFault, RegExp][] = [
  ['other_inn', /о другом ИНН/],
  ['wrong_date', /на другую дату/],
  ['contradicts', /противоречит/],
  ['garbage', /не понят/],
  ['refuses', /отказала: Указан некорректный ИНН/],
]
for (const [fault, words] of LIES)
  test(`an answer of the tax service that proves nothing lets no money go: ${fault}`, async () => {
    const payee = await addSelfEmployed()
    tax.fault = fault
    const state = await check(payee.supplierId)
    assert.equal(state.now, null)
    assert.equal(state.checks[0]!.outcome, 'no_answer')
    assert.match(state.checks[0]!.said!, words)
    assert.equal((await tryToSend(await saved(payee))).code, 'payment.npd-unchecked')
  })

for (const fault of ['silent', 'limited', 'down'] as const)
  test(`a tax service that is ${fault} is asked again, and told after ten minutes`, async () => {
    const payee = await addSelfEmployed()
    tax.fault = fault
    const state = await check(payee.supplierId)
    assert.deepEqual([state.now, state.checks[0]!.outcome], [null, null])
    assert.match(state.checks[0]!.said!, /не ответила|занята/)
    await passMinute()
    tax.fault = null
    await askTaxServiceForAll(payouts.world.services)
    assert.equal(
      (await api.send(selfEmployed.getNpd, { query: { id: payee.supplierId } })).now,
      'payer',
    )
    const late = await addSelfEmployed()
    tax.fault = fault
    await check(late.supplierId)
    await sql`update npd_check set asked_at = now() - interval '11 minutes'
      where supplier_id = ${late.supplierId}`.execute(own.db.q)
    await passMinute()
    await askTaxServiceForAll(payouts.world.services)
    const { checks } = await api.send(selfEmployed.getNpd, { query: { id: late.supplierId } })
    assert.equal(checks[0]!.outcome, 'no_answer')
  })

test('the tax service gets two questions a minute from all companies of the server, never a third', async () => {
  const { other, services } = payouts.world
  const before = tax.asked.length
  for (let asked = 0; asked < 2; asked++) await check((await addSelfEmployed()).supplierId)
  const { id } = await addSupplier(other, { type: 'self_employed' })
  await other.operator.api.send(selfEmployed.checkNpd, { body: { id } })
  assert.equal(tax.asked.length - before, 2)
  await passMinute().then(() => askTaxServiceForAll(services))
  assert.equal(tax.asked.length - before, 3)
})

test('an answer about a former ИНН says nothing of the new one', async () => {
  const payee = await addSelfEmployed()
  const other = await addSelfEmployed()
  assert.equal((await check(payee.supplierId)).now, 'payer')
  await own.db.q.deleteFrom('payment_method').where('supplier_id', '=', other.supplierId).execute()
  await own.db.q.deleteFrom('supplier').where('id', '=', other.supplierId).execute()
  await own.db.q
    .updateTable('supplier')
    .set({ inn: other.inn })
    .where('id', '=', payee.supplierId)
    .execute()
  tax.fault = 'silent'
  assert.equal((await tryToSend(await saved(payee))).code, 'payment.npd-unchecked')
})

test('the status is asked of self-employed suppliers alone, and of nobody where there is no line', async () => {
  const { supplierId, methodId } = await addPayee(own)
  const refusal = await api.refused(selfEmployed.checkNpd, { body: { id: supplierId } })
  assert.equal(refusal.code, 'supplier.not-self-employed')
  const byHand = await api.refused(selfEmployed.markNpd, {
    body: { id: supplierId, outcome: 'payer', note: 'Справка с npd.nalog.ru' },
  })
  assert.equal(byHand.code, 'supplier.not-self-employed')
  await pay(own, [await rowFor(own, { supplierId, methodId }, 1_000_00)])
  const { config } = payouts.world.services
  const url = config.npdUrl
  Object.assign(config, { npdUrl: undefined })
  try {
    const payee = await addSelfEmployed()
    const unchecked = await outlookOf(payee)
    assert.equal(unchecked.held_by, 'rule')
    assert.match(unchecked.problem!, /npd\.nalog\.ru и отметьте/)
    const none = await api.refused(selfEmployed.checkNpd, { body: { id: payee.supplierId } })
    assert.equal(none.code, 'supplier.npd-no-line')
    const id = await saved(payee)
    assert.match((await tryToSend(id)).message!, /npd\.nalog\.ru и отметьте/)
    await mark(payee.supplierId, 'not_payer', 'Снят с учёта')
    assert.match((await outlookOf(payee)).problem!, /налоговым агентом.*Снят с учёта/)
    await mark(payee.supplierId, 'payer')
    assert.match((await outlookOf(payee)).warnings.join(), /отмечен вручную/)
    await register(operator, manager, [id])
    assert.equal(await visit(id), 'paid')
  } finally {
    Object.assign(config, { npdUrl: url })
  }
})

test('the number of the cheque is kept for a paid payment, and one cheque names one seller', async () => {
  const [payee, other] = [await addSelfEmployed(), await addSelfEmployed()]
  const ids: string[] = []
  for (const one of [payee, other]) {
    await check(one.supplierId)
    await passMinute()
    const id = await saved(one)
    const body = { id, number: '200hq5cv5u' }
    const early = await api.refused(npdReceipt.saveNpdReceipt, { body })
    assert.equal(early.code, 'payment.no-receipt-due')
    await register(operator, manager, [id])
    assert.equal(await visit(id), 'paid')
    ids.push(id)
  }
  const [first, second] = ids as [string, string]
  const kept = await api.send(npdReceipt.saveNpdReceipt, {
    body: { id: first, number: '200hq5cv5u' },
  })
  assert.deepEqual([kept.number, kept.by_name], ['200hq5cv5u', `Иванова ${operator.login}`])
  const foreign = await api.refused(npdReceipt.saveNpdReceipt, {
    body: { id: second, number: '200hq5cv5u' },
  })
  assert.equal(foreign.code, 'payment.receipt-of-other')
  const { name } = await api.send(supplier.get, { query: { id: payee.supplierId } })
  assert.match(foreign.message, new RegExp(`Чек 200hq5cv5u уже записан: ${name}`))
  const bare = await api.send(npdReceipt.saveNpdReceipt, { body: { id: first, number: null } })
  assert.equal(bare.number, null)
})

const DASHBOARD = { query: { filter: { scope: 'operator' as const } } }

test('a missing cheque is told after the days of the company, and found in the list and the report', async () => {
  const payee = await addSelfEmployed()
  await check(payee.supplierId)
  const id = await saved(payee)
  await register(operator, manager, [id])
  assert.equal(await visit(id), 'paid')
  await sql`alter table payment disable trigger all`.execute(own.db.q)
  await own.db.q
    .updateTable('payment')
    .set({ finished_at: sql<string>`finished_at - interval '6 days'` })
    .where('id', '=', id)
    .execute()
  await sql`alter table payment enable trigger all`.execute(own.db.q)
  const matters = async () =>
    (await api.send(report.getDashboard, DASHBOARD)).attention.filter(
      ({ kind }) => kind === 'receipts',
    )
  const [told] = await matters()
  assert.deepEqual([told?.count, told?.href], [1, '/operator/payments?receipt=missing'])
  const filter = { supplier_id: [payee.supplierId], no_receipt: true as const }
  const list = await api.send(payment.getAll, { query: { filter } })
  assert.deepEqual(
    list.items.map((row) => row.id),
    [id],
  )
  const preview = await manager.api.send(report.preview, {
    query: { type: 'missing_receipts', params: { days: '5' } },
  })
  assert.match(JSON.stringify(preview), new RegExp(payee.inn))
  await api.send(npdReceipt.saveNpdReceipt, { body: { id, number: '200hq5cv5z' } })
  assert.deepEqual(await matters(), [])
  assert.equal((await api.send(payment.getAll, { query: { filter } })).items.length, 0)
})
