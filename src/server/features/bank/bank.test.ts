import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { bank } from '#contract/bank/bank.ts'
import { company } from '#contract/company/company.ts'
import { payment } from '#contract/payment/payment.ts'
import { openBankPeer } from '#test/failures/bank-peer.ts'
import { addPayee, proveAgreement, rowFor } from '#test/builders/payouts.ts'
import { openWorld } from '#test/support/world.ts'

const peer = await openBankPeer({ pending_polls: 0 })
const world = await openWorld({ config: { sandboxUrl: peer.bank.api } })
after(async () => {
  await world.close()
  await peer.bank.close()
})
const { own, other, supervisor } = world
await world.services.jobs.start([{ name: 'payment.work', handler: async () => undefined }])
const root = supervisor.api
const KEYS = { shop_id: '100500', secret_key: 'test_priyomka_training_bank' }

const newBank = (more: object = {}) =>
  root.send(bank.create, {
    body: {
      code: `b-${randomUUID().slice(0, 8)}`,
      name: 'Учебный банк',
      bik: '044525225',
      adapter: 'sandbox',
      ...more,
    },
  })
const agreement = async (more: object = {}) =>
  root.send(company.addBankConfig, {
    body: { companyId: own.id, bank_id: (await newBank()).id, title: 'Выплаты', ...more },
  })
const move = (
  bankConfigId: string,
  new_status: 'testing' | 'active' | 'disabled' | 'draft',
  reason?: string,
) => ({ body: { companyId: own.id, bankConfigId, new_status, ...(reason && { reason }) } })

test('a bank is added at an address of its adapter’s list, changed, and switched off', async () => {
  const made = await newBank({ base_url: `${peer.bank.api}/`, code: 'training' })
  assert.deepEqual(
    [made.status, made.base_url, made.methods],
    ['active', peer.bank.api, ['card', 'sbp', 'account']],
  )
  const { id, version } = made
  const renamed = await root.send(bank.update, { body: { id, version, name: 'Другое имя' } })
  assert.deepEqual([renamed.name, renamed.base_url], ['Другое имя', peer.bank.api])
  assert.equal((await root.refused(bank.update, { body: { id, version } })).code, 'common.stale')
  const off = await root.send(bank.setStatus, { body: { id, new_status: 'disabled' } })
  assert.equal(off.status, 'disabled')
  const twice = await root.send(bank.setStatus, { body: { id, new_status: 'disabled' } })
  assert.equal(twice.version, off.version)
})

test('a foreign address, a used code and other content under the same id are refused', async () => {
  const body = { code: 'unique-1', name: 'Банк', bik: '044525225', adapter: 'yookassa' as const }
  const refused = async (more: object) =>
    (await root.refused(bank.create, { body: { ...body, ...more } })).code
  for (const base_url of ['https://evil.example/v3', 'http://127.0.0.1:1/', `${peer.bank.api}x`])
    assert.equal(await refused({ base_url }), 'bank.url-not-allowed', base_url)
  const client_id = randomUUID()
  const first = await root.send(bank.create, { body: { ...body, client_id } })
  assert.equal((await root.send(bank.create, { body: { ...body, client_id } })).id, first.id)
  assert.equal(await refused({ client_id, name: 'Иное' }), 'common.id-reused')
  assert.equal(await refused({}), 'bank.duplicate-code')
  assert.equal(
    (await root.refused(bank.update, { body: { id: randomUUID(), version: 1 } })).code,
    'common.not-found',
  )
})

test('an agreement is checked at the bank before it can be used', async () => {
  const draft = await agreement()
  assert.deepEqual(
    [draft.status, draft.has_credentials, draft.last_check_ok],
    ['draft', false, null],
  )
  assert.equal(draft.limits.per_payment_kop, 50_000_000)
  const early = await root.refused(company.setBankConfigStatus, move(draft.id, 'active'))
  assert.equal(early.code, 'common.bad-transition')
  const tested = await root.send(company.setBankConfigStatus, move(draft.id, 'testing'))
  assert.deepEqual([tested.status, tested.last_check_ok], ['testing', true])
  const unproven = await root.refused(company.setBankConfigStatus, move(draft.id, 'active'))
  assert.equal(unproven.code, 'bank-config.not-proven')
  await proveAgreement(own, draft.id)
  const active = await root.send(company.setBankConfigStatus, move(draft.id, 'active'))
  assert.deepEqual([active.status, active.default_for], ['active', ['account', 'card', 'sbp']])
  const payee = await addPayee(own)
  const row = await rowFor(own, payee, 10_000)
  const [saved] = await own.operator.api.send(payment.save, { body: { payments: [row] } })
  assert.equal(saved!.bank_config_id, draft.id)
  const used = await root.refused(company.deleteBankConfig, {
    query: { companyId: own.id, bankConfigId: draft.id },
  })
  assert.equal(used.code, 'bank-config.in-use')
  const silent = await root.refused(company.setBankConfigStatus, move(draft.id, 'disabled'))
  assert.deepEqual([silent.code, Object.keys(silent.fields!)], ['common.validation', ['reason']])
  const off = await root.send(
    company.setBankConfigStatus,
    move(draft.id, 'disabled', 'Меняем договор с банком'),
  )
  assert.deepEqual(
    [off.status, off.default_for, off.off_reason],
    ['disabled', [], 'Меняем договор с банком'],
  )
  const next = await rowFor(own, payee, 10_000)
  const refused = await own.operator.api.refused(payment.save, { body: { payments: [next] } })
  assert.equal(refused.code, 'payment.no-bank-config')
  assert.match(refused.message, /«Выплаты» остановлены: Меняем договор с банком/)
})

test('wrong keys fail the check with the bank’s message, and right ones allow the agreement again', async () => {
  const wrong = { ...KEYS, secret_key: 'wrong' }
  const draft = await agreement({ credentials: wrong })
  assert.equal(draft.has_credentials, true)
  assert.ok(!JSON.stringify(draft).includes('wrong'))
  const failed = await root.refused(company.setBankConfigStatus, move(draft.id, 'testing'))
  assert.equal(failed.code, 'bank-config.check-failed')
  assert.match(failed.message, /не принял ключи \(ответ 401\)/)
  const card = await root.send(company.get, { query: { id: own.id } })
  const kept = card.bank_configs.find((config) => config.id === draft.id)!
  assert.deepEqual([kept.status, kept.last_check_ok], ['draft', false])
  const place = { companyId: own.id, bankConfigId: draft.id }
  const mended = await root.send(company.updateBankConfig, {
    body: { ...place, version: kept.version, credentials: KEYS },
  })
  assert.equal(mended.last_check_at, null)
  const tested = await root.send(company.setBankConfigStatus, move(draft.id, 'testing'))
  assert.equal(tested.status, 'testing')
  await proveAgreement(own, draft.id)
  await root.send(company.setBankConfigStatus, move(draft.id, 'active'))
  await stop(draft.id)
  const stale = await root.refused(company.updateBankConfig, {
    body: { ...place, version: kept.version, credentials: wrong },
  })
  assert.equal(stale.code, 'common.stale')
  const { version } = (await root.send(company.get, { query: { id: own.id } })).bank_configs.find(
    (config) => config.id === draft.id,
  )!
  const renewed = await root.send(company.updateBankConfig, {
    body: { ...place, version, credentials: KEYS },
  })
  assert.deepEqual([renewed.status, renewed.circuit], ['disabled', 'stopped'])
  const checked = await root.send(company.setBankConfigStatus, move(draft.id, 'testing'))
  assert.deepEqual([checked.status, checked.circuit], ['testing', 'closed'])
  const former = await root.refused(company.setBankConfigStatus, move(draft.id, 'active'))
  assert.equal(former.code, 'bank-config.not-proven', 'the payment before was made with other keys')
  await proveAgreement(own, draft.id)
  const open = await root.send(company.setBankConfigStatus, move(draft.id, 'active'))
  assert.deepEqual([open.status, open.circuit, open.stopped_reason], ['active', 'closed', null])
})

async function stop(id: string) {
  await own.db.q
    .updateTable('bank_config')
    .set({ circuit: 'stopped', stopped_at: new Date().toISOString(), stopped_reason: 'ключи' })
    .where('id', '=', id)
    .execute()
}

test('a check older than a day, or of a disabled bank, does not activate an agreement', async () => {
  const one = await agreement()
  await root.send(company.setBankConfigStatus, move(one.id, 'testing'))
  await own.db.q
    .updateTable('bank_config')
    .set({ last_check_at: new Date(Date.now() - 25 * 3_600_000).toISOString() })
    .where('id', '=', one.id)
    .execute()
  const old = await root.refused(company.setBankConfigStatus, move(one.id, 'active'))
  assert.equal(old.code, 'bank-config.check-failed')
  await root.send(bank.setStatus, { body: { id: one.bank_id, new_status: 'disabled' } })
  const off = await root.refused(company.setBankConfigStatus, move(one.id, 'testing'))
  assert.equal(off.code, 'bank.disabled')
  const back = await root.refused(company.setBankConfigStatus, move(one.id, 'draft'))
  assert.equal(back.code, 'common.bad-transition')
})

test('missing fields of an agreement are named; each kind has one default; a draft can be removed', async () => {
  const file = await newBank({ adapter: 'file_1c' })
  // A company without a default for accounts yet.
  const body = { companyId: other.id, bank_id: file.id, title: 'Файл' }
  const wrong = async (more: object) =>
    Object.keys((await root.refused(company.addBankConfig, { body: { ...body, ...more } })).fields!)
  assert.deepEqual(await wrong({}), ['account'])
  assert.deepEqual(await wrong({ account: '40702810200000000002' }), ['account'])
  const account = '40702810200000000001'
  assert.deepEqual(await wrong({ account, default_for: ['sbp'] }), ['default_for'])
  assert.deepEqual(await wrong({ account, raw_card_allowed: true }), ['pci_certificate'])
  const made = await root.send(company.addBankConfig, {
    body: { ...body, account, default_for: ['account'] },
  })
  const again = await root.refused(company.addBankConfig, { body: { ...body, account } })
  assert.equal(again.code, 'bank-config.duplicate')
  const second = await newBank({ adapter: 'file_iso20022' })
  const taken = await root.refused(company.addBankConfig, {
    body: { ...body, bank_id: second.id, account, default_for: ['account'] },
  })
  assert.equal(taken.code, 'bank-config.default-taken')
  const place = { companyId: other.id, bankConfigId: made.id }
  assert.deepEqual(await root.send(company.deleteBankConfig, { query: place }), { ok: true })
  const gone = await root.refused(company.deleteBankConfig, { query: place })
  assert.equal(gone.code, 'common.not-found')
})

test('an account cannot be changed while payments are in progress', async () => {
  const one = await agreement({ credentials: KEYS })
  await root.send(company.setBankConfigStatus, move(one.id, 'testing'))
  await proveAgreement(own, one.id)
  const now = await root.send(company.setBankConfigStatus, move(one.id, 'active'))
  const row = { ...(await rowFor(own, await addPayee(own), 10_000)), bank_config_id: one.id }
  await own.operator.api.send(payment.save, { body: { payments: [row] } })
  await own.db.q
    .updateTable('payment')
    .set({ status: 'registering', approved_by: own.manager.id })
    .where('id', '=', row.id)
    .execute()
  const refused = await root.refused(company.updateBankConfig, {
    body: {
      companyId: own.id,
      bankConfigId: one.id,
      version: now.version,
      credentials: { ...KEYS, shop_id: '7' },
    },
  })
  assert.equal(refused.code, 'bank-config.running-payments')
})

test('only SUPERVISOR reaches banks and agreements, and an agreement belongs to its company', async () => {
  const one = await agreement()
  for (const person of [own.operator, own.manager, other.manager]) {
    const refused = await person.api.refused(company.setBankConfigStatus, move(one.id, 'testing'))
    assert.deepEqual([refused.status, refused.code], [403, 'access.denied'])
  }
  const elsewhere = { companyId: other.id, bankConfigId: one.id }
  const missing = { companyId: other.id, bankConfigId: randomUUID() }
  for (const place of [elsewhere, missing]) {
    const status = await root.refused(company.setBankConfigStatus, {
      body: { ...place, new_status: 'testing' },
    })
    assert.equal(status.code, 'common.not-found')
    const removed = await root.refused(company.deleteBankConfig, { query: place })
    assert.equal(removed.code, 'common.not-found')
  }
})
