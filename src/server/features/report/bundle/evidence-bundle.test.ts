import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { after, before, test } from 'node:test'
import sharp from 'sharp'
import { act } from '#contract/act/act.ts'
import { files } from '#contract/file/file.ts'
import { report } from '#contract/report/report.ts'
import { visitCalls } from '#contract/visit/visit.ts'
import { weightacts } from '#contract/weight-act/weight-act.ts'
import { addAuditEvent } from '#server/db/audit.ts'
import { inTransaction } from '#server/db/handle.ts'
import {
  addDeal,
  addDraft,
  addIssued,
  PSA_FORM,
  steelLine,
  type Deal,
} from '#test/builders/act-forms.ts'
import { addMethod } from '#test/builders/builders.ts'
import { addPastPayment } from '#test/builders/past/past-payments.ts'
import { addTrainingBank } from '#test/builders/payouts.ts'
import { jpeg, pdf } from '#test/builders/pictures.ts'
import { uploadScans } from '#test/builders/upload-scans.ts'
import { connectYard } from '#test/site/fake-yard.ts'
import { denyRight } from '#test/support/access-rows.ts'
import { pdfPages } from '#test/support/pdf-text.ts'
import { holdReports } from '#test/support/report-files.ts'
import { truckHands } from '#test/support/truck-driver.ts'
import { openWorld, PATIENT_WITH_CAMERAS, type Person, type World } from '#test/support/world.ts'
import { makeReport } from '../write/make-report.ts'
import { drawPdfPages } from './draw-pages.ts'

let world: World
let actId: string
let deal: Deal
let passport: string
before(async () => {
  world = await openWorld({ config: { deadlines: PATIENT_WITH_CAMERAS, logLevel: 'error' } })
  await holdReports(world)
  const { own } = world
  const yard = await connectYard(world, own)
  deal = await addDeal(own)
  const visit = await truckHands(own, yard).visit(12_480, 4_260)
  await yard.disconnect()
  const draft = await own.operator.api.send(act.update, {
    body: {
      command: 'save',
      supplier_id: deal.supplier.id,
      ...PSA_FORM,
      lines: [steelLine(deal, visit.id)],
      positions: [{ line: 0 }],
    },
  })
  const { id, version } = draft
  const issued = await own.operator.api.send(act.update, {
    body: { command: 'issue', id, version },
  })
  actId = id
  const pages = [await jpeg('#fdfdf5', 1240, 1754), pdf(2)]
  assert.equal((await uploadScans(own.operator, id, pages)).status, 200)
  await addPastPayment(own, {
    act: { ...issued, number: issued.number!, date: issued.date!, status: 'issued' },
    amount_kop: 100_000_00,
    methodId: (await addMethod(own, deal.supplier)).id,
    bankConfigId: await addTrainingBank(own),
    saved_at: '2026-01-11T09:00:00Z',
    status: 'paid',
    finished_at: '2026-01-11T09:01:00Z',
  })
  const page = await own.operator.api.send(act.getBody, { query: { actId } })
  passport = /№ (\d{6})/.exec(page.html)![1]!
})
after(() => world.close())

const bodyOf = (act_id: string) => ({
  type: 'act_bundle',
  params: { act_id },
  format: 'pdf' as const,
})

/** Orders the bundle and makes it; the bound of an hour has a test of its own. */
async function order(by: Person, act_id = actId) {
  await world.services.q
    .updateTable('report')
    .set({ created_at: '2020-01-01T00:00:00Z' })
    .where('status', 'in', ['ready', 'failed'])
    .execute()
  const { reportId } = await by.api.send(report.create, { body: bodyOf(act_id) })
  await makeReport(world.services, { company_id: world.own.id, id: reportId })
  return by.api.send(report.getStatus, { query: { reportId } })
}

async function bundleOf(by: Person, act_id = actId): Promise<Buffer> {
  const status = await order(by, act_id)
  assert.equal(status.status, 'ready', status.error ?? '')
  const blob = await by.api.send(files.get, { params: { id: status.file_id! } })
  return Buffer.from(await blob.arrayBuffer())
}

const words = (text: string) => text.replaceAll(/\s+/g, ' ')
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex')
const storedPath = (key: string) => path.join(world.services.config.dataDir, 'files', key)

/** Files of the weighings and papers of the act, with the bytes that lie on the disk. */
async function storedFiles() {
  const rows = await world.services.q
    .selectFrom('file')
    .where('company_id', '=', world.own.id)
    .where('kind', 'in', ['photo', 'indicator', 'signed_act'])
    .select(['id', 'kind', 'storage_key', 'sha256'])
    .orderBy('id')
    .execute()
  assert.ok(rows.length >= 4)
  return rows
}

test('the bundle names act, parties, sums, frames, papers and payments, and each sheet its number', async () => {
  const bytes = await bundleOf(world.own.operator)
  assert.match(bytes.toString('latin1'), /<pdfaid:part>2<\/pdfaid:part>/)
  assert.ok(bytes.length < 1_500_000, `${bytes.length}`)
  const pages = (await pdfPages(bytes)).map(words)
  for (const [i, text] of pages.entries())
    assert.ok(text.includes(`Лист ${i + 1} из ${pages.length}`), text.slice(-200))
  const [title, ...rest] = pages
  const text = rest.join(' ')
  const card = await world.own.operator.api.send(act.get, { query: { id: actId } })
  for (const word of [
    `Приёмо-сдаточный акт № ${card.number}`,
    'ООО «Ромашка»',
    card.supplier_name,
    'Итог: расхождений не найдено.',
    'подписей верно 2 из 2',
  ])
    assert.ok(title!.includes(word), `${word}: ${title}`)
  const proofs = await world.own.operator.api.send(visitCalls.getProof, {
    query: { id: card.transactions[0]!.id },
  })
  for (const { reading } of proofs)
    assert.ok(text.replaceAll(' ', '').includes(reading!.raw), reading!.raw)
  for (const word of [
    'ПРИЁМО-СДАТОЧНЫЙ АКТ',
    'ВЕСОВОЙ АКТ',
    'верна: ключ этих весов дал ту же подпись',
    'Файл PDF, страница 2 из 2',
    'СБП •••• 4567, Сбербанк',
    'Опись частей',
  ])
    assert.ok(text.includes(word), word)
  assert.ok(text.includes(passport))
})

test('every hash of the list is that of a stored file, a frame, a form or a link of the journal', async () => {
  const { own, services } = world
  const pages = await pdfPages(await bundleOf(own.operator))
  const list = pages.slice(pages.findIndex((page) => page.includes('Опись частей'))).join('\n')
  const printed = new Set(list.match(/\b[0-9a-f]{64}\b/g))
  const expected = new Set<string>()
  for (const { storage_key } of await storedFiles())
    expected.add(sha256(await readFile(storedPath(storage_key))))
  const { api } = own.operator
  const card = await api.send(act.get, { query: { id: actId } })
  for (const { id } of card.transactions)
    for (const { reading } of await api.send(visitCalls.getProof, { query: { id } }))
      expected.add(sha256(Buffer.from(reading!.raw, 'hex')))
  expected.add(sha256((await api.send(act.getBody, { query: { actId } })).html))
  expected.add(sha256((await api.send(act.getOwnershipBody, { query: { actId } })).html))
  for (const { id } of card.weight_acts)
    expected.add(sha256((await api.send(weightacts.get, { params: { id } })).body_html))
  const pdfs = [
    await api.send(act.getPdf, { query: { actId } }),
    await api.send(act.getOwnershipPdf, { query: { actId } }),
    ...(await Promise.all(
      card.weight_acts.map(({ id }) => api.send(weightacts.getPdf, { params: { id }, query: {} })),
    )),
  ]
  for (const file of pdfs) expected.add(sha256(new Uint8Array(await file.arrayBuffer())))
  const head = /№ (\d+)\s+Отпечаток конца журнала\s+([0-9a-f]{64})/.exec(list)
  assert.ok(head, list)
  const links = await services.q
    .selectFrom('audit_event')
    .where('company_id', '=', own.id)
    .select(['seq', 'hash'])
    .execute()
  const hashes = new Map(links.map(({ seq, hash }) => [hash.toString('hex'), Number(seq)]))
  assert.equal(hashes.get(head[2]!), Number(head[1]))
  for (const hash of printed)
    assert.ok(expected.has(hash) || hashes.has(hash), `${hash} is of nothing`)
  for (const hash of expected) assert.ok(printed.has(hash), `${hash} is not printed`)
})

test('a photo that retention took and one that was exchanged are told with their hashes, and the outcome says so', async () => {
  const { services, own } = world
  const [taken, exchanged] = (await storedFiles()).filter(({ kind }) => kind !== 'signed_act')
  const bytes = await readFile(storedPath(exchanged!.storage_key))
  const setDeleted = (deleted_at: string | null) =>
    services.q.updateTable('file').set({ deleted_at }).where('id', '=', taken!.id).execute()
  await setDeleted('2026-03-12T10:00:00Z')
  await writeFile(storedPath(exchanged!.storage_key), 'another picture')
  const text = words((await pdfPages(await bundleOf(own.operator))).join(' '))
  await setDeleted(null)
  await writeFile(storedPath(exchanged!.storage_key), bytes)
  assert.match(text, /удалён по сроку хранения 12\.03\.2026/)
  assert.match(text, /ИЗМЕНЁН: байты в хранилище не те/)
  assert.ok(text.includes(taken!.sha256.toString('hex')))
  assert.match(text, /изменено 1, удалено по сроку хранения 1 НЕ СХОДИТСЯ/)
  assert.match(text, /НАЙДЕНЫ РАСХОЖДЕНИЯ: фотографии взвешиваний/)
})

test('a photo that the disk lost is told apart from one that retention took', async () => {
  const [photo] = (await storedFiles()).filter(({ kind }) => kind !== 'signed_act')
  const bytes = await readFile(storedPath(photo!.storage_key))
  await rm(storedPath(photo!.storage_key))
  const text = words((await pdfPages(await bundleOf(world.own.operator))).join(' '))
  await writeFile(storedPath(photo!.storage_key), bytes)
  assert.match(text, /НЕ НАЙДЕН в хранилище/)
})

test('without the right to personal data the document is masked and signed sheets stay out', async () => {
  const { own } = world
  const allow = await denyRight(world, own.operator, 'supplier.personal')
  const text = words((await pdfPages(await bundleOf(own.operator))).join(' '))
  await allow()
  assert.ok(!text.includes(passport), 'the number of the passport')
  assert.match(text, /Номер документа, удостоверяющего личность, скрыт/)
  assert.match(text, /не показан: у составителя пакета нет права видеть личные документы/)
  assert.doesNotMatch(text, /Файл PDF, страница/)
})

test('another company has no such act, a draft has no bundle, and the right to reports is asked', async () => {
  const { own, other, supervisor } = world
  const stranger = await other.operator.api.refused(report.create, { body: bodyOf(actId) })
  assert.deepEqual([stranger.status, stranger.code], [404, 'common.not-found'])
  const draft = await addDraft(own, deal)
  const early = await own.operator.api.refused(report.create, { body: bodyOf(draft.id) })
  assert.equal(early.code, 'report.bad-params')
  assert.match(early.message, /ещё черновик/)
  const platform = await supervisor.api.refused(report.create, { body: bodyOf(actId) })
  assert.equal(platform.code, 'access.denied')
  const bad = { ...bodyOf(actId), format: 'xlsx' as const }
  assert.equal(
    (await own.operator.api.refused(report.create, { body: bad })).code,
    'report.bad-params',
  )
  const wrong = { ...bodyOf(actId), params: { act_id: 'x' } }
  const refusal = await own.operator.api.refused(report.create, { body: wrong })
  assert.deepEqual(Object.keys(refusal.fields ?? {}), ['params.act_id'])
})

test('the making stands in the journal of the act, and the list of reports names it', async () => {
  const { own, services } = world
  const { id } = await addIssued(own, deal)
  const status = await order(own.manager, id)
  const events = await services.q
    .selectFrom('audit_event')
    .where('company_id', '=', own.id)
    .where('entity_id', '=', id)
    .where('action', '=', 'act.bundle')
    .select(['user_id'])
    .execute()
  assert.deepEqual(events, [{ user_id: own.manager.id }])
  const { items } = await own.manager.api.send(report.getAll, { query: {} })
  const row = items.find((one) => one.id === status.reportId)!
  assert.deepEqual([row.title, row.format, row.status], ['Пакет PDF по акту', 'pdf', 'ready'])
})

test('links that left for the archive are told as not verified here', async () => {
  const { own } = world
  const tellOfArchive = async (before: string) => {
    const event = {
      action: 'audit.archive',
      entity: 'company',
      id: own.id,
      after: { before },
    } as const
    await inTransaction(own.db, async (tx) => addAuditEvent(tx, event))
    return words((await pdfPages(await bundleOf(own.operator))).join(' '))
  }
  const text = await tellOfArchive('2090-01-02')
  assert.match(text, /записи до 02\.01\.2090 в архиве и здесь не проверены/)
  assert.match(text, /Записи до 02\.01\.2090 перенесены в архив журнала/)
  // An archive that ends before the documents began took nothing of theirs.
  assert.doesNotMatch(await tellOfArchive('2020-01-01'), /архив/)
})

test('a page of a PDF that is narrower than a point of its picture is not left out', async () => {
  for (const [size, sides] of [
    ['1 3000', [1, 1750]],
    ['14400 1', [1750, 1]],
  ] as const) {
    const [page] = await drawPdfPages(pdf(1, size), 1)
    const { width, height } = await sharp(page).metadata()
    assert.deepEqual([width, height], sides)
  }
})
