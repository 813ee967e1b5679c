import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import Fastify from 'fastify'
import { bankSetUp } from '#contract/bank/bank-set-up.ts'
import { company } from '#contract/company/company.ts'
import { payDay } from '#contract/payment/pay-day.ts'
import { payment } from '#contract/payment/payment.ts'
import { supplier } from '#contract/supplier/supplier.ts'
import { protectingHeaders } from '#server/answers/security-headers.ts'
import { addSupplier } from '#test/builders/builders.ts'
import { methodHands } from '#test/builders/method-forms.ts'
import { addTrainingBank, pay, rowFor } from '#test/builders/payouts.ts'
import { openPayoutWorld } from '#test/builders/payout-world.ts'
import { cardFormAddress, serveCardForm } from './card-form-page.ts'

const { peer, world, own, configId, visit, close } = await openPayoutWorld()
after(close)
const { api, create, refusedCreate, cardOf } = methodHands(own)
const { q } = own.db
// The default of the company is another agreement, so that a token has a way of its own.
const otherId = await addTrainingBank(world.other)
const first = await addSupplier(own)

const NUMBER = '2200117996077364'

async function tokenCard(who: { id: string; name: string }, config = configId) {
  const { card } = await peer.typeCard(NUMBER)
  return {
    supplierId: who.id,
    kind: 'card' as const,
    holder_name: who.name,
    card_token: card!.payout_token,
    card_last4: card!.last4,
    card_brand: 'mir' as const,
    card_issuer: card!.issuer_name,
    card_config_id: config,
  }
}

const activate = (id: string) =>
  q.updateTable('payment_method').set({ status: 'active' }).where('id', '=', id).execute()

async function payeeByCard() {
  const who = await addSupplier(own)
  const method = await create(await tokenCard(who))
  await activate(method.id)
  return { supplierId: who.id, methodId: method.id }
}

test('the card of a supplier leads to the form of the bank that pays cards', async () => {
  const { card_form } = await cardOf(first)
  const script = `${new URL(peer.bank.api).origin}/payouts-data/3.1.0/widget.js`
  assert.deepEqual(card_form, {
    bank_config_id: configId,
    bank_name: 'Учебный банк',
    address: `/card-form?script=${encodeURIComponent(script)}#100500`,
  })
  const page = await api.raw({ method: 'GET', url: card_form!.address.replace(/#.*/, '') })
  assert.equal(page.statusCode, 200)
  assert.ok(page.body.includes(`<script src="${script}"></script>`))
  const policy = String(page.headers['content-security-policy'])
  const { origin } = new URL(script)
  assert.match(
    policy,
    /^sandbox allow-scripts allow-forms; default-src 'none'; script-src 'sha256-/,
  )
  assert.match(policy, /frame-ancestors 'self'$/)
  assert.ok(policy.includes(`connect-src ${origin}; frame-src ${origin}; form-action 'none'`))
  assert.ok(!policy.includes("'self' "), 'nothing of our own origin is allowed')
  assert.equal(page.headers['x-frame-options'], 'SAMEORIGIN')
})

test('a script that is no bank’s of this installation has no page', async () => {
  for (const query of ['', '?script=https://evil.example/widget.js', '?script=a&script=b']) {
    const page = await api.raw({ method: 'GET', url: `/card-form${query}` })
    assert.equal(page.statusCode, 404, query)
  }
})

test('an agreement that takes numbers, is stopped or has no keys offers no form', async () => {
  const only = (change: object) =>
    q.updateTable('bank_config').set(change).where('id', '=', configId).execute()
  await only({ raw_card_allowed: true })
  assert.deepEqual([(await cardOf(first)).card_form, (await cardOf(first)).raw_cards], [null, true])
  await only({ raw_card_allowed: false, status: 'disabled' })
  assert.equal((await cardOf(first)).card_form, null)
  const off = await refusedCreate(await tokenCard(first))
  assert.equal(off.code, 'method.card-form-off')
  await only({ status: 'testing' })
  assert.equal((await cardOf(first)).card_form?.bank_config_id, configId)
  await only({ status: 'active' })
  await q.updateTable('bank').set({ adapter: 'yookassa' }).execute()
  assert.equal((await cardOf(first)).card_form, null)
  await q.updateTable('bank').set({ adapter: 'sandbox' }).execute()
})

test('a token is kept with what the bank told of the card, sealed, and never with an agreement of strangers', async () => {
  const body = await tokenCard(first)
  const made = await create(body)
  assert.equal(made.label, '••••\u00a07364\u00a0МИР')
  assert.equal(made.card_issuer, 'Alfa-Bank')
  const row = await q
    .selectFrom('payment_method')
    .where('id', '=', made.id)
    .select(['card_token', 'card_config_id'])
    .executeTakeFirstOrThrow()
  assert.equal(row.card_config_id, configId)
  assert.ok(!row.card_token!.includes(body.card_token))
  const events = await q.selectFrom('audit_event').select('after').execute()
  assert.ok(!JSON.stringify([events, await cardOf(first)]).includes(body.card_token))
  for (const card_token of ['2200 1533 3333 3333', '4111-1111-1111-1111'])
    assert.equal((await refusedCreate({ ...body, card_token })).code, 'method.raw-card-off')
  const wrong = { ...body, card_token: 'pt-other' }
  for (const change of [{ card_config_id: otherId }, { card_config_id: first.id }])
    assert.equal((await refusedCreate({ ...wrong, ...change })).code, 'method.card-form-off')
  const { card_config_id: _, ...bare } = wrong
  assert.ok((await refusedCreate(bare)).fields?.['card_config_id'])
  assert.ok((await refusedCreate({ ...bare, card_token: undefined })).fields?.['card_token'])
})

test('an agreement that has cards is not removed: their tokens would go to another bank', async () => {
  const before = await q
    .selectFrom('bank_config')
    .where('id', '=', configId)
    .select('status')
    .executeTakeFirstOrThrow()
  const query = { companyId: own.id, bankConfigId: configId }
  const setStatus = (status: string) =>
    q.updateTable('bank_config').set({ status }).where('id', '=', configId).execute()
  await setStatus('disabled')
  const refused = await world.supervisor.api.refused(company.deleteBankConfig, { query })
  assert.equal(refused.code, 'bank-config.in-use')
  assert.match(refused.message, /карт поставщиков: [1-9].+С него уже не платят$/)
  const { used_by: uses } = await world.supervisor.api.send(bankSetUp.getConfig, { query })
  assert.match(uses.join(), /карт поставщиков/)
  const bySql = q.deleteFrom('bank_config').where('id', '=', configId).execute()
  await assert.rejects(bySql, { code: '23503' })
  await setStatus(before.status)
})

test('the same digits, brand and bank at another supplier are a mark of the payment, since tokens differ', async () => {
  const row = await rowFor(own, await payeeByCard(), 50_000)
  const [saved] = await api.send(payment.save, { body: { payments: [row] } })
  assert.ok(saved!.flags.some(({ code }) => code === 'same_elsewhere'))
})

test('a card goes through the agreement whose form gave its token, whatever the default is', async () => {
  const defaultId = await addDefault()
  const payee = await payeeByCard()
  const row = await rowFor(own, payee, 60_000)
  const plan = await api.send(payDay.planDay, {
    query: { filter: { act_ids: [row.acts[0]!.act_id] } },
  })
  assert.deepEqual(
    plan.payments.map(({ bank_config_id, problem }) => [bank_config_id, problem]),
    [[configId, null]],
  )
  const refused = await api.refused(payment.save, {
    body: { payments: [{ ...row, bank_config_id: defaultId }] },
  })
  assert.equal(refused.code, 'payment.card-of-other-bank')
  await pay(own, [row])
  assert.equal(await visit(row.id), 'paid')
  const [line] = peer.bank.ledger().filter(({ payment_id }) => payment_id === row.id)
  assert.equal(line!.destination, 'bank_card:*7364')
})

test('a token that the bank knows no more is told, and the card is typed into the same method again', async () => {
  const payee = await payeeByCard()
  const row = await rowFor(own, payee, 70_000)
  await pay(own, [row])
  await peer.faults({ fault: 'token_forgotten', times: 1 })
  assert.equal(await visit(row.id), 'rejected')
  const card = await api.send(payment.get, { query: { id: row.id } })
  assert.deepEqual(
    [card.reason_code, card.reason_text, card.advice],
    ['token_invalid', 'Карта больше не действует у банка', 'Введите карту заново'],
  )
  const {
    supplierId,
    kind: _,
    ...typed
  } = await tokenCard({ id: payee.supplierId, name: card.holder_name })
  const [method] = (await cardOf({ id: supplierId })).methods
  const changed = await api.send(supplier.updateMethod, {
    body: { ...typed, supplierId, paymentMethodId: payee.methodId, version: method!.version },
  })
  assert.deepEqual([changed.status, changed.recently_changed], ['new', true])
  await activate(payee.methodId)
  const again = { ...row, id: crypto.randomUUID(), retry_of: row.id }
  await pay(own, [again])
  assert.equal(await visit(again.id), 'paid')
})

/** Another agreement with the training bank, which pays cards from now on. */
async function addDefault(): Promise<string> {
  const { bank_id, ...rest } = await q
    .selectFrom('bank_config')
    .where('id', '=', configId)
    .selectAll()
    .executeTakeFirstOrThrow()
  const id = crypto.randomUUID()
  const bankId = crypto.randomUUID()
  const { keys_at: _, client_id: _c, client_hash: _h, ...values } = rest
  await q
    .insertInto('bank')
    .values({ id: bankId, code: 'training-2', name: 'Второй банк', adapter: 'sandbox' })
    .execute()
  await q
    .insertInto('bank_config')
    .values({ ...values, id, bank_id: bankId, title: `не ${bank_id}`.slice(0, 20) })
    .execute()
  await q
    .updateTable('bank_config_default')
    .set({ bank_config_id: id })
    .where('company_id', '=', own.id)
    .where('method', '=', 'card')
    .execute()
  return id
}

test('under a name of its own the page has an origin, and that name has nothing else', async () => {
  const cardFormUrl = 'https://card.example.ru'
  const config = { ...world.services.config, cardFormUrl, publicUrl: 'https://yard.example.ru' }
  const script = `${new URL(peer.bank.api).origin}/payouts-data/3.1.0/widget.js`
  const address = cardFormAddress(config, { script, sources: [] }, '1/2')
  assert.equal(address, `${cardFormUrl}/card-form?script=${encodeURIComponent(script)}#1%2F2`)
  const app = Fastify()
  serveCardForm(app, config)
  app.get('/api/v1/other', () => 'reached')
  const get = (host: string, url: string) => app.inject({ url, headers: { host } })
  const page = await get('card.example.ru', address.slice(cardFormUrl.length).replace(/#.*/, ''))
  assert.ok(page.body.includes('data-parent="https://yard.example.ru"'))
  const policy = String(page.headers['content-security-policy'])
  assert.match(policy, /^sandbox allow-scripts allow-forms allow-same-origin; /)
  assert.match(policy, /frame-ancestors https:\/\/yard\.example\.ru$/)
  assert.equal(page.headers['x-frame-options'], undefined)
  assert.equal((await get('card.example.ru', '/api/v1/other')).statusCode, 404)
  assert.equal((await get('yard.example.ru', '/api/v1/other')).body, 'reached')
  const own = await get('yard.example.ru', address.slice(cardFormUrl.length).replace(/#.*/, ''))
  assert.match(
    String(own.headers['content-security-policy']),
    /^sandbox allow-scripts allow-forms;/,
  )
  await app.close()
  const { pages } = protectingHeaders(config)
  assert.ok(pages['content-security-policy']!.includes(`frame-src 'self' ${cardFormUrl};`))
})
