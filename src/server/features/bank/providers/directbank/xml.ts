import { readXml } from '../../../../unpack/read-xml.ts'

/** An element of a document of the standard; names are without their prefix. */
export interface Element {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  text: string
  readonly children: Element[]
}

// A list of packs is the longest answer that is read as a whole; statements are read elsewhere.
const BOUNDS = { elements: 50_000, attributes: 30, depth: 30 }

/** The root of a document; throws `XmlProblem` for what is no XML, has a document type or passes the bounds. */
export function parseElement(text: string): Element {
  const path: Element[] = []
  let root: Element | undefined
  readXml(
    text.replace(/^\ufeff/, ''),
    {
      open(name, attributes) {
        const element: Element = { name, attributes, text: '', children: [] }
        path.at(-1)?.children.push(element)
        root ??= element
        path.push(element)
      },
      text(part) {
        const element = path.at(-1)
        if (element) element.text += part
      },
      close() {
        path.pop()
      },
    },
    BOUNDS,
  )
  return root!
}

export function childOf(element: Element | undefined, ...path: string[]): Element | undefined {
  return path.reduce<Element | undefined>(
    (found, name) => found?.children.find((child) => child.name === name),
    element,
  )
}

/** Its text without blanks around; undefined where it is absent or empty. */
export function textOf(element: Element | undefined, ...path: string[]): string | undefined {
  return childOf(element, ...path)?.text.trim() || undefined
}

export type Attributes = Readonly<Record<string, string | undefined>>

/** An element as text; a child or an attribute without a value is left out. */
export function write(
  name: string,
  attributes: Attributes,
  content: string | readonly (string | undefined)[] = '',
): string {
  const inner = typeof content === 'string' ? escapeText(content) : content.join('')
  const all = Object.entries(attributes)
    .flatMap(([key, value]) => (value === undefined ? [] : [` ${key}="${escapeText(value)}"`]))
    .join('')
  return inner === '' ? `<${name}${all}/>` : `<${name}${all}>${inner}</${name}>`
}

/** An element of text alone; none where there is no text. */
export function writeText(name: string, text: string | null | undefined): string | undefined {
  return text ? write(name, {}, text) : undefined
}

/** What XML 1.0 calls no character would make the bank refuse the whole pack. */
function escapeText(text: string): string {
  return text
    .replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
