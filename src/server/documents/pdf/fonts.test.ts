import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isPrinted } from '#contract/document/printed-signs.ts'
import { faces, fontOf, replaceUnknownLetters } from './fonts.ts'

const LAST_CODE = 0x10_ffff

test('the rule of printed signs knows exactly the letters of each face', () => {
  for (const face of faces) {
    const font = fontOf(face)
    for (let code = 0; code <= LAST_CODE; code++)
      if (isPrinted(String.fromCodePoint(code)) !== font.hasGlyphForCodePoint(code))
        assert.fail(`${face}: U+${code.toString(16)}`)
  }
})

test('a letter without a shape is drawn as a question mark, as in documents issued before', () => {
  assert.equal(replaceUnknownLetters('Лом ♻ 5 т'), 'Лом ? 5 т')
})
