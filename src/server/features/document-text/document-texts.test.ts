import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, test } from 'node:test'
import { act } from '#contract/act/act.ts'
import { documentTexts, textKinds, type TextKind } from '#contract/document/document-texts.ts'
import { price } from '#contract/price/price.ts'
import { supplier } from '#contract/supplier/supplier.ts'
import { weightacts } from '#contract/weight-act/weight-act.ts'
import { textForms } from '#server/documents/kinds/all.ts'
import { textsOfDay, textsOfVersion } from '#server/documents/texts/texts-of-day.ts'
import { addDeal, addDraft, addIssued, type Deal } from '#test/builders/act-forms.ts'
import { openWorld, type TestCompany, type World } from '#test/support/world.ts'

let world: World
let deal: Deal
before(async () => {
  world = await openWorld()
  deal = await addDeal(world.own)
})
after(() => world.close())

const api = () => world.supervisor.api

interface Scope {
  kind: TextKind
  companyId?: string
}

const read = (scope: Scope) => api().send(documentTexts.getTexts, { query: scope })

/** Saves a draft with some texts of a form changed and publishes it. */
async function publish(scope: Scope, texts: Record<string, string>, day?: string) {
  const before = await read(scope)
  const body = { ...scope, texts, version: before.draft?.version }
  const { draft } = await api().send(documentTexts.saveTexts, { body })
  const valid_from = day ?? before.today
  return api().send(documentTexts.publishTexts, {
    body: { ...scope, version: draft!.version, valid_from },
  })
}

const page = async (company: TestCompany, actId: string) =>
  (await company.operator.api.send(act.getBody, { query: { actId } })).html

async function pdf(actId: string): Promise<Buffer> {
  const file = await world.own.operator.api.send(act.getPdf, { query: { actId } })
  return Buffer.from(await file.arrayBuffer())
}

test('an issued act prints byte for byte what it printed before a publication, the next one the new text', async () => {
  const first = await addIssued(world.own, deal)
  const draft = await addDraft(world.own, deal)
  const [pageBefore, pdfBefore] = [await page(world.own, first.id), await pdf(first.id)]
  await publish({ kind: 'psa' }, { remark: 'Претензии **не принимаются** после *трёх* дней' })
  assert.equal(await page(world.own, first.id), pageBefore)
  assert.ok((await pdf(first.id)).equals(pdfBefore))
  assert.match(await page(world.own, draft.id), /Претензии <b>не принимаются<\/b>/)
  const second = await addIssued(world.own, deal)
  assert.match(await page(world.own, second.id), /<span class="italic">трёх<\/span>/)
  const versions = await world.own.db.q
    .selectFrom('act')
    .where('company_id', '=', world.own.id)
    .where('id', 'in', [first.id, second.id])
    .orderBy('number')
    .select('text_version')
    .execute()
  assert.deepEqual(versions, [{ text_version: '1' }, { text_version: '2' }])
})

test('a PDF is answered as it was first printed, whatever would be drawn today', async () => {
  const { id } = await addIssued(world.own, deal)
  const first = await pdf(id)
  const rows = await world.own.db.q
    .selectFrom('issued_pdf')
    .where('company_id', '=', world.own.id)
    .where('entity_id', '=', id)
    .select(['copies', 'sha256'])
    .execute()
  assert.equal(rows.length, 1)
  const { publicUrl } = world.services.config
  Object.assign(world.services.config, { publicUrl: 'https://new.example' })
  assert.ok((await pdf(id)).equals(first))
  Object.assign(world.services.config, { publicUrl })
  await assert.rejects(
    world.own.db.q
      .updateTable('issued_pdf')
      .set({ copies: 2 })
      .where('entity_id', '=', id)
      .execute(),
    /only grows/,
  )
})

test('a document of a day takes the version of that day, a company its own words', async () => {
  const { own, other } = world
  const day = (number: number) => `2199-0${number}-01`
  await publish({ kind: 'price_sheet' }, { heading: 'Цены', remark: 'Общее' }, day(1))
  await publish({ kind: 'price_sheet' }, { heading: 'Цены марта', remark: 'Общее' }, day(3))
  await publish({ kind: 'price_sheet' }, { heading: 'Цены февраля', remark: 'Общее' }, day(2))
  const ofOwn = { kind: 'price_sheet', companyId: own.id } as const
  await publish(ofOwn, { remark: 'Звоните' }, day(2))
  const told = async (company: TestCompany, on?: string) => {
    const { version, texts } = await textsOfDay(company.db, 'price_sheet', on)
    return [version, texts['heading'], texts['remark']]
  }
  assert.deepEqual(await told(own), ['1', undefined, undefined])
  assert.deepEqual(await told(own, day(1)), ['2', 'Цены', 'Общее'])
  assert.deepEqual(await told(own, day(2)), ['4-5', 'Цены февраля', 'Звоните'])
  assert.deepEqual(await told(own, day(3)), ['3-5', 'Цены марта', 'Звоните'])
  assert.deepEqual(await told(other, day(3)), ['3', 'Цены марта', 'Общее'])
  await publish({ kind: 'price_sheet' }, { heading: 'Прейскурант', remark: '' }, day(3))
  assert.deepEqual(await told(other, day(3)), ['6', 'Прейскурант', ''])
  const { history } = await read({ kind: 'price_sheet' })
  const states = history.map(({ number, state }) => [number, state])
  assert.deepEqual(states, [
    [6, 'scheduled'],
    [4, 'scheduled'],
    [3, 'past'],
    [2, 'scheduled'],
    [1, 'in_force'],
  ])
  await publish(ofOwn, {}, day(3))
  assert.deepEqual(await told(own, day(3)), ['6', 'Прейскурант', ''])
})

test('weight act, consent and price sheet say the published words', async () => {
  const { own } = world
  const weightActId = (await addIssued(own, deal)).weight_act_ids[0]!
  const weightPage = async () =>
    (await own.operator.api.send(weightacts.get, { params: { id: weightActId } })).body_html
  const before = await weightPage()
  await publish({ kind: 'weight_act' }, { remark: 'Вес проверен при сдатчике' })
  assert.equal(await weightPage(), before, 'a weight act that was issued before keeps its words')
  const next = (await addIssued(own, deal)).weight_act_ids[0]!
  const { body_html } = await own.operator.api.send(weightacts.get, { params: { id: next } })
  assert.match(body_html, /Вес проверен при сдатчике/)

  const card = () => own.operator.api.send(supplier.get, { query: { id: deal.supplier.id } })
  assert.equal((await card()).consent.text_version, '1')
  const ofOwn = { kind: 'consent', companyId: own.id } as const
  const { history } = await publish(ofOwn, { purpose: '**Цель:** приём макулатуры' })
  const { consent } = await card()
  assert.equal(consent.text_version, `1-${history[0]!.number}`)
  assert.match(consent.body_html, /<b>Цель:<\/b> приём макулатуры/)
  assert.match(consent.body_html, /Перечень данных/)
  const first = await textsOfVersion(own.db, 'consent', '1')
  assert.deepEqual(first?.texts, {})
  assert.equal(await textsOfVersion(world.other.db, 'consent', consent.text_version), undefined)

  await publish({ kind: 'price_sheet' }, { heading: 'Закупочные цены', remark: '' })
  const query = { column_id: own.columnId }
  const { html } = await own.operator.api.send(price.getBody, { query })
  assert.match(html, /Закупочные цены/)
})

test('each text of each form can be saved', async () => {
  for (const kind of textKinds) {
    const { fields, draft } = await read({ kind })
    const texts = Object.fromEntries(fields.map(({ key, text }) => [key, text]))
    const body = { kind, texts, version: draft?.version }
    const saved = await api().send(documentTexts.saveTexts, { body })
    assert.deepEqual(saved.draft!.texts, texts)
    const { version } = saved.draft!
    await api().send(documentTexts.deleteDraft, { body: { kind, version } })
  }
})

test('a published version neither changes nor goes, by the database itself', async () => {
  await publish({ kind: 'op5' }, { remark: 'Спасибо' })
  const { q } = world.services
  const published = q.updateTable('document_text').where('status', '=', 'published')
  await assert.rejects(published.set({ texts: '{}' }).execute(), /only grows/)
  await assert.rejects(published.set({ valid_from: '2199-01-01' }).execute(), /only grows/)
  await assert.rejects(
    q.deleteFrom('document_text').where('status', '=', 'published').execute(),
    /only grows/,
  )
})

test('texts that cannot be printed, past days and drafts of others are refused', async () => {
  const scope = { kind: 'psa' } as const
  const companyId = world.own.id
  const refusedTexts = async (texts: Record<string, string>, of: Scope = scope) =>
    (await api().refused(documentTexts.saveTexts, { body: { ...of, texts } })).fields ?? {}
  assert.match((await refusedTexts({ statement: '{seller}' }))['texts.statement']!, /\{goods\}/)
  assert.match((await refusedTexts({ vat_none: '' }))['texts.vat_none']!, /пустым/)
  assert.match((await refusedTexts({ purpose: 'Цель' }))['texts.purpose']!, /нет/)
  const forbidden = await refusedTexts({ law: 'Закон' }, { ...scope, companyId })
  assert.match(forbidden['texts.law']!, /один для всех/)

  const body = { ...scope, texts: { remark: 'Черновик' } }
  const { draft, today } = await api().send(documentTexts.saveTexts, { body })
  assert.equal((await api().refused(documentTexts.saveTexts, { body })).code, 'common.stale')
  const version = draft!.version
  const publishing = { ...scope, version, valid_from: today }
  const past = { ...publishing, valid_from: '2020-01-01' }
  const late = await api().refused(documentTexts.publishTexts, { body: past })
  assert.deepEqual(
    [late.code, Object.keys(late.fields ?? {})],
    ['document.day-passed', ['valid_from']],
  )
  const stale = await api().refused(documentTexts.publishTexts, {
    body: { ...publishing, version: version + 1 },
  })
  assert.equal(stale.code, 'common.stale')
  const removed = await api().send(documentTexts.deleteDraft, { body: { ...scope, version } })
  assert.equal(removed.draft, null)
  const none = await api().refused(documentTexts.publishTexts, { body: publishing })
  assert.equal(none.code, 'document.no-draft')

  const same = await api().send(documentTexts.saveTexts, { body: { ...scope, texts: {} } })
  const again = { ...publishing, version: same.draft!.version }
  const nothing = await api().refused(documentTexts.publishTexts, { body: again })
  assert.equal(nothing.code, 'document.same-texts')
  const stranger = { kind: 'psa', companyId: '00000000-0000-7000-8000-000000000000' } as const
  const missing = await api().refused(documentTexts.getTexts, { query: stranger })
  assert.equal(missing.code, 'common.not-found')
})

test('a text with a sign that documents cannot print is refused when it is saved, in each form', async () => {
  for (const kind of textKinds) {
    const before = await read({ kind })
    const [field] = before.fields.filter(({ inline }) => !inline)
    const body = { kind, texts: { [field!.key]: 'Лом 💰' }, version: before.draft?.version }
    const refused = await api().refused(documentTexts.saveTexts, { body })
    assert.equal(refused.code, 'document.bad-texts')
    assert.deepEqual(refused.fields, {
      [`texts.${field!.key}`]:
        'Знак «💰» (U+1F4B0) не печатается: его нет в шрифте документов. Уберите его',
    })
    assert.deepEqual((await read({ kind })).draft, before.draft)
  }
})

test('a preview shows both texts over a record of one company, masked and recorded', async () => {
  const issued = await addIssued(world.own, deal)
  const number = issued.number!
  const texts = { vat_none: 'Без налога' }
  const body = { kind: 'psa', texts, record: { companyId: world.own.id, number } } as const
  const { before_html, after_html } = await api().send(documentTexts.previewTexts, { body })
  assert.match(before_html, /НДС не облагается/)
  assert.match(after_html, /Без налога/)
  assert.ok(after_html.includes(number))
  const whole = await page(world.own, issued.id)
  const passport = /серия (\d{4}) № (\d{6})|\b(\d{4}) (\d{6})\b/.exec(whole)
  assert.ok(passport, 'the act itself prints the whole passport')
  assert.ok(!after_html.includes(passport[2] ?? passport[4]!))
  const seen = await world.own.db.q
    .selectFrom('audit_event')
    .where('company_id', '=', world.own.id)
    .where('action', '=', 'document.preview')
    .select('entity_id')
    .execute()
  assert.deepEqual(seen, [{ entity_id: issued.id }])
  const foreign = { ...body, record: { companyId: world.other.id, number } }
  const refusal = await api().refused(documentTexts.previewTexts, { body: foreign })
  assert.equal(refusal.code, 'document.no-record')
  for (const kind of ['op5', 'ownership', 'consent', 'weight_act', 'price_sheet'] as const) {
    const sample = await api().send(documentTexts.previewTexts, {
      body: { kind, texts: { remark: 'Новое примечание' } },
    })
    assert.match(sample.after_html, /Новое примечание/)
    assert.doesNotMatch(sample.after_html, /\{[a-z_]+\}/)
  }
})

test('the words of version 1 are never changed in the program: a change of them is a published version', () => {
  const words = Object.values(textForms).map(({ texts }) =>
    Object.entries(texts).map(([key, { text }]) => `${key}: ${text}`),
  )
  assert.equal(
    createHash('sha256').update(JSON.stringify(words)).digest('hex').slice(0, 16),
    '1c469a68ad6e759d',
  )
})
