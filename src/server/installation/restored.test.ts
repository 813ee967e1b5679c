import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { installation } from '#contract/installation/installation.ts'
import { payment } from '#contract/payment/payment.ts'
import { report } from '#contract/report/report.ts'
import { speakForBanks } from '#test/builders/past/restored-copy.ts'
import { openPayoutWorld } from '#test/builders/payout-world.ts'
import { addPayee, pay, rowFor } from '#test/builders/payouts.ts'
import { until } from '#test/support/until.ts'
import { addPerson } from '#test/support/world.ts'
import { compareNights } from '../features/payment/reconcile/compare/compare-night.ts'
import { addAuditEvent } from '../db/audit.ts'
import { inTransaction } from '../db/handle.ts'
import { NO_COMPANY } from '../db/uuid.ts'
import { arePayoutsHeld, holdUntilReleased } from './held-payouts.ts'
import { readHold } from './installation-queries.ts'
import { recognizeRestore, remember, rememberOrHold, whyRestored } from './recognize-restore.ts'

const payouts = await openPayoutWorld()
const { own, world } = payouts
const { services, supervisor } = world
const { q } = services
after(() => payouts.close())

const REMEMBERED = {
  id: '01a228a5-6172-7898-ba35-73356bb673f7',
  starts: 4,
  journals: { '01a228a5-6172-7898-ba35-73356bb67300': 10 },
}
const PRESENT = { journals: { ...REMEMBERED.journals }, isDemo: false }
const ROW = { id: REMEMBERED.id, starts: 5 }

test('a database that is not the remembered one is recognised by any of its traces', () => {
  assert.equal(whyRestored(REMEMBERED, ROW, PRESENT), undefined)
  const grown = {
    journals: { [Object.keys(REMEMBERED.journals)[0]!]: 11, other: 1 },
    isDemo: false,
  }
  assert.equal(whyRestored(REMEMBERED, ROW, grown), undefined)
  assert.match(whyRestored(REMEMBERED, { ...ROW, starts: 4 }, PRESENT)!, /о 3 запусках/)
  assert.match(whyRestored(REMEMBERED, { ...ROW, id: 'x' }, PRESENT)!, /другой установке/)
  const shorter = { journals: { [Object.keys(REMEMBERED.journals)[0]!]: 9 }, isDemo: false }
  assert.match(whyRestored(REMEMBERED, ROW, shorter)!, /Записей в журнале 9, а было 10/)
  assert.match(
    whyRestored(REMEMBERED, ROW, { journals: {}, isDemo: false })!,
    /Записей в журнале 0,/,
  )
  // A machine that knows nothing: the first start of an installation, or one of another place.
  assert.equal(whyRestored(undefined, { ...ROW, starts: 1 }, PRESENT), undefined)
  assert.match(whyRestored(undefined, ROW, PRESENT)!, /на новом месте/)
  assert.equal(whyRestored(undefined, ROW, { ...PRESENT, isDemo: true }), undefined)
})

async function note(name: string): Promise<void> {
  await inTransaction(own.db, async (tx) => {
    addAuditEvent(tx, {
      action: 'company.update',
      entity: 'company',
      id: own.id,
      after: { short_name: name },
    })
  })
}

/** What the workplace of an operator says first. */
async function mattersOf() {
  const query = { filter: { scope: 'operator' as const } }
  const { attention } = await own.operator.api.send(report.getDashboard, { query })
  return attention.map(({ kind, count, at }) => ({ kind, count, at }))
}

/** Takes the last event of the journal away, as a restored backup does. */
async function cutJournal(): Promise<void> {
  await sql`alter table audit_event disable trigger all`.execute(q)
  await sql`delete from audit_event e using audit_head h where h.company_id = e.company_id and e.company_id = ${own.id} and e.seq = h.seq`.execute(
    q,
  )
  await sql`update audit_head h set seq = h.seq - 1, prev_hash = e.prev_hash, hash = e.hash from audit_event e
    where h.company_id = ${own.id} and e.company_id = h.company_id and e.seq = h.seq - 1`.execute(q)
  await sql`alter table audit_event enable trigger all`.execute(q)
}

test('the first two processes of an installation may start at once', async () => {
  const production = { ...services, config: { ...services.config, demo: false } }
  const starts = [recognizeRestore(production), recognizeRestore(production)]
  assert.deepEqual(await Promise.all(starts), [undefined, undefined])
})

test('starts of one installation hold nothing; a journal that lost its end holds payouts until two people let them go', async (t) => {
  await note('Первая')
  assert.equal(await recognizeRestore(services), undefined)
  await note('Вторая')
  assert.equal(await recognizeRestore(services), undefined)
  // What happens after the start is remembered as well, not only what was there at it.
  await note('Третья')
  await remember(services)
  await cutJournal()
  const hold = await recognizeRestore(services)
  assert.match(hold!.why, /база вернулась в прошлое/)
  assert.deepEqual(await recognizeRestore(services), hold, 'another start changes nothing')

  const stopping = new AbortController()
  t.after(() => stopping.abort())
  const released = holdUntilReleased(services, hold!, stopping.signal)
  assert.ok(arePayoutsHeld(services))
  const payee = await rowFor(own, await addPayee(own), 10_000)
  const refused = await own.operator.api.refused(payment.save, { body: { rows: [payee] } })
  assert.deepEqual([refused.status, refused.code], [409, 'payment.restored'])
  await own.operator.api.send(payment.getAll, { query: { filter: {} } })
  assert.deepEqual((await mattersOf()).slice(0, 1), [
    { kind: 'held', count: null, at: hold!.since },
  ])

  const body = { reason: 'Сверили с выпиской банка за все дни' }
  const early = await supervisor.api.refused(installation.release, { body })
  assert.equal(early.code, 'installation.not-compared')
  const scope = { filter: { scope: 'super' as const } }
  const home = await supervisor.api.send(report.getDashboard, { query: scope })
  assert.deepEqual([home.attention[0]!.kind, home.attention[0]!.href], ['held', '/super/state'])
  await compareNights(services)
  const before = await supervisor.api.send(installation.getState, {})
  assert.deepEqual(
    before.hold!.banks.map(({ state }) => state),
    // The training bank pays accounts as well, and has no list of those.
    ['unlisted'],
  )
  assert.deepEqual(before.hold!.open_cases, [])
  const first = await supervisor.api.send(installation.release, { body })
  assert.equal(first.hold!.first!.reason, body.reason)
  const alone = await supervisor.api.refused(installation.release, { body })
  assert.equal(alone.code, 'installation.second-person')
  assert.ok(await readHold(q))
  // Nor by an account that the first has opened.
  const puppet = await addPerson(world.app, services, null, 'puppet', 'SUPERVISOR', [])
  const platform = { ...own.db, companyId: NO_COMPANY, caller: { userId: supervisor.id } }
  await inTransaction(platform, async (tx) => {
    addAuditEvent(tx, { action: 'user.create', entity: 'user', id: puppet.id, after: {} })
  })
  const same = await puppet.api.refused(installation.release, { body })
  assert.equal(same.code, 'installation.second-person')
  const second = await addPerson(world.app, services, null, 'second', 'SUPERVISOR', [])
  const last = await second.api.send(installation.release, { body })
  assert.equal(last.hold, null)
  await released
  const { attention } = await second.api.send(report.getDashboard, { query: scope })
  assert.ok(attention.every(({ kind }) => kind !== 'held'))
  assert.ok(!arePayoutsHeld(services))
  assert.ok((await mattersOf()).every(({ kind }) => kind !== 'held'))
  await until(async () => (await readHold(q)) === undefined)
  await speakForBanks(own.operator, own.manager)
  await pay(own, [payee])
  const late = await second.api.refused(installation.release, { body })
  assert.equal(late.code, 'installation.not-held')
})

test('a database that is put back under a running server holds its payouts within the minute', async () => {
  assert.equal(await rememberOrHold(services), undefined)
  await note('Четвёртая')
  assert.equal(await rememberOrHold(services), undefined)
  await cutJournal()
  const hold = await rememberOrHold(services)
  assert.match(hold!.why, /база вернулась в прошлое/)
  // What is remembered stays, so that the next start finds it as well.
  assert.deepEqual(await rememberOrHold(services), hold)
})
