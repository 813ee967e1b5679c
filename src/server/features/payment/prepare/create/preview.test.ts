import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { payment } from '#contract/payment/payment.ts'
import { addIssuedAct, moneyOf } from '#test/builders/issued-acts.ts'
import { addPayee, addTrainingBank, rowFor } from '#test/builders/payouts.ts'
import { addSupplier } from '#test/builders/builders.ts'
import { openWorld } from '#test/support/world.ts'

const world = await openWorld()
after(() => world.close())
const { own, other } = world
const configId = await addTrainingBank(own)
await addTrainingBank(other)

type Row = Omit<Awaited<ReturnType<typeof rowFor>>, 'id'> & { id?: string }

const ask = (rows: Row[]) =>
  own.operator.api.send(payment.save, { body: { payments: rows, dry_run: true } })

/** Everything that a save could have left behind. */
async function traces() {
  const { q } = own.db
  const counts = []
  for (const table of ['payment', 'payment_limit_use', 'audit_event'] as const)
    counts.push((await q.selectFrom(table).select('company_id').execute()).length)
  const limits = await q.selectFrom('payment_limit').select(['scope', 'used_kop']).execute()
  return [...counts, limits.filter((limit) => limit.used_kop > 0)]
}

test('a dry run answers the sum in words, what the limits allow and whose PIN is needed', async () => {
  const row = await rowFor(own, await addPayee(own), 1_234_567)
  const before = await traces()
  const [told] = await ask([row])
  assert.equal(told!.preview!.sum_in_words, 'Двенадцать тысяч триста сорок пять рублей 67 копеек')
  assert.deepEqual(told!.preview!.limits, [
    { scope: 'payment', title: 'Предел одной выплаты', left_kop: 50_000_000, left_count: null },
    {
      scope: 'company_day',
      title: 'Дневной предел выплат компании',
      left_kop: 300_000_000,
      left_count: 500,
    },
    {
      scope: 'config_day',
      title: 'Дневной предел по банку',
      left_kop: 300_000_000,
      left_count: null,
    },
    {
      scope: 'config_month',
      title: 'Месячный предел по банку',
      left_kop: 3_000_000_000,
      left_count: null,
    },
    {
      scope: 'payee_day',
      title: 'Предел числа выплат получателю за день',
      left_kop: null,
      left_count: 20,
    },
    {
      scope: 'payee_month',
      title: 'Месячный предел получателя',
      left_kop: 150_000_000,
      left_count: null,
    },
  ])
  assert.equal(told!.four_eyes, true)
  assert.ok(told!.preview!.second_person.includes('для любой суммы'))
  assert.ok(told!.preview!.second_person.includes('первая выплата поставщику'))
  assert.deepEqual([told!.bank_config_id, told!.training], [configId, true])
  assert.match(told!.purpose, /\[П:······\]$/)
  assert.deepEqual(await traces(), before)
  assert.equal((await moneyOf(own, row.acts[0]!.act_id)).reserved_kop, 0)
  const [saved] = await own.operator.api.send(payment.save, { body: { payments: [row] } })
  assert.equal(saved!.id, row.id)
  assert.equal(saved!.preview, undefined)
})

test('rows of one preview count together towards the limits, and a saved payment lessens the next preview', async () => {
  const payee = await addPayee(own)
  const rows = [await rowFor(own, payee, 10_000), await rowFor(own, payee, 20_000)]
  const monthLeft = (told: Awaited<ReturnType<typeof ask>>) =>
    told.map((one) => one.preview!.limits.at(-1)!.left_kop)
  assert.deepEqual(monthLeft(await ask(rows)), [150_000_000, 149_990_000])
  await own.operator.api.send(payment.save, { body: { payments: [rows[0]!] } })
  assert.deepEqual(monthLeft(await ask([rows[1]!])), [149_990_000])
})

test('a dry run refuses what a save would refuse, in the same words', async () => {
  const payee = await addPayee(own)
  const row = await rowFor(own, payee, 60_000_000)
  const of = (dry_run: boolean) =>
    own.operator.api.refused(payment.save, { body: { payments: [row], dry_run } })
  const refused = await of(true)
  assert.equal(refused.code, 'payment.limit')
  assert.deepEqual(refused, await of(false))
  const stranger = await addSupplier(other)
  const theirs = {
    ...row,
    acts: [{ act_id: await addIssuedAct(other, stranger.id, 100), amount_kop: 60_000_000 }],
  }
  const closed = await own.operator.api.refused(payment.save, {
    body: { payments: [theirs], dry_run: true },
  })
  assert.deepEqual([closed.status, closed.code], [404, 'common.not-found'])
})

test('nobody previews a payment without the right to save one', async () => {
  const row = await rowFor(own, await addPayee(own), 10_000)
  const body = { payments: [row], dry_run: true }
  const supervisor = await world.supervisor.api.refused(payment.save, { body })
  assert.deepEqual([supervisor.status, supervisor.code], [403, 'access.denied'])
  const stranger = await other.operator.api.refused(payment.save, { body })
  assert.deepEqual([stranger.status, stranger.code], [404, 'common.not-found'])
})
