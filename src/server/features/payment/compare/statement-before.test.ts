import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { paymentStatement } from '#contract/payment/statement.ts'
import { statementText } from '#test/builders/bank-files/bank-statement.ts'
import { addFileAgreement } from '#test/builders/bank-files/file-agreement.ts'
import { dayAgo, takeStatement } from '#test/builders/bank-files/paid-by-file.ts'
import { openWorld } from '#test/support/world.ts'

const world = await openWorld()
after(() => world.close())
const { own, other } = world
await addFileAgreement(own)
const OTHER_ACCOUNT = '40702810900000000003'
await addFileAgreement(other, OTHER_ACCOUNT)

interface Day {
  ago: number
  until?: number
  opening: number
  credit?: number
  bare?: true
}

async function load({ ago, until = ago, opening, credit = 0, bare }: Day): Promise<string> {
  const lines = credit > 0 ? [{ kop: credit, day: dayAgo(ago), credit: true as const }] : []
  const parts = { from: dayAgo(ago), to: dayAgo(until), openingKop: opening, lines }
  const { statement } = await takeStatement(own, statementText({ ...parts, ...(bare && { bare }) }))
  return statement!.id
}

async function beforeOf(id: string) {
  const query = { filter: { limit: 50 } }
  const { items } = await own.manager.api.send(paymentStatement.getStatements, { query })
  return items.find((one) => one.id === id)!.before
}

test('a gap of days and a difference are told with the statement before, and the missing one takes them away', async () => {
  const first = await load({ ago: 9, opening: 1000, credit: 500 })
  assert.equal(await beforeOf(first), null, 'there is none before the first')
  const later = await load({ ago: 7, opening: 1400 })
  const before = (await beforeOf(later))!
  assert.deepEqual(
    [before.statement_id, before.closing_kop, before.difference_kop, before.gap],
    [first, 1500, -100, { date_from: dayAgo(8), date_to: dayAgo(8) }],
  )
  const between = await load({ ago: 8, opening: 1500 })
  assert.equal(await beforeOf(between), null)
  const differs = (await beforeOf(later))!
  assert.deepEqual(
    [differs.statement_id, differs.gap, differs.difference_kop],
    [between, null, -100],
  )
  // The bank's last word of the day agrees: an extract from before noon is no break.
  await load({ ago: 8, opening: 1300, credit: 100 })
  assert.equal(await beforeOf(later), null)
})

test('files without balances say nothing and cover their days; periods that overlap leave no gap', async () => {
  const bare = await load({ ago: 6, opening: 0, bare: true })
  assert.equal(await beforeOf(bare), null)
  const next = await load({ ago: 5, opening: 1400 })
  assert.equal(await beforeOf(next), null, 'its day before is covered')
  const quiet = await load({ ago: 3, opening: 1400 })
  assert.deepEqual((await beforeOf(quiet))!.difference_kop, 0)
  await load({ ago: 5, until: 2, opening: 1400 })
  assert.equal(await beforeOf(quiet), null)
})

test('statements of another company are compared with none of ours', async () => {
  const text = statementText({
    from: dayAgo(1),
    to: dayAgo(1),
    openingKop: 7,
    lines: [],
    account: OTHER_ACCOUNT,
  })
  const { statement } = await takeStatement(other, text)
  assert.equal(statement!.before, null)
})
