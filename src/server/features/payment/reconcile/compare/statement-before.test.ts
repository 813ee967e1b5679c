import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { paymentStatement } from '#contract/payment/statement.ts'
import { statementText, type BankLine } from '#test/builders/bank-files/bank-statement.ts'
import { addFileAgreement, PAYER_ACCOUNT } from '#test/builders/bank-files/file-agreement.ts'
import { dayAgo, sendByFile, takeStatement } from '#test/builders/bank-files/paid-by-file.ts'
import { openWorld } from '#test/support/world.ts'
import type { StatementFilter } from '../statement/statement-list-queries.ts'

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

test('statements are found by account, by day and by lines that wait for a person', async () => {
  const { line } = await sendByFile(own, [610_000])
  const { number: _number, ...unmarked } = { ...line, purpose: 'Перевод' }
  const rent = { kop: 900_000, day: dayAgo(0), purpose: 'Аренда' }
  const parts = { from: dayAgo(0), to: dayAgo(0) }
  const quiet = await takeStatement(own, statementText({ ...parts, lines: [rent] }))
  const { statement } = await takeStatement(own, statementText({ ...parts, lines: [unmarked] }))
  const listed = async (filter: StatementFilter, company = own) => {
    const query = { filter: { limit: 200, ...filter } }
    const { items } = await company.manager.api.send(paymentStatement.getStatements, { query })
    return items.map(({ id, unsettled_count: count }) => [id, count])
  }
  assert.equal(quiet.statement!.unsettled_count, 0, 'a rent is none of our payments')
  const found = [[statement!.id, 1]]
  assert.deepEqual(await listed({ is_unsettled: true }), found)
  assert.deepEqual(await listed({ is_unsettled: true, search: PAYER_ACCOUNT.slice(-4) }), found)
  assert.deepEqual(await listed({ is_unsettled: true, search: '9999' }), [])
  assert.deepEqual(await listed({ is_unsettled: true, day: dayAgo(0) }), found)
  assert.deepEqual(await listed({ is_unsettled: true, day: dayAgo(1) }), [])
  assert.deepEqual(await listed({ is_unsettled: true }, other), [])
  const lines = { query: { filter: { statement_id: statement!.id } } }
  const [suggested] = (await own.manager.api.send(paymentStatement.getStatementLines, lines)).items
  await own.manager.api.send(paymentStatement.matchLine, { body: { ids: [suggested!.id] } })
  assert.deepEqual(await listed({ is_unsettled: true }), [])
})

test('a debit without a mark waits for a person only where a payment fits, a contradiction until it is closed', async () => {
  const sent = await sendByFile(own, [620_000, 1000])
  const parts = { from: dayAgo(0), to: dayAgo(0) }
  const countOf = async (lines: BankLine[]) =>
    (await takeStatement(own, statementText({ ...parts, lines }))).statement!.unsettled_count
  const { number: _number, ...unmarked } = { ...sent.line, purpose: 'Перевод' }
  const two = [{ ...unmarked, name: 'А' }, unmarked]
  assert.equal(await countOf(two), 2, 'either may be the payment')
  assert.equal(await countOf([{ ...sent.line, kop: 1 }]), 1, 'another sum contradicts')
  assert.equal(await countOf([sent.line]), 0, 'settled')
  const query = { filter: { is_unsettled: true } }
  const { items } = await own.manager.api.send(paymentStatement.getStatements, { query })
  assert.deepEqual(
    items.map(({ unsettled_count: count }) => count),
    [1],
    'only the contradiction is left: the payment of the others is settled',
  )
})
