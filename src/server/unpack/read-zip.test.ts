import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { strToU8, zipSync } from 'fflate'
import iconv from 'iconv-lite'
import { Refusal } from '#http/refusal.ts'
import { zipArchive } from '#test/builders/bank-files/zip-archive.ts'
import { ED807_ZIP } from '#test/builders/ed807.ts'
import { readZip } from './read-zip.ts'

const BOUNDS = {
  unpacked: 10_000_000,
  entries: 20,
  bad: 'bik.bad-file',
  large: 'file.too-large',
} as const

const files = {
  'a.xml': strToU8('<a>один</a>'.repeat(40)),
  'dir/b.txt': strToU8('два'),
  'empty.txt': new Uint8Array(),
}
const archive = Buffer.from(zipSync(files, { level: 6 }))

/** The sentence with which an archive is refused. */
function refusal(bytes: Uint8Array, bounds: object = {}): string {
  try {
    readZip(bytes, { ...BOUNDS, ...bounds })
  } catch (error) {
    if (error instanceof Refusal) return `${error.code} ${error.message}`
    throw error
  }
  return 'taken'
}

/** A copy with some bytes of it written over. */
function changed(bytes: Buffer, change: (copy: Buffer) => void): Buffer {
  const copy = Buffer.from(bytes)
  change(copy)
  return copy
}

const central = (bytes: Buffer, n = 0) => {
  let at = bytes.indexOf('PK\u0001\u0002')
  for (let i = 0; i < n; i++) at = bytes.indexOf('PK\u0001\u0002', at + 1)
  return at
}
const end = (bytes: Buffer) => bytes.lastIndexOf('PK\u0005\u0006')

test('every file of an archive is unpacked to its bytes', () => {
  const read = readZip(archive, BOUNDS)
  assert.deepEqual(
    Object.fromEntries([...read].map(([name, bytes]) => [name, Uint8Array.from(bytes)])),
    files,
  )
  assert.equal(readZip(readFileSync(ED807_ZIP), BOUNDS).size, 1)
  assert.deepEqual([...readZip(zipSync(files, { level: 0 }), BOUNDS).keys()], Object.keys(files))
})

test('a name is read as UTF-8 where it is, and as cp866 of Russian Windows otherwise', () => {
  const names = [iconv.encode('Выписка № 1.txt', 'cp866'), Buffer.from('Выписка.txt')]
  const zip = zipArchive(names.map((name) => ({ name, bytes: strToU8('x') })))
  assert.deepEqual([...readZip(zip, BOUNDS).keys()], ['Выписка № 1.txt', 'Выписка.txt'])
})

test('an archive that grows more than its kind does is refused', () => {
  const zeros = zipSync({ 'a.txt': new Uint8Array(1_000_000) })
  assert.equal(refusal(zeros), 'taken')
  assert.match(refusal(zeros, { ratio: 200 }), /^bik\.bad-file Архив сжат сильнее/)
  assert.equal(refusal(zeros, { unpacked: 1000, largeText: 'Много' }), 'file.too-large Много')
})

test('no byte of an archive can change without it being refused or read the same', () => {
  const whole = JSON.stringify([...readZip(archive, BOUNDS)])
  const other: number[] = []
  for (let at = 0; at < archive.length; at++)
    for (const flip of [0x01, 0x80, 0xff]) {
      const copy = changed(archive, (bytes) => (bytes[at]! ^= flip))
      if (refusal(copy) !== 'taken') continue
      if (JSON.stringify([...readZip(copy, BOUNDS)]) !== whole) other.push(at)
    }
  assert.deepEqual(other, [])
})

test('a cut archive is refused at every length, and one with bytes before or behind it too', () => {
  for (let length = 0; length < archive.length; length++)
    assert.match(refusal(archive.subarray(0, length)), /^bik\.bad-file Архив/, `${length}`)
  assert.match(refusal(Buffer.concat([archive, Buffer.from('x')])), /^bik\.bad-file/)
  assert.match(refusal(Buffer.concat([Buffer.from('x'), archive])), /^bik\.bad-file/)
})

test('encrypted, split and strangely packed archives are refused with their reason', () => {
  const flag = (bit: number) => (copy: Buffer) => {
    copy[6]! |= bit
    copy[central(copy) + 8]! |= bit
  }
  assert.match(refusal(changed(archive, flag(1))), /зашифрован/)
  const split = changed(archive, (copy) => copy.writeUInt16LE(1, end(copy) + 4))
  assert.match(refusal(split), /томов/)
  const method = (copy: Buffer) => {
    copy.writeUInt16LE(12, 8)
    copy.writeUInt16LE(12, central(copy) + 10)
  }
  assert.match(refusal(changed(archive, method)), /незнакомым способом/)
})

test('an archive that two programs could read differently is refused', () => {
  const ambiguous = /читается по-разному/
  const stored = Buffer.from(zipSync({ a: strToU8('1111'), b: strToU8('2222') }, { level: 0 }))
  // The directory names another file than the header, or the same file twice, or leaves one out.
  const renamed = changed(stored, (copy) => copy.write('c', central(copy) + 46))
  const twice = changed(stored, (copy) => {
    copy.write('a', central(copy, 1) + 46)
    copy.write('a', copy.indexOf('PK\u0003\u0004', 4) + 30)
  })
  const hidden = changed(stored, (copy) => {
    copy.writeUInt32LE(copy.readUInt32LE(central(copy, 1) + 42), central(copy) + 42)
  })
  const size = changed(stored, (copy) => copy.writeUInt32LE(3, 22))
  for (const bytes of [renamed, twice, hidden, size]) assert.match(refusal(bytes), ambiguous)
  const comment = Buffer.concat([stored, stored.subarray(end(stored))])
  assert.match(refusal(comment), /^bik\.bad-file/)
})

test('expanding archives and files larger than declared are refused before they are unpacked', () => {
  const bomb = Buffer.from(zipSync({ 'a.xml': new Uint8Array(20_000_000) }, { level: 9 }))
  assert.equal(refusal(bomb).split(' ')[0], 'file.too-large')
  const lying = changed(bomb, (copy) => {
    copy.writeUInt32LE(10, 22)
    copy.writeUInt32LE(10, central(copy) + 24)
  })
  assert.match(refusal(lying), /не сходится/)
  const many = zipSync(
    Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`${n}`, files['dir/b.txt']])),
  )
  assert.equal(refusal(many).split(' ')[0], 'file.too-large')
})
