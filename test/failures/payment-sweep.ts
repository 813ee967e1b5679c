import assert from 'node:assert/strict'
import { sql } from 'kysely'
import type { WorkerEffects } from '#server/features/payment/send/worker/worker.ts'
import { openPayoutWorld } from '../builders/payout-world.ts'
import { pay, rowFor, type Payee } from '../builders/payouts.ts'
import type { TestCompany } from '../support/world.ts'
import { sweepSize } from '../support/sweep-size.ts'
import { letTimePass, visitDying, type Deaths } from './dying-worker.ts'

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
  'foreign_answer',
  '4xx_on_repeat',
  'unknown_status',
]
const PAYEES = 25

interface Result {
  duplicates: number
  paidWithoutMoney: number
  moneyWithoutPaid: number
  actSumsWrong: number
  unfinished: number
  deaths: Deaths
  repeats: number
}

/** A world in which batches of payments to such payees go through dying workers and a faulty bank. */
export async function openPaymentSweep(addPayee: (company: TestCompany) => Promise<Payee>) {
  const payouts = await openPayoutWorld({ pending_polls: 1, hold_ms: 15 })
  const { peer, own, fx: honest } = payouts
  await own.db.q
    .updateTable('company')
    .set({
      settings: sql`settings || '{"rules":{"pay_day_limit_kop":900000000000}}'::jsonb`,
    })
    .execute()
  const payees: Payee[] = []
  for (let i = 0; i < PAYEES; i++) payees.push(await addPayee(own))

  /**
   * Pays a batch through dying workers and a faulty bank until the queue is empty, then asks the bank's own ledger. A broken
   * worker is followed until the ledger has caught it: it would keep the queue full for all rounds.
   */
  async function run(
    seed: number,
    count: number,
    broken?: (fx: WorkerEffects) => WorkerEffects,
  ): Promise<Result> {
    await peer.control('PUT', 'seed', { seed })
    // More batches than a company pays in a day and a payee gets: each counts as the first of its day.
    await own.db.q.updateTable('payment_limit').set({ used_count: 0, used_kop: 0 }).execute()
    const rows = []
    for (let i = 0; i < count; i++)
      rows.push(await rowFor(own, payees[i % payees.length]!, 10_000 + i))
    for (let i = 0; i < count; i += 50) await pay(own, rows.slice(i, i + 50))
    const ids = rows.map((row) => row.id)
    await peer.faults({
      fault: FAULTS,
      on: ['create', 'status', 'search', 'packs', 'pack'],
      probability: FAULT_CHANCE,
    })
    const onQuiet = () => peer.faults()
    const before = peer.bank.ledger().length
    const isOver = async () => {
      // A duplicate without requests becomes money too, only later.
      await peer.advance(3600)
      const lines = peer.bank.ledger().slice(before)
      return (
        lines.length > count || new Set(lines.map((line) => line.payment_id)).size < lines.length
      )
    }
    const rounds = { seed, onQuiet, quietRounds: 48, ...(broken && { broken, isOver }) }
    const deaths = await visitDying(own.db, ids, honest, rounds)
    return { ...(await judge(ids)), deaths, repeats: await repeatsAtBank(ids) }
  }

  /**
   * Batches of so many payments, in which every one is paid once although workers die before and after each of their steps;
   * of so many payments the bank is sent at least one again.
   */
  async function paysOnce(batch: { payments: number; repeatsAmong: number }): Promise<void> {
    const all = { kills: 0, repeats: 0 }
    const places = new Set<string>()
    const seeds = Array.from({ length: sweepSize(1, 10) }, (_, i) => i + 1)
    for (const seed of seeds) {
      const { deaths, repeats, ...result } = await run(seed, batch.payments)
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
    const count = batch.payments * seeds.length
    assert.ok(all.kills >= count, `${all.kills} kills`)
    assert.ok(all.repeats >= count / batch.repeatsAmong, `${all.repeats} repeats`)
    for (const step of ['claim', 'read', 'open', 'send', 'status', 'find', 'settle'])
      for (const when of ['before', 'after'])
        assert.ok(places.has(`${when} ${step}`), `nobody died ${when} ${step}`)
  }

  async function judge(ids: readonly string[]) {
    await peer.advance(3600)
    const { body: ledger } = await peer.control<{ payment_id: string; amount_kop: number }[]>(
      'GET',
      'ledger',
    )
    const mine = new Set(ids)
    const moved = new Map<string, number>()
    for (const line of ledger)
      if (mine.has(line.payment_id))
        moved.set(line.payment_id, (moved.get(line.payment_id) ?? 0) + 1)
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

  return { payouts, payees, run, paysOnce, letTimePass: () => letTimePass(own.db) }
}
