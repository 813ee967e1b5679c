import assert from 'node:assert/strict'
import { request } from 'node:http'
import { after, beforeEach, test } from 'node:test'
import { cardOrder, openBankPeer, sbpOrder } from '#test/failures/bank-peer.ts'
import { offers } from './offers.ts'
import type { PaymentRow } from './payment-rows.ts'

const peer = await openBankPeer()
after(() => peer.bank.close())
beforeEach(() => peer.control('POST', 'reset'))
const { control } = peer

const rowsOf = async (query = '') =>
  (await control<{ rows: PaymentRow[]; count: number }>('GET', `payments?${query}`)).body
const answersOf = async (method: string, name: string, body: object) => {
  const { status, body: told } = await control<{ error?: string }>(method, name, body)
  return [status, told.error ?? null]
}

test('the page and its files come with a policy that lets nothing foreign run', async () => {
  const page = await fetch(`${peer.bank.control}/`)
  const policy = page.headers.get('content-security-policy') ?? ''
  assert.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self';/)
  assert.match(policy, /require-trusted-types-for 'script'/)
  const html = await page.text()
  assert.doesNotMatch(html, /<script(?! type="module" src="\/bank-page\.js">)|style=| on\w+=/)
  for (const { title, faults } of offers)
    for (const text of [title, ...faults.map((fault) => fault.title)])
      assert.ok(html.includes(text.replaceAll('"', '&quot;')), text)
  const scripts = ['bank-page', 'bank-parts', 'bank-files', 'bank-payment', 'bank-owners'].map(
    (name) => `${name}.js`,
  )
  for (const file of [...scripts, 'bank-page.css', 'bank-tables.css', 'bank-faults.css'])
    assert.equal((await fetch(`${peer.bank.control}/${file}`)).status, 200, file)
})

test('a page of another site and another name of this machine are refused', async () => {
  const statusOf = (headers: Record<string, string>, method = 'POST', path = '/_ctl/reset') =>
    new Promise((resolve, reject) => {
      const call = request(`${peer.bank.control}${path}`, { method, headers })
      call.on('response', ({ statusCode }) => resolve(statusCode))
      call.on('error', reject)
      call.end()
    })
  assert.equal(await statusOf({ 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' }), 403)
  assert.equal(
    await statusOf({ 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }),
    403,
  )
  const link = { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'navigate' }
  assert.equal(await statusOf(link, 'GET', '/'), 200)
  assert.equal(await statusOf({ origin: 'https://evil.example' }), 403)
  assert.equal(await statusOf({ host: 'evil.example' }), 403)
  assert.equal(await statusOf({ 'sec-fetch-site': 'same-origin' }), 200)
})

test('the table shows payments of all dialects, the payee masked, and finds them', async () => {
  await peer.create(sbpOrder('p1', '12345.67', '79261234567'))
  const { body } = await peer.create(cardOrder('p2', '2200111753579001', '500.00'))
  await peer.ask(body.id)
  const { rows, count } = await rowsOf()
  assert.equal(count, 2)
  const [card, phone] = rows as [PaymentRow, PaymentRow]
  assert.deepEqual(
    [card.payee, card.amount_kop, card.sent, card.asked, card.dialect],
    ['карта …9001', 50_000, 1, 1, 'yookassa'],
  )
  assert.equal(phone.payee, 'телефон …4567')
  assert.doesNotMatch(JSON.stringify(rows), /79261234567|2200111753579001/)
  assert.equal((await rowsOf('text=12345,67')).count, 1)
  assert.equal((await rowsOf('text=p2&dialect=yookassa')).count, 1)
  assert.equal((await rowsOf('dialect=tbank')).count, 0)
  assert.equal((await rowsOf('status=succeeded')).count, 0)
})

test('a payment is paid now, refused with a reason, or sent back in parts, once', async () => {
  for (const id of ['p1', 'p2']) await peer.create(sbpOrder(id, '100.00'))
  const [second, first] = (await rowsOf()).rows as [PaymentRow, PaymentRow]
  const paid = { payout_id: first.payout_id }
  const refusal = { payout_id: second.payout_id, reason: 'recipient_not_found' }
  assert.deepEqual(await answersOf('POST', 'give-back', paid), [
    409,
    'Столько вернуть нельзя: платёж не исполнен или осталось меньше',
  ])
  assert.deepEqual(await answersOf('POST', 'pay', paid), [200, null])
  assert.equal((await answersOf('POST', 'pay', paid))[0], 409)
  assert.equal((await answersOf('POST', 'reject', { ...refusal, reason: 'AC04' }))[0], 400)
  assert.deepEqual(await answersOf('POST', 'reject', refusal), [200, null])
  assert.equal((await answersOf('POST', 'give-back', { ...paid, amount_kop: 0 }))[0], 400)
  assert.equal((await answersOf('POST', 'give-back', { ...paid, amount_kop: 4000 }))[0], 200)
  assert.equal((await answersOf('POST', 'give-back', { ...paid, amount_kop: 6001 }))[0], 409)
  assert.equal((await answersOf('POST', 'give-back', paid))[0], 200)
  const [refused, returned] = (await rowsOf()).rows as [PaymentRow, PaymentRow]
  assert.deepEqual([refused.status, refused.reason], ['canceled', 'Получатель не найден'])
  assert.deepEqual([returned.status, returned.returned_kop], ['succeeded', 10_000])
  assert.equal(peer.bank.ledger().length, 1)
})

test('a fault strikes so many answers of its dialect, and ends by itself or by a person', async () => {
  const fault = { dialect: 'yookassa', fault: '500_after_accept', times: 2 }
  assert.deepEqual(await answersOf('PUT', 'fault', fault), [200, null])
  const statuses = []
  for (const id of ['p1', 'p2', 'p3']) statuses.push((await peer.create(sbpOrder(id))).status)
  assert.deepEqual(statuses, [500, 500, 200])
  assert.equal((await rowsOf()).count, 3)
  const made = await peer.create(sbpOrder('p5'))
  await control('PUT', 'fault', { ...fault, times: 1, on: 'status' })
  assert.equal((await peer.create(sbpOrder('p6'))).status, 200)
  assert.equal((await peer.ask(made.body.id)).status, 500)
  assert.equal((await peer.ask(made.body.id)).status, 200)
  await control('PUT', 'fault', { dialect: 'tbank', fault: '500_before', times: 5 })
  assert.equal((await peer.create(sbpOrder('p4'))).status, 200)

  const keys = { dialect: 'yookassa', fault: '401_from_now' }
  await control('PUT', 'fault', keys)
  assert.equal((await peer.call('GET', '/me')).status, 401)
  assert.equal((await peer.call('GET', '/me')).status, 401)
  await control('PUT', 'fault', { ...keys, times: 0 })
  assert.equal((await peer.call('GET', '/me')).status, 200)

  assert.equal((await answersOf('PUT', 'fault', { ...fault, fault: 'entity_bomb' }))[0], 400)
  assert.equal((await answersOf('PUT', 'fault', { ...fault, dialect: 'bank' }))[0], 400)
  assert.equal((await answersOf('PUT', 'fault', { ...fault, times: -1 }))[0], 400)
})

test('each reason of a refusal of each dialect can be set, and the next payment has it', async () => {
  await control('PUT', 'settings', { pending_polls: 0 })
  for (const { code, reasons } of offers)
    for (const reason of Object.keys(reasons)) {
      const rule = { dialect: code, fault: 'refused', times: 1, reason }
      assert.deepEqual(await answersOf('PUT', 'fault', rule), [200, null])
      if (code !== 'yookassa') continue
      const { body } = await peer.create(sbpOrder(reason))
      assert.equal(body.cancellation_details?.reason, reason)
    }
  assert.equal((await peer.create(sbpOrder('after'))).body.status, 'succeeded')
  const unknown = { dialect: 'tbank', fault: 'refused', times: 1, reason: 'AC04' }
  assert.equal((await answersOf('PUT', 'fault', unknown))[0], 400)
})

test('the answers about one payment can be changed without touching another', async () => {
  const made = await Promise.all(['p1', 'p2'].map((id) => peer.create(sbpOrder(id))))
  const [one, two] = made.map(({ body }) => body.id) as [string, string]
  await control('PUT', 'answer', { payout_id: one, fault: 'unknown_status' })
  assert.equal((await peer.ask(one)).body.status, 'on_review')
  assert.equal((await peer.ask(two)).body.status, 'pending')
  assert.equal((await rowsOf('text=p1')).rows[0]!.answer, 'unknown_status')
  await control('PUT', 'answer', { payout_id: one, fault: null })
  assert.notEqual((await peer.ask(one)).body.status, 'on_review')
  assert.equal((await answersOf('PUT', 'answer', { payout_id: one, fault: 'cancelled' }))[0], 400)
  assert.equal((await answersOf('PUT', 'answer', { payout_id: 'x', fault: null }))[0], 400)
})

test('owners of phones are written, named before a transfer, shown and taken away', async () => {
  const nameOf = async () =>
    (
      await peer.call('POST', '/payee_names', {
        body: { phone: '79160000010', bank_id: '100000000004' },
      })
    ).body
  assert.deepEqual(await answersOf('PUT', 'owners', { 79160000010: 'Гусева Нина Павловна' }), [
    200,
    null,
  ])
  assert.deepEqual((await control('GET', 'owners')).body, { 79160000010: 'Гусева Нина Павловна' })
  assert.deepEqual(await nameOf(), { name: 'Нина Павловна Г.' })
  for (const body of [{ 916: 'Кто-то' }, { 79160000010: ' ' }])
    assert.equal((await answersOf('PUT', 'owners', body))[0], 400)
  await control('PUT', 'owners', { 79160000010: null })
  assert.deepEqual([(await control('GET', 'owners')).body, await nameOf()], [{}, { name: null }])
})
