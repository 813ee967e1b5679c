import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { bytesOfLine, lineBytes } from './line-bytes.ts'

describe('bytes of a greeting or a question', () => {
  test('pairs, quoted text and escapes', () => {
    assert.deepEqual(bytesOfLine('01 "0001"'), [1, 0x30, 0x30, 0x30, 0x31])
    assert.deepEqual(bytesOfLine('"W\\r\\n"0d'), [0x57, 13, 10, 13])
    assert.deepEqual(bytesOfLine('"\\x02\\"\\\\\\t"'), [2, 0x22, 0x5c, 9])
    assert.deepEqual(bytesOfLine('10'), [0x10])
  })
  test('what is neither, too short or too long is refused', () => {
    const refused = (text: string) => lineBytes(1, 4).safeParse(text).error?.issues[0]?.message
    assert.equal(refused('01 "A"'), undefined)
    for (const text of ['1', 'W', '"W', '"Ж"', '"\\q"', '01 02 0'])
      assert.match(refused(text)!, /Байты парами/, text)
    assert.match(refused('')!, /хотя бы один байт/)
    assert.match(refused('"12345"')!, /Не больше байт: 4/)
    assert.match(refused(' '.repeat(121))!, /Не больше знаков: 120/)
  })
})
