import { chmodSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { installation } from '#contract/installation/installation.ts'
import { bankComparison } from '#contract/payment/comparison.ts'
import { payment } from '#contract/payment/payment.ts'
import { paymentReview } from '#contract/payment/review.ts'
import { serverOf } from '#server/db/handle.ts'
import { compareNights } from '#server/features/payment/reconcile/compare/compare-night.ts'
import { workPayment } from '#server/features/payment/send/worker/worker.ts'
import { workerEffects } from '#server/features/payment/send/worker/worker-steps.ts'
import { recognizeRestore } from '#server/installation/recognize-restore.ts'
import { approval } from '#test/support/approve.ts'
import { compareWithBank } from '../money.ts'
import { tell } from '../tell.ts'
import { startArchivedPostgres, type ArchivedPostgres } from './archived-postgres.ts'

/** Paid after the moment to which the database goes back. */
const LOST = 200
/** Of one cashier, a form at a time. */
const SAVED_AT_ONCE = 50
const KEPT = 20

/** The database is lost and put back to a moment before payments that the bank has made: none is paid twice, none is forgotten. */
export async function measureRecovery(smoke: boolean): Promise<void> {
  const dir = await mkdtemp(path.join(os.tmpdir(), 'priyomka-recovery-'))
  // The user of PostgreSQL goes through it to the folders of its own.
  chmodSync(dir, 0o711)
  const ends: (() => unknown)[] = [() => rm(dir, { recursive: true, force: true })]
  try {
    const postgres = await startArchivedPostgres(path.join(dir, 'machine'))
    ends.push(() => postgres.stop())
    // The world of this measurement is made in it and reads the address at its import.
    process.env['TEST_DATABASE_URL'] = postgres.url('postgres')
    await payAndGoBack(postgres, smoke ? 5 : LOST, (work) => ends.push(work))
  } finally {
    // Without its database a world does not end in order; what failed before that is what is told.
    for (const work of ends.toReversed()) await (async () => work())().catch(() => undefined)
  }
}

async function payAndGoBack(
  postgres: ArchivedPostgres,
  count: number,
  after: (work: () => unknown) => void,
): Promise<void> {
  const { openPayoutWorld } = await import('#test/builders/payout-world.ts')
  const { addPayee, pay, rowFor } = await import('#test/builders/payouts.ts')
  const { serveRestored, speakForBanks } = await import('#test/builders/past/restored-copy.ts')
  const { addPerson } = await import('#test/support/world.ts')
  const payouts = await openPayoutWorld(
    {},
    { dataDir: await mkdtemp(path.join(os.tmpdir(), 'priyomka-own-')) },
  )
  after(() => payouts.close())
  const { world, own, peer } = payouts
  const rowsFor = async (wanted: number) => {
    const rows = []
    for (let n = 0; n < wanted; n++) rows.push(await rowFor(own, await addPayee(own), 10_000 + n))
    return rows
  }
  const payRows = async (rows: Awaited<ReturnType<typeof rowsFor>>) => {
    for (let n = 0; n < rows.length; n += SAVED_AT_ONCE)
      for (const id of await pay(own, rows.slice(n, n + SAVED_AT_ONCE))) await payouts.visit(id)
    return rows.map(({ id }) => id)
  }
  await postgres.backUp()
  const [kept, lostRows] = [await rowsFor(KEPT), await rowsFor(count)]
  await recognizeRestore(world.services)
  const before = await payRows(kept)
  await pause(1000)
  const moment = new Date()
  await pause(1000)
  const lost = await payRows(lostRows)
  // What the machine of the server remembers each minute.
  await recognizeRestore(world.services)

  const startedAt = performance.now()
  await postgres.loseAndRecover(moment)
  const seconds = Number(((performance.now() - startedAt) / 1000).toFixed(1))
  const restored = await serveRestored(
    { after: (work) => after(work as () => unknown) },
    world.services.config,
  )
  const { services, app, released, inRestored } = restored
  const [operator, manager, chief] = [
    await inRestored(own.operator),
    await inRestored(own.manager),
    await inRestored(world.supervisor),
  ]
  const deputy = await addPerson(app, services, null, 'deputy', 'SUPERVISOR', [])
  await compareNights(services)
  const body = { reason: 'Выплаты банка после этой минуты сверены' }
  await chief.api.send(installation.release, { body })
  await deputy.api.send(installation.release, { body })
  await released
  await speakForBanks(operator, manager)
  let found = 0
  for (;;) {
    const { items } = await operator.api.send(paymentReview.getDiscrepancies, {
      query: { filter: { is_open: true } },
    })
    if (items.length === 0) break
    for (const { id } of items) {
      const known = { id, resolution: 'Восстановлено из копии' }
      const asked = await operator.api.refused(bankComparison.adoptKnown, { body: known })
      const pin = await approval(operator, asked, manager)
      await operator.api.send(bankComparison.adoptKnown, { body: known }, pin)
      found++
    }
  }
  const effects = workerEffects(serverOf(services, own.id), 'recovery')
  for (const id of lost) await workPayment(effects, id)
  // Whoever tries to pay these acts once more is refused.
  let refused = 0
  for (const row of lostRows) {
    const again = { payments: [{ ...row, id: undefined }] }
    const { code } = await operator.api.refused(payment.save, { body: again })
    if (code === 'payment.act-overpaid') refused++
  }
  const ledger = await compareWithBank(peer, [...before, ...lost])
  const more = { payments: before.length + lost.length, ...ledger }
  tell({
    name: 'recovery to a moment by pgBackRest',
    value: seconds,
    unit: 's',
    held: restored.hold.why,
  })
  tell({
    name: 'recovery: payments since, found at the bank',
    value: found,
    unit: 'payments',
    baseline: count,
  })
  tell({
    name: 'recovery: acts that cannot be paid again',
    value: refused,
    unit: 'acts',
    baseline: count,
    ...more,
  })
  if (found !== count || refused !== count || ledger.doubled + ledger.lost > 0) process.exitCode = 1
}
