import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { act } from '#contract/act/act.ts'
import { addDeal, addDraft, addIssued, type Deal } from '#test/builders/act-forms.ts'
import { addIssuedAct } from '#test/builders/issued-acts.ts'
import { approval } from '#test/support/approve.ts'
import { pageText, pdfTexts } from '#test/support/pdf-text.ts'
import { openWorld, type World } from '#test/support/world.ts'
import { findCodes } from '../../file/codes/find-codes.ts'

let world: World
let deal: Deal
before(async () => {
  world = await openWorld()
  deal = await addDeal(world.own)
})
after(() => world.close())

async function readPdf(actId: string, copies?: '2'): Promise<Buffer> {
  const file = await world.own.operator.api.send(act.getPdf, {
    query: { actId, ...(copies && { copies }) },
  })
  return Buffer.from(await file.arrayBuffer())
}

const readPage = (actId: string) => world.own.operator.api.send(act.getBody, { query: { actId } })

test('the PDF of an issued act says what its stored page says, whatever has changed since', async () => {
  const { id } = await addIssued(world.own, deal)
  const { html } = await readPage(id)
  const first = await readPdf(id)
  await world.own.db.q
    .updateTable('company')
    .where('id', '=', world.own.id)
    .set({ legal_address: 'г. Тверь, ул. Новая, д. 9' })
    .execute()
  assert.ok((await readPdf(id)).equals(first))
  assert.deepEqual(await pdfTexts(first), [`${pageText(html)}Лист1из1`])
  assert.equal((await pdfTexts(await readPdf(id, '2'))).length, 2)
})

test('the code on the PDF is found and leads to the act', async () => {
  const { id } = await addIssued(world.own, deal)
  const folder = await mkdtemp(path.join(tmpdir(), 'act-pdf-'))
  const file = path.join(folder, 'act.pdf')
  await writeFile(file, await readPdf(id))
  const codes = await findCodes([{ path: file, mime: 'application/pdf' }])
  await rm(folder, { recursive: true })
  const address = `${world.services.config.publicUrl}/?path=/operator/act/${id}`
  assert.deepEqual(codes, [[address]])
})

test('reading the PDF counts as a print, once for the same session', async () => {
  const { id } = await addIssued(world.own, deal)
  await readPdf(id)
  await readPdf(id)
  const card = await world.own.operator.api.send(act.get, { query: { id } })
  assert.equal(card.print_count, 1)
})

test('a draft and a void act have a watermark across the sheet', async () => {
  const draft = await addDraft(world.own, deal)
  assert.match((await pdfTexts(await readPdf(draft.id)))[0]!, /^ЧЕРНОВИК/)
  const { id, version } = await addIssued(world.own, deal)
  const { operator, manager } = world.own
  const body = { command: 'void' as const, id, version, reason: 'Ошиблись весом' }
  const asked = await operator.api.refused(act.update, { body })
  await operator.api.send(act.update, { body }, await approval(operator, asked, manager))
  assert.match((await pdfTexts(await readPdf(id)))[0]!, /^АННУЛИРОВАН/)
})

test('an act that was issued before there were PDFs is refused with a message', async () => {
  const id = await addIssuedAct(world.own, deal.supplier.id, 100)
  const refusal = await world.own.operator.api.refused(act.getPdf, { query: { actId: id } })
  assert.equal(refusal.code, 'act.no-pdf')
  assert.match(refusal.message, /сохраните её как файл/)
})

test('another company does not find the act, and a person without the role is refused', async () => {
  const { id } = await addIssued(world.own, deal)
  const query = { actId: id }
  const stranger = await world.other.operator.api.refused(act.getPdf, { query })
  assert.equal(stranger.code, 'common.not-found')
  const supervisor = await world.supervisor.api.refused(act.getPdf, { query })
  assert.equal(supervisor.code, 'access.denied')
  const many = { query: { actId: id, copies: '6' } }
  const refusal = await world.own.operator.api.refused(act.getPdf, many)
  assert.equal(refusal.code, 'common.validation')
})
