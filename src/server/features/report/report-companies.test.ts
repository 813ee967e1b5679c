import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { report } from '#contract/report/report.ts'
import { addDeal, addIssued } from '#test/builders/act-forms.ts'
import { addClosedVisit } from '#test/builders/closed-visits.ts'
import { holdReports } from '#test/support/report-files.ts'
import { openWorld, type TestCompany, type World } from '#test/support/world.ts'
import { printedLists } from './documents/all.ts'
import { reportKinds } from './kinds/all.ts'

const PLATE = 'О999ОО99'
const DAY_MS = 86_400_000
const day = (ms: number) => new Date(ms).toISOString().slice(0, 10)
const today = day(Date.now())
/** The days of the builders, and a year up to tomorrow in every time zone. */
const PERIODS = [
  { date_from: '2025-03-01', date_to: '2025-03-02' },
  { date_from: day(Date.now() - 300 * DAY_MS), date_to: day(Date.now() + DAY_MS) },
]

let world: World
before(async () => {
  // Each report is read several times at once.
  world = await openWorld({ config: { logLevel: 'error', rateReads: 1000 } })
  await holdReports(world)
})
after(() => world.close())

type Params = Readonly<Record<string, { readonly required?: boolean }>>

function inputsOf(params: Params): Record<string, string>[] {
  return PERIODS.map((period) => {
    const values: Record<string, string> = {
      ...period,
      date: today,
      year: today.slice(0, 4),
      carnumber: PLATE,
    }
    const needed = Object.entries(params).filter(([, { required }]) => required)
    return Object.fromEntries(needed.map(([name]) => [name, values[name]!]))
  })
}

/** Everything that a manager, who gets no reports of the platform, reads by reports and documents, by their codes. */
async function readAll({ manager: { api } }: TestCompany): Promise<Map<string, string>> {
  const all = new Map<string, string>()
  for (const { type, params } of reportKinds.filter(({ source }) => source.access !== 'super'))
    for (const [i, given] of inputsOf(params).entries()) {
      const { rows } = await api.send(report.preview, { query: { type, params: given } })
      all.set(`${type} ${i}`, JSON.stringify(rows))
    }
  for (const { kind, params } of printedLists)
    for (const [i, given] of inputsOf(params).entries()) {
      const { html } = await api.send(report.getDocument, { query: { kind, params: given } })
      all.set(`${kind} ${i}`, html)
    }
  return all
}

const changed = (one: Map<string, string>, other: Map<string, string>) =>
  [...one].filter(([name, text]) => other.get(name) !== text).map(([name]) => name)

test('records of another company change no report and no document of a company', async () => {
  const { own, other } = world
  const before = { own: await readAll(own), other: await readAll(other) }
  await addIssued(other, await addDeal(other))
  await addClosedVisit(other, { plate: PLATE, in_g: 12_480_000, out_g: 4_260_000 })
  const grown = changed(before.other, await readAll(other))
  assert.ok(grown.length >= 6, `the records are in no more than ${grown.join()}`)
  assert.deepEqual(
    changed(before.own, await readAll(own)),
    [],
    'Its query needs db.companyId in every table',
  )
})
