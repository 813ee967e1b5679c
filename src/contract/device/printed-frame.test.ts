import assert from 'node:assert/strict'
import { test } from 'node:test'
import { printedFrame } from './printed-frame.ts'

test('a frame is shown with its signs, named control bytes and dots for the others, a binary one not at all', () => {
  const frame = Buffer.from('\u0002 12480kg\r\n', 'latin1').toString('hex')
  assert.equal(printedFrame(frame), '<STX> 12480kg<CR><LF>')
  assert.equal(printedFrame('02313233ff'), '<STX>123·')
  assert.equal(printedFrame('ff01c38024'), undefined)
  assert.equal(printedFrame(''), undefined)
})
