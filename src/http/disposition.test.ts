import assert from 'node:assert/strict'
import { test } from 'node:test'
import { disposition } from './disposition.ts'

test('a plain file name is kept as it is', () => {
  assert.equal(disposition('inline', 'photo-1.jpg'), 'inline; filename="photo-1.jpg"')
})

test('a Russian name is given twice, and nothing in it breaks the header', () => {
  assert.equal(
    disposition('attachment', 'Акт №1"\r\nx: y.pdf'),
    `attachment; filename="___ _1___x: y.pdf"; filename*=UTF-8''${encodeURIComponent('Акт №1"\r\nx: y.pdf')}`,
  )
  assert.match(disposition('inline', "отчёт (1)'.csv"), /%281%29%27\.csv$/)
})
