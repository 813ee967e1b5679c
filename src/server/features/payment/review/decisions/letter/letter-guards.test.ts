import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { sql, type RawBuilder } from 'kysely'
import { letterOf } from '#test/builders/bank-files/bank-letter.ts'
import { KOP, openHeldWorld } from '#test/builders/bank-files/held-payments.ts'

const held = await openHeldWorld()
after(() => held.payouts.close())
const { payouts, peer, operator, boss, q, visited, tell, mismatched } = held

type Step = RawBuilder<unknown>
class RolledBack extends Error {}

/** In one transaction that is taken back. */
async function tried(...steps: Step[]): Promise<void> {
  await q
    .transaction()
    .execute(async (tx) => {
      for (const step of steps) await step.execute(tx)
      throw new RolledBack()
    })
    .catch((error: unknown) => {
      if (!(error instanceof RolledBack)) throw error
    })
}
const forbidden = (...steps: Step[]) =>
  assert.rejects(
    tried(...steps),
    /payment_transition|payment_discrepancy_(?:two_people|decided_by_two)/,
  )

/** What one of two people writes; the database alone judges it. */
interface Closing {
  readonly proof?: string
  readonly kop?: number | null
  readonly by?: string
  /** Null: nobody confirmed it. */
  readonly second?: string | null
  readonly outcome?: 'bank_paid' | 'not_executed' | null
}
const close = (
  id: string,
  { proof, kop = KOP, by = operator.id, second = boss.id, outcome = 'bank_paid' }: Closing,
): Step => sql`update payment_discrepancy set closed_at = now(), closed_by = ${by}, confirmed_by = ${second},
  resolution = 'x', outcome = ${outcome}, paid_kop = ${kop}, proof_file_id = ${proof ?? null} where payment_id = ${id}`
const setStatus = (id: string, status: string): Step =>
  sql`update payment set status = ${status}, status_source = 'manual', reason_code = 'paid_otherwise' where id = ${id}`

test('the database takes no payment for paid without a case that two people closed with its letter', async () => {
  const [id, other] = [await mismatched(), await mismatched()]
  const proof = await letterOf(operator, id)
  const pay = setStatus(id, 'paid')
  await tried(close(id, { proof }), pay)
  await forbidden(pay)
  await forbidden(close(id, { proof: await letterOf(operator, other) }), pay)
  await forbidden(close(id, { proof, kop: KOP - 1 }), pay)
  await forbidden(close(id, { proof, by: boss.id }), pay)
  await forbidden(close(id, { proof, second: null }), pay)
  // The case of another payment, even with this one's letter.
  await forbidden(close(other, { proof }), pay)
  const deleted = sql`update file set deleted_at = now() where id = ${proof}`
  await forbidden(close(id, { proof }), deleted, pay)
  // A picture of an act that bears the id of the payment.
  const ofAct = sql`update file set entity = 'act' where id = ${proof}`
  await forbidden(close(id, { proof }), ofAct, pay)
  // The moment of a case is the database's own: one that was closed a moment before the step decides nothing by its old moment.
  await tried(
    close(id, { proof }),
    sql`update payment_discrepancy set closed_at = now() - interval '9 seconds' where payment_id = ${id}`,
    pay,
  )
  await forbidden(
    close(id, { proof }),
    sql`update payment_discrepancy set closed_at = now() - interval '2 minutes' where payment_id = ${id}`,
    pay,
  )
  await close(id, { proof }).execute(q)
  await forbidden(pay)
  assert.equal(await payouts.stateOf(id), 'unknown', 'a case of an earlier day proves no step')
  // What a line of a statement brought is decided by that line; which line it is matters not.
  await q.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = 'replica'`.execute(tx)
    await sql`update payment_discrepancy set statement_line_id = ${randomUUID()} where payment_id = ${other}`.execute(
      tx,
    )
  })
  await forbidden(
    close(other, { proof: await letterOf(operator, other) }),
    setStatus(other, 'paid'),
  )
})

test('the database frees the acts of a payment at the bank only by a case that two people closed by an outcome', async () => {
  await peer.faults({ fault: 'unknown_status', on: ['create', 'status'] })
  const id = await visited()
  await peer.faults()
  assert.equal(await payouts.stateOf(id), 'processing')
  await tell(id, 'foreign_answer')
  const proof = await letterOf(operator, id)
  const reject = setStatus(id, 'rejected')
  await tried(close(id, { proof, kop: null, outcome: 'not_executed' }), reject)
  await tried(close(id, { proof, kop: KOP - 1 }), reject)
  await forbidden(reject)
  await forbidden(close(id, { kop: null, outcome: null }), reject)
  await forbidden(close(id, { kop: null, outcome: 'not_executed', by: boss.id }), reject)
  await forbidden(close(id, { kop: null, outcome: 'not_executed', second: null }), reject)
})

test('the database takes a payment that stands for a letter only of what the letter and the old payment say', async () => {
  const [id, other] = [await mismatched(), await mismatched()]
  const proof = await letterOf(operator, id)
  const { rows } = await sql<{ act_id: string }>`select act_id from payment_allocation
    where payment_id = any(array[${id}, ${other}]::uuid[]) order by payment_id = ${other}, act_id`.execute(
    q,
  )
  const [first, second, foreign] = rows.map(({ act_id }) => act_id) as [string, string, string]
  const facts = await sql<{ case_id: string; method: string }>`
    select d.id as case_id, o.payment_method_id as method from payment_discrepancy d, payment o
    where d.payment_id = ${id} and o.id = ${other}`.execute(q)
  const { case_id: caseId, method } = facts.rows[0]!
  /** Copied from the old one; what is given stands instead. */
  const stand = (given: object, parts: [string, number][], ...before: Step[]): Step[] => {
    const standing = randomUUID()
    const columns = {
      id: standing,
      status: 'saved',
      amount_kop: 7_500,
      marker: standing.slice(0, 6).toUpperCase(),
      four_eyes: true,
      debit_case_id: caseId,
      debit_of: id,
      told_ends: [],
      document_number: null,
      document_date: null,
      registry_id: null,
      provider_ref: null,
      approved_by: null,
      first_sent_at: null,
      request_hash: null,
      next_check_at: null,
      status_source: 'user',
      ...given,
    }
    return [
      close(id, { proof, kop: 7_500 }),
      ...before,
      sql`insert into payment select (jsonb_populate_record(p, ${JSON.stringify(columns)}::jsonb)).*
        from payment p where id = ${id}`,
      ...parts.flatMap(([act, kop]) => [
        sql`insert into payment_allocation (company_id, payment_id, act_id, amount_kop)
          select company_id, ${standing}, ${act}, ${kop} from payment where id = ${id}`,
        sql`update act set reserved_kop = reserved_kop + ${kop}, total_kop = total_kop + 10_000 where id = ${act}`,
      ]),
      sql`update payment set status = 'paid', status_source = 'manual', approved_by = ${boss.id} where id = ${standing}`,
    ]
  }
  const parts: [string, number][] = [
    [first, 6_000],
    [second, 1_500],
  ]
  const end = setStatus(id, 'rejected')
  await tried(...stand({}, parts, end))
  await forbidden(...stand({}, parts))
  await forbidden(...stand({ amount_kop: 7_400 }, parts, end))
  await forbidden(...stand({ debit_of: other }, parts, end))
  await forbidden(...stand({ payment_method_id: method }, parts, end))
  await forbidden(...stand({}, [[foreign, 7_500]], end))
  await forbidden(
    ...stand(
      {},
      [
        [first, 6_500],
        [second, 1_000],
      ],
      end,
    ),
  )
})
