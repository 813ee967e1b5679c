import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { openBankPeer, sbpOrder, type ShownPayout } from '#test/failures/bank-peer.ts'

const peer = await openBankPeer()
after(() => peer.bank.close())
beforeEach(() => peer.control('POST', 'reset'))

test('the same key with the same body gives the same payout in its present status', async () => {
  const first = await peer.create(sbpOrder('p1'), 'k1')
  assert.equal(first.body.status, 'pending')
  await peer.advance(60)
  const again = await peer.create(sbpOrder('p1'), 'k1')
  assert.equal(again.status, 200)
  assert.equal(again.body.id, first.body.id)
  assert.equal(again.body.status, 'succeeded')
  assert.equal(peer.bank.ledger().length, 1)
})

test('the same key with another body is refused and makes nothing', async () => {
  await peer.create(sbpOrder('p1'), 'k1')
  const other = await peer.create(sbpOrder('p1', '1.00'), 'k1')
  assert.equal(other.status, 400)
  assert.equal((other.body as { code?: string }).code, 'invalid_request')
  const { body } = await peer.find('p1')
  assert.equal(body.items.length, 1)
})

test('an expired key makes a second payout, one second earlier it does not', async () => {
  const first = await peer.create(sbpOrder('p1'), 'k1')
  await peer.advance(24 * 60 * 60 - 2)
  const inTime = await peer.create(sbpOrder('p1'), 'k1')
  await peer.advance(3)
  const late = await peer.create(sbpOrder('p1'), 'k1')
  assert.equal(inTime.body.id, first.body.id)
  assert.notEqual(late.body.id, first.body.id)
  await peer.advance(60)
  assert.equal(peer.bank.ledger().filter((line) => line.payment_id === 'p1').length, 2)
})

test('the lifetime of keys can be set', async () => {
  await peer.control('PUT', 'settings', { key_lifetime_seconds: 10 })
  const first = await peer.create(sbpOrder('p1'), 'k1')
  await peer.advance(11)
  const second = await peer.create(sbpOrder('p1'), 'k1')
  assert.notEqual(second.body.id, first.body.id)
})

test('concurrent repeats of one key make one payout', async () => {
  const replies = await Promise.all(
    Array.from({ length: 20 }, () => peer.create(sbpOrder('p1'), 'k1')),
  )
  assert.equal(new Set(replies.map(({ body }) => body.id)).size, 1)
})

test('a refused order does not use its key up', async () => {
  const bad = await peer.create(sbpOrder('p1', '0.10'), 'k1')
  const good = await peer.create(sbpOrder('p1'), 'k1')
  assert.deepEqual([bad.status, good.status], [400, 200])
})

test('a missing key, a long key and broken JSON are refused', async () => {
  const body = sbpOrder('p1')
  assert.equal((await peer.call('POST', '/payouts', { body })).status, 400)
  assert.equal((await peer.create(body, 'k'.repeat(65))).status, 400)
  assert.equal((await peer.create('{"amount":', 'k1')).status, 400)
  assert.equal((await peer.create(body, 'k'.repeat(64))).status, 200)
})

test('an unknown payout is answered 404', async () => {
  const reply = await peer.ask('po-unknown')
  assert.equal(reply.status, 404)
})

test('the search finds a payment by its metadata and nothing of others', async () => {
  await peer.create(sbpOrder('p1'))
  await peer.create(sbpOrder('p2'))
  const { body } = await peer.find('p2')
  assert.deepEqual(
    body.items.map((item) => item.metadata?.['payment_id']),
    ['p2'],
  )
  assert.deepEqual((await peer.find('p3')).body.items, [])
})

test('the search finds by any pair of metadata', async () => {
  await peer.create({ ...sbpOrder('p1'), metadata: { act: 'А-42' } })
  const found = await peer.call<{ items: unknown[] }>(
    'GET',
    `/payouts/search?metadata[act]=${encodeURIComponent('А-42')}`,
  )
  assert.equal(found.body.items.length, 1)
})

test('the search sees a new payout only after its lag, the list at once', async () => {
  await peer.control('PUT', 'settings', { search_lag_seconds: 30 })
  await peer.create(sbpOrder('p1'))
  assert.deepEqual((await peer.find('p1')).body.items, [])
  const listed = await peer.call<{ items: unknown[] }>('GET', '/payouts')
  assert.equal(listed.body.items.length, 1)
  await peer.advance(31)
  assert.equal((await peer.find('p1')).body.items.length, 1)
})

test('the search looks back three months', async () => {
  await peer.create(sbpOrder('p1'))
  await peer.advance(93 * 24 * 60 * 60)
  assert.deepEqual((await peer.find('p1')).body.items, [])
})

test('the search wants exactly one pair and only known parameters', async () => {
  for (const query of ['', 'metadata[a]=1&metadata[b]=2', 'metadata[a]=1&when=now']) {
    assert.equal((await peer.call('GET', `/payouts/search?${query}`)).status, 400, query)
  }
})

test('the list is paged newest first without gaps and doubles', async () => {
  const ids: string[] = []
  for (let n = 0; n < 7; n += 1) ids.unshift((await peer.create(sbpOrder(`p${n}`))).body.id)
  const seen: string[] = []
  for (let cursor: string | undefined = ''; cursor !== undefined;) {
    const query: string = cursor === '' ? '' : `&cursor=${cursor}`
    const page: { body: { items: ShownPayout[]; next_cursor?: string } } = await peer.call(
      'GET',
      `/payouts?limit=3${query}`,
    )
    seen.push(...page.body.items.map((item) => item.id))
    cursor = page.body.next_cursor
  }
  assert.deepEqual(seen, ids)
})

test('the list is filtered by time and status and refuses values it does not know', async () => {
  const created = await peer.create(sbpOrder('p1'))
  await peer.ask(created.body.id)
  await peer.ask(created.body.id)
  await peer.create(sbpOrder('p2'))
  const count = async (query: string) =>
    (await peer.call<{ items: unknown[] }>('GET', `/payouts?${query}`)).body.items.length
  assert.equal(await count('status=succeeded'), 1)
  assert.equal(await count('status=pending&payout_destination.type=sbp'), 1)
  const later = encodeURIComponent(new Date(Date.now() + 3_600_000).toISOString())
  assert.equal(await count(`created_at.gte=${later}`), 0)
  assert.equal(await count(`created_at.lt=${later}`), 2)
  for (const bad of ['status=paid', 'limit=101', 'limit=0', 'cursor=zzz', 'created_at.gte=now']) {
    assert.equal((await peer.call('GET', `/payouts?${bad}`)).status, 400, bad)
  }
})

test('the shop shows its methods and a balance that payouts take from', async () => {
  const shop = async () =>
    (await peer.call<{ payout_balance: { value: string }; test: boolean }>('GET', '/me')).body
  assert.equal((await shop()).payout_balance.value, '50000000.00')
  await peer.create(sbpOrder('p1', '1000.50'))
  await peer.advance(60)
  assert.equal((await shop()).payout_balance.value, '49998999.50')
})

test('twelve banks of the fast payment system are listed once each', async () => {
  const { body } = await peer.call<{ items: { bank_id: string; bic: string }[] }>(
    'GET',
    '/sbp_banks',
  )
  assert.equal(new Set(body.items.map((bank) => bank.bank_id)).size, 12)
  assert.ok(body.items.every((bank) => /^\d{9}$/.test(bank.bic)))
})

test('personal data are accepted once per key and then marks a payout as checked', async () => {
  const body = { type: 'sbp_payout_recipient', last_name: 'Иванов', first_name: 'Иван' }
  const made = await peer.call<{ id: string; status: string }>('POST', '/personal_data', {
    key: 'k',
    body,
  })
  const again = await peer.call<{ id: string }>('POST', '/personal_data', { key: 'k', body })
  assert.equal(made.body.id, again.body.id)
  const shown = await peer.call('GET', `/personal_data/${made.body.id}`)
  assert.equal(shown.text.includes('Иванов'), false)
  const payout = await peer.create({ ...sbpOrder('p1'), personal_data: [{ id: made.body.id }] })
  assert.equal(payout.body.payout_destination['recipient_checked'], true)
  const bad = await peer.call('POST', '/personal_data', { key: 'x', body: { type: 'x' } })
  assert.equal(bad.status, 400)
})
