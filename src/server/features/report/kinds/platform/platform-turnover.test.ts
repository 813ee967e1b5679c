import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { act } from '#contract/act/act.ts'
import { report } from '#contract/report/report.ts'
import type { ActForm } from '#server/features/act/act-form.ts'
import { NO_COMPANY, uuidv7 } from '#server/db/uuid.ts'
import { addDeal, addIssued, type Deal } from '#test/builders/act-forms.ts'
import { addMethod } from '#test/builders/builders.ts'
import { addPastPayment, type PastPayment } from '#test/builders/past/past-payments.ts'
import { addPastAct } from '#test/builders/past/past-acts.ts'
import { addTrainingBank } from '#test/builders/payouts.ts'
import { approval } from '#test/support/approve.ts'
import { holdReports, orderCsv } from '#test/support/report-files.ts'
import { openWorld, type TestCompany, type World } from '#test/support/world.ts'

const TYPE = 'platform_turnover'
const DAY_MS = 86_400_000
const dayFromNow = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)
const WEEK = { date_from: dayFromNow(-3), date_to: dayFromNow(3) }

let world: World
const kept: ActForm[] = []
let strange: ActForm
before(async () => {
  world = await openWorld({ config: { logLevel: 'error' } })
  await holdReports(world)
  const { own, other } = world
  const deal = await addDeal(own)
  kept.push(await addIssued(own, deal), await addIssued(own, deal))
  await voidAct(own, await addIssued(own, deal))
  strange = await addIssued(other, await addDeal(other))
  await addPayments(own, deal)
})
after(() => world.close())

async function voidAct({ operator, manager }: TestCompany, { id, version }: ActForm) {
  const body = { command: 'void', id, version, reason: 'Ошибка в весе' } as const
  const refusal = await operator.api.refused(act.update, { body })
  await operator.api.send(act.update, { body }, await approval(operator, refusal, manager))
}

const kop: Record<Exclude<PastPayment['status'], 'processing'>, number> = {
  paid: 1_000_01,
  rejected: 200_02,
  cancelled: 400_00,
  unknown: 30_03,
  saved: 5_00,
}

async function addPayments(own: TestCompany, deal: Deal): Promise<void> {
  const bankConfigId = await addTrainingBank(own)
  const methodId = (await addMethod(own, deal.supplier)).id
  const supplier_id = deal.supplier.id
  const act = await addPastAct(own, {
    supplier_id,
    date: '2024-01-10',
    net_g: 1_000_000,
    total_kop: 900_000_00,
  })
  const now = new Date().toISOString()
  for (const [status, amount_kop] of Object.entries(kop) as [PastPayment['status'], number][]) {
    const ends = ['paid', 'rejected', 'cancelled'].includes(status)
    const facts = { act, amount_kop, methodId, bankConfigId, saved_at: now, status }
    await addPastPayment(own, { ...facts, ...(ends && { finished_at: now }) })
  }
  // Saved and paid in Moscow's last second before the week, saved then and paid within it, and a check of the way to the bank.
  const before = new Date(Date.parse(`${WEEK.date_from}T00:00:00+03:00`) - 1000).toISOString()
  const paid = { act, methodId, bankConfigId, status: 'paid' as const, finished_at: now }
  await addPastPayment(own, { ...paid, amount_kop: 77_00, saved_at: before, finished_at: before })
  await addPastPayment(own, { ...paid, amount_kop: 40_00, saved_at: before })
  await addPastPayment(own, { ...paid, amount_kop: 1_00, saved_at: now, is_test: true })
}

const decimals = (value: number, digits: number) => {
  const text = String(value).padStart(digits + 1, '0')
  return `${text.slice(0, -digits)},${text.slice(-digits)}`
}
const order = (params: object) => orderCsv(world, world.supervisor, TYPE, params, NO_COMPANY)

test('each company stands with its acts, weights, sums and payments; a void act is no turnover', async () => {
  const rows = (await order(WEEK)).slice(1)
  const sum = (field: 'net_g' | 'total_kop') => kept.reduce((all, form) => all + form[field], 0)
  assert.deepEqual(rows[0], [
    'Ромашка',
    '7707083893',
    '2',
    decimals(sum('net_g'), 3),
    decimals(sum('total_kop'), 2),
    '1040,01',
    '1',
    '200,02',
    '1',
    '30,03',
  ])
  assert.deepEqual(rows[1]!.slice(0, 5), [
    'Лютик',
    '7710140679',
    '1',
    decimals(strange.net_g, 3),
    decimals(strange.total_kop, 2),
  ])
  assert.equal(rows[2]![4], decimals(sum('total_kop') + strange.total_kop, 2))
  const one = await order({ ...WEEK, company_id: world.other.id })
  assert.deepEqual(
    one.slice(1, -1).map(([name]) => name),
    ['Лютик'],
  )
})

test('it is SUPERVISOR’s alone, with a company of the platform', async () => {
  const { own, supervisor } = world
  const query = { type: TYPE, params: WEEK }
  for (const person of [own.manager, own.operator]) {
    assert.equal((await person.api.refused(report.preview, { query })).code, 'access.denied')
    const body = { ...query, format: 'csv' as const }
    assert.equal((await person.api.refused(report.create, { body })).code, 'access.denied')
  }
  const shown = await supervisor.api.send(report.preview, { query })
  assert.equal(shown.links[0], `/super/companies?id=${own.id}`)
  const unknown = { type: TYPE, params: { ...WEEK, company_id: uuidv7() } }
  const refusal = await supervisor.api.refused(report.preview, { query: unknown })
  assert.deepEqual(refusal.fields, { 'params.company_id': 'Выберите из списка' })
})
