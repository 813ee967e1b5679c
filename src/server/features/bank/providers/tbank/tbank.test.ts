import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, afterEach, test } from 'node:test'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { accountWith, BIK, PAYER_ACCOUNT, transferKeys } from '#test/builders/transfer/accounts.ts'
import { openBankPeer } from '#test/failures/bank-peer.ts'
import { selfMadeCertificate } from '#test/support/self-made-certificate.ts'
import { startBank } from '#simulators/bank/bank.ts'
import type { LedgerLine } from '#simulators/bank/payout.ts'
import type { BankAnswer, PayoutOrder } from '../provider.ts'
import { tbank } from './tbank.ts'

const peer = await openBankPeer({ pending_polls: 1, hold_ms: 50 })
after(() => peer.bank.close())
afterEach(async () => {
  await peer.faults()
  await peer.control('POST', 'reset')
})
const address = new URL(peer.bank.api).origin
const account = PAYER_ACCOUNT
const keys = transferKeys()
const bank = tbank.open({ address, keys, account })

/** An account of a firm at the bank 044525974, whose end chooses nothing unless a test gives one that does. */
function order(more: Partial<PayoutOrder> = {}, tail = '50'): PayoutOrder {
  return {
    id: randomUUID(),
    amountKop: 1_234_567,
    description: '',
    purpose:
      'Оплата по акту №А-42 от 05.10.2026 за лом. НДС исчисляется налоговым агентом. [П:01J9Z3]',
    documentNumber: 17,
    documentDate: null,
    revenueTypeCode: null,
    destination: {
      kind: 'account',
      account: accountWith(tail),
      bik: BIK,
      name: 'ООО «Вторсырьё»',
      inn: '7712000017',
      kpp: '773601001',
      bank_name: 'АО «ТБанк»',
      corr_account: '30101810145250000974',
    },
    ...more,
  }
}

const said = ({ outcome, payouts, errorCode }: BankAnswer) => [
  outcome,
  payouts[0]?.status ?? errorCode ?? null,
]
const ledger = async () => (await peer.control<LedgerLine[]>('GET', 'ledger')).body

test('an order is queued, executed and paid once under its own number', async () => {
  const mine = order()
  const taken = await bank.send(mine)
  assert.deepEqual(said(taken), ['accepted', 'registered'])
  assert.equal(taken.payouts[0]!.ref, mine.id)
  assert.deepEqual(said(await bank.send(mine)), ['accepted', 'registered'])
  assert.deepEqual(said(await bank.find(mine.id)), ['accepted', 'processing'])
  assert.deepEqual(said(await bank.status(mine.id, mine.id)), ['accepted', 'paid'])
  assert.deepEqual(said(await bank.send(mine)), ['accepted', 'registered'])
  const [line, ...more] = await ledger()
  assert.deepEqual(more, [])
  assert.deepEqual(
    [line!.payment_id, line!.amount_kop, line!.destination],
    [mine.id, 1_234_567, `account:${accountWith('50')}:044525974`],
  )
})

test('the order says everything that a payment order needs, the sum as an exact number', async () => {
  const mine = order({ amountKop: 123_456_789_099, revenueTypeCode: '1' })
  const body = bank.bodyOf(mine)
  assert.equal(body, bank.bodyOf({ ...mine }))
  assert.match(body, /"amount":1234567890\.99\}$/)
  assert.match(bank.bodyOf({ ...mine, amountKop: 5 }), /"amount":0\.05\}$/)
  assert.deepEqual(JSON.parse(body), {
    id: mine.id,
    from: { accountNumber: account },
    to: {
      name: 'ООО «Вторсырьё»',
      inn: '7712000017',
      kpp: '773601001',
      bik: BIK,
      bankName: 'АО «ТБанк»',
      corrAccountNumber: '30101810145250000974',
      accountNumber: accountWith('50'),
    },
    purpose: mine.purpose,
    documentNumber: 17,
    executionOrder: 5,
    revenueTypeCode: '1',
    meta: { paymentId: mine.id },
    amount: 1234567890.99,
  })
})

for (const [end, words] of [
  ['02', 'Недостаточно средств на счёте'],
  ['03', 'Счёт получателя не найден'],
] as const)
  test(`an order that fails tells why in the bank's words: …${end}`, async () => {
    const mine = order({}, end)
    await bank.send(mine)
    await bank.status(mine.id, mine.id)
    const { payouts } = await bank.status(mine.id, mine.id)
    assert.deepEqual(
      [payouts[0]!.status, payouts[0]!.reason, payouts[0]!.bankText],
      ['rejected', 'bank_failed', words],
    )
    assert.deepEqual(await ledger(), [])
  })

test('a cancelled order is cancelled, a word that is not listed is in work', async () => {
  const mine = order()
  await bank.send(mine)
  await peer.faults({ fault: 'cancelled', times: 1 })
  assert.deepEqual(said(await bank.status(mine.id, mine.id)), ['accepted', 'cancelled'])
  await peer.faults({ fault: 'unknown_status', times: 1 })
  const { payouts } = await bank.status(mine.id, mine.id)
  assert.deepEqual([payouts[0]!.status, payouts[0]!.known], ['processing', false])
})

for (const [fault, expected, moved] of [
  ['timeout_before', ['ambiguous', 'INTERNAL_ERROR'], 0],
  ['timeout_after_accept', ['ambiguous', 'INTERNAL_ERROR'], 1],
  ['reset_after_accept', ['ambiguous', 'ECONNRESET'], 1],
  ['500_before', ['ambiguous', 'INTERNAL_ERROR'], 0],
  ['500_after_accept', ['ambiguous', 'INTERNAL_ERROR'], 1],
  ['garbage_json', ['ambiguous', 'broken'], 1],
  ['200_empty', ['ambiguous', 'broken'], 1],
  ['429', ['throttled', 'TOO_MANY_REQUESTS'], 0],
  ['401_from_now', ['config', 'UNAUTHORIZED'], 0],
  ['403_from_now', ['config', 'FORBIDDEN'], 0],
] as const)
  test(`an order answered by ${fault} is ${expected[0]}, and its repeat pays once`, async () => {
    await peer.faults({ fault, on: ['create'], times: 1, retry_after: 7 })
    const mine = order()
    const answer = await bank.send(mine)
    await peer.faults()
    assert.deepEqual(said(answer), expected)
    if (fault === '429') assert.equal(answer.retryAfter, 7)
    const found = await bank.find(mine.id)
    assert.equal(found.outcome, moved ? 'accepted' : 'not_found')
    await bank.send(mine)
    await peer.advance(3600)
    assert.equal((await ledger()).length, 1)
  })

for (const fault of [
  'garbage_json',
  '200_empty',
  '500_after_accept',
  'reset_after_accept',
] as const)
  test(`a question answered by ${fault} proves nothing`, async () => {
    const mine = order()
    await bank.send(mine)
    await peer.faults({ fault, on: ['status'], times: 1 })
    assert.equal((await bank.status(mine.id, mine.id)).outcome, 'ambiguous')
  })

test('an order that the bank finds wrong is refused in its words, without the account', async () => {
  const wrong = await bank.send(order({ purpose: 'Оплата за лом' }))
  assert.deepEqual(
    [wrong.outcome, wrong.errorCode, wrong.errorText, wrong.httpStatus],
    ['refused', 'bank_validation', 'purpose: не указан НДС', 422],
  )
  await peer.control('PUT', 'settings', { payee_day_count: 1, transfer_limit_kop: 2_000_000 })
  assert.equal((await bank.send(order())).outcome, 'accepted')
  assert.match((await bank.send(order())).errorText!, /^Платежей в день .+ не больше 1$/)
  assert.match((await bank.send(order({ amountKop: 2_000_001 }))).errorText!, /^Превышен лимит/)
  const mine = order({}, '60')
  await bank.send(mine)
  await peer.faults({ fault: '4xx_on_repeat', times: 1 })
  assert.equal((await bank.send(mine)).outcome, 'refused')
})

for (const status of [422, 404])
  test(`an unknown id, answered by ${status}, is not found`, async () => {
    await peer.control('PUT', 'settings', { unknown_transfer_status: status })
    assert.equal((await bank.status(randomUUID(), 'p')).outcome, 'not_found')
    assert.equal((await bank.find(randomUUID())).outcome, 'not_found')
  })

test('a check proves token, certificate and account, and says in words what is wrong', async () => {
  assert.deepEqual(await bank.check(), { ok: true })
  const why = async (more: object, payer = account) => {
    const answer = await tbank.open({ address, keys: { ...keys, ...more }, account: payer }).check()
    assert.equal(answer.ok, false)
    return answer.why
  }
  assert.equal(await why({ token: 'x' }), 'Банк не принял токен или сертификат (ответ 401)')
  assert.equal(await why({}, '40702810100000000002'), 'Банк не знает счёта, с которого платят')
  const other = selfMadeCertificate()
  for (const bad of [{ client_key: other.key }, { client_certificate: 'no PEM' }])
    assert.match(await why(bad), /^Сертификат и ключ не читаются/)
  const unfit = tbank.open({ address, keys: { ...keys, client_key: other.key }, account })
  assert.deepEqual(said(await unfit.send(order())), ['config', 'bad_certificate'])
  assert.equal((await peer.requests()).filter(({ method }) => method === 'POST').length, 0)
})

test('over TLS the bank is shown the certificate, and another one moves nothing', async () => {
  const server = selfMadeCertificate()
  const secured = await startBank({ tls: { ...server, ca: keys.client_certificate } })
  const trusted = getCACertificates()
  setDefaultCACertificates([...trusted, server.cert])
  try {
    const there = { address: secured.secured!, account }
    const mine = order()
    const open = tbank.open({ ...there, keys })
    assert.deepEqual(said(await open.send(mine)), ['accepted', 'registered'])
    const stranger = selfMadeCertificate()
    const strange = { ...keys, client_certificate: stranger.cert, client_key: stranger.key }
    const shut = tbank.open({ ...there, keys: strange })
    // The bank may refuse it before or after our side holds the connection for made; it is never taken for sent.
    assert.ok(['ambiguous', 'not_sent'].includes((await shut.send(order())).outcome))
    const answer = await shut.check()
    assert.ok(!answer.ok && /^Банк не принял сертификат|^Банк не отвечает/.test(answer.why))
    assert.deepEqual(
      (await open.find(mine.id)).payouts.map(({ ref }) => ref),
      [mine.id],
    )
  } finally {
    setDefaultCACertificates(trusted)
    await secured.close()
  }
})

test('for a bank that cannot be reached nothing was sent', async () => {
  const gone = await openBankPeer()
  await gone.bank.close()
  const nowhere = tbank.open({ address: new URL(gone.bank.api).origin, keys, account })
  assert.deepEqual(said(await nowhere.send(order())), ['not_sent', 'ECONNREFUSED'])
})
