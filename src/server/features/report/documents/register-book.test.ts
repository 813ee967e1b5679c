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

test('the book lists every numbered act in order, with the figures of its positions', async () => {
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

test('the book is printed in landscape, with page numbers and a repeated head', async () => {
  const { html } = await print(world.own.operator)
  assert.match(html, /size: A4 landscape/)
  assert.match(html, /counter\(page\) ' из ' counter\(pages\)/)
  assert.equal(html.match(/<thead>/g)!.length, 1)
})

test('heads of columns break where their hyphens stand, and the foot says why numbers are left out', async () => {
  const { html } = await print(world.own.operator)
  const heads = [...html.matchAll(/<th(?: [^>]*)?>([\s\S]*?)<\/th>/g)].map(([, head]) =>
    head!.trim(),
  )
  const words = heads.join('|')
  assert.match(words, /Засорён-\s*<br \/>\s*ность, %/)
  assert.match(words, /Взрыво-\s*<br \/>\s*безопас-\s*<br \/>\s*ность/)
  for (const head of heads) assert.doesNotMatch(head, /[а-яё]-[а-яё]/, head)
  const foot = html.slice(html.indexOf('Актов: 2'))
  assert.match(foot, /Номера общие для ПСА и актов ОП-5 всей компании/)
})

test("a company's book has only its own acts", async () => {
  const { html } = await print(world.other.operator)
  assert.deepEqual(
    rowsOf(html).map(([, number]) => number),
    [strange.number],
  )
})

test('a book of a period without acts has a note instead of rows', async () => {
  const past = { date_from: '2020-01-01', date_to: '2020-12-31' }
  assert.match((await print(world.own.operator, past)).html, /За этот период актов нет/)
})

test('a book of more than five thousand acts is refused', async () => {
  const { id: company_id, siteId: site_id, manager, db } = world.other
  const row = (seq: number) => ({
    company_id,
    id: uuidv7(),
    kind: 'psa',
    sort_at: '2019-06-01T00:00:00Z',
    site_id,
    supplier_id: strange.supplier_id,
    status: 'issued',
    number: `2019-${seq}`,
    number_year: 2019,
    number_seq: seq,
    date: '2019-06-01',
    issued_at: '2019-06-01T00:00:00Z',
    issued_by: manager.id,
    accepted_by: '{}',
    supplier_snapshot: Buffer.from('sealed'),
    company_snapshot: '{}',
    template: 'psa',
    template_version: 1,
    body_html: Buffer.from('sealed'),
    body_sha256: Buffer.alloc(32),
  })
  for (let from = 1; from <= 5001; from += 1667) {
    const rows = Array.from({ length: 1667 }, (_, i) => row(from + i))
    await db.q.insertInto('act').values(rows).execute()
  }
  const year = { date_from: '2019-01-01', date_to: '2019-12-31' }
  const refusal = await manager.api.refused(report.getDocument, query(year))
  assert.equal(refusal.code, 'report.bad-params')
  assert.match(refusal.message, /^В книге больше 5\s000 актов\. Сузьте период и повторите$/)
})

test('the passport is printed whole only with the right to personal data', async () => {
  const { operator } = world.own
  const whole = rowsOf((await print(operator)).html)[0]![3]!
  assert.doesNotMatch(whole, /\*/)
  await deny('supplier.personal')
  const masked = rowsOf((await print(operator)).html)[0]![3]!
  assert.match(masked, /\*{3}/)
  assert.equal(masked.slice(-3), whole.slice(-3))
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
