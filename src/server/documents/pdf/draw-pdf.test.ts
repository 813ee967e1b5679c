import assert from 'node:assert/strict'
import { test } from 'node:test'
import { printedBodies, printedFacts } from '#test/support/printed-bodies.ts'
import { pageText, pdfTexts } from '#test/support/pdf-text.ts'
import { drawHtml } from '../body/draw-html.ts'
import { formPage, type DocumentBody } from '../body/blocks.ts'
import { psa } from '../kinds/psa.ts'
import { drawPdf } from './draw-pdf.ts'

const around = {
  title: 'Приёмо-сдаточный акт № 2026-000123',
  at: '2026-11-21T11:05:00.000Z',
  publicUrl: 'https://priyomka.example',
}
const draw = (body: DocumentBody, copies = 1) => drawPdf({ ...around, body, copies })

for (const [name, body] of Object.entries(printedBodies))
  test(`${name}: the text of the PDF equals the text of the page`, async () => {
    const [text, ...rest] = await pdfTexts(await draw(body))
    assert.deepEqual(rest, [])
    const { watermark = '', ...plain } = body
    assert.equal(text, `${watermark}${pageText(drawHtml(plain))}Лист1из1`)
  })

test('a table continues on the next sheet under a repeated head, and a sum is never alone on a sheet', async () => {
  const pages = await pdfTexts(await draw(psa.body(printedFacts(30))))
  assert.equal(pages.length, 2)
  for (const [index, page] of pages.entries()) {
    assert.equal(page.split('КраткоеописаниеКодВесбрутто,т').length, 2)
    assert.ok(page.endsWith(`Лист${index + 1}из2`))
    assert.ok(page.includes('4610100120512,4804,266'))
  }
  const rows = pages.flatMap((page) => page.match(/46101001205/g) ?? [])
  assert.equal(rows.length, 30)
  assert.ok(pages[1]!.includes('Итого232,380'))
})

test('a code that is whole stands in one line, however long the words beside it are', async () => {
  const sheetsOf = async (whole: boolean) => {
    const columns = [
      { title: 'Наименование', kind: 'text' as const },
      { title: 'Код', kind: 'center' as const, whole },
    ]
    const nameOf = (row: number) => (row === 0 ? 'Лом и отходы '.repeat(100) : 'Лом')
    const rows = Array.from({ length: 60 }, (_, row) => ({
      cells: [nameOf(row), '4 61 010 01 20 5'],
    }))
    const table = { is: 'table' as const, variant: 'grid' as const, size: 8, columns, rows }
    return (await pdfTexts(await draw({ page: formPage, blocks: [table] }))).length
  }
  assert.ok((await sheetsOf(true)) < (await sheetsOf(false)))
})

test('lines of one record stay on one sheet, and a record that is longer than a sheet fills one after the other', async () => {
  const columns = [{ title: 'Запись', kind: 'text' as const }]
  const recordOf = (name: string, lines: number) =>
    Array.from({ length: lines }, (_, i) => ({
      cells: [`${name}.${i + 1};`],
      ...(i > 0 && { joined: true }),
    }))
  const pagesOf = async (...records: [string, number][]) => {
    const rows = records.flatMap(([name, lines]) => recordOf(name, lines))
    const table = { is: 'table' as const, variant: 'grid' as const, size: 8, columns, rows }
    return pdfTexts(await draw({ page: formPage, blocks: [table] }))
  }
  const short: [string, number][] = Array.from({ length: 30 }, (_, i) => [`з${i}`, 7])
  const pages = await pagesOf(...short)
  for (const [name, lines] of short) {
    const holders = pages.filter((page) => page.includes(`${name}.`))
    assert.equal(holders.length, 1, name)
    assert.ok(holders[0]!.includes(`${name}.${lines};`))
  }
  const long = await pagesOf(['до', 3], ['долго', 200], ['после', 3])
  assert.ok(long.length <= 5, `${long.length} sheets`)
  assert.match(long[0]!, /до\.3;долго\.1;/)
})

test('each copy has its own page numbers', async () => {
  const pages = await pdfTexts(await draw(printedBodies['psa']!, 2))
  assert.equal(pages.length, 2)
  assert.equal(pages[0], pages[1])
})

test('the file is PDF/A-2b: it names its part, its colours and its fonts, and holds no program', async () => {
  const bytes = await draw(psa.body(printedFacts(30)))
  const file = bytes.toString('latin1')
  assert.match(file, /^%PDF-1\.7/)
  assert.match(file, /<pdfaid:part>2<\/pdfaid:part>\s*<pdfaid:conformance>B</)
  assert.match(file, /\/S \/GTS_PDFA1/)
  assert.match(file, /\/DestOutputProfile \d+ 0 R/)
  const fonts = file.match(/\/FontDescriptor \d+ 0 R/g) ?? []
  const embedded = file.match(/\/FontFile2 \d+ 0 R/g) ?? []
  assert.ok(fonts.length > 1)
  assert.equal(embedded.length, fonts.length)
  assert.doesNotMatch(file, /\/Encrypt|\/JavaScript|\/Type1\b/)
  assert.ok(bytes.length < 150_000)
})

test('the same facts and the same moment give the same bytes', async () => {
  const body = psa.body({ ...printedFacts(2), site_name: 'Площадка, о которой речи ещё не было' })
  const first = await draw(body)
  await draw(printedBodies['consent']!)
  assert.ok((await draw(structuredClone(body))).equals(first))
})

test('a word wider than its column is broken, and a block higher than a sheet is divided', async () => {
  const long = 'Щ'.repeat(300)
  const facts = {
    ...printedFacts(1),
    ownership_document: long,
    marks: Array<string>(900).fill('ручной ввод'),
  }
  const text = (await pdfTexts(await draw(psa.body(facts)))).join('')
  assert.ok(text.includes(long))
  assert.equal(text.match(/ручнойввод/g)!.length, 900)
})

test('a letter that the font lacks is printed as a question mark', async () => {
  const facts = printedFacts(1)
  const supplier = { ...facts.supplier, name: 'Ґудзь Ли 李 Олег' }
  const [text] = await pdfTexts(await draw(psa.body({ ...facts, supplier })))
  assert.ok(text!.includes('имя,отчествоҐудзьЛи?Олег'))
})
