import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { report } from '#contract/report/report.ts'
import { callAction } from '#server/auth/call-action.ts'
import { uuidv7 } from '#server/db/uuid.ts'
import { openWorld, type Person, type World } from '#test/support/world.ts'
import { printedLists } from './all.ts'

let world: World
before(async () => {
  world = await openWorld()
})
after(() => world.close())

const PERIOD = { date_from: '2026-01-01', date_to: '2026-01-31' }
// What the screen lets through (print-html.ts).
const ALLOWED = /^(article|b|br|h1|h2|img|p|section|small|span|table|tbody|td|tfoot|th|thead|tr)$/

const refusalOf = (person: Person, kind: string, params: object = PERIOD) =>
  person.api.refused(report.getDocument, { query: { kind, params } })

const typesOf = async (person: Person) =>
  (await person.api.send(report.getTypes, { query: {} })).map(({ type }) => type)

test('each document is offered by its list and has only elements that the print page allows', async () => {
  const { api } = world.own.operator
  const all = await api.send(report.getTypes, { query: {} })
  for (const { kind, title, source } of printedLists) {
    const described = all.find(({ type }) => type === kind)!
    assert.deepEqual(
      [described.title, described.printed_from, described.formats],
      [title, callAction(source), []],
    )
    const { html } = await api.send(report.getDocument, { query: { kind, params: PERIOD } })
    const [, content] = /^<style>[^<]*<\/style>([\s\S]*)$/.exec(html.trim())!
    for (const [, name] of content!.matchAll(/<([a-z][a-z0-9]*)/g)) assert.match(name!, ALLOWED)
    assert.doesNotMatch(content!, /\sstyle=|\son[a-z]+=|href=/)
  }
})

test('a bad period, a site of another company and an unknown parameter are refused at their fields', async () => {
  for (const { kind, params } of printedLists) {
    const bad: [object, Record<string, string>][] = [
      [{ ...PERIOD, secret: 1 }, { params: 'Неизвестное поле: secret' }],
    ]
    if ('date_to' in params)
      bad.push([
        { date_from: '2026-02-01', date_to: '2026-01-01' },
        { 'params.date_to': 'Конец периода раньше начала' },
      ])
    if ('site_id' in params)
      for (const site_id of [world.other.siteId, uuidv7()])
        bad.push([{ ...PERIOD, site_id }, { 'params.site_id': 'Выберите из списка' }])
    for (const [given, fields] of bad) {
      const refusal = await refusalOf(world.own.operator, kind, given)
      assert.deepEqual([refusal.code, refusal.fields], ['report.bad-params', fields])
    }
  }
  const unknown = await refusalOf(world.own.operator, 'nothing')
  assert.deepEqual(unknown.fields, { kind: 'Такого документа нет' })
})

test("a document is refused without the list's module, without the right, and to SUPERVISOR", async () => {
  const { own, supervisor, services } = world
  for (const { kind, source, permission } of printedLists) {
    assert.equal((await refusalOf(supervisor, kind)).code, 'access.denied')
    assert.ok(!(await typesOf(supervisor)).includes(kind))
    if (source.module) {
      const company = services.q.selectFrom('company').where('id', '=', own.id)
      const { settings } = await company.select('settings').executeTakeFirstOrThrow()
      await store(JSON.stringify({ ...(settings as object), modules: ['report'] }))
      assert.equal((await refusalOf(own.operator, kind)).code, 'module.off')
      assert.ok(!(await typesOf(own.operator)).includes(kind))
      await store(JSON.stringify(settings))
    }
    assert.ok((await typesOf(own.operator)).includes(kind))
    await deny(permission)
    assert.equal((await refusalOf(own.operator, kind)).code, 'access.denied')
    assert.ok(!(await typesOf(own.operator)).includes(kind))
    await services.q
      .deleteFrom('action_access')
      .where('subject_code', '=', own.operator.id)
      .execute()
    services.sessions.forget()
  }
})

async function store(settings: string): Promise<void> {
  const { q, sessions } = world.services
  await q.updateTable('company').set({ settings }).where('id', '=', world.own.id).execute()
  sessions.forget()
}

async function deny(code: string): Promise<void> {
  const { q, sessions } = world.services
  const action = q.selectFrom('action').where('code', '=', code).select('id')
  const { id: action_id } = await action.executeTakeFirstOrThrow()
  const subject_code = world.own.operator.id
  const row = { id: uuidv7(), action_id, subject: 'user', subject_code, allow: false }
  await q.insertInto('action_access').values(row).execute()
  sessions.forget()
}
