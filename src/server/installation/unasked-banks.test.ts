import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { installation } from '#contract/installation/installation.ts'
import { bankComparison } from '#contract/payment/comparison.ts'
import { payment } from '#contract/payment/payment.ts'
import { paymentReview } from '#contract/payment/review.ts'
import { addFileAgreement } from '#test/builders/bank-files/file-agreement.ts'
import { openPayoutWorld } from '#test/builders/payout-world.ts'
import { addPayee, pay, rowFor } from '#test/builders/payouts.ts'
import { addPayoutBank } from '#test/builders/transfer/accounts.ts'
import {
  backUp,
  openRestored,
  silentBanks,
  speakForBanks,
} from '#test/builders/past/restored-copy.ts'
import { approval } from '#test/support/approve.ts'
import { addPerson } from '#test/support/world.ts'
import { defaultSettings } from '#simulators/bank/settings.ts'
import { serverOf } from '../db/handle.ts'
import { uuidv7 } from '../db/uuid.ts'
import { compareNights } from '../features/payment/reconcile/compare/compare-night.ts'
import { workPayment } from '../features/payment/send/worker/worker.ts'
import { workerEffects } from '../features/payment/send/worker/worker-steps.ts'

const payouts = await openPayoutWorld()
after(() => payouts.close())
const { own, world, peer, configId } = payouts
const { shop_id, secret } = defaultSettings
// The training bank pays to accounts as well, and names none of those: in its place comes one that names every payout.
const listing = await addPayoutBank(own, peer.bank.api, { shop_id, secret_key: secret })
const { q } = own.db
await q.deleteFrom('bank_config_default').where('bank_config_id', '=', configId).execute()
await q.deleteFrom('bank_config').where('id', '=', configId).execute()
// Whatever the hour of the test is, the night of the company is over.
await sql`update company set timezone = case when extract(hour from now() at time zone 'UTC') between 12 and 19
  then 'Europe/Moscow' else 'Asia/Vladivostok' end where id = ${own.id}`.execute(q)

const REASON = { reason: 'Все выплаты банка за эти дни разобраны' }

type Row = Awaited<ReturnType<typeof rowFor>>
const anew = (row: Row) => ({ payments: [{ ...row, id: randomUUID() }] })

/** A backup is taken, `since` happens, and the restored copy is let go by two people as it is. */
async function restore(
  t: Parameters<typeof backUp>[0],
  { since, before }: { since: () => Promise<void>; before: () => Promise<unknown> },
) {
  const backup = await backUp(t, world)
  await since()
  const { services, app, released, inRestored } = await openRestored(t, world, backup)
  const operator = await inRestored(own.operator)
  const manager = await inRestored(own.manager)
  const chief = await inRestored(world.supervisor)
  const deputy = await addPerson(app, services, null, 'deputy', 'SUPERVISOR', [])
  await before()
  await compareNights(services)
  // For longer than an hour.
  await sql`update installation set held_since = held_since - interval '2 hours'`.execute(
    services.q,
  )
  await chief.api.send(installation.release, { body: REASON })
  await deputy.api.send(installation.release, { body: REASON })
  await released
  const effects = workerEffects(serverOf(services, own.id), 'drill')
  return {
    services,
    operator,
    manager,
    silent: () => silentBanks(operator),
    async work(id: string) {
      await sql`update payment set next_check_at = now() where id = ${id} and next_check_at is not null`.execute(
        services.q,
      )
      await workPayment(effects, id)
      return (await operator.api.send(payment.get, { query: { id } })).status
    },
    save: (row: Row) => operator.api.send(payment.save, { body: anew(row) }),
    refusedToSave: (row: Row) => operator.api.refused(payment.save, { body: anew(row) }),
  }
}

test('an agreement that was disabled, or not yet in use, holds its company too, and is asked for its whole list', async (t) => {
  const row = await rowFor(own, await addPayee(own), 10_000)
  const draft = await addFileAgreement(own)
  await sql`update bank_config set status = 'draft' where id = ${draft}`.execute(q)
  await sql`update bank_config set status = 'disabled' where id = ${listing}`.execute(q)
  // Nothing of its days is left in the copy: this alone must not make it a bank that has nothing to tell.
  const lost = await addPayee(own)
  const at = await restore(t, {
    async since() {
      await sql`update bank_config set status = 'active' where id = ${listing}`.execute(q)
      const [id] = await pay(own, [await rowFor(own, lost, 50_000)])
      assert.equal(await payouts.visit(id!), 'paid')
    },
    before: () => peer.faults({ fault: '500_before', on: ['list'] }),
  })
  const titles = (await at.silent()).map(({ told }) => /«[^»]+»/.exec(told!)![0])
  assert.deepEqual(titles.toSorted(), ['«Файл в Сбербанк»', '«ЮKassa»'])
  await peer.faults()
  await compareNights(at.services)
  const { items } = await at.operator.api.send(paymentReview.getDiscrepancies, {
    query: { filter: { is_open: true } },
  })
  assert.ok(
    items.some(({ told }) => told?.endsWith('500,00 ₽')),
    'its list was read',
  )
  // The bank of files tells nothing by itself: people do.
  const [left, ...more] = await at.silent()
  assert.deepEqual([left!.told!.startsWith('«Файл в Сбербанк»'), more], [true, []])
  const body = { id: left!.id, resolution: 'В кабинете банка других поручений нет' }
  const asked = await at.operator.api.refused(paymentReview.closeDiscrepancy, { body })
  assert.ok(asked.approval!.about!.warnings!.some((words) => words.includes('«Файл в Сбербанк»')))
  // Nor where the company lets its managers close a discrepancy alone.
  await sql`insert into action_access (id, action_id, subject, subject_code, allow, confirm)
    select ${uuidv7()}, id, 'user', ${own.manager.id}, true, 'self' from action where code = 'payment.return'`.execute(
    at.services.q,
  )
  const self = await at.manager.api.refused(paymentReview.closeDiscrepancy, { body })
  assert.match(self.message, /Подтвердить некому/)
  assert.equal((await at.silent()).length, 1, 'one person closes none')
  await speakForBanks(at.operator, at.manager)
  assert.deepEqual(await at.silent(), [])
  assert.equal((await at.refusedToSave(row)).code, 'payment.restored', 'the lost payout is open')
  await q.deleteFrom('bank_config_default').where('bank_config_id', '=', draft).execute()
  await q.deleteFrom('bank_config').where('id', '=', draft).execute()
})

test('nobody is paid before a bank that was silent at the release has told all, and nobody twice after it', async (t) => {
  const row = await rowFor(own, await addPayee(own), 10_000)
  const another = await rowFor(own, await addPayee(own), 20_000)
  const [waiting] = await pay(own, [await rowFor(own, await addPayee(own), 30_000)])
  let lost: string[] = []
  const at = await restore(t, {
    async since() {
      lost = await pay(own, [row])
      assert.equal(await payouts.visit(lost[0]!), 'paid')
    },
    before: () => peer.faults({ fault: '500_before', on: ['list'] }),
  })
  const { services, operator, manager } = at
  for (const one of [row, another]) {
    const refusal = await at.refusedToSave(one)
    assert.equal(refusal.code, 'payment.restored')
    assert.match(refusal.message, /банк ещё не сказал, что исполнил по счёту «ЮKassa»/)
    assert.match(refusal.message, /закройте это вдвоём на вкладке «Расхождения»/)
  }
  assert.equal(await at.work(waiting!), 'registering')
  await compareNights(services)
  // Half of its list is no answer.
  await peer.control('PUT', 'settings', { list_most: 1 })
  await pay(own, [await rowFor(own, await addPayee(own), 40_000)]).then(([id]) =>
    payouts.visit(id!),
  )
  await peer.faults({ fault: '500_before', on: ['list'], calls: [2] })
  await compareNights(services)
  const [told] = await at.silent()
  assert.match(told!.told!, /^«ЮKassa», с \d\d\.\d\d\.\d{4} \d\d:\d\d до того/)
  assert.equal((await at.refusedToSave(another)).code, 'payment.restored')
  await peer.faults()
  await compareNights(services)
  assert.deepEqual(await at.silent(), [])
  const closed = await operator.api.send(paymentReview.getDiscrepancies, {
    query: { filter: { is_open: false } },
  })
  assert.deepEqual(
    closed.items.map(({ resolution, closed_by_name: by }) => [resolution, by]),
    [['Банк ответил: все его выплаты за эти дни сверены', null]],
  )
  // What it told is decided by people, as of any bank.
  const open = await at.refusedToSave(another)
  assert.match(open.message, /о части выплат знает только банк/)
  const query = { filter: { is_open: true } }
  const { items } = await operator.api.send(paymentReview.getDiscrepancies, { query })
  for (const { id, told: words } of items) {
    const isLost = words!.includes('100,00')
    const call = isLost ? bankComparison.adoptKnown : paymentReview.closeDiscrepancy
    const body = { id, resolution: 'Восстановлено из копии' }
    const asked = await operator.api.refused(call, { body })
    await operator.api.send(call, { body }, await approval(operator, asked, manager))
  }
  assert.equal(await at.work(lost[0]!), 'paid')
  assert.equal((await at.refusedToSave(row)).code, 'payment.act-overpaid')
  assert.equal(await payouts.timesPaid(lost[0]!), 1)
  await at.save(another)
  assert.equal(await at.work(waiting!), 'paid')
})
