import { SaxesParser } from 'saxes'

/** Beyond these a text is no document that the product reads, however well it is formed. */
export interface XmlBounds {
  readonly elements: number
  /** Of one element. */
  readonly attributes: number
  readonly depth: number
}

/** What a reader of a document hears; names are without their prefix. */
export interface XmlReader {
  /** `line`: in which its tag ends. */
  open(name: string, attributes: Readonly<Record<string, string>>, line: number): void
  text?(text: string): void
  close?(name: string): void
}

/** Why a document was not read; the line where it is known. */
export class XmlProblem extends Error {
  readonly reason: 'broken' | 'too-much' | 'doctype' | 'encoding'
  readonly line: number

  constructor(reason: XmlProblem['reason'], line = 0) {
    super(`XML is ${reason} at line ${line}`)
    this.reason = reason
    this.line = line
  }
}

// The parser is fed in pieces, so that a bound ends it before it has read the rest.
const STEP = 64 * 1024

/**
 * Reads a well-formed document in one pass. A document type is refused, and with it every way to make entities grow; so is
 * what XML 1.0 does not call a character, NUL above all.
 */
export function readXml(text: string, reader: XmlReader, bounds: XmlBounds): void {
  const parser = new SaxesParser({ xmlns: false })
  const stop = (reason: XmlProblem['reason']): never => {
    throw new XmlProblem(reason, parser.line)
  }
  const count = { elements: 0, attributes: 0, depth: 0 }
  parser.on('error', () => stop('broken'))
  parser.on('doctype', () => stop('doctype'))
  parser.on('opentagstart', () => {
    count.attributes = 0
    if (++count.elements > bounds.elements || ++count.depth > bounds.depth) stop('too-much')
  })
  parser.on('attribute', () => {
    if (++count.attributes > bounds.attributes) stop('too-much')
  })
  parser.on('opentag', ({ name, attributes }) =>
    reader.open(bareName(name), attributes, parser.line),
  )
  parser.on('closetag', ({ name }) => {
    count.depth--
    reader.close?.(bareName(name))
  })
  parser.on('text', (part) => reader.text?.(part))
  parser.on('cdata', (part) => reader.text?.(part))
  for (let at = 0; at < text.length; at += STEP) parser.write(text.slice(at, at + STEP))
  parser.close()
}

const bareName = (name: string) => name.slice(name.indexOf(':') + 1)

const ENCODINGS = ['utf-8', 'windows-1251', 'utf-16le', 'utf-16be'] as const

/** The text of a document in the encoding that it declares; any other, and bytes that are none of it, are refused. */
export function decodeXml(bytes: Buffer): { text: string } | { encoding: string } {
  const wide = WIDE.find(([mark]) => bytes.subarray(0, 2).equals(mark))?.[1]
  const head = bytes.subarray(0, 200).toString('latin1')
  const declared = /^(?:\u00ef\u00bb\u00bf)?<\?xml[^>]*encoding=["']([\w-]+)["']/.exec(head)?.[1]
  const encoding = wide ?? (declared ?? 'utf-8').toLowerCase()
  const encodingName = ENCODINGS.find((name) => name === encoding)
  if (!encodingName || (!wide && encodingName.startsWith('utf-16')))
    return { encoding: declared ?? encoding }
  try {
    return { text: new TextDecoder(encodingName, { fatal: true }).decode(bytes) }
  } catch {
    throw new XmlProblem('encoding')
  }
}

const WIDE = [
  [Buffer.from([0xff, 0xfe]), 'utf-16le'],
  [Buffer.from([0xfe, 0xff]), 'utf-16be'],
] as const
