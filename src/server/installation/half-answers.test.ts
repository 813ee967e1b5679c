import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { installation } from '#contract/installation/installation.ts'
import { payment } from '#contract/payment/payment.ts'
import { silentBanks, speakForBanks } from '#test/builders/past/restored-copy.ts'
import { openPayoutWorld } from '#test/builders/payout-world.ts'
import { addPayee, pay, rowFor } from '#test/builders/payouts.ts'
import { addDirectBank, addPayoutBank, addTransferBank } from '#test/builders/transfer/accounts.ts'
import { addPerson } from '#test/support/world.ts'
import { defaultSettings } from '#simulators/bank/settings.ts'
import { inTransaction } from '../db/handle.ts'
import { compareNights } from '../features/payment/reconcile/compare/compare-night.ts'
import { closeQuestion } from '../features/payment/reconcile/compare/compare-queries.ts'
import { holdPayouts } from './installation-queries.ts'

const payouts = await openPayoutWorld({ pending_polls: null, pending_seconds: 3600 })
after(() => payouts.close())
const { own, world, peer } = payouts
const { services, app } = world
const { q } = services
const deputy = await addPerson(app, services, null, 'deputy', 'SUPERVISOR', [])
const { shop_id, secret } = defaultSettings
const listing = await addPayoutBank(own, peer.bank.api, { shop_id, secret_key: secret })

// Whatever the hour of the test is, the night of the company is over.
await sql`update company set timezone = case when extract(hour from now() at time zone 'UTC') between 12 and 19
  then 'Europe/Moscow' else 'Asia/Vladivostok' end where id = ${own.id}`.execute(q)

/** Restored, and let go without an answer of any bank. */
async function restoreAndRelease(meanwhile = async () => {}): Promise<void> {
  await holdPayouts(q, 'База восстановлена из копии')
  await sql`update installation set held_since = now() - interval '2 hours'`.execute(q)
  await meanwhile()
  const body = { reason: 'Сверили с выпиской банка за все дни' }
  await world.supervisor.api.send(installation.release, { body })
  await deputy.api.send(installation.release, { body })
}

const unanswered = async () =>
  (await silentBanks(own.operator)).map(({ told }) => /«[^»]+»/.exec(told!)![0]).toSorted()

beforeEach(async () => {
  await peer.faults()
  await speakForBanks(own.operator, own.manager)
})

test('an agreement without its keys answers nothing, and answers once it has them', async () => {
  const { credentials } = await q
    .selectFrom('bank_config')
    .where('id', '=', listing)
    .select('credentials')
    .executeTakeFirstOrThrow()
  const store = (keys: Buffer | null) =>
    q.updateTable('bank_config').where('id', '=', listing).set({ credentials: keys }).execute()
  await store(null)
  await restoreAndRelease()
  await compareNights(services)
  assert.ok((await unanswered()).includes('«ЮKassa»'))
  await store(credentials)
  await compareNights(services)
  assert.ok(!(await unanswered()).includes('«ЮKassa»'))
})

test('a bank that names every payout and says nothing of one of ours is asked again the next night', async () => {
  const [id] = await pay(own, [await rowFor(own, await addPayee(own), 10_000)])
  assert.equal(await payouts.visit(id!), 'processing')
  await restoreAndRelease()
  await peer.control('POST', 'alter', { payment_id: id, status: 'succeeded' })
  await peer.faults({ fault: '500_before', on: ['status', 'search'] })
  await compareNights(services)
  assert.deepEqual(await unanswered(), ['«ЮKassa»', '«Учебный банк»'].toSorted())
  await peer.faults()
  await compareNights(services)
  assert.ok((await unanswered()).includes('«ЮKassa»'), 'a night is compared once')
  await sql`update bank_comparison set day = day - 1`.execute(q)
  await compareNights(services)
  assert.deepEqual(await unanswered(), ['«Учебный банк»'])
})

test('a comparison that was under way at the release answers nothing, and no person closes alone', async () => {
  await restoreAndRelease(() => compareNights(services))
  const { id } = await q
    .selectFrom('bank_comparison')
    .where('bank_config_id', '=', listing)
    .orderBy('started_at', 'desc')
    .select('id')
    .executeTakeFirstOrThrow()
  const close = () => inTransaction(own.db, (tx) => closeQuestion(tx, id))
  assert.equal(await close(), undefined)
  await assert.rejects(
    sql`update payment_discrepancy set closed_at = now(), resolution = 'Так', closed_by = ${own.manager.id}
      where kind = 'unasked_bank' and closed_at is null`.execute(q),
    /payment_discrepancy_closed_by_whom/,
  )
  await sql`update bank_comparison set started_at = now() where id = ${id}`.execute(q)
  assert.ok(await close())
})

test('banks that name not every order of theirs answer only by people, who let the company pay', async () => {
  await addTransferBank(own, peer.bank.api)
  await addDirectBank(own, peer.bank.api)
  await restoreAndRelease()
  await compareNights(services)
  assert.deepEqual(await unanswered(), ['«Банк»', '«Т-Банк»', '«Учебный банк»'])
  const body = { payments: [await rowFor(own, await addPayee(own), 10_000)] }
  const held = await own.operator.api.refused(payment.save, { body })
  assert.equal(held.code, 'payment.restored')
  assert.match(held.message, /по счёту «Банк», «Т-Банк», «Учебный банк»\. Дождитесь/)
  await speakForBanks(own.operator, own.manager)
  await own.operator.api.send(payment.save, { body })
})
