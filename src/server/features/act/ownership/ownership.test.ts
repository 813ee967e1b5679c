import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { act } from '#contract/act/act.ts'
import { uuidv7 } from '#server/db/uuid.ts'
import { ownership } from '#server/documents/kinds/ownership.ts'
import { drawHtml } from '#server/documents/body/draw-html.ts'
import { drawPdf } from '#server/documents/pdf/draw-pdf.ts'
import { addDeal, addDraft, addIssued, type Deal } from '#test/builders/act-forms.ts'
import { requestOf } from '#test/support/api.ts'
import { pageText, pdfTexts } from '#test/support/pdf-text.ts'
import { printedFacts } from '#test/support/printed-bodies.ts'
import { addPerson, openWorld, type Person, type World } from '#test/support/world.ts'

let world: World
let deal: Deal
before(async () => {
  world = await openWorld()
  deal = await addDeal(world.own)
})
after(() => world.close())

const page = async (actId: string, who: Person = world.own.operator) => {
  const answer = await who.api.send(act.getOwnershipBody, { query: { actId } })
  return { ...answer, text: pageText(answer.html) }
}
const pdf = async (actId: string, who: Person = world.own.operator) => {
  const answer = await who.api.raw(requestOf(act.getOwnershipPdf, { query: { actId } }))
  assert.deepEqual([answer.statusCode, answer.headers['content-type']], [200, 'application/pdf'])
  return answer.rawPayload
}

test('the statement of an issued act says who owns what on what ground, and stays as it was at issue', async () => {
  const issued = await addIssued(world.own, deal)
  const { title, html, text } = await page(issued.id)
  assert.equal(title, `Заявление о принадлежности лома к акту № ${issued.number}`)
  assert.ok(text.includes(pageText(`к акту закупки № ${issued.number}`)), text)
  assert.ok(text.includes(pageText(issued.ownership_basis!)), text)
  assert.match(text, /Массанеттовсего:[А-Я][а-я]+/)
  assert.ok(html.includes(encodeURIComponent(`/?path=/print/ownership/${issued.id}`)))
  const first = await pdf(issued.id)
  assert.deepEqual(await pdfTexts(first), [`${text}Лист1из1`])
  const { q } = world.own.db
  const company = q.updateTable('company').where('id', '=', world.own.id)
  await company.set({ legal_address: 'г. Тверь, ул. Новая, д. 9' }).execute()
  const supplier = q.updateTable('supplier').where('id', '=', issued.supplier_id)
  await supplier.set({ last_name: 'Переименованный' }).execute()
  assert.equal((await page(issued.id)).text, text)
  assert.ok((await pdf(issued.id)).equals(first))
})

test('without the right to personal data the identity document is masked, on the page and in the PDF', async () => {
  const { own } = world
  const { id } = await addIssued(own, deal)
  const reader = await addPerson(world.app, world.services, own.id, 'reader', 'USER', ['OPERATOR'])
  const whole = (await page(id, reader)).text
  assert.match(whole, /серия\d{4}№\d{6}/)
  await deny(reader, 'supplier.personal')
  const { text } = await page(id, reader)
  assert.doesNotMatch(text, /серия\d{4}|№\d{6},/)
  assert.match(text, /№\d\d\*+\d{3}/)
  assert.deepEqual(await pdfTexts(await pdf(id, reader)), [`${text}Лист1из1`])
  assert.equal((await page(id)).text, whole)
})

test('a draft says that it is one, and another company finds nothing', async () => {
  const { own, other, nobody } = world
  const draft = await addDraft(own, deal)
  const { title, text } = await page(draft.id)
  assert.equal(title, 'Заявление о принадлежности лома, черновик')
  assert.match(text, /ЧЕРНОВИК$/)
  const query = { actId: draft.id }
  for (const call of [act.getOwnershipBody, act.getOwnershipPdf]) {
    assert.equal((await other.operator.api.refused(call, { query })).code, 'common.not-found')
    assert.equal((await own.user.api.refused(call, { query })).code, 'access.denied')
    assert.equal((await nobody.refused(call, { query })).status, 401)
  }
})

test('an act that was issued before statements were has the one of its day, frozen when it is first printed', async () => {
  const issued = await addIssued(world.own, deal)
  const { text } = await page(issued.id)
  const { q } = world.own.db
  await sql`alter table issued_form disable trigger issued_form_only_grows`.execute(q)
  await sql`delete from issued_form where entity = 'act' and entity_id = ${issued.id}`.execute(q)
  await sql`alter table issued_form enable trigger issued_form_only_grows`.execute(q)
  const supplier = q.updateTable('supplier').where('id', '=', issued.supplier_id)
  await supplier.set({ last_name: 'Другой' }).execute()
  assert.equal((await page(issued.id)).text, text)
})

test('twelve positions with long names take two sheets; each weight stands in words, and no signature is alone', async () => {
  const facts = printedFacts(12)
  const long =
    'Лом и отходы чёрных металлов несортированные, категория 12А, габаритные, от разборки зданий'
  const positions = facts.positions.map((row) => ({ ...row, name: long, description: long }))
  const name =
    'Общество с ограниченной ответственностью «Заготовительная компания вторичных металлов»'
  const body = ownership.body({ ...facts, company: { ...facts.company, name }, positions })
  const at = '2026-11-21T11:05:00.000Z'
  const drawn = await drawPdf({ title: ownership.title, at, publicUrl: 'https://p.example', body })
  const pages = await pdfTexts(drawn)
  const folder = process.env['SHOTS']
  if (folder) {
    await mkdir(folder, { recursive: true })
    await writeFile(`${folder}/ownership.pdf`, drawn)
    await writeFile(`${folder}/ownership.html`, `<!doctype html>${drawHtml(body)}`)
  }
  assert.equal(pages.length, 2)
  assert.equal(pages.join('').match(/Семьтысячсемьсотсорокшестькилограммов/g)?.length, 11)
  assert.match(pages[1]!, /^Массанеттовсего:.*Сдатчик.*Лист2из2$/)
})

async function deny(person: Person, code: string): Promise<void> {
  const { q, sessions } = world.services
  const action = q.selectFrom('action').where('code', '=', code).select('id')
  const { id: action_id } = await action.executeTakeFirstOrThrow()
  const row = { id: uuidv7(), action_id, subject: 'user', subject_code: person.id, allow: false }
  await q.insertInto('action_access').values(row).execute()
  sessions.forget()
}
