import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { payment } from '#contract/payment/payment.ts'
import { paymentRegistry } from '#contract/payment/registry.ts'
import { paymentReview } from '#contract/payment/review.ts'
import { debitSteps } from '#test/builders/bank-files/debits.ts'
import { addFileAgreement } from '#test/builders/bank-files/file-agreement.ts'
import { statementText } from '#test/builders/bank-files/bank-statement.ts'
import {
  dayAgo,
  payToAccount,
  sendByFile,
  takeStatement,
} from '#test/builders/bank-files/paid-by-file.ts'
import { moneyOf } from '#test/builders/issued-acts.ts'
import { register } from '#test/builders/payouts.ts'
import { approval } from '#test/support/approve.ts'
import { sweepSize } from '#test/support/sweep-size.ts'
import { openWorld } from '#test/support/world.ts'

const world = await openWorld()
after(() => world.close())
const { own } = world
await world.services.jobs.start([{ name: 'payment.work', handler: async () => undefined }])
const agreementId = await addFileAgreement(own)
const { manager, operator } = own
const { closeDiscrepancy, confirmReturn, getDiscrepancies } = paymentReview
const { cardOf, take, reject, ended, debited, caseOf, bodyOf, closed, refusedPay, dueOf, retry } =
  debitSteps(own)

test('what the bank debited before it was sent is neither sent nor paid by it until it is cancelled', async () => {
  const sent = await sendByFile(own, [70_000])
  const row = retry(sent, 70_000)
  await own.db.q
    .updateTable('act')
    .set({ total_kop: 140_000 })
    .where('id', '=', sent.acts[0]!)
    .execute()
  await operator.api.send(payment.save, { body: { payments: [row] } })
  const { purpose } = await cardOf(row.id)
  await take({ ...sent.line, number: 777_003, purpose })
  const found = await caseOf(row.id)
  assert.equal((await refusedPay(found.id)).code, 'payment.not-over')
  const [held] = await operator.api.send(payment.register, { body: { ids: [row.id] } })
  assert.equal(held!.code, 'payment.may-be-paid')
  const card = await cardOf(row.id)
  assert.deepEqual([card.may.includes('register'), card.may.includes('cancel')], [false, true])
  await operator.api.send(payment.cancel, { body: { ids: [row.id] } })
  const done = await closed(found.id)
  assert.equal((await cardOf(done.paid_by!)).status, 'paid')
})

test('a file is not given while the bank has debited one of its payments already', async () => {
  const { id } = await payToAccount(own, [65_000])
  const { purpose, payment_method_id: method, registry_id } = await cardOf(id)
  const row = await own.db.q
    .selectFrom('payment_method')
    .where('id', '=', method)
    .select('account')
    .executeTakeFirstOrThrow()
  await take({ kop: 65_000, day: dayAgo(0), number: 777_004, account: row.account!, purpose })
  assert.equal((await caseOf(id)).may_pay, true)
  const url = `${paymentRegistry.getRegistryFile.path}?registryId=${registry_id!}`
  const held = await manager.api.raw({ method: 'GET', url })
  assert.deepEqual(
    [held.statusCode, held.json<{ code: string }>().code],
    [409, 'payment.may-be-paid'],
  )
  assert.equal((await cardOf(id)).status, 'registering')
})

test('a debit from another account that names what is over pays its acts, or keeps them from being paid again until it is closed', async () => {
  const sent = await ended([75_000])
  const account = '40702810500000000002'
  const agreement = await addFileAgreement(own, account)
  await own.db.q
    .updateTable('bank_config_default')
    .set({ bank_config_id: agreementId })
    .where('company_id', '=', own.id)
    .execute()
  await takeStatement(
    own,
    statementText({ from: dayAgo(0), to: dayAgo(0), account, lines: [sent.line] }),
  )
  const found = await caseOf(sent.id)
  assert.equal(found.may_pay, true)
  const again = { body: { payments: [retry(sent, 75_000)] } }
  assert.equal((await operator.api.refused(payment.save, again)).code, 'payment.may-be-paid')
  const { paid_by } = await closed(found.id)
  const card = await cardOf(paid_by!)
  assert.deepEqual([card.status, card.bank_config_id], ['paid', agreement])
  assert.deepEqual(await dueOf(sent.acts), [0])

  // To another payee it is no payment of ours, whatever its purpose says.
  const stranger = await ended([76_000])
  const astray = { ...stranger.line, account: sent.line.account! }
  await takeStatement(
    own,
    statementText({ from: dayAgo(0), to: dayAgo(0), account, lines: [astray] }),
  )
  const other = await caseOf(stranger.id)
  assert.equal(other.may_pay, false)
  assert.equal((await refusedPay(other.id)).code, 'payment.no-debit')
  const rest = { body: { payments: [retry(stranger, 76_000)] } }
  assert.equal((await operator.api.refused(payment.save, rest)).code, 'payment.may-be-paid')
  const words = { body: { id: other.id, resolution: 'Ушло не туда, банк вернёт деньги' } }
  const asked = await operator.api.refused(closeDiscrepancy, words)
  await operator.api.send(closeDiscrepancy, words, await approval(operator, asked, manager))
  await operator.api.send(payment.save, rest)
})

test('two people at once: a case is closed once, and a save and a debit do not pay an act twice', async () => {
  const { acts, found } = await debited([60_000])
  const pin = async () => approval(operator, await refusedPay(found.id), manager)
  const [one, two] = [await pin(), await pin()]
  const both = await Promise.allSettled(
    [one, two].map((token) => operator.api.send(closeDiscrepancy, bodyOf(found.id), token)),
  )
  assert.equal(both.filter(({ status }) => status === 'fulfilled').length, 1)
  assert.deepEqual(await dueOf(acts), [0])

  const sent = await ended([50_000])
  await take(sent.line)
  const open = await caseOf(sent.id)
  const token = await approval(operator, await refusedPay(open.id), manager)
  await Promise.allSettled([
    operator.api.send(closeDiscrepancy, bodyOf(open.id), token),
    operator.api.send(payment.save, { body: { payments: [retry(sent, 50_000)] } }),
    operator.api.send(payment.save, { body: { payments: [retry(sent, 50_000)] } }),
  ])
  const money = await moneyOf(own, sent.acts[0]!)
  assert.deepEqual([money.reserved_kop + money.paid_kop, money.paid_kop], [50_000, 50_000])
})

test('the database takes no such payment without its debit, for other acts, nor one that is sent', async () => {
  const { id, found } = await debited([40_000])
  const line = await own.db.q
    .selectFrom('payment_discrepancy')
    .where('id', '=', found.id)
    .select('statement_line_id')
    .executeTakeFirstOrThrow()
  const { paid_by } = await closed(found.id)
  const q = own.db.q
  for (const set of [
    sql`status = 'registering', status_source = 'user'`,
    sql`debit_line_id = null, debit_of = null`,
  ])
    await assert.rejects(sql`update payment set ${set} where id = ${paid_by}`.execute(q))
  const plain = await sendByFile(own, [10_000])
  const saved = retry(plain, 10_000)
  await own.db.q
    .updateTable('act')
    .set({ total_kop: 20_000 })
    .where('id', '=', plain.acts[0]!)
    .execute()
  await operator.api.send(payment.save, { body: { payments: [saved] } })
  await assert.rejects(
    sql`update payment set status = 'paid', status_source = 'statement', approved_by = ${manager.id}
      where id = ${saved.id}`.execute(q),
    /payment_transition/,
  )
  await assert.rejects(
    sql`update payment set debit_line_id = ${line.statement_line_id}, debit_of = ${id} where id = ${saved.id}`.execute(
      q,
    ),
  )
})

type Step =
  | { do: 'pay' | 'cancel' | 'close' | 'leave' | 'return' }
  | { do: 'reject' | 'debit' | 'debitLess'; of: number }

const of = fc.nat(3)
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constantFrom('pay' as const, 'cancel', 'close', 'leave', 'return') }),
  fc.record({ do: fc.constantFrom('reject' as const, 'debit', 'debitLess'), of }),
)

/** What people and a bank do to one act of one sum; whatever is refused changes nothing. */
function playAct(sent: Awaited<ReturnType<typeof sendByFile>>, kop: number) {
  const { line, acts } = sent
  const known = [sent.id]
  let number = 600_000 + Math.trunc(Math.random() * 100_000)
  const openCases = async () => {
    const { items } = await manager.api.send(getDiscrepancies, {
      query: { filter: { is_open: true, limit: 200 } },
    })
    return items.filter(({ payment: ours }) => known.includes(ours?.id ?? ''))
  }
  const pay = async () => {
    const row = retry(sent, kop)
    await operator.api.send(payment.save, { body: { payments: [row] } })
    known.push(row.id)
    await register(operator, manager, [row.id])
    const { registry_id } = await cardOf(row.id)
    const url = `${paymentRegistry.getRegistryFile.path}?registryId=${registry_id!}`
    await manager.api.raw({ method: 'GET', url })
  }
  const close = async (outcome: 'debit_pays' | 'not_paid') => {
    const found = (await openCases()).find(({ may_pay }) => may_pay)
    const by = found && (await closed(found.id, outcome)).paid_by
    if (by) known.push(by)
  }
  const giveBack = async () => {
    const paid = (await Promise.all(known.map(cardOf))).find(
      ({ status, returned_kop }) => status === 'paid' && returned_kop === 0,
    )
    if (!paid) return
    const body = {
      client_id: randomUUID(),
      payment_id: paid.id,
      amount_kop: kop,
      reason: 'Счёт получателя закрыт',
    }
    const asked = await operator.api.refused(confirmReturn, { body })
    await operator.api.send(confirmReturn, { body }, await approval(operator, asked, manager))
  }
  const debit = async (id: string, least: number) => {
    const { purpose } = await cardOf(id)
    await take({ ...line, kop: least, number: ++number, purpose })
  }
  const steps = {
    pay,
    close: () => close('debit_pays'),
    leave: () => close('not_paid'),
    return: giveBack,
    cancel: () => operator.api.send(payment.cancel, { body: { ids: [known.at(-1)!] } }),
  }
  return {
    acts,
    known,
    play: (one: Step) => {
      if ('of' in one) {
        const id = known[one.of % known.length]!
        return one.do === 'reject' ? reject(id) : debit(id, one.do === 'debit' ? kop : kop / 3)
      }
      return steps[one.do]()
    },
  }
}

test('whatever people and the bank do at once, an act is paid once, by as many debits as pay it', async () => {
  const kop = 30_000
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(step, step), { minLength: 4, maxLength: 6 }),
      async (pairs) => {
        const { acts, known, play } = playAct(await ended([kop]), kop)
        for (const pair of pairs) {
          // A refusal of one of both is expected: the API of tests throws it.
          await Promise.allSettled(pair.map(play))
          const money = await moneyOf(own, acts[0]!)
          assert.ok(money.reserved_kop + money.paid_kop <= kop, JSON.stringify(money))
          const { rows } = await sql<{ paid: number; unproven: number }>`
            select coalesce(sum(t.amount_kop - t.returned_kop), 0)::int as paid,
              (count(*) filter (where 1 <> (select count(*) from bank_statement_line l
                where l.payment_id = p.id and l.direction = 'debit' and l.match_status = 'matched'
                  and l.amount_kop = p.amount_kop)))::int as unproven
            from payment p join payment_allocation t on t.company_id = p.company_id and t.payment_id = p.id
            where t.act_id = ${acts[0]!} and p.status = 'paid'`.execute(own.db.q)
          assert.deepEqual(rows[0], { paid: money.paid_kop, unproven: 0 }, known.join())
        }
      },
    ),
    { numRuns: sweepSize(3, 60) },
  )
})
