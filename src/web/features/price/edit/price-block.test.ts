import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { placedLines, readBlock, readPrice, writeBlock } from './price-block.ts'

test('a block is read as spreadsheets write it', () => {
  assert.deepEqual(readBlock('1\t2\r\n3\t4\r\n'), [
    ['1', '2'],
    ['3', '4'],
  ])
  assert.deepEqual(readBlock('1\t\n\t4'), [
    ['1', ''],
    ['', '4'],
  ])
  assert.deepEqual(readBlock('"a\tb"\t"c ""d"""\n"1\n2"\tx'), [
    ['a\tb', 'c "d"'],
    ['1\n2', 'x'],
  ])
  assert.deepEqual(readBlock('18 500,00'), [['18 500,00']])
  assert.deepEqual(readBlock('5" труба\t1'), [['5" труба', '1']])
  assert.deepEqual(readBlock('"открыта\t1'), [['"открыта', '1']])
})

test('prices are understood with comma, point, spaces and the rouble', () => {
  const seen: [string, unknown][] = [
    ['18500', 1_850_000],
    ['18 500,00', 1_850_000],
    ['18\u00a0500,5', 1_850_050],
    ['18\u202f500.05 ₽', 1_850_005],
    ['1 004,5', 100_450],
    ['777,55', 77_755],
    ['  0 ', 0],
    ['', null],
    [' \u00a0', null],
    ['1,234.5', '1,234.5'],
    ['12,345', '12,345'],
    ['-5', '-5'],
    ['дорого', 'дорого'],
    ['#Н/Д', '#Н/Д'],
  ]
  for (const [text, value] of seen) assert.equal(readPrice(text), value, text)
})

test('copied cells are pasted unchanged', () => {
  const cell = fc.string({ maxLength: 6 }).filter((text) => !/["\t\r\n]/.test(text))
  const block = fc.array(fc.array(cell, { minLength: 2, maxLength: 2 }), {
    minLength: 1,
    maxLength: 9,
  })
  fc.assert(fc.property(block, (rows) => assert.deepEqual(readBlock(writeBlock(rows)), rows)))
})

test('a pasted block without rows for groups skips them, one copied with them keeps its rows', () => {
  const isGroup = (row: number) => row === 2 || row === 3
  const rowsOf = (text: string, top = 0) =>
    placedLines(readBlock(text), top, isGroup).map(({ row, line }) => [row, line[0]])
  const bare = [
    [0, '10'],
    [1, '20'],
    [4, '30'],
    [5, '40'],
  ]
  assert.deepEqual(rowsOf('10\n20\n30\n40'), bare)
  const whole = [
    [0, '10'],
    [1, '20'],
    [2, ''],
    [3, ''],
    [4, '30'],
  ]
  assert.deepEqual(rowsOf('10\n20\n\n\n30'), whole)
  assert.deepEqual(rowsOf('30', 2), [[4, '30']])
})
