import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { chance, Killed, mortal, type Deaths } from '#test/failures/dying-worker.ts'
import { openPayoutWorld } from '#test/builders/payout-world.ts'
import { addPayee, pay, rowFor, type Payee } from '#test/builders/payouts.ts'
import { sweepSize } from '#test/support/sweep-size.ts'
import type { OpenBank } from '../../bank/providers/open-bank.ts'
import { workPayment, type WorkerEffects } from './worker.ts'

const PAYMENTS = 100
const KILL_CHANCE = 0.08
const FAULT_CHANCE = 0.35
// Every fault in which money may move without us knowing, and those in which it surely does not.
const FAULTS = [
  'timeout_before',
  'timeout_after_accept',
  'reset_after_accept',
  '500_before',
  '500_after_accept',
  '429',
  'garbage_json',
  '200_empty',
  'wrong_amount',
  '4xx_on_repeat',
  'unknown_status',
]

const payouts = await openPayoutWorld({ pending_polls: 1, hold_ms: 15 })
const { peer, own, fx: honest } = payouts
after(() => payouts.close())
await own.db.q
  .updateTable('company')
  .set({
    settings: sql`settings || '{"rules":{"pay_day_limit_kop":900000000000}}'::jsonb`,
  })
  .execute()
const payees: Payee[] = []
for (let i = 0; i < 25; i++) payees.push(await addPayee(own))

interface Result {
  duplicates: number
  paidWithoutMoney: number
  moneyWithoutPaid: number
  actSumsWrong: number
  unfinished: number
  deaths: Deaths
  repeats: number
}

/** Pays a batch through dying workers and a faulty bank until the queue is empty, then asks the bank's own ledger. */
async function run(
  seed: number,
  count: number,
  broken: (fx: WorkerEffects) => WorkerEffects = (fx) => fx,
): Promise<Result> {
  await peer.control('PUT', 'seed', { seed })
  const rows = []
  for (let i = 0; i < count; i++)
    rows.push(await rowFor(own, payees[i % payees.length]!, 10_000 + i))
  for (let i = 0; i < count; i += 50) await pay(own, rows.slice(i, i + 50))
  const ids = rows.map((row) => row.id)
  await peer.faults({
    fault: FAULTS,
    on: ['create', 'status', 'search'],
    probability: FAULT_CHANCE,
  })
  const draw = chance(seed)
  const deaths: Deaths = { kills: 0, at: new Map() }
  for (let round = 0; round < 60; round++) {
    const left = await running(ids)
    if (left.length === 0) break
    // The last rounds are quiet: a bank that recovers and workers that live must drain the queue.
    const quiet = round >= 12
    if (round === 12) await peer.faults()
    const fx = broken(quiet ? honest : mortal(honest, KILL_CHANCE, draw, deaths))
    await Promise.all(lanes(left, 4).map((lane) => visitAll(fx, lane)))
    await letTimePass()
  }
  return { ...(await judge(ids)), deaths, repeats: await repeatsAtBank(ids) }
}

function lanes(ids: readonly string[], count: number): string[][] {
  return Array.from({ length: count }, (_, lane) => ids.filter((_, i) => i % count === lane))
}

async function visitAll(fx: WorkerEffects, ids: readonly string[]): Promise<void> {
  for (const id of ids)
    await workPayment(fx, id).catch((error: unknown) => {
      if (!(error instanceof Killed)) throw error
    })
}

/** What a visit may still move: a bank that was stopped is asked nothing until a person has looked. */
async function running(ids: readonly string[]): Promise<string[]> {
  const rows = await own.db.q
    .selectFrom('payment as p')
    .innerJoin('bank_config as c', 'c.id', 'p.bank_config_id')
    .where('c.circuit', '=', 'closed')
    .where(sql<boolean>`p.id = any(${ids}::uuid[])`)
    .where('p.status', 'in', ['registering', 'registered', 'processing', 'unknown'])
    .select('p.id')
    .orderBy('p.id')
    .execute()
  return rows.map((row) => row.id)
}

/** Leases of the dead run out and every next question falls due. */
async function letTimePass(): Promise<void> {
  await sql`update payment_lease set leased_until = now() - interval '1 second' where leased_until is not null`.execute(
    own.db.q,
  )
  await sql`update payment set next_check_at = now() where next_check_at is not null`.execute(
    own.db.q,
  )
}

async function judge(ids: readonly string[]) {
  // A duplicate without requests becomes money too, only later.
  await peer.faults()
  await peer.advance(3600)
  const { body: ledger } = await peer.control<{ payment_id: string; amount_kop: number }[]>(
    'GET',
    'ledger',
  )
  const mine = new Set(ids)
  const moved = new Map<string, number>()
  for (const line of ledger)
    if (mine.has(line.payment_id)) moved.set(line.payment_id, (moved.get(line.payment_id) ?? 0) + 1)
  const rows = await own.db.q
    .selectFrom('payment as p')
    .innerJoin('payment_allocation as t', 't.payment_id', 'p.id')
    .innerJoin('act as a', 'a.id', 't.act_id')
    .where(sql<boolean>`p.id = any(${ids}::uuid[])`)
    .select(['p.id', 'p.status', 'p.amount_kop', 'a.paid_kop', 'a.reserved_kop'])
    .execute()
  const wrong = (row: (typeof rows)[number]) =>
    row.status === 'paid'
      ? row.paid_kop !== row.amount_kop || row.reserved_kop !== 0
      : row.paid_kop !== 0
  return {
    duplicates: [...moved.values()].filter((times) => times > 1).length,
    paidWithoutMoney: rows.filter((row) => row.status === 'paid' && !moved.has(row.id)).length,
    moneyWithoutPaid: rows.filter((row) => row.status !== 'paid' && moved.has(row.id)).length,
    actSumsWrong: rows.filter(wrong).length,
    unfinished: rows.filter((row) => row.status !== 'paid').length,
  }
}

/** How often the bank was sent a payment that it had been sent before. */
async function repeatsAtBank(ids: readonly string[]): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select coalesce(sum(sends - 1), 0)::int as n from (select count(*) as sends from payment_attempt
      where kind = 'send' and payment_id = any(${ids}::uuid[]) group by payment_id having count(*) > 1) as s
  `.execute(own.db.q)
  return rows[0]!.n
}

test('no kill and no lost answer pays twice or loses a payment', async () => {
  const all = { kills: 0, repeats: 0 }
  const places = new Set<string>()
  const seeds = Array.from({ length: sweepSize(1, 10) }, (_, i) => i + 1)
  for (const seed of seeds) {
    const { deaths, repeats, ...result } = await run(seed, PAYMENTS)
    assert.deepEqual(result, {
      duplicates: 0,
      paidWithoutMoney: 0,
      moneyWithoutPaid: 0,
      actSumsWrong: 0,
      unfinished: 0,
    })
    all.kills += deaths.kills
    all.repeats += repeats
    for (const place of deaths.at.keys()) places.add(place)
  }
  // Fewer deaths or repeats would mean that the test looks at nothing.
  assert.ok(all.kills >= 100 * seeds.length, `${all.kills} kills`)
  assert.ok(all.repeats >= 10 * seeds.length, `${all.repeats} repeats`)
  for (const step of ['claim', 'read', 'open', 'send', 'status', 'find', 'settle'])
    for (const when of ['before', 'after'])
      assert.ok(places.has(`${when} ${step}`), `nobody died ${when} ${step}`)
})

test('a worker with a new key for each repeat is caught paying twice', async () => {
  const newKeys = (fx: WorkerEffects): WorkerEffects => ({
    ...fx,
    bank: (link) => {
      const bank = fx.bank(link)
      return bank && blind({ ...bank, send: (order) => sendUnderNewKey(fx, link, order) })
    },
  })
  const result = await run(3, 40, newKeys)
  assert.ok(result.duplicates > 0, 'the duplicate was not seen')
  await own.db.q.updateTable('bank_config').set({ circuit: 'closed' }).execute()
})

test('a worker that repeats blindly after the key has died is caught paying twice', async () => {
  await peer.control('PUT', 'settings', { key_lifetime_seconds: 0 })
  const careless = (fx: WorkerEffects): WorkerEffects => ({
    ...fx,
    bank: (link) => {
      const bank = fx.bank(link)
      return bank && blind({ ...bank, keyLifetimeHours: 1_000_000 })
    },
  })
  const result = await run(4, 30, careless)
  assert.ok(result.duplicates > 0, 'the duplicate was not seen')
  await peer.control('PUT', 'settings', { key_lifetime_seconds: 86_400 })
  await own.db.q.updateTable('bank_config').set({ circuit: 'closed' }).execute()
})

/** A bank whose search finds nothing: the key alone remains as protection. */
function blind(bank: OpenBank): OpenBank {
  return {
    ...bank,
    find: () => Promise.resolve({ outcome: 'not_found', payouts: [] }),
  }
}

async function sendUnderNewKey(
  fx: WorkerEffects,
  link: Parameters<WorkerEffects['bank']>[0],
  order: Parameters<OpenBank['send']>[0],
) {
  const bank = fx.bank(link)!
  const body = bank.bodyOf(order)
  // The body keeps our payment's id, so the ledger can tell whose money it was; the key alone is new.
  const reply = await fetch(`${peer.bank.api}/payouts`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from('100500:test_priyomka_training_bank').toString('base64')}`,
      'content-type': 'application/json',
      'idempotence-key': randomUUID(),
    },
    body,
  }).catch(() => undefined)
  return reply?.ok ? bank.find(order.id, order.amountKop) : AMBIGUOUS
}

const AMBIGUOUS = { outcome: 'ambiguous', payouts: [] } as const

test('a worker that does not write its intent first is caught', async () => {
  let pretended = 0
  // It opens nothing before the call and forgets what it sent: after a death it starts from the beginning, elsewhere
  // meanwhile the payment may have been withdrawn.
  const row = await rowFor(own, payees[0]!, 77_700)
  await pay(own, [row])
  const careless: WorkerEffects = {
    ...honest,
    steps: {
      ...honest.steps,
      open: () => Promise.resolve(++pretended),
      settle: () => Promise.reject(new Killed('after the call')),
    },
  }
  await peer.faults()
  await assert.rejects(workPayment(careless, row.id), Killed)
  await letTimePass()
  const traced = await own.db.q
    .selectFrom('payment')
    .where('id', '=', row.id)
    .select(['first_sent_at'])
    .executeTakeFirstOrThrow()
  // The bank has it, and nothing of ours says so: cancelling would be allowed and the money gone.
  const found = await peer.find(row.id)
  assert.equal(found.body.items.length, 1)
  assert.equal(traced.first_sent_at, null)
  assert.ok(pretended > 0)
})
