interface Policy {
  createHTML: (text: string) => string
}
interface Factory {
  createPolicy: (name: string, rules: { createHTML: (text: string) => string }) => Policy
}

/** The stored body of a printed form, split: its style as text, its content rebuilt node by node. */
export interface PrintParts {
  style: string
  content: DocumentFragment
}

const ELEMENTS = new Set(
  `article aside b br caption col colgroup dd div dl dt em figure footer h1 h2 h3 h4 header hr i img li main ol p
   section small span strong sub sup table tbody td tfoot th thead tr u ul`.split(/\s+/),
)
const ATTRIBUTES = new Set([
  'class',
  'colspan',
  'rowspan',
  'scope',
  'alt',
  'width',
  'height',
  'lang',
  'span',
])
const QR = '/api/v1/utils/get_qrcode_img?'

let policy: Policy | undefined

/**
 * The only place that makes HTML from text: parsed without running anything, then copied by an allow-list, so that scripts,
 * handlers, styles and external pictures are left out (screens.md 11).
 */
export function partsOf(html: string): PrintParts {
  const { trustedTypes } = globalThis as { trustedTypes?: Factory }
  policy ??= trustedTypes?.createPolicy('print-body', { createHTML: (text) => text })
  const [, style = '', rest = ''] = /^\s*<style[^>]*>([\s\S]*?)<\/style>([\s\S]*)$/.exec(html) ?? [
    '',
    '',
    html,
  ]
  const text = policy ? policy.createHTML(rest) : rest
  const parsed = new DOMParser().parseFromString(text, 'text/html')
  const content = document.createDocumentFragment()
  copy(parsed.body, content)
  return { style, content }
}

function copy(from: Node, to: Node) {
  for (const child of from.childNodes) {
    if (child.nodeType === Node.TEXT_NODE)
      to.appendChild(document.createTextNode(child.textContent ?? ''))
    if (child.nodeType === Node.ELEMENT_NODE) {
      const made = element(child as Element)
      if (!made) continue
      copy(child, made)
      to.appendChild(made)
    }
  }
}

function element(from: Element): HTMLElement | undefined {
  const name = from.localName
  if (!ELEMENTS.has(name)) return undefined
  const made = document.createElement(name)
  for (const { name: attribute, value } of from.attributes)
    if (ATTRIBUTES.has(attribute)) made.setAttribute(attribute, value)
  if (name !== 'img') return made
  const address = from.getAttribute('src') ?? ''
  if (!ownPicture(address)) return undefined
  made.setAttribute('src', address)
  return made
}

function ownPicture(address: string): boolean {
  if (/^data:image\/(png|jpeg|svg\+xml);/.test(address)) return true
  const url = new URL(address, location.origin)
  return url.origin === location.origin && `${url.pathname}${url.search}`.startsWith(QR)
}
