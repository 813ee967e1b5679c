import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sweepSize } from '#test/support/sweep-size.ts'
import { cellsOf, MAX_RECORD, openCsvRecords } from './csv-records.ts'

/** What a file holds that comes in pieces of so many signs: line, cells or what is wrong. */
function read(text: string, piece = text.length + 1, wanted?: string) {
  const records = openCsvRecords(wanted)
  const found: [line: number, cells: string[] | string][] = []
  for (let at = 0; at <= text.length; at += piece) {
    const isLast = at + piece > text.length
    for (const record of records.readChunk(text.slice(at, at + piece), isLast))
      found.push([record.line, record.fault ?? cellsOf(record, records.delimiter())])
  }
  return found
}

test('line ends of every system, quotes and delimiters inside quotes are recognised', () => {
  for (const end of ['\n', '\r\n', '\r'])
    assert.deepEqual(
      read(['a;b', '1;2', `"x;${end}""y""";3`, 'ООО "Лом";4', ''].join(end)),
      [
        [1, ['a', 'b']],
        [2, ['1', '2']],
        [3, [`x;${end}"y"`, '3']],
        [5, ['ООО "Лом"', '4']],
      ],
      JSON.stringify(end),
    )
})

test('returns in quotes are part of a cell, however many there are', () => {
  assert.deepEqual(read('"к0;"\r\n"\r\r\r"\r\n'), [
    [1, ['к0;']],
    [2, ['\r\r\r']],
  ])
  assert.deepEqual(read('к0\n"\r""\r\r"\n'), [
    [1, ['к0']],
    [2, ['\r"\r\r']],
  ])
})

test('the delimiter is the one that gives the wanted title, or that of `sep=`', () => {
  for (const sign of [';', '\t', ',', '|'])
    assert.deepEqual(read(`код${sign}имя\n1${sign}2`, 100, 'код')[1], [2, ['1', '2']], sign)
  assert.deepEqual(read('Имя, отчество|код\n1|2', 100, 'код')[1], [2, ['1', '2']])
  assert.deepEqual(read('sep=|\r\nкод;имя|b\r\n1|2\r\n'), [
    [2, ['код;имя', 'b']],
    [3, ['1', '2']],
  ])
})

test('a broken record loses only its own line', () => {
  const good = (line: number): [number, string[]] => [line, [String(line), 'x']]
  const wrong = 'кавычки в строке расставлены неверно'
  assert.deepEqual(read('1;x\n2;"Лом" Иван\n3;x\n'), [good(1), [2, wrong], good(3)])
  assert.deepEqual(read('1;x\n2;"Лом\n3;x\n4;"x"\n5;x'), [
    good(1),
    [2, wrong],
    good(3),
    good(4),
    good(5),
  ])
  assert.deepEqual(read('1;x\n2;"Лом\n3;x\n'), [
    good(1),
    [2, 'кавычка открыта и не закрыта'],
    good(3),
  ])
})

test('an endless line is left out and not kept in memory', () => {
  const long = 'я'.repeat(MAX_RECORD + 1)
  const text = `1;x\n2;${long}\n3;x\n4;"${long}\n5;x\n6;${long}`
  for (const piece of [1000, MAX_RECORD, 10 * MAX_RECORD])
    assert.deepEqual(
      read(text, piece).map(([line, cells]) => [line, typeof cells]),
      [
        [1, 'object'],
        [2, 'string'],
        [3, 'object'],
        [4, 'string'],
        [5, 'object'],
        [6, 'string'],
      ],
      String(piece),
    )
})

test('a file reads the same in whatever pieces it comes', () => {
  const part = fc.constantFrom(';', '"', '""', '\n', '\r\n', '\r', 'a', 'я;', '";"', '\n"', '"\n')
  fc.assert(
    fc.property(fc.array(part, { maxLength: 30 }), fc.integer({ min: 1, max: 9 }), (parts, n) => {
      const text = `id;b\nc;d\n${parts.join('')}`
      assert.deepEqual(read(text, n), read(text))
    }),
    { numRuns: sweepSize(500, 3000) },
  )
})
