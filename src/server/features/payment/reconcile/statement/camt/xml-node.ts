/** An element of a bank's document, as far as it is needed: text and the currency of a sum, no other attribute. */
export interface XmlNode {
  readonly name: string
  /** Of the document: where its tag ends. */
  readonly line: number
  readonly currency: string | undefined
  text: string
  readonly children: XmlNode[]
}

export function childrenOf(node: XmlNode | undefined, name: string): XmlNode[] {
  return node?.children.filter((child) => child.name === name) ?? []
}

/** The first element at the end of this path. */
export function childAt(node: XmlNode | undefined, ...path: string[]): XmlNode | undefined {
  return path.reduce<XmlNode | undefined>(
    (found, name) => found?.children.find((child) => child.name === name),
    node,
  )
}

/** Its text without blanks around; undefined where it is absent or empty. */
export function textAt(node: XmlNode | undefined, ...path: string[]): string | undefined {
  return childAt(node, ...path)?.text.trim() || undefined
}
