import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { bank } from '#contract/bank/bank.ts'
import { bankSetUp } from '#contract/bank/bank-set-up.ts'
import { company } from '#contract/company/company.ts'
import { payment } from '#contract/payment/payment.ts'
import { paymentStatement } from '#contract/payment/statement.ts'
import { addFirm, BIK, DIRECT_KEYS, PAYER_ACCOUNT } from '#test/builders/transfer/accounts.ts'
import { moneyOf } from '#test/builders/issued-acts.ts'
import { openPayoutWorld } from '#test/builders/payout-world.ts'
import { pay, rowFor } from '#test/builders/payouts.ts'
import { approval } from '#test/support/approve.ts'
import { readBankMail } from '../mail/read-bank-mail.ts'

const payouts = await openPayoutWorld({ direct_otp: 1, direct_confirm: 1 })
const { peer, world, own, other, visit, timesPaid } = { ...payouts, other: payouts.world.other }
after(() => payouts.close())
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
const latestCode = async () =>
  (await peer.control<{ code: string }[]>('GET', 'messages')).body.at(-1)!.code
const logons = async () =>
  (await peer.requests()).filter(({ path }) => path.endsWith('/Logon')).length
/** The person at the bank's own screen. */
const confirm = (id: string) => peer.control('POST', 'confirm', { payment_id: id })

async function signIn() {
  const asked = await root.send(bankSetUp.signIn, { body: at })
  assert.deepEqual(
    [asked.status, asked.by_person, asked.phone_mask],
    ['code', true, '+*********85'],
  )
  return root.send(bankSetUp.signIn, { body: { ...at, code: await latestCode() } })
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
  // Nothing has left, so it may still be withdrawn; it is due as soon as the session is open.
  assert.equal((await signIn()).status, 'open')
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

test('the statement of yesterday is asked for once, comes through the mailbox and is taken in', async () => {
  await readBankMail(world.services)
  await readBankMail(world.services)
  const { rows } = await sql<{ problem: string | null; done: boolean }>`select problem,
    done_at is not null as done from bank_mail_statement`.execute(own.db.q)
  assert.deepEqual(rows, [{ problem: null, done: true }])
  const { items } = await own.manager.api.send(paymentStatement.getStatements, {
    query: { filter: {} },
  })
  assert.deepEqual([items.length, items[0]!.balanced], [1, true])
  const requests = await sql<{ n: number }>`select count(*)::int as n from bank_request
    where about like 'statement %'`.execute(own.db.q)
  assert.equal(requests.rows[0]!.n, 0, 'the answer closes its question')
})

test('a stranger neither signs in nor sees a session, and other keys end it', async () => {
  const refused = await root.refused(bankSetUp.signIn, {
    body: { companyId: other.id, bankConfigId: made.id },
  })
  assert.equal(refused.code, 'common.not-found')
  const denied = await own.manager.api.refused(bankSetUp.signIn, { body: at })
  assert.equal(denied.code, 'access.denied')
  const { config } = await card()
  await root.send(company.updateBankConfig, {
    body: { ...at, version: config.version, credentials: { password: 'another' } },
  })
  assert.equal((await card()).sign_in!.status, 'ended')
  const wrong = await root.refused(bankSetUp.signIn, { body: at })
  assert.match(wrong.message, /Банк не принял логин или пароль/)
})
