import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { act } from '#contract/act/act.ts'
import { files } from '#contract/file/file.ts'
import { addDeal, addDraft, addIssued, type Deal } from '#test/builders/act-forms.ts'
import { approval } from '#test/support/approve.ts'
import { pdfOf } from '#test/builders/pdf-sheet.ts'
import { actCode, sheet } from '#test/builders/sheets.ts'
import { addSupplier } from '#test/builders/builders.ts'
import { uploadScans } from '#test/builders/upload-scans.ts'
import { openWorld, type World } from '#test/support/world.ts'

let world: World
let deal: Deal
before(async () => {
  world = await openWorld()
  deal = await addDeal(world.own)
})
after(() => world.close())

const sign = (row: { id: string; version: number }, scan: string) => ({
  command: 'sign' as const,
  id: row.id,
  version: row.version,
  accepted_scan_ids: [scan],
})

test("a photo and a PDF of the act's own sheet sign it without a question", async () => {
  const { operator } = world.own
  const issued = await addIssued(world.own, deal)
  const page = await sheet(actCode(issued.id), { turned: 4, blurred: 0.6 })
  const sent = await uploadScans(operator, issued.id, [page, pdfOf(page)])
  assert.equal(sent.status, 200, JSON.stringify(sent.body))
  const proven = sent.body.map((scan: { own_code: boolean }) => scan.own_code)
  assert.deepEqual(proven, [true, true])
  const signed = await operator.api.send(act.update, { body: sign(issued, sent.body[1].id) })
  assert.equal(signed.status, 'signed')
})

test('the sheet of another act is refused, and no page of that upload is stored', async () => {
  const { operator } = world.own
  const [issued, other] = [await addIssued(world.own, deal), await addIssued(world.own, deal)]
  const own = await sheet(actCode(issued.id))
  const foreign = await sheet(actCode(other.id), { turned: 180 })
  for (const bytes of [foreign, pdfOf(foreign)]) {
    const sent = await uploadScans(operator, issued.id, [own, bytes])
    assert.deepEqual([sent.status, sent.body.code], [409, 'file.other-sheet'])
    assert.match(sent.body.message, new RegExp(`Файл 2: .*другого акта, № ${other.number}`))
  }
  const params = { kind: 'signed_act', entity: 'act', entity_id: issued.id } as const
  const saved = await operator.api.refused(files.save, {
    query: { params },
    body: foreign,
  })
  assert.equal(saved.code, 'file.other-sheet')
  const card = await operator.api.send(act.get, { query: { id: issued.id } })
  assert.deepEqual(card.scans, [])
})

test("the sheet of another company's act is refused without its number", async () => {
  const strangers = await addDeal(world.other)
  const foreign = await addIssued(world.other, strangers)
  const issued = await addIssued(world.own, deal)
  const page = await sheet(actCode(foreign.id))
  const sent = await uploadScans(world.own.operator, issued.id, [page])
  assert.deepEqual([sent.status, sent.body.code], [409, 'file.other-sheet'])
  assert.match(sent.body.message, /которого нет в вашей компании/)
})

test('the sheet of the version before a correction, and that of a draft, are refused', async () => {
  const { operator, manager } = world.own
  const former = await addIssued(world.own, deal)
  const body = { command: 'correct', id: former.id, version: former.version } as const
  const correct = { body: { ...body, reason: 'Ошибка в цене' } }
  const asked = await operator.api.refused(act.update, correct)
  const corrected = await operator.api.send(
    act.update,
    correct,
    await approval(operator, asked, manager),
  )
  const again = await operator.api.send(act.update, {
    body: { command: 'issue', id: corrected.id, version: corrected.version },
  })
  const old = await uploadScans(operator, again.id, [await sheet(actCode(former.id))])
  assert.deepEqual([old.status, old.body.code], [409, 'file.other-sheet'])
  assert.match(old.body.message, new RegExp(`прежний акт № ${former.number}: он исправлен этим`))
  const draft = await addDraft(world.own, deal)
  const print = await operator.api.send(act.getBody, { query: { actId: draft.id } })
  assert.ok(print.html.includes(encodeURIComponent(`/?path=/print/act/${draft.id}`)))
  const code = `http://127.0.0.1:8080/?path=/print/act/${draft.id}`
  const early = await uploadScans(operator, draft.id, [await sheet(code)])
  assert.match(early.body.message, /На листе черновик акта/)
})

test('a sheet without a code signs only after a person has compared it', async () => {
  const { operator } = world.own
  const issued = await addIssued(world.own, deal)
  const pages = [
    await sheet(null),
    await sheet('ST00012|Name=ООО'),
    await sheet(actCode(issued.id)),
  ]
  const sent = await uploadScans(operator, issued.id, pages)
  const proven = sent.body.map((scan: { own_code: boolean }) => scan.own_code)
  assert.deepEqual(proven, [false, false, true])
  const refused = await operator.api.refused(act.update, { body: sign(issued, sent.body[0].id) })
  assert.equal(refused.code, 'act.sheet-unproven')
  assert.match(refused.message, /Сверьте номер на бумаге/)
  const compared = { ...sign(issued, sent.body[0].id), without_code: true }
  const signed = await operator.api.send(act.update, { body: compared })
  assert.equal(signed.status, 'signed')
})

test('the consent of another person is refused', async () => {
  const other = await addSupplier(world.own)
  const own = deal.supplier.id
  const params = { kind: 'consent', entity: 'supplier', entity_id: own, text_version: '1' } as const
  const save = async (id: string) => {
    const body = await sheet(`http://127.0.0.1:8080/?path=/print/consent/${id}`)
    return { query: { params }, body }
  }
  const refused = await world.own.manager.api.refused(files.save, await save(other.id))
  assert.equal(refused.code, 'file.other-sheet')
  assert.match(refused.message, /согласия другого человека/)
  await world.own.manager.api.send(files.save, await save(own))
})
