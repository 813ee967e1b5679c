import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import iconv from 'iconv-lite'
import { parseLegacySearch } from '../legacy-search.ts'
import { searchFile } from './search-file.ts'

const dir = await mkdtemp(path.join(os.tmpdir(), 'priyomka-file-'))
after(() => rm(dir, { recursive: true, force: true }))

/** What searches find in a file of these bytes: numbers of records, and the rows left out. */
async function search(bytes: Uint8Array | string, text: string, columns = {}) {
  const file = path.join(dir, 'base.csv')
  await writeFile(file, bytes)
  const { words, digits } = parseLegacySearch(text)
  const question = { kind: 'search', words, digits, limit: 50, offset: 0 } as const
  const job = { url: pathToFileURL(file).href, columns, questions: [question] }
  const [page] = await searchFile(job)
  return page!
}
const found = async (bytes: Uint8Array | string, text: string) =>
  (await search(bytes, text)).rows.map(({ legacy_id }) => legacy_id)
const refused = (bytes: Uint8Array | string, columns = {}) =>
  assert.rejects.bind(null, search(bytes, 'Иванов', columns))

const BASE = `legacy_id;full_name;phone;doc_series;plates;doc_number
1;Иванов Пётр Ильич;8 (926) 123-45-67;45 09;А001АА71;123456
2;Семёнов Олег Львович;;;;
3;Jones John Paul;79261230000;;;
`

test('the same base gives the same rows in every known encoding', async () => {
  const encoded = [
    iconv.encode(BASE, 'utf8', { addBOM: true }),
    ...['utf8', 'windows-1251', 'cp866', 'koi8-r'].map((name) => iconv.encode(BASE, name)),
    ...['utf-16le', 'utf-16be'].map((name) => iconv.encode(BASE, name, { addBOM: true })),
  ]
  for (const bytes of encoded) {
    const { rows, unread } = await search(bytes, 'семенов')
    assert.deepEqual(
      [rows.length, rows[0]?.full_name, unread],
      [1, 'Семёнов Олег Львович', undefined],
    )
    assert.deepEqual(await found(bytes, '9261234567'), ['1'])
    assert.deepEqual(await found(bytes, '4509 123456'), ['1'])
    assert.deepEqual(await found(bytes, 'ИBАНОВ петр'), ['1'])
  }
})

test('one damaged byte loses only its row, which is named by its line', async () => {
  const bytes = Buffer.from(BASE.repeat(1))
  bytes[bytes.indexOf('Семёнов') + 3] = 0xff
  const { rows, unread } = await search(bytes, 'ов')
  assert.deepEqual(
    rows.map(({ full_name }) => full_name),
    ['Иванов Пётр Ильич'],
  )
  assert.equal(unread?.total, 1)
  assert.equal(unread?.rows[0]?.line, 3)
  assert.match(unread!.rows[0]!.reason, /буквы испорчены/)
})

test('unreliable rows are left out with the reason, all others are found', async () => {
  const good = (n: number) => `${n};Иванов Пётр;${n}00000\n`
  const text = [
    'legacy_id;full_name;phone\n',
    good(1),
    '2;"ООО "Ромашка" Иванов;\n',
    good(3),
    '4;Иванов; Пётр;\u0000;5\n',
    good(5),
    '6;Иванов; Пётр;89261234567\n',
    `7;Иванов ${'я'.repeat(70_000)};\n`,
    good(8),
    '9;"Иванов\nПётр";\n',
    good(10),
    '11;Иванов',
  ].join('')
  const { rows, unread } = await search(text, 'иванов')
  assert.deepEqual(
    rows.map(({ legacy_id }) => legacy_id),
    ['1', '3', '5', '8', '9', '10'],
  )
  assert.deepEqual(
    unread!.rows.map(({ line, reason }) => `${line} ${reason}`),
    [
      '3 кавычки в строке расставлены неверно',
      '5 в строке нулевые байты',
      '7 ячеек 4, а столбцов 3: лишний разделитель',
      '8 строка длиннее 65 536 знаков',
      '13 файл обрывается на этой строке',
    ],
  )
})

test('a row of another encoding in a single-byte file is left out', async () => {
  const rows = (from: number) =>
    Array.from({ length: 40 }, (_, n) => `${from + n};Иванов Пётр Ильич\n`).join('')
  const bytes = Buffer.concat([
    iconv.encode(`legacy_id;full_name\n${rows(0)}`, 'windows-1251'),
    Buffer.from('1000;Иванов Илья\n'),
    iconv.encode('1001;Иванов Илья\n', 'cp866'),
    iconv.encode(rows(100), 'windows-1251'),
  ])
  const { total, unread } = await search(bytes, 'иванов')
  assert.equal(total, 80)
  assert.deepEqual(
    unread!.rows.map(({ line }) => line),
    [42, 43],
  )
})

test('a row with missing columns is found, and the missing ones are named', async () => {
  const { rows } = await search('legacy_id;full_name;phone\n1;Иванов\n2;Иванов;8926', 'иванов')
  assert.match(rows[0]!.notes!.join(), /меньше ячеек, чем столбцов/)
  assert.match(rows[1]!.notes!.join(), /последняя ячейка могла быть обрезана/)
})

test('ambiguous headers, and files that are no base, are refused with a message', async () => {
  await refused('full_name\nИванов\n')(/нет столбца «legacy_id»/)
  await refused('legacy_id;phone;Phone\n1;2;3\n')(/два столбца «phone»/)
  await refused('legacy_id;тел\n1;2\n', { phone: 'Телефон' })(/нет столбца «Телефон»/)
  await refused('legacy_id;"phone\n1;2\n')(/заголовок не читается/)
  await refused('')(/файл пуст/)
  await refused('PK\u0003\u0004')(/книга Excel/)
})

test('`sep=` and every delimiter are understood, an end mark of DOS is no row', async () => {
  for (const sign of [';', ',', '\t', '|']) {
    const text = `sep=${sign}\r\nlegacy_id${sign}full_name\r\n1${sign}"Иванов${sign} Пётр"\r\n\u001a`
    const plain = text.slice(text.indexOf('\n') + 1)
    for (const base of [text, plain]) {
      const { rows, unread } = await search(base, 'иванов')
      assert.equal(rows[0]?.full_name, `Иванов${sign} Пётр`.trim(), sign)
      assert.equal(unread, undefined)
    }
  }
})

test('composed letters, doubled quotes and spaced numbers are found by a search', async () => {
  const text = 'legacy_id;org_name;doc_number;phone;doc_series\n1;"ООО ""Йод и""";123456;;4509\n'
  assert.deepEqual(await found(text.normalize('NFD'), 'йод'), ['1'])
  for (const words of ['"йод', 'ооо "йод и"', '4509123456', '1234'])
    assert.deepEqual(await found(text, words), ['1'], words)
  assert.deepEqual(await found(text, '4509123457'), [])
})
