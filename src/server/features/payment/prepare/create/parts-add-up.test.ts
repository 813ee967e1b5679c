import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { payment } from '#contract/payment/payment.ts'
import { inTransaction } from '#server/db/handle.ts'
import { addPayee, addTrainingBank, rowFor } from '#test/builders/payouts.ts'
import { openWorld } from '#test/support/world.ts'

const world = await openWorld()
after(() => world.close())
const { own } = world
await addTrainingBank(own)
const row = await rowFor(own, await addPayee(own), 10_000)
await own.operator.api.send(payment.save, { body: { payments: [row] } })
const MARKER = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A copy of the saved payment, written past the product, with parts of these sums. */
const write = (facts: { readonly is_test: boolean; readonly parts: readonly number[] }) =>
  inTransaction(own.db, async ({ q }) => {
    const id = randomUUID()
    const marker = Array.from(randomBytes(6), (byte) => MARKER[byte % 32]).join('')
    const columns = JSON.stringify({ id, marker, is_test: facts.is_test })
    await sql`insert into payment select (jsonb_populate_record(p, ${columns}::jsonb)).*
      from payment p where id = ${row.id}`.execute(q)
    const { rows } = await sql<{ act_id: string }>`
      select act_id from payment_allocation where payment_id = ${row.id}`.execute(q)
    for (const kop of facts.parts)
      await q
        .insertInto('payment_allocation')
        .values({ company_id: own.id, payment_id: id, act_id: rows[0]!.act_id, amount_kop: kop })
        .execute()
    return id
  })

test('the database commits a payment only with the parts that make its sum, and a check of a bank with none', async () => {
  const wrong = /its parts do not make its amount/
  await assert.rejects(write({ is_test: false, parts: [] }), wrong, 'money for no act')
  await assert.rejects(write({ is_test: false, parts: [9_999] }), wrong)
  await assert.rejects(write({ is_test: false, parts: [10_001] }), wrong)
  await assert.rejects(write({ is_test: true, parts: [10_000] }), wrong, 'an act paid by a check')
  assert.ok(await write({ is_test: false, parts: [10_000] }))
  assert.ok(await write({ is_test: true, parts: [] }))
})

test('a part that changes or goes later is refused as well', async () => {
  const id = await write({ is_test: false, parts: [10_000] })
  const change = (words: string) =>
    inTransaction(own.db, ({ q }) =>
      sql`${sql.raw(words)} where company_id = ${own.id} and payment_id = ${id}`.execute(q),
    )
  const wrong = /its parts do not make its amount|permission denied/
  await assert.rejects(change('update payment_allocation set amount_kop = amount_kop - 1'), wrong)
  await assert.rejects(change('delete from payment_allocation'), wrong)
})
