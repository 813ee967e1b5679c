import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { installation } from '#contract/installation/installation.ts'
import { payment } from '#contract/payment/payment.ts'
import { addFileAgreement } from '#test/builders/bank-files/file-agreement.ts'
import { silentBanks, speakForBanks } from '#test/builders/past/restored-copy.ts'
import { openPayoutWorld } from '#test/builders/payout-world.ts'
import { addPayee, pay, rowFor } from '#test/builders/payouts.ts'
import { addPerson } from '#test/support/world.ts'
import { compareNights } from '../features/payment/reconcile/compare/compare-night.ts'
import { holdUntilReleased } from './held-payouts.ts'
import { holdPayouts, readHold } from './installation-queries.ts'
import { recognizeRestore, rememberOrHold } from './recognize-restore.ts'

const payouts = await openPayoutWorld()
const { own, world } = payouts
const { services, supervisor } = world
const { q } = services
after(() => payouts.close())

const REASON = { reason: 'Сверили с выпиской банка за все дни' }

async function forget(configId: string): Promise<void> {
  await q.deleteFrom('bank_config_default').where('bank_config_id', '=', configId).execute()
  await q.deleteFrom('bank_config').where('id', '=', configId).execute()
}

test('an agreement that was made after the copy holds its company until two people have looked into its cabinet', async (t) => {
  const fresh = await addFileAgreement(own)
  assert.equal(await recognizeRestore(services), undefined)
  // As `npm run restore` leaves it: the copy is held, and knows nothing of the agreement.
  await forget(fresh)
  await holdPayouts(q, 'База восстановлена из копии')
  assert.equal((await readHold(q))!.lost_agreements, null, 'nobody has looked yet')
  const hold = await recognizeRestore(services)
  assert.deepEqual(Object.keys(hold!.lost_agreements!), [fresh])
  // Another start, by which no more is lost, forgets none.
  assert.deepEqual(await recognizeRestore(services), hold)
  assert.deepEqual(await rememberOrHold(services), hold)

  const stopping = new AbortController()
  t.after(() => stopping.abort())
  const released = holdUntilReleased(services, hold!, stopping.signal)
  const { hold: shown } = await supervisor.api.send(installation.getState, {})
  assert.deepEqual(
    shown!.lost_agreements!.map(({ title }) => title),
    ['Файл в Сбербанк'],
  )
  await compareNights(services)
  const second = await addPerson(world.app, services, null, 'second', 'SUPERVISOR', [])
  for (const { api } of [supervisor, second]) await api.send(installation.release, { body: REASON })
  await released
  const told = (await silentBanks(own.operator)).map((one) => one.told!)
  const [lost] = told.filter((words) => words.includes('заведён после копии'))
  assert.match(lost!, /^«Файл в Сбербанк», заведён после копии, с \d\d\.\d\d\.\d{4}/)
  const row = await rowFor(own, await addPayee(own), 10_000)
  const refused = await own.operator.api.refused(payment.save, { body: { payments: [row] } })
  assert.equal(refused.code, 'payment.restored')
  assert.match(refused.message, /«Файл в Сбербанк»/)
  // No bank answers for it, however often the others are asked.
  await compareNights(services)
  assert.ok((await silentBanks(own.operator)).some((one) => one.told === lost))
  await speakForBanks(own.operator, own.manager)
  await pay(own, [row])
})

test('a file of another installation, or one of before, says nothing of agreements', async () => {
  const fresh = await addFileAgreement(own)
  assert.equal(await rememberOrHold(services), undefined)
  await forget(fresh)
  const { id } = await q.selectFrom('installation').select('id').executeTakeFirstOrThrow()
  const stranger = '01a228a5-6172-7898-ba35-73356bb673f7'
  await sql`update installation set id = ${stranger}`.execute(q)
  assert.equal((await rememberOrHold(services))!.lost_agreements, null)
  await sql`update installation set id = ${id}`.execute(q)
})
