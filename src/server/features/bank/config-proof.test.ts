import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { bank } from '#contract/bank/bank.ts'
import { bankSetUp } from '#contract/bank/bank-set-up.ts'
import { company } from '#contract/company/company.ts'
import { ownCompany } from '#contract/company/own-company.ts'
import { payment } from '#contract/payment/payment.ts'
import { user } from '#contract/user/user.ts'
import {
  addPayee,
  proveAgreement,
  register,
  rowFor,
  sendTestPayment,
} from '#test/builders/payouts.ts'
import { openBankPeer } from '#test/failures/bank-peer.ts'
import { openWorld } from '#test/support/world.ts'

const peer = await openBankPeer({ pending_polls: 0 })
const world = await openWorld({ config: { sandboxUrl: peer.bank.api } })
await world.services.jobs.start([{ name: 'payment.work', handler: async () => undefined }])
after(async () => {
  await world.close()
  await peer.bank.close()
})
const { own, other, supervisor } = world
const root = supervisor.api
const KEYS = { shop_id: '100500', secret_key: 'test_priyomka_training_bank' }

const newBank = (adapter: 'sandbox' | 'yookassa' | 'file_1c' = 'sandbox') =>
  root.send(bank.create, {
    body: { code: `b-${randomUUID().slice(0, 8)}`, name: 'Банк', bik: '044525225', adapter },
  })
const agreement = async (more: object = {}) =>
  root.send(company.addBankConfig, {
    body: { companyId: own.id, bank_id: (await newBank()).id, title: 'Выплаты', ...more },
  })
const at = (bankConfigId: string) => ({ companyId: own.id, bankConfigId })
const card = (id: string) => root.send(bankSetUp.getConfig, { query: at(id) })
const move = (id: string, new_status: 'testing' | 'active' | 'disabled', reason?: string) => ({
  body: { ...at(id), new_status, ...(reason && { reason }) },
})
const activate = async (id: string) => {
  await root.send(company.setBankConfigStatus, move(id, 'testing'))
  await proveAgreement(own, id)
  return root.send(company.setBankConfigStatus, move(id, 'active'))
}
/** Fields that a change is refused at. */
const wrongFields = async (id: string, more: object) => {
  const { version } = (await card(id)).config
  const body = { ...at(id), version, ...more }
  const refused = await root.refused(company.updateBankConfig, { body })
  assert.equal(refused.code, 'common.validation')
  return refused.fields!
}

test('a secret is shown as set and never again, and one key is replaced without the others', async () => {
  const made = await agreement({ credentials: { ...KEYS, secret_key: 'first-secret' } })
  const shown = await card(made.id)
  assert.deepEqual(shown.values, [
    { name: 'shop_id', is_set: true, value: '100500' },
    { name: 'secret_key', is_set: true, value: null },
  ])
  assert.ok(!JSON.stringify(shown).includes('first-secret'))
  const refused = await root.refused(company.setBankConfigStatus, move(made.id, 'testing'))
  assert.equal(refused.code, 'bank-config.check-failed')
  const { version } = (await card(made.id)).config
  await root.send(company.updateBankConfig, {
    body: { ...at(made.id), version, credentials: { secret_key: KEYS.secret_key } },
  })
  const tested = await root.send(company.setBankConfigStatus, move(made.id, 'testing'))
  assert.equal(tested.status, 'testing', 'the shop stayed when the secret alone was sent')
})

test('a key is taken away by null, and the check names what is missing', async () => {
  const theirs = await newBank('yookassa')
  const made = await root.send(company.addBankConfig, {
    body: { companyId: own.id, bank_id: theirs.id, title: 'ЮKassa', credentials: KEYS },
  })
  await root.send(company.updateBankConfig, {
    body: { ...at(made.id), version: made.version, credentials: { secret_key: null } },
  })
  const refused = await root.refused(company.setBankConfigStatus, move(made.id, 'testing'))
  assert.match(refused.message, /Не заданы: Секретный ключ выплат$/)
})

test('a value that the provider does not know and limits that cross are refused at their fields', async () => {
  const made = await agreement()
  assert.deepEqual(await wrongFields(made.id, { credentials: { token: 'x' } }), {
    'credentials.token': 'Этому банку такое значение не нужно',
  })
  const { limits } = made
  const wrong = async (more: object) =>
    Object.keys(await wrongFields(made.id, { limits: { ...limits, ...more } }))
  assert.deepEqual(await wrong({ min_kop: limits.per_payment_kop + 1 }), ['limits.per_payment_kop'])
  assert.deepEqual(await wrong({ per_day_kop: limits.per_payment_kop - 1 }), ['limits.per_day_kop'])
  assert.deepEqual(await wrong({ per_month_kop: limits.per_day_kop - 1 }), ['limits.per_month_kop'])
})

test('a test payment that the bank refuses proves nothing and says why; one that arrived does', async () => {
  const made = await agreement({ credentials: KEYS })
  await root.send(company.setBankConfigStatus, move(made.id, 'testing'))
  const before = (await card(made.id)).proof
  assert.deepEqual([before.needed, before.proven, before.last], [true, false, null])
  assert.deepEqual(before.testers, ['Иванова manager-a'])
  await sendTestPayment(own, made.id, '+79170000003')
  const failed = (await card(made.id)).proof
  assert.deepEqual([failed.proven, failed.last?.status], [false, 'rejected'])
  assert.match(failed.last!.reason_text!, /не найден/)
  assert.match(failed.last!.advice!, /Проверьте реквизиты/)
  const refused = await root.refused(company.setBankConfigStatus, move(made.id, 'active'))
  assert.equal(refused.code, 'bank-config.not-proven')
  await proveAgreement(own, made.id)
  const paid = (await card(made.id)).proof
  assert.deepEqual([paid.proven, paid.last?.status, paid.last?.counts], [true, 'paid', true])
  const { version } = (await card(made.id)).config
  await root.send(company.updateBankConfig, {
    body: { ...at(made.id), version, credentials: { secret_key: KEYS.secret_key } },
  })
  const again = (await card(made.id)).proof
  assert.deepEqual([again.proven, again.last?.counts], [false, false], 'keys changed since')
})

test('an agreement that is paid by file becomes active without a test payment', async () => {
  const { id: bank_id } = await newBank('file_1c')
  const account = '40702810200000000001'
  const made = await root.send(company.addBankConfig, {
    body: { companyId: own.id, bank_id, title: 'Файл', account },
  })
  assert.equal((await card(made.id)).proof.needed, false)
  await own.db.q
    .updateTable('bank_config')
    .set({ status: 'testing', last_check_at: new Date().toISOString() })
    .where('id', '=', made.id)
    .execute()
  const active = await root.send(company.setBankConfigStatus, move(made.id, 'active'))
  assert.deepEqual([active.status, active.default_for], ['active', ['account']])
})

test('a default moves to a working agreement when that is asked for, and never to another one', async () => {
  const first = await agreement({ credentials: KEYS })
  const second = await agreement({ credentials: KEYS, title: 'Второй' })
  await activate(first.id)
  const change = async (id: string, replaces_default: boolean) => ({
    body: {
      ...at(id),
      version: (await card(id)).config.version,
      default_for: ['sbp' as const],
      replaces_default,
    },
  })
  const draft = await root.refused(company.updateBankConfig, await change(second.id, true))
  assert.equal(draft.code, 'bank-config.default-not-active')
  await activate(second.id)
  const taken = await root.refused(company.updateBankConfig, await change(second.id, false))
  assert.equal(taken.code, 'bank-config.default-taken')
  const moved = await root.send(company.updateBankConfig, await change(second.id, true))
  assert.deepEqual(moved.default_for, ['sbp'])
  assert.deepEqual((await card(first.id)).config.default_for, ['card'])
  for (const { id } of [first, second])
    await root.send(company.setBankConfigStatus, move(id, 'disabled', 'Больше не нужна'))
})

test('a stop is told to who pays and to the managers, and so is its end', async () => {
  const made = await agreement({ credentials: KEYS, title: 'Главный' })
  await activate(made.id)
  const payee = await addPayee(own)
  const row = await rowFor(own, payee, 10_000)
  await own.operator.api.send(payment.save, { body: { payments: [row] } })
  await root.send(company.setBankConfigStatus, move(made.id, 'disabled', 'Сверяем остаток'))
  const [held] = await own.manager.api.send(payment.register, { body: { ids: [row.id] } })
  assert.deepEqual(
    [held!.code, held!.message],
    ['bank.stopped', 'Выплаты через «Главный» остановлены: Сверяем остаток'],
  )
  const seen = await own.operator.api.send(ownCompany.getOwn, {})
  assert.equal(seen.bank_configs.find(({ id }) => id === made.id)?.off_reason, 'Сверяем остаток')
  await root.send(company.setBankConfigStatus, move(made.id, 'testing'))
  const open = await root.send(company.setBankConfigStatus, move(made.id, 'active', 'Всё сошлось'))
  assert.deepEqual([open.status, open.off_reason, open.off_at], ['active', null, null])
  const { items } = await own.manager.api.send(user.getNotices, {})
  const titles = items.map(({ title }) => title)
  assert.ok(titles.includes('Выплаты через «Главный» остановлены. Сверяем остаток'))
  assert.ok(titles.includes('Выплаты через «Главный» снова идут. Всё сошлось'))
  await register(own.operator, own.manager, [row.id])
})

test('an agreement that the bank stopped is checked again without being switched off first', async () => {
  const made = await agreement({ credentials: KEYS })
  await activate(made.id)
  const busy = await root.refused(company.setBankConfigStatus, move(made.id, 'testing'))
  assert.equal(busy.code, 'common.bad-transition')
  await own.db.q
    .updateTable('bank_config')
    .set({ circuit: 'stopped', stopped_at: new Date().toISOString(), stopped_reason: 'Ответ 401' })
    .where('id', '=', made.id)
    .execute()
  const row = await rowFor(own, await addPayee(own), 10_000)
  const refused = await own.operator.api.refused(payment.save, {
    body: { payments: [{ ...row, bank_config_id: made.id }] },
  })
  assert.deepEqual(
    [refused.code, refused.message],
    ['bank.stopped', 'Выплаты через «Выплаты» остановлены: Ответ 401'],
  )
  const checked = await root.send(company.setBankConfigStatus, move(made.id, 'testing'))
  assert.deepEqual(
    [checked.status, checked.circuit, checked.off_reason],
    ['testing', 'closed', 'Ответ 401'],
  )
  const open = await root.send(company.setBankConfigStatus, move(made.id, 'active'))
  assert.equal(open.status, 'active', 'the keys are those of the test payment before')
})

test('the card of an agreement belongs to its company and to SUPERVISOR', async () => {
  const made = await agreement()
  const elsewhere = { companyId: other.id, bankConfigId: made.id }
  const missing = await root.refused(bankSetUp.getConfig, { query: elsewhere })
  assert.equal(missing.code, 'common.not-found')
  const refused = await own.manager.api.refused(bankSetUp.getConfig, { query: at(made.id) })
  assert.equal(refused.code, 'access.denied')
})
