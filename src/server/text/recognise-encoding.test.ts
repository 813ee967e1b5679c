import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import iconv from 'iconv-lite'
import { DIRTY_CSV } from '#test/builders/old-base.ts'
import { collectEncodingEvidence, recogniseEncoding } from './recognise-encoding.ts'

const TEXT = iconv.decode(readFileSync(DIRTY_CSV), 'windows-1251')
const NAMES = { ibm866: 'cp866', 'koi8-r': 'koi8-r', 'windows-1251': 'windows-1251' } as const
const encodingOf = (bytes: Uint8Array) => {
  const found = recogniseEncoding(bytes)
  return 'encoding' in found ? found.encoding : found.unreadable
}

test('single-byte encodings of Russian texts are recognised, in whole files and in a few names', () => {
  const texts = [
    TEXT,
    TEXT.toUpperCase(),
    'legacy_id;full_name\r\n1;Иванов Пётр Сергеевич\r\n',
    'КОД;ФИО\r\n1;КУЗНЕЦОВ ИЛЬЯ ЮРЬЕВИЧ\r\n2;СЕМЁНОВ ОЛЕГ ПЕТРОВИЧ\r\n',
  ]
  for (const [encoding, name] of Object.entries(NAMES))
    for (const text of texts)
      assert.equal(encodingOf(iconv.encode(text, name)), encoding, text.slice(0, 60))
})

test('UTF-8 is known with and without its mark, UTF-16 by its mark, ASCII is UTF-8', () => {
  assert.equal(encodingOf(Buffer.from(TEXT)), 'utf-8')
  assert.equal(encodingOf(iconv.encode(TEXT, 'utf8', { addBOM: true })), 'utf-8')
  assert.equal(encodingOf(iconv.encode(TEXT, 'utf-16le', { addBOM: true })), 'utf-16le')
  assert.equal(encodingOf(iconv.encode(TEXT, 'utf-16be', { addBOM: true })), 'utf-16be')
  assert.equal(encodingOf(Buffer.from('a;b\n1;2\n')), 'utf-8')
  assert.equal(encodingOf(new Uint8Array()), 'utf-8')
})

test('a UTF-8 file with one damaged byte is still recognised as UTF-8', () => {
  const short = Buffer.from('id;имя\n1;Иванов\n')
  for (const whole of [short, Buffer.from(TEXT)])
    for (let n = 0; n < 200; n++) {
      const bytes = Buffer.from(whole)
      const at = n % whole.length
      bytes[at] = 0xff
      assert.equal(encodingOf(bytes), 'utf-8', `byte ${at}`)
    }
})

test('bytes in pieces give the same encoding as the whole', () => {
  const encoded = [
    Buffer.from(TEXT),
    ...Object.values(NAMES).map((name) => iconv.encode(TEXT, name)),
  ]
  for (const bytes of encoded)
    for (const piece of [4097, 8191, 50_000]) {
      const evidence = collectEncodingEvidence()
      for (let at = 0; at < bytes.length; at += piece) evidence.add(bytes.subarray(at, at + piece))
      assert.deepEqual(evidence.recognise(), recogniseEncoding(bytes))
    }
})

test('a file without a known encoding is refused with advice', () => {
  const dos = iconv.encode(TEXT.slice(0, 20_000), 'cp866')
  const refused = {
    'книга Excel': Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(500, 7)]),
    'UTF-16 без метки': iconv.encode(TEXT, 'utf-16le', { addBOM: false }),
    'в двух кодировках': Buffer.concat([Buffer.from(TEXT.slice(0, 20_000)), dos]),
    'в незнакомой кодировке': iconv.encode(TEXT, 'maccyrillic'),
  }
  for (const [why, bytes] of Object.entries(refused)) {
    const said = encodingOf(bytes)
    assert.ok(said.includes(why), `${why}: ${said}`)
    assert.match(said, /Сохраните его как «CSV UTF-8»/)
  }
  assert.match(encodingOf(iconv.encode(TEXT, 'iso-8859-5')), /в незнакомой кодировке/)
})
