import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { bank } from '#contract/bank/bank.ts'
import { bankSetUp } from '#contract/bank/bank-set-up.ts'
import { company } from '#contract/company/company.ts'
import { ownCompany } from '#contract/company/own-company.ts'
import { bankMail } from '#contract/payment/bank-mail.ts'
import { payment } from '#contract/payment/payment.ts'
import { paymentStatement } from '#contract/payment/statement.ts'
import { addFirm, BIK, DIRECT_KEYS, PAYER_ACCOUNT } from '#test/builders/transfer/accounts.ts'
import { moneyOf } from '#test/builders/issued-acts.ts'
import { openPayoutWorld } from '#test/builders/payout-world.ts'
import { pay, rowFor } from '#test/builders/payouts.ts'
import { approval } from '#test/support/approve.ts'
import { BANK_MAIL } from '../mail/mail-queries.ts'
import { readBankMail } from '../mail/read-bank-mail.ts'

const payouts = await openPayoutWorld({ direct_otp: 1, direct_confirm: 1 })
const { peer, world, own, other, visit, timesPaid } = { ...payouts, other: payouts.world.other }
after(() => payouts.close())
// The queue of the mailbox: the tests say when it is read.
await world.services.jobs.start([{ name: BANK_MAIL, handler: async () => undefined }])
const root = world.supervisor.api
const address = `${new URL(peer.bank.api).origin}/directbank`

const theirs = await root.send(bank.create, {
  body: {
    code: 'direct',
    name: 'Банк «Первый»',
    bik: BIK,
    adapter: 'directbank',
    base_url: address,
  },
})
const made = await root.send(company.addBankConfig, {
  body: {
    companyId: own.id,
    bank_id: theirs.id,
    title: 'Первый',
    account: PAYER_ACCOUNT,
    credentials: DIRECT_KEYS,
    allow_test_payment: true,
  },
})
const at = { companyId: own.id, bankConfigId: made.id }
const card = () => root.send(bankSetUp.getConfig, { query: at })
const check = { body: { ...at, new_status: 'testing' as const } }
const dayBefore = (days: number) =>
  new Date(Date.now() + 3 * 3_600_000 - days * 86_400_000).toISOString().slice(0, 10)
const today = dayBefore(0)
const latestCode = async () =>
  (await peer.control<{ code: string }[]>('GET', 'messages')).body.at(-1)!.code
const logons = async () =>
  (await peer.requests()).filter(({ path }) => path.endsWith('/Logon')).length
/** The person at the bank's own screen. */
const confirm = (id: string) => peer.control('POST', 'confirm', { payment_id: id })

async function signIn() {
  const body = { bank_config_id: made.id }
  const asked = await own.manager.api.send(bankMail.signInToBank, { body })
  assert.deepEqual(
    [asked.status, asked.by_person, asked.phone_mask],
    ['code', true, '+*********85'],
  )
  const code = await latestCode()
  return own.manager.api.send(bankMail.signInToBank, { body: { ...body, code } })
}
const awaitsSignIn = async () => {
  const { bank_configs: configs } = await own.operator.api.send(ownCompany.getOwn)
  return configs.find(({ id }) => id === made.id)!.awaits_sign_in
}

test('an agreement asks for a sign-in with a code of the bank, then for its proof, and pays an act that a person confirms', async () => {
  assert.deepEqual((await card()).sign_in, {
    status: 'none',
    by_person: false,
    phone_mask: null,
    short_code: null,
    since: null,
  })
  // The first check learns that the bank asks for a code.
  const refused = await root.refused(company.setBankConfigStatus, check)
  assert.deepEqual(
    [refused.code, refused.message],
    [
      'bank-config.check-failed',
      'Проверка связи с банком не пройдена: Банк ждёт одноразовый код. Войдите в банк на этой странице',
    ],
  )
  const code = await latestCode()
  const body = { ...at, code: code === '000000' ? '000001' : '000000' }
  const wrong = await root.refused(bankSetUp.signIn, { body })
  assert.equal(wrong.code, 'bank-config.sign-in-failed')
  assert.match(wrong.message, /Одноразовый код неверен/)
  assert.equal((await root.send(bankSetUp.signIn, { body: { ...at, code } })).status, 'open')
  assert.equal((await root.send(company.setBankConfigStatus, check)).status, 'testing')

  const test = await sendTest()
  assert.equal(await visit(test), 'registered')
  assert.equal(await visit(test), 'processing')
  const shown = await own.operator.api.send(payment.get, { query: { id: test } })
  assert.match(shown.bank_status!, /^06 Ожидает подтверждения/)
  await confirm(test)
  assert.equal(await visit(test), 'paid')
  const active = { body: { ...at, new_status: 'active' as const } }
  assert.equal((await root.send(company.setBankConfigStatus, active)).status, 'active')
  await own.db.q
    .updateTable('bank_config_default')
    .set({ bank_config_id: made.id })
    .where('company_id', '=', own.id)
    .where('method', '=', 'account')
    .execute()

  const row = await rowFor(own, await addFirm(own), 345_600)
  await pay(own, [row])
  assert.equal(await visit(row.id), 'registered')
  assert.equal(await visit(row.id), 'processing')
  await confirm(row.id)
  assert.equal(await visit(row.id), 'paid')
  assert.equal(await timesPaid(row.id), 1)
  assert.deepEqual(await moneyOf(own, row.acts[0]!.act_id), {
    total_kop: 345_600,
    reserved_kop: 0,
    paid_kop: 345_600,
  })
})

async function sendTest(): Promise<string> {
  const { methodId } = await addFirm(own)
  const body = { bank_config_id: made.id, payment_method_id: methodId }
  const asked = await own.manager.api.refused(payment.createTest, { body })
  return (
    await own.manager.api.send(payment.createTest, { body }, await approval(own.manager, asked))
  ).id
}

test('a session that ended keeps payments waiting and loses nothing; a person is told, signs in, and they go on', async () => {
  const before = await logons()
  await peer.control('POST', 'end-sessions')
  const row = await rowFor(own, await addFirm(own), 20_000)
  await pay(own, [row])
  assert.equal(await visit(row.id), 'registering')
  assert.equal(await visit(row.id), 'registering')
  assert.equal(
    await logons(),
    before,
    'a sign-in sends a message to a person, so none goes by itself',
  )
  const { config, sign_in: session } = await card()
  assert.deepEqual([config.circuit, session!.status, session!.by_person], ['closed', 'ended', true])
  const { rows } = await sql<{ title: string }>`select title from notice where kind = 'bank_stopped'
    and title like 'Банк закрыл сеанс%' limit 1`.execute(own.db.q)
  assert.equal(rows.length, 1)
  assert.equal(await awaitsSignIn(), true)
  const days = { from: today, to: today }
  const asked = await own.manager.api.refused(bankMail.requestStatement, {
    body: { bank_config_id: made.id, ...days },
  })
  assert.deepEqual(
    [asked.code, asked.message],
    [
      'statement.bank-refused',
      'Банк не принял запрос выписки: Банк ждёт одноразовый код. Войдите в банк на этой странице',
    ],
  )
  // Nothing has left, so it may still be withdrawn; it is due as soon as the session is open.
  assert.equal((await signIn()).status, 'open')
  assert.equal(await awaitsSignIn(), false)
  const due = await own.db.q
    .selectFrom('payment')
    .where('id', '=', row.id)
    .where('next_check_at', '<', sql<string>`now() - interval '60 seconds'`)
    .select('first_sent_at')
    .execute()
  assert.deepEqual(due, [{ first_sent_at: null }])
  assert.equal(await visit(row.id), 'registered')
  await confirm(row.id)
  assert.equal(await visit(row.id), 'paid')
  assert.equal(await timesPaid(row.id), 1)
})

test('a statement is asked for, comes through the mailbox and proves a payment by its mark, as a file would', async () => {
  const row = await rowFor(own, await addFirm(own), 77_000)
  await pay(own, [row])
  await visit(row.id)
  await confirm(row.id)
  const request = (more: object = {}) => ({
    body: { bank_config_id: made.id, from: today, to: today, ...more },
  })
  await own.manager.api.send(bankMail.requestStatement, request())
  // The days up to yesterday are not asked for beside it.
  await readBankMail(world.services)
  const { rows } = await sql<{ problem: string | null; done: boolean }>`select problem,
    done_at is not null as done from bank_mail_statement`.execute(own.db.q)
  assert.deepEqual(rows, [{ problem: null, done: true }])
  assert.equal(await payouts.stateOf(row.id), 'paid')
  const { items } = await own.manager.api.send(paymentStatement.getStatements, {
    query: { filter: {} },
  })
  assert.deepEqual(
    [items.length, items[0]!.balanced, items[0]!.line_count],
    [1, true, (await peer.control<object[]>('GET', 'ledger')).body.length],
  )
  const { rows: left } = await sql<{ n: number }>`select count(*)::int as n from bank_request
    where about like 'statement %'`.execute(own.db.q)
  assert.equal(left[0]!.n, 0, 'the answer closes its question')

  for (const [field, days] of [
    ['from', { from: '2026-02-02', to: '2026-02-01' }],
    ['from', { from: '2026-01-01', to: '2026-02-28' }],
    ['to', { to: '2199-01-01', from: '2198-12-31' }],
  ] as const) {
    const refused = await own.manager.api.refused(bankMail.requestStatement, request(days))
    assert.deepEqual([refused.code, Object.keys(refused.fields!)], ['common.validation', [field]])
  }
  const byFile = await own.manager.api.refused(bankMail.requestStatement, {
    body: { ...request().body, bank_config_id: payouts.configId },
  })
  assert.match(byFile.message, /этот банк не присылает выписок/)
})

test('the days up to yesterday are asked for without a person, once', async () => {
  await sql`update bank_statement set date_to = date_to - 3, date_from = date_from - 3`.execute(
    own.db.q,
  )
  await readBankMail(world.services)
  await readBankMail(world.services)
  const asked = (await peer.requests()).filter(({ body }) => body.includes('dockind="14"'))
  assert.equal(asked.length, 2, 'the one of a person, and this one')
  const { items } = await own.manager.api.send(paymentStatement.getStatements, {
    query: { filter: {} },
  })
  assert.deepEqual(items.map(({ date_from: from, date_to: to }) => [from, to])[0], [
    dayBefore(2),
    dayBefore(1),
  ])
})

test('a stranger neither signs in nor sees a session, and other keys end it', async () => {
  const refused = await root.refused(bankSetUp.signIn, {
    body: { companyId: other.id, bankConfigId: made.id },
  })
  assert.equal(refused.code, 'common.not-found')
  const denied = await own.manager.api.refused(bankSetUp.signIn, { body: at })
  assert.equal(denied.code, 'access.denied')
  const body = { bank_config_id: made.id }
  const theirs = await other.manager.api.refused(bankMail.signInToBank, { body })
  assert.equal(theirs.code, 'common.not-found')
  const noRight = await own.user.api.refused(bankMail.signInToBank, { body })
  assert.equal(noRight.code, 'access.denied')
  const { config } = await card()
  await root.send(company.updateBankConfig, {
    body: { ...at, version: config.version, credentials: { password: 'another' } },
  })
  assert.equal((await card()).sign_in!.status, 'ended')
  const wrong = await root.refused(bankSetUp.signIn, { body: at })
  assert.match(wrong.message, /Банк не принял логин или пароль/)
})
