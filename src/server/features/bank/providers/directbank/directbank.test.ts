import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import {
  directOrder as order,
  openDirectPeer,
  outcomeOf,
} from '#test/builders/transfer/direct-peer.ts'
import type { PayoutOrder } from '../provider.ts'

const direct = await openDirectPeer()
after(() => direct.close())
beforeEach(() => direct.reset())
const { peer, packs, ledger, later, logons, sentDocument } = direct
const bank = direct.open()
const ask = (mine: PayoutOrder, ref: string) => bank.status(ref, mine.id)
const find = (mine: PayoutOrder) => bank.find(mine.id)

test('an order goes out in one pack, is executed and paid once, and one session serves all questions', async () => {
  const mine = order()
  const taken = await bank.send(mine)
  assert.deepEqual(outcomeOf(taken), ['accepted', 'registered'])
  const { ref } = taken.payouts[0]!
  assert.notEqual(ref, mine.id, "the reference is the bank's own id of the pack")
  assert.deepEqual(outcomeOf(await ask(mine, ref)), ['accepted', 'processing'])
  await later()
  // The question brings the order to its end, of which the bank tells by the mailbox.
  assert.deepEqual(outcomeOf(await ask(mine, ref)), ['accepted', 'processing'])
  const end = await ask(mine, ref)
  assert.deepEqual([outcomeOf(end), end.payouts[0]!.ref], [['accepted', 'paid'], ref])
  assert.equal((await ledger()).length, 1)
  assert.equal((await ledger())[0]!.payment_id, mine.id)
  assert.equal(await logons(), 1)
})

test('the order follows the schema: its elements in their order, the sum as exact text, signs escaped', async () => {
  const mine = order({ amountKop: 5, revenueTypeCode: '1' })
  assert.equal(bank.bodyOf(mine), bank.bodyOf({ ...mine }))
  await bank.send(mine)
  const text = await sentDocument('10')
  assert.ok(text.startsWith('\ufeff<?xml'), 'files of the exchange begin with a mark of order')
  const names = [...text.matchAll(/<(\w+)[ />]/g)].map(([, name]) => name)
  const elements =
    'PayDocRu Sender Recipient Data DocNo DocDate Sum Payer Name INN KPP Account Bank BIC Name ' +
    'Payee Name INN KPP Account Bank BIC Name CorrespAcc TransitionKind Priority IncomeTypeCode Purpose'
  assert.equal(names.join(' '), elements)
  assert.match(text, /<Sum>0\.05<\/Sum>/)
  assert.match(text, /<Name>ООО «Вторсырьё &amp; Ко»<\/Name>/)
  assert.match(
    text,
    new RegExp(`<PayDocRu [^>]*id="${mine.id}"[^>]*creationDate="2026-10-05T00:00:00"`),
  )
  const person = order({
    destination: { ...order().destination, inn: '0', kpp: '0' } as PayoutOrder['destination'],
  })
  await peer.control('POST', 'reset')
  await bank.send(person)
  assert.doesNotMatch(await sentDocument('10').then((one) => one.split('<Payee>')[1]!), /INN|KPP/)
})

test('an order waits for the confirmation of a person at the bank, and is paid or refused by it', async () => {
  await peer.control('PUT', 'settings', { direct_confirm: 1, pending_polls: 0 })
  const [first, second] = [order(), order({ documentNumber: 18 })]
  const [one, two] = [await bank.send(first), await bank.send(second)]
  const waits = await ask(first, one.payouts[0]!.ref)
  assert.deepEqual(outcomeOf(waits), ['accepted', 'processing'])
  assert.match(waits.payouts[0]!.bankStatus, /^06 Ожидает подтверждения/)
  assert.deepEqual(await ledger(), [])
  await peer.control('POST', 'confirm', { payment_id: first.id })
  await peer.control('POST', 'refuse', { payment_id: second.id })
  assert.deepEqual(outcomeOf(await ask(first, one.payouts[0]!.ref)), ['accepted', 'paid'])
  const { payouts } = await ask(second, two.payouts[0]!.ref)
  assert.deepEqual(
    [payouts[0]!.status, payouts[0]!.reason, payouts[0]!.bankText],
    ['rejected', 'bank_failed', 'Отклонено в личном кабинете'],
  )
  assert.equal((await ledger()).length, 1)
})

test("an order that fails, or that the bank's control refuses, says why in the bank's words", async () => {
  const failing = order({}, '02')
  const { payouts: sent } = await bank.send(failing)
  await ask(failing, sent[0]!.ref)
  await later()
  await ask(failing, sent[0]!.ref)
  const failed = (await ask(failing, sent[0]!.ref)).payouts[0]!
  assert.deepEqual(
    [failed.status, failed.reason, failed.bankText],
    ['rejected', 'bank_failed', 'Недостаточно средств на счёте'],
  )
  await peer.control('PUT', 'settings', { transfer_limit_kop: 100 })
  const large = order({ documentNumber: 19 })
  const { payouts: taken } = await bank.send(large)
  const refused = (await ask(large, taken[0]!.ref)).payouts[0]!
  assert.deepEqual(
    [refused.status, refused.reason, refused.bankText],
    ['rejected', 'bank_validation', 'Превышен лимит одного платежа'],
  )
  assert.deepEqual(await ledger(), [])
})

for (const fault of [
  'timeout_after_accept',
  'reset_after_accept',
  '500_after_accept',
  'garbage_json',
  '200_empty',
  'entity_bomb',
])
  test(`an order that was taken with ${fault} is ambiguous, is found by its number and is not sent again`, async () => {
    const mine = order()
    await peer.faults({ fault, on: ['create'], times: 1 })
    assert.equal((await bank.send(mine)).outcome, 'ambiguous')
    const found = await find(mine)
    assert.deepEqual(outcomeOf(found), ['accepted', 'processing'])
    assert.equal(found.payouts[0]!.ref, mine.id)
    await later()
    await find(mine)
    assert.deepEqual(outcomeOf(await find(mine)), ['accepted', 'paid'])
    assert.equal((await ledger()).length, 1)
  })

test('an order that never arrived is not found only when the bank says so, and then may go again', async () => {
  const mine = order()
  await peer.faults({ fault: '500_before', on: ['create'], times: 1 })
  assert.equal((await bank.send(mine)).outcome, 'ambiguous')
  // The question is out, its answer lies in the mailbox.
  assert.deepEqual(outcomeOf(await find(mine)), ['ambiguous', 'no_notice_yet'])
  assert.deepEqual(outcomeOf(await find(mine)), ['not_found', '2207'])
  assert.deepEqual(outcomeOf(await bank.send(mine)), ['accepted', 'registered'])
  const [first, again] = (await packs()).filter(({ body }) => body.includes('dockind="10"'))
  assert.equal(again!.body, first!.body)
  // What the bank did not know before the send counts no more.
  assert.deepEqual(outcomeOf(await find(mine)), ['accepted', 'processing'])
})

test('what the bank was asked before a send says nothing of that send, however late its answer is read', async () => {
  const mine = order()
  // Asked before: the answer «not known» lies in the mailbox.
  assert.deepEqual(outcomeOf(await find(mine)), ['ambiguous', 'no_notice_yet'])
  await peer.faults({ fault: '500_before', on: ['create'], times: 1 })
  assert.equal((await bank.send(mine)).outcome, 'ambiguous')
  assert.deepEqual(outcomeOf(await find(mine)), ['ambiguous', 'no_notice_yet'])
  const told = await find(mine)
  assert.deepEqual(outcomeOf(told), ['not_found', '2207'])
  assert.ok(told.askedSecondsAgo! < 60, 'the question of after the send was answered')
})

test('a repeated pack proves nothing and moves nothing: the bank is asked', async () => {
  const mine = order()
  await bank.send(mine)
  assert.deepEqual(outcomeOf(await bank.send(mine)), ['ambiguous', '2002'])
  await peer.faults({ fault: 'duplicate_pack', times: 1 })
  assert.deepEqual(outcomeOf(await bank.send(order())), ['ambiguous', '2002'])
  assert.deepEqual(outcomeOf(await find(mine)), ['accepted', 'processing'])
})

test('a pack whose answer was no pack is fetched again, and its end is heard', async () => {
  const mine = order()
  const { payouts } = await bank.send(mine)
  const problems = async () => {
    const { rows } = await sql`select from bank_pack where problem is not null`.execute(direct.q)
    return rows.length
  }
  await peer.faults({ fault: 'garbage_json', on: ['pack'] })
  await ask(mine, payouts[0]!.ref)
  const broken = await problems()
  assert.ok(broken > 0)
  await peer.faults()
  await ask(mine, payouts[0]!.ref)
  assert.equal(await problems(), broken, 'not at once')
  await sql`update bank_pack set taken_at = taken_at - interval '3 minutes'`.execute(direct.q)
  assert.equal((await ask(mine, payouts[0]!.ref)).outcome, 'accepted')
  assert.equal(await problems(), 0)
  // One that nobody can read for half a day is told of, and left.
  await sql`update bank_pack set problem = 'x', tries = 9, taken_at = now() - interval '1 day'`.execute(
    direct.q,
  )
  await peer.faults({ fault: 'garbage_json', on: ['pack'] })
  await ask(mine, payouts[0]!.ref)
  const told = await sql<{ n: number }>`select count(*)::int as n from notice
    where title like 'Сообщение банка не читается%'`.execute(direct.q)
  assert.ok(told.rows[0]!.n > 0)
  const left = await problems()
  await peer.faults()
  await sql`update bank_pack set taken_at = taken_at - interval '1 year'`.execute(direct.q)
  await ask(mine, payouts[0]!.ref)
  assert.equal(await problems(), left)
})

test('a mailbox that breaks, has a document type or is too deep says nothing, and each pack is read once', async () => {
  const mine = order()
  const { payouts } = await bank.send(mine)
  for (const fault of ['entity_bomb', 'garbage_json', '500_before', '200_empty']) {
    await peer.faults({ fault, on: ['packs'], times: 1 })
    assert.equal((await ask(mine, payouts[0]!.ref)).outcome, 'ambiguous', fault)
  }
  // A pack that cannot be read is set aside: the mailbox would stand still for ever.
  await peer.faults({ fault: 'entity_bomb', on: ['pack'], times: 1 })
  await ask(mine, payouts[0]!.ref)
  const { rows } = await sql<{ problem: string | null }>`select problem from bank_pack`.execute(
    direct.q,
  )
  assert.equal(rows.filter(({ problem }) => problem !== null).length, 1)
  const reads = async () =>
    (await peer.requests()).filter(({ path }) => path.includes('/GetPack?')).length
  await ask(mine, payouts[0]!.ref)
  const before = await reads()
  await ask(mine, payouts[0]!.ref)
  assert.equal(await reads(), before)
  // Asked anew from a minute before what the bank named last: a pack may come with an earlier moment.
  const until = await direct.exchange.packsUntil()
  await ask(mine, payouts[0]!.ref)
  const asked = (await peer.requests()).findLast(({ path }) => path.includes('/GetPackList'))!
  const date = new URL(asked.path, 'http://x').searchParams.get('date')!
  const [day, time] = date.split(' ')
  const from = `${day!.split('.').toReversed().join('-')}T${time}`
  assert.equal(Date.parse(`${until}Z`) - Date.parse(`${from}Z`), 60_000)
})
