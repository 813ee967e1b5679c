import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { act } from '#contract/act/act.ts'
import { company } from '#contract/company/company.ts'
import { companyChange } from '#contract/company/company-change.ts'
import { report } from '#contract/report/report.ts'
import { addDeal, addDraft, steelLine } from '#test/builders/act-forms.ts'
import { addClosedVisit } from '#test/builders/closed-visits.ts'
import { until } from '#test/support/until.ts'
import { openWorld } from '#test/support/world.ts'

const world = await openWorld()
after(() => world.close())
const { own, other, supervisor } = world
const deals = new Map([
  [own, await addDeal(own)],
  [other, await addDeal(other)],
])

async function draft(goods: 'steel' | 'paper', of = own) {
  const deal = deals.get(of)!
  const visit = await addClosedVisit(of, { in_g: 12_480_000, out_g: 4_260_000 })
  const line = { ...steelLine(deal, visit.id), product_id: deal.products[goods].id }
  const { id, version } = await addDraft(of, deal, of.operator, { lines: [line] })
  return { goods, input: { body: { command: 'issue', id, version } as const } }
}

async function setApart({ id } = own): Promise<void> {
  const { version } = await supervisor.api.send(company.get, { query: { id } })
  const settings = { rules: { act_number_series: 'by_kind' as const } }
  await supervisor.api.send(companyChange.update, { body: { id, version, settings } })
}

const year = new Date(Date.now() + 3 * 3_600_000).getUTCFullYear()
const counted = (from: number, most: number, prefix = '') =>
  Array.from({ length: most }, (_, n) => `${prefix}${year}-${String(from + n).padStart(6, '0')}`)

test('while two people issue acts of both forms the setting changes: no number twice, none left out, and none of the old series after one of the new', async () => {
  const drafts = await Promise.all(
    Array.from({ length: 16 }, (_, n) => draft(n % 2 === 0 ? 'steel' : 'paper')),
  )
  const people = [own.operator, own.manager]
  const issued: { goods: string; number: string; person: number }[] = []
  // Each person presses again when the answer is there; the setting changes between their presses.
  const hands = people.map(async ({ api }, person) => {
    for (const { goods, input } of drafts.filter((_, n) => Math.floor(n / 2) % 2 === person)) {
      const one = await api.send(act.update, input)
      issued.push({ goods, number: one.number!, person })
      if (issued.length === 5) change = setApart()
    }
  })
  let change: Promise<void> | undefined
  await Promise.all(hands)
  await change
  const late = await Promise.all([draft('paper'), draft('steel'), draft('paper')])
  for (const { goods, input } of late) {
    const one = await own.operator.api.send(act.update, input)
    issued.push({ goods, number: one.number!, person: 0 })
  }
  const numbers = issued.map(({ number }) => number)
  const own5 = numbers.filter((one) => one.startsWith('З-')).toSorted()
  const common = numbers.filter((one) => !one.startsWith('З-')).toSorted()
  assert.deepEqual(common, counted(1, common.length))
  assert.deepEqual(own5, counted(1, own5.length, 'З-'))
  assert.ok(own5.length >= 2, 'the acts after the change have the new series')
  const paper = issued.filter(({ goods }) => goods === 'paper')
  assert.ok(
    paper.some(({ number }) => !number.startsWith('З-')),
    'and some before it have the old one',
  )
  for (const person of people.keys()) {
    const own = paper.filter((one) => one.person === person).map(({ number }) => number)
    const first = own.findIndex((number) => number.startsWith('З-'))
    assert.ok(
      own.slice(Math.max(0, first)).every((number) => first < 0 || number.startsWith('З-')),
      String(own),
    )
  }
  assert.ok(issued.every(({ goods, number }) => goods === 'paper' || !number.startsWith('З-')))
  // The book explains what it leaves out.
  const params = { date_from: `${year}-01-01`, date_to: `${year}-12-31` }
  const query = { kind: 'register_book', params }
  const { html } = await own.operator.api.send(report.getDocument, { query })
  assert.match(html, /Номера общие для ПСА и актов ОП-5/)
})

test('a change of the series waits for an act that is being numbered, and the next act is of the new one', async () => {
  const { api } = other.operator
  const { q } = world.services
  // The series of all acts has a row to be held.
  await api.send(act.update, (await draft('steel', other)).input)
  const [early, late] = [await draft('paper', other), await draft('paper', other)]
  const waiting = async () => {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(q)
    return rows[0]!.n
  }
  const done: string[] = []
  const presses: Promise<unknown>[] = []
  const press = (work: Promise<string>) => presses.push(work.then((word) => done.push(word)))
  const holder = new pg.Client({ connectionString: world.services.config.ownerUrl })
  await holder.connect()
  try {
    await holder.query('begin')
    await holder.query(
      `select from counter where company_id = $1 and kind = 'act' and scope = '' for update`,
      [other.id],
    )
    press(api.send(act.update, early.input).then(({ number }) => number!))
    await until(async () => (await waiting()) === 1)
    press(setApart(other).then(() => 'changed'))
    await until(async () => (await waiting()) === 2 || done.length > 0)
    assert.deepEqual(done, [])
  } finally {
    await holder.end()
  }
  await Promise.all(presses)
  assert.deepEqual(done.toSorted(), [`${year}-000002`, 'changed'])
  const next = await api.send(act.update, late.input)
  assert.equal(next.number, `З-${year}-000001`)
})
