import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { payment } from '#contract/payment/payment.ts'
import { paymentReview } from '#contract/payment/review.ts'
import { decideByTwo, letterOf } from '../builders/bank-files/bank-letter.ts'
import { moneyOf } from '../builders/issued-acts.ts'
import { register } from '../builders/payouts.ts'
import {
  paidAgain,
  type BankStreet,
  type SentToStreet,
  type StreetBank,
} from '../builders/transfer/bank-street.ts'
import { approval } from '../support/approve.ts'
import { chance, visitDying } from './dying-worker.ts'
import { faultsOf } from './street-faults.ts'

const KOP = 10_000

/** What people had to do once the dust was settled. */
export interface Ways {
  /** Ended by the bank alone. */
  byBank: number
  /** Two people said by the letter how much the bank paid, that it paid nothing, or took a denied one for not executed. */
  paid: number
  notExecuted: number
  denied: number
  /** Closed by words and two people. */
  words: number
  /** Paid again, as the card offers. */
  again: number
}

/** Pays a batch through dying workers and a bank that fails and lies; then people do what the product offers, until nothing is open. */
export async function sweepStreet(
  banks: BankStreet,
  name: StreetBank,
  seed: number,
  count: number,
) {
  const { own, fx } = banks
  const { operator, manager } = own
  const { q } = own.db
  const ways: Ways = { byBank: 0, paid: 0, notExecuted: 0, denied: 0, words: 0, again: 0 }
  const cardOf = (id: string) => operator.api.send(payment.get, { query: { id } })

  banks.calm()
  const rows = await banks.sendMany(name, count, KOP)
  const ids = rows.map(({ id }) => id)
  banks.meddle(faultsOf(banks, chance(seed + 1)))
  const deaths = await visitDying(own.db, ids, fx, {
    seed,
    quietRounds: 6,
    onQuiet: () => recover(rows),
  })
  await banks.passNight()
  for (const row of rows) await settle(row)
  return { deaths, ways, ...(await judge(rows)) }

  /** The bank tells the truth again, and carries out what it had in work. */
  function recover(sent: readonly SentToStreet[]): void {
    banks.calm()
    for (const { id } of sent) {
      const payout = banks.yookassa.payouts.find(({ metadata }) => metadata?.['payment_id'] === id)
      if (payout?.status === 'pending') banks.yookassa.settle(id, 'succeeded')
      const transfer = banks.tbank.payments.find((one) => one.id === id)
      if (transfer?.status === 'IN_PROGRESS') banks.tbank.settle(id, 'EXECUTED')
      const order = banks.direct.orders.find((one) => one.id === id)
      if (order && !banks.direct.told(id)) banks.direct.tell(id, '02')
    }
  }

  /** By the calls of the contract alone: what the letter says is what stands in the bank's own ledger. */
  async function settle(row: SentToStreet): Promise<void> {
    const card = await cardOf(row.id)
    const isOver = ['paid', 'rejected', 'cancelled'].includes(card.status)
    if (!card.held && isOver) ways.byBank++
    else await decide(row.id, card)
    await closeByWords(row.id)
    await payAgain(row)
  }

  async function decide(id: string, { held, may, status }: Awaited<ReturnType<typeof cardOf>>) {
    assert.ok(may.includes('resolve'), `${id} is ${status} and nobody may end it`)
    const moved = banks.peers[name].movedFor(id)
    const proof_file_id = await letterOf(operator, id)
    const paid_kop = moved.reduce((sum, kop) => sum + kop, 0)
    // A day later, when nothing has come.
    if (paid_kop === 0)
      await sql`update payment_attempt set started_at = started_at - interval '2 days'
        where payment_id = ${id} and kind = 'send'`.execute(q)
    const counted = held?.counts_payouts === true && { paid_count: moved.length }
    const told = paid_kop === 0 ? { proof_file_id } : { paid_kop, ...counted, proof_file_id }
    const after = await decideByTwo([operator, manager], id, told)
    assert.equal(after.held, null)
    ways[paid_kop > 0 ? 'paid' : held ? 'notExecuted' : 'denied']++
  }

  async function closeByWords(payment_id: string): Promise<void> {
    const query = { filter: { payment_id, is_open: true } }
    const { items } = await operator.api.send(paymentReview.getDiscrepancies, { query })
    for (const { id } of items) {
      const input = { body: { id, resolution: 'Сверили с банком по телефону' } }
      const asked = await operator.api.refused(paymentReview.closeDiscrepancy, input)
      const pin = await approval(operator, asked, manager)
      await operator.api.send(paymentReview.closeDiscrepancy, input, pin)
      ways.words++
    }
  }

  /** What is due of its act by a payment that did not pay it. */
  async function payAgain(row: SentToStreet): Promise<void> {
    const money = await moneyOf(own, row.acts[0]!.act_id)
    if (money.paid_kop + money.reserved_kop === KOP) return
    assert.ok((await cardOf(row.id)).may.includes('retry'), 'what is due may be paid')
    const again = paidAgain(row)
    await operator.api.send(payment.save, { body: { payments: [again] } })
    await register(operator, manager, [again.id])
    await banks.visitUntil(again, 'paid')
    ways.again++
  }

  /** Both ledgers beside each other, over every payment of an act. */
  async function judge(sent: readonly SentToStreet[]) {
    const result = { twice: 0, lost: 0, apart: 0, withoutExit: 0 }
    for (const { acts, id } of sent) {
      const { rows: all } = await sql<{
        id: string
      }>`select payment_id as id from payment_allocation
        where act_id = ${acts[0]!.act_id}`.execute(q)
      const moved = all.flatMap((one) => banks.peers[name].movedFor(one.id))
      const money = await moneyOf(own, acts[0]!.act_id)
      if (moved.length > 1) result.twice++
      if (moved.length === 0) result.lost++
      if (money.paid_kop !== KOP || money.reserved_kop !== 0) result.apart++
      const card = await cardOf(id)
      const isOver = ['paid', 'rejected', 'cancelled'].includes(card.status)
      if (!isOver || card.held || (await banks.kindsOf({ id })).length > 0) result.withoutExit++
    }
    return result
  }
}
