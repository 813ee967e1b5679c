import { XMLParser, XMLValidator } from 'fast-xml-parser'
import type { ErrorCode } from './documents.ts'

export type Xml = { [name: string]: Xml | Xml[] | string }

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: true,
  ignoreDeclaration: true,
})

/** One document of a pack, opened. */
export type PackDocument = { id: string; kind: string; root: string; content: Xml; text: string }
export type Pack = { id: string; customer: string; bic: string; documents: PackDocument[] }

/** Reads a transport container as strictly as the schema; a code is what is wrong with it as a whole. */
export function readPack(text: string): Pack | ErrorCode {
  const packet = rootOf(text)
  if (packet === null || packet.root !== 'Packet') return '2001'
  const { content } = packet
  const id = textAt(content, '@id')
  const customer = textAt(content, 'Sender', 'Customer', '@id')
  const bic = textAt(content, 'Recipient', 'Bank', '@bic')
  const inside = listOf(content['Document'])
  const isWhole =
    text.startsWith('\ufeff') &&
    /^[\w-]{1,64}$/.test(id) &&
    textAt(content, '@formatVersion') !== '' &&
    isMoment(textAt(content, '@creationDate')) &&
    inside.length > 0
  if (!isWhole) return '2001'
  const documents: PackDocument[] = []
  for (const document of inside) {
    const opened = openDocument(document)
    if (opened === null) return '2001'
    documents.push(opened)
  }
  return { id, customer, bic, documents }
}

function openDocument(document: Xml): PackDocument | null {
  const id = textAt(document, '@id')
  const kind = textAt(document, '@dockind')
  const data = textAt(document, 'Data')
  if (id === '' || !/^\d\d$/.test(kind) || data === '') return null
  const text = Buffer.from(data, 'base64').toString('utf8')
  const inner = rootOf(text)
  return { id, kind, root: inner?.root ?? '', content: inner?.content ?? {}, text }
}

export function rootOf(text: string): { root: string; content: Xml } | null {
  const bare = text.replace(/^\ufeff/, '')
  if (/<!DOCTYPE/i.test(bare) || XMLValidator.validate(bare) !== true) return null
  const parsed = parser.parse(bare) as Xml
  const [root, content] = Object.entries(parsed)[0] ?? []
  if (root === undefined || typeof content !== 'object' || Array.isArray(content)) return null
  return { root, content }
}

/** The text at the end of a path, empty when there is none. */
export function textAt(xml: Xml, ...path: string[]): string {
  let found: Xml | Xml[] | string | undefined = xml
  for (const name of path) {
    if (typeof found !== 'object' || Array.isArray(found)) return ''
    found = found[name]
  }
  if (typeof found === 'string') return found
  // An element with attributes holds its text apart.
  const text = typeof found === 'object' && !Array.isArray(found) ? found['#text'] : undefined
  return typeof text === 'string' ? text : ''
}

export function listOf(value: Xml | Xml[] | string | undefined): Xml[] {
  if (Array.isArray(value)) return value
  return typeof value === 'object' ? [value] : []
}

function isMoment(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.test(text) && !Number.isNaN(Date.parse(text))
}
