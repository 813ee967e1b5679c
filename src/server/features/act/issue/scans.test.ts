import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { act } from '#contract/act/act.ts'
import { addDeal, addDraft, addIssued, type Deal, type ActBody } from '#test/builders/act-forms.ts'
import { jpeg, pdf, png } from '#test/builders/pictures.ts'
import { uploadScans as upload } from '#test/builders/upload-scans.ts'
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
  const sent = await upload(operator, issued.id, [await jpeg(), await png(), pdf()])
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
