import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deflateSync } from 'node:zlib'
import { pdf } from '#test/builders/pictures.ts'
import { assertPdf } from './pdf.ts'

const code = (work: () => unknown): string => {
  try {
    work()
    return 'accepted'
  } catch (error) {
    return (error as { code: string }).code
  }
}

test('a PDF of up to fifty pages is stored unchanged', () => {
  assert.equal(
    code(() => assertPdf(pdf(50))),
    'accepted',
  )
})

test('a PDF is refused without pages, with too many, encrypted, cut off or under a false name', () => {
  assert.equal(
    code(() => assertPdf(pdf(0))),
    'file.bad-type',
  )
  assert.equal(
    code(() => assertPdf(pdf(51))),
    'file.bad-type',
  )
  const locked = Buffer.from(pdf(1).toString('latin1').replace('/Root', '/Encrypt 9 0 R /Root'))
  assert.equal(
    code(() => assertPdf(locked)),
    'file.bad-type',
  )
  assert.equal(
    code(() => assertPdf(pdf(1).subarray(0, 60))),
    'file.bad-type',
  )
  assert.equal(
    code(() => assertPdf(Buffer.from('<html>%PDF-%%EOF'))),
    'file.bad-type',
  )
  assert.equal(
    code(() => assertPdf(Buffer.alloc(10 * 1024 * 1024 + 1))),
    'file.too-large',
  )
})

test('pages inside compressed streams are counted, and a stream that expands without bound is refused', () => {
  const withStream = (inner: string) =>
    Buffer.concat([
      Buffer.from('%PDF-1.5\n1 0 obj\n<< /Type /ObjStm /N 60 /First 10 >>\nstream\n'),
      deflateSync(Buffer.from(inner)),
      Buffer.from('\nendstream\nendobj\n%%EOF\n'),
    ])
  assert.equal(
    code(() => assertPdf(withStream('<< /Type /Page >>'))),
    'accepted',
  )
  assert.equal(
    code(() => assertPdf(withStream('<< /Type /Page >> '.repeat(60)))),
    'file.bad-type',
  )
  assert.equal(
    code(() => assertPdf(withStream(' '.repeat(20_000_000)))),
    'file.bad-type',
  )
})
