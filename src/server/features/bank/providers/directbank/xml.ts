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
