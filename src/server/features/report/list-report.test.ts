import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sumMeanings } from '#contract/core/sum-meanings.ts'
import { act } from '#contract/act/act.ts'
import { company } from '#contract/company/company.ts'
import { files } from '#contract/file/file.ts'
import { report } from '#contract/report/report.ts'
import { supplier } from '#contract/supplier/supplier.ts'
import { user } from '#contract/user/user.ts'
import { readCsv } from '#test/support/read-csv.ts'
import { readCells } from '#test/builders/made-workbook.ts'
import { addIssuedAct } from '#test/builders/issued-acts.ts'
import { addSupplier } from '#test/builders/builders.ts'
import { uuidv7 } from '#server/db/uuid.ts'
import { openWorld, type Person, type World } from '#test/support/world.ts'
import { makeReport, REPORT_JOB } from './write/make-report.ts'
import { sweepReports } from './report-jobs.ts'

const BOUNDS = { bytes: 10_000_000, rows: 10_000, columns: 60 }
const COMPANIES = company.getAll.path.replace('/api/v1/', '')
const ACT_COLUMNS = ['number', 'supplier', 'total', 'payment', 'status']

let world: World
before(async () => {
  world = await openWorld({ config: { logLevel: 'error' } })
  // The queue takes the jobs and does nothing: each test makes its reports when it wants them made.
  await world.services.jobs.start([{ name: REPORT_JOB, handler: async () => undefined }])
  const good = await addSupplier(world.own, { last_name: 'Зимин' })
  const formula = await addSupplier(world.own, {
    type: 'company',
    org_name: '=HYPERLINK("http://x";"ООО")',
  })
  for (let i = 1; i <= 12; i++)
    await addIssuedAct(world.own, i % 3 ? good.id : formula.id, i * 100_050, 'signed')
  await addIssuedAct(world.own, good.id, 100, 'draft')
  const stranger = await addSupplier(world.other)
  await addIssuedAct(world.other, stranger.id, 777_00)
})
after(() => world.close())

interface Asked {
  call?: string
  filter?: object
  columns?: string[]
  format?: 'xlsx' | 'csv'
}

const bodyOf = ({ call = 'act/getAllActs', columns = ACT_COLUMNS, ...rest }: Asked) => ({
  type: 'list' as const,
  params: { call, columns, ...(rest.filter && { filter: rest.filter }) },
  format: rest.format ?? ('csv' as const),
})

/** Frees the person from the bound of an hour, which has a test of its own. */
async function ask(person: Person, asked: Asked): Promise<string> {
  await world.services.q
    .updateTable('report')
    .set({ created_at: '2020-01-01T00:00:00Z' })
    .where('status', 'in', ['ready', 'failed'])
    .execute()
  const { reportId } = await person.api.send(report.create, { body: bodyOf(asked) })
  return reportId
}

async function made(person: Person, asked: Asked, companyId = world.own.id) {
  const id = await ask(person, asked)
  await makeReport(world.services, { company_id: companyId, id })
  return person.api.send(report.getStatus, { query: { reportId: id } })
}

async function bytesOf(person: Person, fileId: string): Promise<Uint8Array> {
  const blob = await person.api.send(files.get, { params: { id: fileId } })
  return new Uint8Array(await blob.arrayBuffer())
}

async function csvOf(person: Person, asked: Asked, companyId?: string) {
  const status = await made(person, asked, companyId)
  assert.equal(status.status, 'ready', status.error ?? '')
  return readCsv(await bytesOf(person, status.file_id!), BOUNDS).map(({ cells }) => cells)
}

test('a file of a list has the columns, order, filter, words and sums of the screen', async () => {
  const filter = { status: ['signed'], sort: [['total_kop', 'desc']] }
  const rows = await csvOf(world.own.operator, { filter })
  assert.deepEqual(rows[0], ['Номер', 'Поставщик', 'Сумма, ₽', 'Оплата', 'Статус'])
  assert.equal(rows.length, 1 + 12 + 1 + 1)
  assert.deepEqual(rows[1]!.slice(2), ['12006,00', 'Не оплачен', 'Подписан'])
  const { totals } = await world.own.operator.api.send(act.getAll, {
    query: { filter: { status: ['signed'], with: ['totals'] } },
  })
  const sum = rows.slice(1, -2).reduce((all, row) => all + Number(row[2]!.replace(',', '')), 0)
  assert.equal(sum, (totals as Record<string, number>)['total_kop'])
  assert.deepEqual(rows.at(-2), ['Итого', '', '78039,00', '', ''])
  assert.deepEqual(rows.at(-1), [sumMeanings.purchases, '', '', '', ''], 'and what it adds up')
})

test('a workbook holds the same rows, amounts as numbers and no formula', async () => {
  const filter = { status: ['signed'], sort: [['number', 'asc']] }
  const status = await made(world.own.operator, { filter, format: 'xlsx' })
  const bytes = await bytesOf(world.own.operator, status.file_id!)
  const rows = readCells(bytes, BOUNDS).map(({ cells }) => cells)
  assert.equal(rows.length, 15)
  assert.deepEqual(rows[1]!.slice(1, 3), ['Зимин Андрей Сергеевич', 1000.5])
  assert.ok(rows[3]!.includes('=HYPERLINK("http://x";"ООО")'))
  assert.equal(rows.at(-2)![2], 78_039)
  assert.equal(rows.at(-1)![0], sumMeanings.purchases)
})

test('a name that begins as a formula is harmless in CSV', async () => {
  const rows = await csvOf(world.own.operator, { columns: ['supplier'], filter: {} })
  assert.ok(rows.some(([name]) => name === `'=HYPERLINK("http://x";"ООО")`))
})

test('no filter gives rows of another company', async () => {
  const rows = await csvOf(world.own.operator, { filter: {} })
  assert.ok(rows.every((row) => row[2] !== '777,00'))
  const refusal = await world.own.operator.api.refused(report.create, {
    body: bodyOf({ filter: { company_id: world.other.id } }),
  })
  assert.deepEqual([refusal.status, refusal.code], [400, 'report.bad-params'])
})

test('a report belongs to its author: another company does not find it, a manager may read it', async () => {
  const status = await made(world.own.operator, {})
  const query = { reportId: status.reportId }
  for (const person of [world.other.operator, world.other.manager])
    assert.equal((await person.api.refused(report.getStatus, { query })).status, 404)
  const file = { params: { id: status.file_id! } }
  assert.equal((await world.other.manager.api.refused(files.get, file)).status, 404)
  await world.own.manager.api.send(files.get, file)
  const own = await world.own.operator.api.send(report.getAll, { query: {} })
  assert.equal(own.items[0]!.id, status.reportId)
  assert.deepEqual([own.items[0]!.title, own.items[0]!.rows], ['Акты', 13])
  const theirs = await world.other.manager.api.send(report.getAll, { query: {} })
  assert.deepEqual(theirs.items, [])
})

test('the file of an operator is refused to another operator without the right to control reports', async () => {
  const status = await made(world.own.manager, {})
  const query = { reportId: status.reportId }
  assert.equal((await world.own.operator.api.refused(report.getStatus, { query })).status, 404)
  const file = { params: { id: status.file_id! } }
  assert.equal((await world.own.operator.api.refused(files.get, file)).status, 404)
  const { items } = await world.own.operator.api.send(report.getAll, { query: {} })
  assert.ok(items.every(({ id }) => id !== status.reportId))
})

test('an unknown list, filter or column is refused', async () => {
  const bad = async (asked: Asked) => {
    const refusal = await world.own.operator.api.refused(report.create, { body: bodyOf(asked) })
    return [refusal.code, ...Object.keys(refusal.fields ?? {})]
  }
  assert.deepEqual(await bad({ call: 'report/getReportList' }), [
    'report.bad-params',
    'params.call',
  ])
  for (const word of ['secret', 'constructor', 'toString', '__proto__'])
    assert.deepEqual(await bad({ columns: [word] }), ['report.bad-params', 'params.columns'])
  assert.deepEqual(await bad({ filter: { status: ['nope'] } }), [
    'report.bad-params',
    'params.filter',
  ])
  assert.deepEqual(await bad({ call: COMPANIES, columns: ['name'] }), ['access.denied'])
})

test('a repeated request answers the same report', async () => {
  const person = world.own.manager
  const body = { ...bodyOf({}), client_id: crypto.randomUUID() }
  const first = await person.api.send(report.create, { body })
  assert.deepEqual(await person.api.send(report.create, { body }), first)
  await makeReport(world.services, { company_id: world.own.id, id: first.reportId })
})

test('a person who loses the right while the report waits gets no file', async () => {
  const id = await ask(world.own.operator, {})
  const { q } = world.services
  const set = (status: string) =>
    q.updateTable('app_user').set({ status }).where('id', '=', world.own.operator.id).execute()
  await set('blocked')
  await makeReport(world.services, { company_id: world.own.id, id })
  await set('active')
  const status = await world.own.operator.api.send(report.getStatus, { query: { reportId: id } })
  assert.deepEqual([status.status, status.file_id], ['failed', null])
  assert.match(status.error!, /прав|доступ/i)
})

test('personal data in a file depend on the right at the moment of writing', async () => {
  const columns = ['name', 'phone']
  const call = 'supplier/getAllSuppliers'
  const rows = await csvOf(world.own.operator, { call, columns })
  const { items } = await world.own.operator.api.send(supplier.getAll, { query: {} })
  assert.equal(rows.length, items.length + 1)
})

test('SUPERVISOR can export lists of the platform', async () => {
  const nobody = '00000000-0000-0000-0000-000000000000'
  const call = COMPANIES
  const rows = await csvOf(world.supervisor, { call, columns: ['name', 'status'] }, nobody)
  assert.deepEqual(
    rows
      .slice(1)
      .map(([name]) => name)
      .toSorted(),
    ['Лютик', 'Ромашка'],
  )
})

test('SUPERVISOR exports the files of all companies or of one, without personal ones', async () => {
  const nobody = '00000000-0000-0000-0000-000000000000'
  const kinds = ['photo', 'passport'] as const
  const stored = { mime: 'image/jpeg', size: 1, sha256: Buffer.alloc(32), storage_key: 'none' }
  const rows = [world.own, world.other].flatMap(({ id: company_id }) =>
    kinds.map((kind) => ({ ...stored, company_id, id: uuidv7(), kind })),
  )
  await world.services.q.insertInto('file').values(rows).execute()
  const told = async (filter: object) => {
    const asked = { call: 'files/getList', columns: ['company', 'kind'], filter }
    return (await csvOf(world.supervisor, asked, nobody)).slice(1).toSorted()
  }
  const kind = kinds.map(String)
  assert.deepEqual(await told({ kind }), [
    ['Лютик', 'Фото'],
    ['Ромашка', 'Фото'],
  ])
  assert.deepEqual(await told({ kind, company_id: world.other.id }), [['Лютик', 'Фото']])
})

test('a ready file sends a notice to its author', async () => {
  await made(world.own.operator, {})
  const { items } = await world.own.operator.api.send(user.getNotices, { query: {} })
  assert.deepEqual(
    [items[0]!.kind, items[0]!.title, items[0]!.href],
    ['report_ready', 'Готов файл «Акты»', '/operator/reports'],
  )
})

test('a file is named by the day of its company, also between the midnights of the company and of UTC', async () => {
  const { file_id } = await made(world.own.operator, {})
  const { q } = world.services
  const nameAt = async (created_at: string) => {
    await q.updateTable('file').set({ created_at }).where('id', '=', file_id!).execute()
    const url = `/api/v1/files/get/${file_id!}`
    const { headers } = await world.own.operator.api.raw({ method: 'GET', url })
    return /filename="(report-\d{8})-/.exec(String(headers['content-disposition']))?.[1]
  }
  const set = (timezone: string) =>
    q.updateTable('company').set({ timezone }).where('id', '=', world.own.id).execute()
  assert.equal(await nameAt('2026-11-27T22:45:00Z'), 'report-20261128')
  await set('Europe/Kaliningrad')
  assert.equal(await nameAt('2026-11-27T21:45:00Z'), 'report-20261127')
  await set('Europe/Moscow')
})

test('after its term the file is removed and its row kept; a report that never ends fails', async () => {
  const status = await made(world.own.operator, {})
  const lost = await ask(world.own.operator, {})
  const { q } = world.services
  const past = '2020-01-01T00:00:00Z'
  await q
    .updateTable('report')
    .set({ expires_at: past })
    .where('id', '=', status.reportId)
    .execute()
  await q.updateTable('report').set({ updated_at: past }).where('id', '=', lost).execute()
  await sweepReports(world.services)
  const of = (reportId: string) =>
    world.own.operator.api.send(report.getStatus, { query: { reportId } })
  assert.deepEqual(
    [(await of(status.reportId)).status, (await of(lost)).status],
    ['expired', 'failed'],
  )
  const refusal = await world.own.operator.api.refused(files.get, {
    params: { id: status.file_id! },
  })
  assert.equal(refusal.status, 404)
})
