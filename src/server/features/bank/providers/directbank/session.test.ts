import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { accountWith, DIRECT_KEYS } from '#test/builders/transfer/accounts.ts'
import {
  directOrder as order,
  openDirectPeer,
  outcomeOf,
} from '#test/builders/transfer/direct-peer.ts'
import type { PayoutOrder } from '../provider.ts'

const direct = await openDirectPeer()
after(() => direct.close())
beforeEach(() => direct.reset())
const { peer, exchange, address, open, packs, ledger, logons } = direct
const bank = open()
const ask = (mine: PayoutOrder, ref: string) => bank.status(ref, mine.id)

test('a session that has ended is opened anew, and the order goes once', async () => {
  const mine = order()
  await bank.check()
  await peer.faults({ fault: 'session_over', on: ['create'], times: 1 })
  assert.deepEqual(outcomeOf(await bank.send(mine)), ['accepted', 'registered'])
  assert.equal(await logons(), 2)
  // One that ends at once, again and again, is not opened for ever.
  await peer.faults({ fault: 'session_over', on: ['create'] })
  assert.deepEqual(outcomeOf(await bank.send(order())), ['throttled', 'session_over'])
  assert.equal(await logons(), 3)
})

test('with one-time codes nobody but a person signs in: questions wait and send no message', async () => {
  await peer.control('PUT', 'settings', { direct_otp: 1, pending_polls: 0 })
  assert.deepEqual(await bank.signIn!(), { ok: true })
  const [{ code, short_code: short } = { code: '', short_code: '' }] = (
    await peer.control<{ code: string; short_code: string }[]>('GET', 'messages')
  ).body
  assert.deepEqual(
    await exchange.session().then((one) => [one!.status, one!.phoneMask, one!.shortCode]),
    ['code', '+*********85', short],
  )
  assert.deepEqual(outcomeOf(await bank.send(order())), ['throttled', 'sign_in_needed'])
  const wrong = await bank.signIn!(code === '000000' ? '000001' : '000000')
  assert.deepEqual(wrong, { ok: false, why: 'Одноразовый код неверен (1204: Некорректный ОТР)' })
  assert.deepEqual(await bank.signIn!(code), { ok: true })
  const mine = order()
  const { payouts } = await bank.send(mine)
  await peer.control('POST', 'end-sessions')
  assert.deepEqual(outcomeOf(await ask(mine, payouts[0]!.ref)), ['throttled', 'sign_in_needed'])
  assert.equal((await exchange.session())!.status, 'ended')
  assert.deepEqual(outcomeOf(await bank.send(order())), ['throttled', 'sign_in_needed'])
  assert.equal(await logons(), 1)
  assert.deepEqual(await bank.signIn!('123456'), {
    ok: false,
    why: 'Банк не ждёт кода. Начните вход сначала',
  })
})

test('a check proves login, customer, account and what the bank asks of orders, and moves nothing', async () => {
  assert.deepEqual(await bank.check(), { ok: true })
  const why = async (client = bank) => {
    await direct.forgetSession()
    const found = await client.check()
    return found.ok ? null : found.why
  }
  assert.equal(
    await why(open({ ...DIRECT_KEYS, password: 'wrong' })),
    'Банк не принял логин или пароль (1201: Некорректные данные для аутентификации)',
  )
  assert.equal(
    await why(open({ ...DIRECT_KEYS, customer_id: '7' })),
    'Банк не знает этот идентификатор клиента (1003: Идентификатор клиента не найден)',
  )
  assert.match((await why(open({ ...DIRECT_KEYS, customer_id: 'клиент' })))!, /только латинские/)
  assert.match((await why(open(DIRECT_KEYS, { account: accountWith('77') })))!, /нет прав на счёт/)
  assert.match(
    (await why(open(DIRECT_KEYS, { address: `${address}x` })))!,
    /не отвечает на ДиректБанк/,
  )
  assert.match(
    (await why(open(DIRECT_KEYS, { address: 'http://127.0.0.1:9' })))!,
    /^Банк не отвечает/,
  )
  await peer.control('PUT', 'settings', { direct_customer_varies: 1 })
  const warned = await bank.check()
  assert.ok(warned.ok)
  assert.match(warned.warning!, /^Банк назвал другой идентификатор клиента, .*пробный запрос/)
  assert.match((await why(open({ ...DIRECT_KEYS, customer_id: '7' })))!, /не знает этот/)
  await peer.control('PUT', 'settings', { direct_customer_varies: 0, direct_signature: 1 })
  assert.match((await why())!, /^Банк требует электронную подпись/)
  await peer.control('PUT', 'settings', { direct_signature: 0, direct_otp: 1 })
  assert.match((await why())!, /^Банк ждёт одноразовый код/)
  assert.deepEqual(await ledger(), [])
})

test('a refused sign-in stops the agreement, a locked one waits, and nothing was sent', async () => {
  await peer.faults({ fault: 'refused_login', times: 1 })
  assert.deepEqual(outcomeOf(await bank.send(order())), ['config', '1201'])
  await peer.faults({ fault: 'locked_login', times: 1 })
  const locked = await bank.send(order())
  assert.deepEqual([outcomeOf(locked), locked.retryAfter], [['throttled', '1203'], 600])
  for (const fault of ['timeout_before', '500_before', 'garbage_json']) {
    await peer.faults({ fault, on: ['logon'], times: 1 })
    assert.equal((await bank.send(order())).outcome, 'not_sent', fault)
    await direct.forgetSession()
  }
  assert.deepEqual(await packs(), [])
})
