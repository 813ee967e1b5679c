import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { act } from '#contract/act/act.ts'
import { files } from '#contract/file/file.ts'
import { addDeal, addDraft, addIssued, type Deal, type ActBody } from '#test/builders/act-forms.ts'
import { jpeg, pdf, png } from '#test/builders/pictures.ts'
import { countStored, sortScan, uploadScans as upload } from '#test/builders/upload-scans.ts'
import { actCode, sheet } from '#test/builders/sheets.ts'
import { openWorld, type World } from '#test/support/world.ts'

let world: World
let deal: Deal
before(async () => {
  world = await openWorld()
  deal = await addDeal(world.own)
})
after(() => world.close())

test('pages are kept in order, and an accepted signed page signs the act', async () => {
  const { operator } = world.own
  const issued = await addIssued(world.own, deal)
  const sent = await upload(operator, issued.id, [await jpeg(), await png('#805030'), pdf()])
  assert.equal(sent.status, 200, JSON.stringify(sent.body))
  assert.deepEqual(
    sent.body.map((scan: { page: number; kind: string; mime: string }) => [
      scan.page,
      scan.kind,
      scan.mime,
    ]),
    [
      [1, 'signed_act', 'image/jpeg'],
      [2, 'signed_act', 'image/jpeg'],
      [3, 'signed_act', 'application/pdf'],
    ],
  )
  const sign = { command: 'sign', id: issued.id, version: issued.version } as const
  const body = (fields: Partial<Extract<ActBody, { command: 'sign' }>>) => ({
    body: { ...sign, ...fields },
  })
  const early = await operator.api.refused(act.update, body({}))
  assert.deepEqual([early.code, Object.keys(early.fields!)], ['act.incomplete', ['scans']])
  const rejected_scans = [{ id: sent.body[1].id, reason: 'Не видно подписи' }]
  const rejected = await operator.api.send(act.update, body({ rejected_scans }))
  assert.equal(rejected.status, 'issued')
  const accepted_scan_ids = [sent.body[0].id]
  const unproven = await operator.api.refused(act.update, body({ accepted_scan_ids }))
  assert.equal(unproven.code, 'act.sheet-unproven')
  const compared = { accepted_scan_ids, without_code: true }
  const signed = await operator.api.send(act.update, body(compared))
  assert.equal(signed.status, 'signed')
  const card = await operator.api.send(act.get, { query: { id: issued.id } })
  assert.deepEqual(
    card.scans.map((scan) => scan.status),
    ['accepted', 'rejected', 'new'],
  )
})

test('a file that is no page, and an act of another company, are refused and nothing is stored', async () => {
  const { operator } = world.own
  const draft = await addDraft(world.own, deal)
  const text = await upload(operator, draft.id, [Buffer.from('просто текст')])
  assert.deepEqual([text.status, text.body.code], [415, 'file.bad-type'])
  assert.match(text.body.message, /JPEG, PNG или PDF/)
  const heavy = await upload(operator, draft.id, [Buffer.alloc(10 * 1024 * 1024 + 1)])
  assert.deepEqual([heavy.status, heavy.body.message], [413, 'Файл слишком велик: не больше 10 МБ'])
  const many = await upload(operator, draft.id, Array<Buffer>(21).fill(await jpeg()))
  assert.deepEqual([many.status, many.body.message], [413, 'Не больше 20 файлов за один раз'])
  const none = await upload(operator, draft.id, [])
  assert.deepEqual([none.status, none.body.code], [400, 'common.validation'])
  const kind = await upload(operator, draft.id, [await jpeg()], 'photo')
  assert.deepEqual([kind.status, kind.body.code], [400, 'common.validation'])
  const stranger = await upload(world.other.operator, draft.id, [await jpeg()])
  assert.deepEqual([stranger.status, stranger.body.code], [404, 'common.not-found'])
  const card = await operator.api.send(act.get, { query: { id: draft.id } })
  assert.deepEqual(card.scans, [])
})

test('a void act takes no more pages', async () => {
  const draft = await addDraft(world.own, deal)
  await world.own.operator.api.send(act.update, {
    body: { command: 'void', id: draft.id, version: draft.version },
  })
  const late = await upload(world.own.operator, draft.id, [await jpeg()])
  assert.deepEqual([late.status, late.body.code], [409, 'act.is-void'])
})

type Counts = Awaited<ReturnType<typeof countStored>>

const grown = ({ files, scans, bytes }: Counts, by: number): Counts => ({
  files: files + by,
  scans: scans + by,
  bytes: bytes + by,
})

/** Whether each page of an answer is new, and its number in the act. */
const outcomes = (sent: { body: { is_new: boolean; page: number }[] }) =>
  sent.body.map(({ is_new, page }) => [is_new, page])

test('a page that the act has already is answered as that page, and the rest is stored', async () => {
  const { operator } = world.own
  const issued = await addIssued(world.own, deal)
  const [first, second, third] = [await jpeg('#101010'), pdf(2), await jpeg('#303030')]
  const sent = await upload(operator, issued.id, [first, second])
  assert.deepEqual(outcomes(sent), [
    [true, 1],
    [true, 2],
  ])
  const kept = await countStored(world)
  const again = await upload(operator, issued.id, [second, third, first, third])
  assert.deepEqual(
    [again.status, outcomes(again)],
    [
      200,
      [
        [false, 2],
        [true, 3],
        [false, 1],
        [false, 3],
      ],
    ],
  )
  assert.equal(again.body[0].id, sent.body[1].id)
  assert.deepEqual(await countStored(world), grown(kept, 1))
  for (const { file_id } of again.body)
    await operator.api.send(files.get, { params: { id: file_id } })
})

test('an accepted page counts as attached, a rejected one and a page of another kind do not', async () => {
  const { operator } = world.own
  const issued = await addIssued(world.own, deal)
  const [good, bad] = [await jpeg('#404040'), await jpeg('#505050')]
  const sent = await upload(operator, issued.id, [good, bad])
  await operator.api.send(act.update, {
    body: {
      command: 'sign',
      id: issued.id,
      version: issued.version,
      accepted_scan_ids: [sent.body[0].id],
      rejected_scans: [{ id: sent.body[1].id, reason: 'Не видно подписи' }],
      without_code: true,
    },
  })
  assert.deepEqual(outcomes(await upload(operator, issued.id, [good, bad])), [
    [false, 1],
    [true, 3],
  ])
  assert.deepEqual(outcomes(await upload(operator, issued.id, [good], 'waybill')), [[true, 4]])
  const other = await addIssued(world.own, deal)
  assert.deepEqual(outcomes(await upload(operator, other.id, [good])), [[true, 1]])
})

test('equal pages that come at once, also from a heap, are stored once', async () => {
  const { operator, manager } = world.own
  const issued = await addIssued(world.own, deal)
  const page = await sheet(actCode(issued.id))
  const kept = await countStored(world)
  const [left, right, heap] = await Promise.all([
    upload(operator, issued.id, [page, await jpeg('#606060')]),
    upload(manager, issued.id, [await jpeg('#606060'), page]),
    sortScan(operator, randomUUID(), [page]),
  ])
  assert.deepEqual([left.status, right.status, heap.status], [200, 200, 200])
  const isNew = [left.body[0].is_new, right.body[1].is_new, heap.body.is_new]
  assert.deepEqual(isNew.toSorted(), [false, false, true])
  assert.deepEqual([left.body[1].is_new, right.body[0].is_new].toSorted(), [false, true])
  assert.deepEqual(await countStored(world), grown(kept, 2))
})
