import assert from 'node:assert/strict'
import { test } from 'node:test'
import { printedBodies } from '#test/support/printed-bodies.ts'
import { pictures } from '../body/blocks.ts'
import { drawPdf } from './draw-pdf.ts'
import { drawPdfApart } from './pdf-thread.ts'

const around = {
  title: 'Приёмо-сдаточный акт',
  at: '2026-11-21T11:05:00.000Z',
  publicUrl: 'https://priyomka.example',
}
const body = printedBodies['psa']!

test('the worker thread draws the same bytes as the process, several at once', async () => {
  const files = await Promise.all(
    [1, 2, 3].map((copies) => drawPdfApart({ ...around, body, copies })),
  )
  for (const [index, file] of files.entries()) {
    const own = await drawPdf({ ...around, body, copies: index + 1 })
    assert.ok(own.equals(file))
  }
})

test('a document that cannot be drawn fails alone, and the next one is drawn', async () => {
  const broken = {
    ...body,
    blocks: [pictures('Фото', [{ src: 'data:image/jpeg;base64,AAAA', alt: '', text: '' }])],
  }
  const [bad, good] = await Promise.allSettled([
    drawPdfApart({ ...around, body: broken }),
    drawPdfApart({ ...around, body }),
  ])
  assert.equal(bad.status, 'rejected')
  assert.equal(good.status, 'fulfilled')
})
