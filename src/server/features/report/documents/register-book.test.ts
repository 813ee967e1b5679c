import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { report } from '#contract/report/report.ts'
import type { ActForm } from '#server/features/act/act-form.ts'
import { uuidv7 } from '#server/db/uuid.ts'
import { addDeal, addDraft, addIssued } from '#test/builders/act-forms.ts'
import { openWorld, type Person, type World } from '#test/support/world.ts'

const DAY_MS = 86_400_000
const dayFromNow = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)
const WEEK = { date_from: dayFromNow(-3), date_to: dayFromNow(3) }

let world: World
const acts: ActForm[] = []
let strange: ActForm
before(async () => {
  world = await openWorld()
  const deal = await addDeal(world.own)
  for (let i = 0; i < 3; i++) acts.push(await addIssued(world.own, deal))
  await addDraft(world.own, deal)
  await world.own.db.q
    .updateTable('act')
    .set({ status: 'void', void_reason: 'Ошибка в <весе>' })
    .where('company_id', '=', world.own.id)
    .where('id', '=', acts[1]!.id)
    .execute()
  strange = await addIssued(world.other, await addDeal(world.other))
})
after(() => world.close())

const query = (params: object) => ({ query: { kind: 'register_book', params } })
const print = (person: Person, params: object = WEEK) =>
  person.api.send(report.getDocument, query(params))

/** Texts of the table by row. */
const rowsOf = (html: string) =>
  [...html.matchAll(/<tr class="(?:void|valid)">([\s\S]*?)<\/tr>/g)].map(([, row]) =>
    [...row!.matchAll(/<td[^>]*>([\s\S]*?)<\/td>/g)].map(([, text]) =>
      text!.replaceAll(/\s+/g, ' ').trim(),
    ),
  )

test('the book has each numbered act in the order of numbers, with the figures of its positions', async () => {
  const { title, html } = await print(world.own.operator)
  assert.equal(title, 'Книга учёта ПСА')
  const rows = rowsOf(html)
  assert.deepEqual(
    rows.map(([place, number]) => [place, number]),
    acts.map(({ number }, i) => [String(i + 1), number]),
  )
  const [first] = rows
  // 12,480 t less 4,260 t of tare, 5 % of contamination.
  assert.deepEqual(first!.slice(5, 9), ['12,480', '4,260', '5', '7,809'])
  assert.deepEqual(first!.slice(10), ['проведён', 'проведён', 'Выписан'])
  assert.equal(rows[1]!.at(-1), 'Аннулирован: Ошибка в &lt;весе&gt;')
  assert.match(html, /Актов: 2, аннулировано: 1\. Нетто:\s+15,618 т/)
  assert.equal((await print(world.own.operator)).html, html)
})

test('its sheets lie on their side, with page numbers and a repeated head', async () => {
  const { html } = await print(world.own.operator)
  assert.match(html, /size: A4 landscape/)
  assert.match(html, /counter\(page\) ' из ' counter\(pages\)/)
  assert.equal(html.match(/<thead>/g)!.length, 1)
})

test('a company prints its own acts alone', async () => {
  const { html } = await print(world.other.operator)
  assert.deepEqual(
    rowsOf(html).map(([, number]) => number),
    [strange.number],
  )
  const fields = { 'params.site_id': 'Выберите из списка' }
  for (const site_id of [world.other.siteId, uuidv7()]) {
    const given = query({ ...WEEK, site_id })
    const refusal = await world.own.operator.api.refused(report.getDocument, given)
    assert.deepEqual([refusal.code, refusal.fields], ['report.bad-params', fields])
  }
})

test('a period without acts says so; a bad one and an unknown document are refused', async () => {
  const past = { date_from: '2020-01-01', date_to: '2020-12-31' }
  assert.match((await print(world.own.operator, past)).html, /За этот период актов нет/)
  const { api } = world.own.operator
  const backwards = { date_from: '2026-02-01', date_to: '2026-01-01' }
  const refusal = await api.refused(report.getDocument, query(backwards))
  assert.deepEqual(refusal.fields, { 'params.date_to': 'Конец периода раньше начала' })
  const unknown = await api.refused(report.getDocument, {
    query: { kind: 'nothing', params: WEEK },
  })
  assert.deepEqual(unknown.fields, { kind: 'Такого документа нет' })
})

test('the passport is whole only for those who may see personal data, and rights are needed for the book', async () => {
  const { operator } = world.own
  const whole = rowsOf((await print(operator)).html)[0]![3]!
  assert.doesNotMatch(whole, /\*/)
  await deny('supplier.personal')
  const masked = rowsOf((await print(operator)).html)[0]![3]!
  assert.match(masked, /\*{3}/)
  assert.equal(masked.slice(-3), whole.slice(-3))
  await deny('report.create')
  const refusal = await operator.api.refused(report.getDocument, query(WEEK))
  assert.equal(refusal.code, 'access.denied')
  const types = await operator.api.send(report.getTypes, { query: {} })
  assert.deepEqual(types, [])
  const supervisor = await world.supervisor.api.refused(report.getDocument, query(WEEK))
  assert.equal(supervisor.code, 'access.denied')
})

async function deny(code: string): Promise<void> {
  const { q, sessions } = world.services
  const { id: action_id } = await q
    .selectFrom('action')
    .where('code', '=', code)
    .select('id')
    .executeTakeFirstOrThrow()
  const subject_code = world.own.operator.id
  await q
    .insertInto('action_access')
    .values({ id: uuidv7(), action_id, subject: 'user', subject_code, allow: false })
    .execute()
  sessions.forget()
}
