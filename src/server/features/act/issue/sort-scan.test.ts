import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { act } from '#contract/act/act.ts'
import sharp from 'sharp'
import { addDeal, addDraft, addIssued, type Deal } from '#test/builders/act-forms.ts'
import { jpeg, pdf } from '#test/builders/pictures.ts'
import { pdfOf } from '#test/builders/pdf-sheet.ts'
import { actCode, sheet } from '#test/builders/sheets.ts'
import { countStored, sortScan, uploadScans } from '#test/builders/upload-scans.ts'
import { approval } from '#test/support/approve.ts'
import { until } from '#test/support/until.ts'
import { openWorld, type World } from '#test/support/world.ts'

let world: World
let deal: Deal
before(async () => {
  world = await openWorld()
  deal = await addDeal(world.own)
})
after(() => world.close())

const send = (bytes: Buffer, clientId: string = randomUUID(), by = world.own.operator) =>
  sortScan(by, clientId, [bytes])

const scansOf = async (id: string) =>
  (await world.own.operator.api.send(act.get, { query: { id } })).scans

const stored = () => countStored(world)

/** Sends a page that must be refused and leave nothing. */
async function refused(bytes: Buffer) {
  const earlier = await stored()
  const { status, body } = await send(bytes)
  // Bytes of a body that was refused before its end are removed beside the answer.
  await until(stored, (now) => isDeepStrictEqual(now, earlier))
  return { status, code: body.code, message: body.message }
}

test('photos and PDFs of signed sheets find each its own act, and sign it without a question', async () => {
  const { operator } = world.own
  const acts = [await addIssued(world.own, deal), await addIssued(world.own, deal)]
  for (const [place, issued] of acts.entries()) {
    const page = await sheet(actCode(issued.id), { turned: 4, blurred: 0.6 })
    const sent = await send(place === 0 ? page : pdfOf(page))
    assert.equal(sent.status, 200, JSON.stringify(sent.body))
    const [scan] = await scansOf(issued.id)
    assert.deepEqual(sent.body, {
      act_id: issued.id,
      number: issued.number,
      scan_id: scan!.id,
      is_new: true,
    })
    assert.deepEqual([scan!.kind, scan!.own_code, scan!.page], ['signed_act', true, 1])
    const signed = await operator.api.send(act.update, {
      body: {
        command: 'sign',
        id: issued.id,
        version: issued.version,
        accepted_scan_ids: [scan!.id],
      },
    })
    assert.equal(signed.status, 'signed')
  }
})

test('what act/scans writes into the history, a page of a heap writes too', async () => {
  const eventsOf = async (id: string) => {
    const events = await world.own.db.q
      .selectFrom('audit_event')
      .where('company_id', '=', world.own.db.companyId)
      .select(['action', 'after', 'user_id'])
      .orderBy('seq')
      .execute()
    const ofAct = events.filter(({ after }) => (after as { entity_id?: string })?.entity_id === id)
    return ofAct.map((event) => [event.action, Object.keys(event.after as object), event.user_id])
  }
  const one = await addIssued(world.own, deal)
  const other = await addIssued(world.own, deal)
  await uploadScans(world.own.operator, one.id, [await sheet(actCode(one.id))])
  assert.equal((await send(await sheet(actCode(other.id)))).status, 200)
  const events = await eventsOf(one.id)
  assert.deepEqual(
    events.map(([action]) => action),
    ['file.save', 'scan.save'],
  )
  assert.deepEqual(await eventsOf(other.id), events)
})

test('a request repeated after a lost answer stores once and is answered as the first, even when the act is void by then', async () => {
  const { operator } = world.own
  const issued = await addIssued(world.own, deal)
  const page = await sheet(actCode(issued.id))
  const clientId = randomUUID()
  const [first, twin] = await Promise.all([send(page, clientId), send(page, clientId)])
  assert.deepEqual([first.status, twin.status], [200, 200])
  assert.deepEqual(twin.body, first.body)
  assert.equal(first.body.is_new, true)
  const kept = await stored()
  assert.equal((await scansOf(issued.id)).length, 1)
  const other = await send(await sheet(actCode(issued.id), { turned: 2 }), clientId)
  assert.deepEqual([other.status, other.body.code], [409, 'common.id-reused'])
  const body = { command: 'void', id: issued.id, version: issued.version } as const
  const cancel = { body: { ...body, reason: 'Ошибка в весе' } }
  const asked = await operator.api.refused(act.update, cancel)
  await operator.api.send(act.update, cancel, await approval(operator, asked, world.own.manager))
  assert.deepEqual((await send(page, clientId)).body, first.body)
  assert.deepEqual(await stored(), kept)
})

test('a page that the act has already is not stored again, also when both come at once', async () => {
  const issued = await addIssued(world.own, deal)
  const page = pdfOf(await sheet(actCode(issued.id)))
  const sent = await Promise.all([send(page), send(page)])
  const isNew = sent.map(({ body }) => body.is_new).toSorted()
  assert.deepEqual(isNew, [false, true])
  assert.equal(sent[0]!.body.scan_id, sent[1]!.body.scan_id)
  const photo = await sheet(actCode(issued.id), { turned: 3 })
  await uploadScans(world.own.operator, issued.id, [photo])
  const kept = await stored()
  const again = await send(photo)
  assert.deepEqual(
    [again.status, again.body.is_new, again.body.number],
    [200, false, issued.number],
  )
  assert.deepEqual(await stored(), kept)
})

test('a page that was rejected may come again', async () => {
  const { api } = world.own.operator
  const issued = await addIssued(world.own, deal)
  const page = await sheet(actCode(issued.id))
  const first = await send(page)
  const { id, version } = issued
  const rejected_scans = [{ id: first.body.scan_id, reason: 'Нет подписи' }]
  await api.send(act.update, { body: { command: 'sign', id, version, rejected_scans } })
  const again = await send(page)
  assert.deepEqual([again.status, again.body.is_new], [200, true])
  const statuses = (await scansOf(id)).map(({ status }) => status)
  assert.deepEqual(statuses, ['rejected', 'new'])
})

test('a page without a code of ours, and one of another document, is refused in words', async () => {
  const draft = await addDraft(world.own, deal)
  const print = (form: string) => sheet(`http://127.0.0.1:8080/?path=/print/${form}/${draft.id}`)
  for (const code of [null, 'ST00012|Name=ООО'])
    assert.deepEqual(await refused(await sheet(code)), {
      status: 409,
      code: 'file.no-code',
      message: 'На листе не найден QR-код акта. Выберите акт сами',
    })
  const papers = { act: /черновик акта/, weight_act: /весового акта/, consent: /согласия/ }
  for (const [form, words] of Object.entries(papers)) {
    const answer = await refused(await print(form))
    assert.deepEqual([answer.status, answer.code], [409, 'file.other-sheet'])
    assert.match(answer.message, words)
  }
})

test('a strip without width for a code is a page without a code, and may be given its act by hand', async () => {
  const issued = await addIssued(world.own, deal)
  for (const size of ['1 3000', '3 14400', '1 14400', '14400 1']) {
    const { status, code } = await refused(pdf(1, size))
    assert.deepEqual([status, code], [409, 'file.no-code'], size)
    const sent = await uploadScans(world.own.operator, issued.id, [pdf(1, size)])
    assert.equal(sent.status, 200, `${size}: ${JSON.stringify(sent.body)}`)
  }
  const strip = await refused(await jpeg('#ffffff', 1, 9000))
  assert.deepEqual([strip.status, strip.code], [409, 'file.no-code'])
})

test("another company's act is refused like one that never was", async () => {
  const foreign = await addIssued(world.other, await addDeal(world.other))
  const [ofOthers, ofNobody] = [
    await refused(await sheet(actCode(foreign.id))),
    await refused(await sheet(actCode(randomUUID()))),
  ]
  assert.deepEqual([ofOthers.status, ofOthers.code], [409, 'file.other-sheet'])
  assert.deepEqual(ofOthers, ofNobody)
})

test('a void act, and one that a correction has replaced, take no page', async () => {
  const { operator, manager } = world.own
  for (const [command, words] of [
    ['void', 'аннулирован'],
    ['correct', 'исправлен другим. Напечатайте и подпишите новый'],
  ] as const) {
    const issued = await addIssued(world.own, deal)
    const body = { command, id: issued.id, version: issued.version, reason: 'Ошибка в весе' }
    const asked = await operator.api.refused(act.update, { body })
    await operator.api.send(act.update, { body }, await approval(operator, asked, manager))
    assert.deepEqual(await refused(await sheet(actCode(issued.id))), {
      status: 409,
      code: 'act.is-void',
      message: `Акт № ${issued.number} ${words}`,
    })
  }
})

test('a file that is no page, several files, and a PDF of several acts are refused', async () => {
  const { operator } = world.own
  const text = await refused(Buffer.from('просто текст'))
  assert.deepEqual([text.status, text.code], [415, 'file.bad-type'])
  const heavy = await refused(Buffer.alloc(10 * 1024 * 1024 + 1))
  assert.deepEqual([heavy.status, heavy.code], [413, 'file.too-large'])
  for (const files of [[], [await jpeg(), await jpeg()]]) {
    const sent = await sortScan(operator, randomUUID(), files)
    assert.deepEqual([sent.status, sent.body.code], [400, 'common.validation'])
  }
  const acts = [await addIssued(world.own, deal), await addIssued(world.own, deal)]
  const [left, right] = await Promise.all(acts.map(({ id }) => sheet(actCode(id))))
  const both = await sharp(left)
    .extend({ right: 1300 })
    .composite([{ input: right!, left: 1240, top: 0 }])
    .jpeg()
    .toBuffer()
  const answer = await refused(both)
  assert.deepEqual([answer.status, answer.code], [409, 'file.other-sheet'])
  assert.match(answer.message, /листы разных актов/)
})

test('who may not upload files sorts none', async () => {
  const issued = await addIssued(world.own, deal)
  const page = await sheet(actCode(issued.id))
  const stranger = await send(page, randomUUID(), world.other.operator)
  assert.deepEqual([stranger.status, stranger.body.code], [409, 'file.other-sheet'])
  const supervisor = await send(page, randomUUID(), world.supervisor)
  assert.equal(supervisor.status, 403)
  assert.deepEqual(await scansOf(issued.id), [])
})
