import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import sharp from 'sharp'
import { files } from '#contract/file/file.ts'
import { addDeal, addDraft } from '#test/builders/act-forms.ts'
import { pdfOf } from '#test/builders/pdf-sheet.ts'
import { jpeg, pdf } from '#test/builders/pictures.ts'
import { uploadScans } from '#test/builders/upload-scans.ts'
import { openWorld, type World } from '#test/support/world.ts'
import { uuidv7 } from '../../../db/uuid.ts'
import { drawFilePage } from './draw-file-page.ts'

let world: World
let actId: string
before(async () => {
  world = await openWorld()
  actId = (await addDraft(world.own, await addDeal(world.own))).id
})
after(() => world.close())

async function attach(bytes: Buffer, kind?: string): Promise<string> {
  const sent = await uploadScans(world.own.operator, actId, [bytes], kind)
  assert.equal(sent.status, 200, JSON.stringify(sent.body))
  return sent.body[0].file_id
}

const pageOf = (id: string, page = 1) => ({ query: { id, page } })

async function colourOf(bytes: Buffer) {
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
  const at = (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)) * info.channels
  return { sides: [info.width, info.height], points: [...data.subarray(at, at + 3)] }
}

test('a page of a PDF is drawn in its colours and proportions, and its type carries the number of pages', async () => {
  const { api } = world.own.operator
  const scanned = await attach(pdfOf(await jpeg('#d02010', 640, 905)))
  const url = `/api/v1/files/getPage?id=${scanned}&page=1`
  const answer = await api.raw({ method: 'GET', url })
  assert.equal(answer.headers['content-type'], 'image/jpeg; pages=1')
  assert.equal(answer.headers['cache-control'], 'private, no-store')
  const { sides, points } = await colourOf(answer.rawPayload)
  assert.deepEqual(sides, [1413, 2000])
  for (const [i, value] of [0xd0, 0x20, 0x10].entries())
    assert.ok(Math.abs(points[i]! - value) < 8, String(points))
  const three = await attach(pdf(3))
  const last = await api.raw({ method: 'GET', url: `/api/v1/files/getPage?id=${three}&page=3` })
  assert.equal(last.headers['content-type'], 'image/jpeg; pages=3')
  assert.equal((await api.refused(files.getPage, pageOf(three, 4))).code, 'file.no-page')
})

test('a page that is narrower than a point of its picture is drawn one point wide', async () => {
  const { api } = world.own.operator
  const strips = {
    '1 3000': [1, 2000],
    '3 14400': [1, 2000],
    '14400 1': [2000, 1],
    '1 14400': [1, 2000],
  }
  for (const [size, sides] of Object.entries(strips)) {
    const id = await attach(pdf(1, size), 'other')
    const answer = await api.raw({ method: 'GET', url: `/api/v1/files/getPage?id=${id}&page=1` })
    assert.equal(answer.statusCode, 200, `${size}: ${answer.body}`)
    assert.deepEqual((await colourOf(answer.rawPayload)).sides, sides)
  }
})

test('a picture is its own and only page', async () => {
  const { api } = world.own.operator
  const id = await attach(await jpeg('#123456', 80, 40))
  const answer = await api.raw({ method: 'GET', url: `/api/v1/files/getPage?id=${id}&page=1` })
  assert.equal(answer.headers['content-type'], 'image/jpeg; pages=1')
  assert.deepEqual((await colourOf(answer.rawPayload)).sides, [80, 40])
  assert.equal((await api.refused(files.getPage, pageOf(id, 2))).code, 'file.no-page')
})

test('a PDF without anything to draw is refused, and the file itself is still given', async () => {
  const { api } = world.own.operator
  const bytes = Buffer.from('%PDF-1.4\n1 0 obj\n<< /Type /Page >>\nendobj\n%%EOF\n')
  const id = await attach(bytes)
  const refused = await api.refused(files.getPage, pageOf(id))
  assert.equal(refused.code, 'file.bad-type')
  assert.match(refused.message, /Скачайте файл/)
  const given = await api.send(files.get, { params: { id } })
  assert.deepEqual(Buffer.from(await given.arrayBuffer()), bytes)
})

test('another company finds no page, a stranger to personal papers gets none, and a reading of those is recorded', async () => {
  const { operator, user } = world.own
  const id = await attach(pdf(1), 'ownership')
  const foreign = await world.other.operator.api.refused(files.getPage, pageOf(id))
  const missing = await operator.api.refused(files.getPage, pageOf(uuidv7()))
  assert.deepEqual(foreign, missing)
  assert.equal((await world.nobody.refused(files.getPage, pageOf(id))).status, 401)
  assert.equal((await user.api.refused(files.getPage, pageOf(id))).status, 403)
  assert.equal(
    (await world.supervisor.api.refused(files.getPage, pageOf(id))).code,
    'access.denied',
  )
  await operator.api.send(files.getPage, pageOf(id))
  const views = await world.own.db.q
    .selectFrom('audit_event')
    .where('company_id', '=', world.own.id)
    .where('action', '=', 'file.view')
    .where('entity_id', '=', id)
    .select('user_id')
    .execute()
  assert.deepEqual(views, [{ user_id: operator.id }])
})

test('a drawing that takes too long is ended, and no more wait than memory holds', async () => {
  const question = { bytes: pdf(1), page: 1 }
  const late = drawFilePage(question, { heapMb: 64, deadlineMs: 0 })
  await assert.rejects(late, { code: 'file.bad-type' })
  const many = await Promise.allSettled(Array.from({ length: 9 }, () => drawFilePage(question)))
  const refused = many.filter(({ status }) => status === 'rejected')
  assert.equal(refused.length, 1)
  assert.equal((refused[0] as PromiseRejectedResult).reason.code, 'common.overloaded')
})
