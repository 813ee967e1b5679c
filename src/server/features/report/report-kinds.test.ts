import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { answerAddress, ownerQuestions } from '#contract/report/owner-questions.ts'
import { report } from '#contract/report/report.ts'
import { uuidv7 } from '#server/db/uuid.ts'
import { Refusal } from '#http/refusal.ts'
import { holdReports } from '#test/support/report-files.ts'
import { openWorld, type Person, type World } from '#test/support/world.ts'
import { printedLists } from './documents/all.ts'
import { reportKinds } from './kinds/all.ts'
import { MAX_ROWS } from './lists/list-export.ts'
import type { ReportKind } from './report-kind.ts'
import { periodParams, plateParam, postParam, readParams } from './report-params.ts'
import { writeReport } from './write/write-report.ts'

let world: World
before(async () => {
  world = await openWorld({ config: { logLevel: 'error' } })
  await holdReports(world)
})
after(() => world.close())

const PERIOD = { date_from: '2026-01-01', date_to: '2026-01-31' }
// Of a kind without a period each required parameter has a value here.
const REQUIRED: Record<string, string> = {
  ...PERIOD,
  date: '2026-01-31',
  year: '2026',
  carnumber: 'А123ВС77',
}

/** Reports of a company; those of the platform have tests of their own. */
const ofCompany = reportKinds.filter(({ source }) => source.access !== 'super')

/** Good parameters of a kind. */
function paramsOf({ params }: Pick<ReportKind, 'params'>): Record<string, string> {
  const required = Object.entries(params).filter(([, param]) => param.required)
  return Object.fromEntries(required.map(([name]) => [name, REQUIRED[name]!]))
}

async function refusalsOf(person: Person, type: string, params: object) {
  const asked = await person.api.refused(report.preview, {
    query: { type, params },
  })
  const body = { type, params, format: 'csv' as const }
  const ordered = await person.api.refused(report.create, { body })
  assert.deepEqual(
    [ordered.status, ordered.code, ordered.fields],
    [asked.status, asked.code, asked.fields],
  )
  return ordered
}

test('each report has its own type, and its chart names existing columns', () => {
  const types = reportKinds.map(({ type }) => type)
  assert.equal(new Set(types).size, types.length)
  for (const { type, columns, chart, formats } of reportKinds) {
    const ids = Object.keys(columns)
    assert.ok(ids.length > 0, type)
    assert.ok(formats.length > 0, type)
    if (chart) assert.ok(ids.includes(chart.name) && ids.includes(chart.value), type)
  }
})

test('each question of an owner is answered by a report with these parameters', () => {
  const addresses = ownerQuestions.map(answerAddress)
  assert.equal(new Set(addresses).size, ownerQuestions.length)
  for (const address of addresses) {
    const { order, ...params } = Object.fromEntries(new URL(address, 'http://host').searchParams)
    const kind = ofCompany.find(({ type }) => type === order)!
    const read = readParams(kind.params, { ...paramsOf(kind), ...params })
    assert.ok('values' in read, address)
  }
})

test('the list of reports has each that the person may make, with the choices of his company', async () => {
  const { api } = world.own.manager
  const all = await api.send(report.getTypes, { query: {} })
  assert.deepEqual(
    all.map(({ type }) => type),
    [
      'list',
      ...ofCompany.map(({ type }) => type),
      ...printedLists.map(({ kind }) => kind),
      'act_archive',
    ],
  )
  for (const kind of ofCompany) {
    const [described] = await api.send(report.getTypes, { query: { type: kind.type } })
    assert.deepEqual(
      described!.params.map(({ name }) => name),
      Object.keys(kind.params),
    )
    const site = described!.params.find(({ name }) => name === 'site_id')
    if (site)
      assert.deepEqual(
        site.options!.map(({ value }) => value),
        [world.own.siteId],
      )
  }
})

test('a bad period, a record of another company, an unknown parameter and an unknown report are refused at their fields', async () => {
  const person = world.own.manager
  for (const kind of ofCompany) {
    const { type, params } = kind
    const good = paramsOf(kind)
    const backwards = { date_from: '2026-02-01', date_to: '2026-01-01' }
    const year = { date_from: '2025-01-01', date_to: '2026-01-02' }
    const bad: [object, Record<string, string>][] = [
      [{ ...good, secret: 1 }, { params: 'Неизвестное поле: secret' }],
    ]
    for (const [name, { required }] of Object.entries(params)) {
      const { [name]: _dropped, ...rest } = good
      if (required) bad.push([rest, { [`params.${name}`]: 'Заполните поле' }])
    }
    if ('date_to' in params)
      bad.push(
        [{ ...good, ...backwards }, { 'params.date_to': 'Конец периода раньше начала' }],
        [{ ...good, ...year }, { 'params.date_to': 'Не больше 366 дней' }],
      )
    if ('site_id' in params)
      for (const site_id of [world.other.siteId, uuidv7()])
        bad.push([{ ...good, site_id }, { 'params.site_id': 'Выберите из списка' }])
    for (const [given, fields] of bad) {
      const refusal = await refusalsOf(person, type, given)
      assert.deepEqual([refusal.code, refusal.fields], ['report.bad-params', fields])
    }
    const text = { type, params: good, format: 'txt' as const }
    const refusal = await person.api.refused(report.create, { body: text })
    assert.deepEqual(refusal.fields, { format: 'Этот отчёт так не выгружается' })
  }
  const unknown = await refusalsOf(person, 'nothing_known', {})
  assert.deepEqual(unknown.fields, { type: 'Такого отчёта нет' })
})

test('a report is refused without the right, without the module, and to SUPERVISOR', async () => {
  const { own, supervisor, services } = world
  for (const kind of ofCompany) {
    const { type, permission, source } = kind
    const params = paramsOf(kind)
    const deny = (allow: boolean) => setGrant(own.manager, permission, allow)
    await deny(false)
    assert.equal((await refusalsOf(own.manager, type, params)).code, 'access.denied')
    assert.ok(!(await typesOf(own.manager)).includes(type))
    await deny(true)
    const body = { type, params, format: 'csv' as const }
    assert.equal((await supervisor.api.refused(report.create, { body })).code, 'access.denied')
    assert.ok(!(await typesOf(supervisor)).includes(type))
    if (!source.module) continue
    const { settings } = await services.q
      .selectFrom('company')
      .where('id', '=', own.id)
      .select('settings')
      .executeTakeFirstOrThrow()
    const set = async (value: unknown) => {
      await services.q
        .updateTable('company')
        .set({ settings: JSON.stringify(value) })
        .where('id', '=', own.id)
        .execute()
      services.sessions.forget()
    }
    await set({ ...(settings as object), modules: ['report'] })
    assert.equal((await refusalsOf(own.manager, type, params)).code, 'module.off')
    await set(settings)
  }
})

async function typesOf(person: Person): Promise<string[]> {
  return (await person.api.send(report.getTypes, { query: {} })).map(({ type }) => type)
}

async function setGrant(person: Person, code: string, allow: boolean): Promise<void> {
  const { q, sessions } = world.services
  if (allow) await q.deleteFrom('action_access').where('subject_code', '=', person.id).execute()
  else
    await q
      .insertInto('action_access')
      .columns(['id', 'action_id', 'company_id', 'subject', 'subject_code', 'allow'])
      .expression((eb) =>
        eb
          .selectFrom('action')
          .where('code', '=', code)
          .select((one) => [
            one.val(uuidv7()).as('id'),
            'action.id as action_id',
            one.val(world.own.id).as('company_id'),
            one.val('user').as('subject'),
            one.val(person.id).as('subject_code'),
            one.val(allow).as('allow'),
          ]),
      )
      .execute()
  sessions.forget()
}

test('more rows than the bound are refused, whether they were counted before or not', async () => {
  const columns = [
    { title: 'Номер', kind: 'integer' as const, value: (row: unknown) => row as number },
  ]
  async function* pages() {
    for (let from = 0; from <= MAX_ROWS; from += 1000)
      yield Array.from({ length: 1000 }, (_, i) => from + i)
  }
  const rights = { authorize: () => undefined, checkChoices: async () => undefined }
  for (const open of [() => ({ pages }), () => ({ pages, count: async () => MAX_ROWS + 1 })]) {
    const requested = { title: 'Проба', columns, ...rights, open }
    const db = { ...world.own.db, auditEvents: [], onCommit: [] }
    const written = writeReport(db, requested, 'csv', async () => undefined)
    await assert.rejects(
      written,
      (error) => error instanceof Refusal && /больше 200\s000 строк/.test(error.message),
    )
  }
})

test('parameters are read by their own kinds: a plate as visits carry it, a choice by its id', () => {
  const params = { ...periodParams, carnumber: plateParam, post_id: postParam }
  const given = { ...PERIOD, carnumber: 'a123bc77' }
  assert.deepEqual(readParams(params, given), { values: { ...PERIOD, carnumber: 'А123ВС77' } })
  assert.deepEqual(readParams(params, { ...PERIOD, post_id: '1' }), {
    problems: { 'params.post_id': 'Неверный идентификатор' },
  })
})
