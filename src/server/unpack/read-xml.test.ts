import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeXml, readXml, XmlProblem, type XmlReader } from './read-xml.ts'

const BOUNDS = { elements: 100, attributes: 10, depth: 5 }

function heard(text: string): string[] {
  const list: string[] = []
  const reader: XmlReader = {
    open: (name, at) => void list.push(`<${name} ${JSON.stringify(at)}`),
    text: (part) => void list.push(part),
    close: (name) => void list.push(`>${name}`),
  }
  readXml(text, reader, BOUNDS)
  return list
}

function reason(text: string): string {
  try {
    heard(text)
  } catch (error) {
    if (error instanceof XmlProblem) return error.reason
    throw error
  }
  return 'read'
}

test('a document is read in order, with names without prefix and the five named entities', () => {
  assert.deepEqual(heard('<x:a b="1 &lt; 2"><c/>t &amp; &#1078;<![CDATA[<]]></x:a>'), [
    '<a {"b":"1 < 2"}',
    '<c {}',
    '>c',
    't & ж',
    '<',
    '>a',
  ])
})

test('a document type, unknown entities, characters that are none and what is cut off are refused', () => {
  assert.equal(reason('<!DOCTYPE a [<!ENTITY b "cc">]><a>&b;</a>'), 'doctype')
  assert.equal(reason('<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>'), 'doctype')
  for (const text of [
    '<a>&b;</a>',
    '<a b="&c;"/>',
    '<a>\u0000</a>',
    '<a b="\u0000"/>',
    '<a>&#0;</a>',
  ])
    assert.equal(reason(text), 'broken', JSON.stringify(text))
  for (const text of [
    '',
    'x',
    '<a>',
    '<a></b>',
    '<a b="1" b="2"/>',
    '<a/><b/>',
    '<a b=1/>',
    '<a/>x',
  ])
    assert.equal(reason(text), 'broken', text)
})

test('the bounds end a document before the rest of it is read', () => {
  const many = ' a="1"'.repeat(400_000)
  // Each attribute has the same name: a reader that went on past the bound would say that it is broken.
  assert.equal(reason(`<x${many}/>`.replaceAll(/ a=/g, () => ` a${++made}=`)), 'too-much')
  assert.equal(reason(`<x>${'<y/>'.repeat(101)}`), 'too-much')
  assert.equal(reason(`${'<x>'.repeat(6)}`), 'too-much')
  assert.equal(reason('<x>'.repeat(5) + '</x>'.repeat(5)), 'read')
})
let made = 0

test('a document is decoded by its declared encoding, and refused when its bytes do not fit', () => {
  const declared = (name: string) => `<?xml version="1.0" encoding="${name}"?><a/>`
  const cp1251 = Buffer.concat([Buffer.from(declared('windows-1251')), Buffer.from([0xc6])])
  assert.ok((decodeXml(cp1251) as { text: string }).text.endsWith('Ж'))
  const wide = Buffer.from(`\ufeff${declared('UTF-16')}`, 'utf16le')
  assert.equal((decodeXml(wide) as { text: string }).text, declared('UTF-16'))
  assert.deepEqual(decodeXml(Buffer.from(declared('koi8-r'))), { encoding: 'koi8-r' })
  assert.throws(() => decodeXml(Buffer.from([0x3c, 0xff, 0x3e])), { reason: 'encoding' })
})
