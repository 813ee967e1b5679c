import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { payment } from '#contract/payment/payment.ts'
import { paymentReview } from '#contract/payment/review.ts'
import { uuidv7 } from '#server/db/uuid.ts'
import { addPerson, type Person } from '../../support/world.ts'
import { addIssuedAct, moneyOf } from '../issued-acts.ts'
import { openPayoutWorld } from '../payout-world.ts'
import { addPayee, pay, rowFor } from '../payouts.ts'
import { decideByTwo, resolving, type Told } from './bank-letter.ts'

export const KOP = 10_000
/** Payments whose bank said something that contradicts us, and the people who decide them by its letter. */
export async function openHeldWorld() {
  const payouts = await openPayoutWorld()
  const { peer, own, world } = payouts
  const { operator, manager } = own
  const { q } = own.db
  const boss = await addPerson(world.app, world.services, own.id, 'boss', 'USER', [
    'OPERATOR',
    'MANAGER',
  ])

  /** A payment of two acts, 60 and 40 roubles, that its worker has looked at once. */
  async function visited(phone?: string): Promise<string> {
    const payee = await addPayee(own, phone)
    const row = await rowFor(own, payee, 6_000)
    const second = await addIssuedAct(own, payee.supplierId, 4_000)
    const acts = [...row.acts, { act_id: second, amount_kop: 4_000 }]
    const [id] = await pay(own, [{ ...row, acts, amount_kop: KOP }])
    await payouts.visit(id!)
    return id!
  }

  /** What the worker or a night says of a payment. */
  async function tell(id: string, kind: string, told: string | null = null): Promise<void> {
    const detail = told === null ? {} : { told }
    await q
      .insertInto('payment_discrepancy')
      .values({ company_id: own.id, id: uuidv7(), kind, payment_id: id, detail })
      .execute()
  }

  /** The bank names another sum each time that it is asked. */
  async function mismatched(): Promise<string> {
    await peer.faults({ fault: 'wrong_amount', on: ['create', 'search', 'status'] })
    const id = await visited()
    assert.equal(await payouts.stateOf(id), 'unknown')
    return id
  }

  async function paidAgainst(kind: string): Promise<string> {
    await peer.faults()
    const id = await visited()
    assert.equal(await payouts.stateOf(id), 'paid')
    await tell(id, kind, 'canceled')
    return id
  }

  // Their last two digits make the bank refuse.
  let refusedPhones = 10_000

  async function rejectedAgainst(kind: string): Promise<string> {
    await peer.faults()
    const id = await visited(`+7918${++refusedPhones}02`)
    assert.equal(await payouts.stateOf(id), 'rejected')
    await tell(id, kind, 'succeeded')
    return id
  }

  /** A day has passed since it was sent. */
  const aDayLater = (id: string) =>
    sql`update payment_attempt set started_at = started_at - interval '2 days' where payment_id = ${id}`.execute(
      q,
    )

  async function refused(id: string, told: Told, who = operator): Promise<string> {
    return (await who.api.refused(paymentReview.resolveUnknown, resolving(id, told))).code
  }

  const decided = (id: string, told: Told, by: readonly [Person, Person] = [operator, boss]) =>
    decideByTwo(by, id, told)

  const cardOf = (id: string) => manager.api.send(payment.get, { query: { id } })

  async function openKinds(id: string): Promise<string[]> {
    const rows = await q
      .selectFrom('payment_discrepancy')
      .where('payment_id', '=', id)
      .where('closed_at', 'is', null)
      .select('kind')
      .execute()
    return rows.map(({ kind }) => kind)
  }

  /** What is paid and what is reserved of the acts of a payment, in their order. */
  async function actsOf(id: string): Promise<[number, number][]> {
    const rows = await q
      .selectFrom('payment_allocation')
      .where('payment_id', '=', id)
      .select('act_id')
      .orderBy('act_id')
      .execute()
    const sums = await Promise.all(rows.map(({ act_id }) => moneyOf(own, act_id)))
    return sums.map(({ paid_kop, reserved_kop }) => [paid_kop, reserved_kop])
  }

  return {
    payouts,
    peer,
    operator,
    manager,
    boss,
    q,
    visited,
    tell,
    mismatched,
    paidAgainst,
    rejectedAgainst,
    aDayLater,
    refused,
    decided,
    cardOf,
    openKinds,
    actsOf,
  }
}
