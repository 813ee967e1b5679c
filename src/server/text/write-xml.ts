type Attributes = Readonly<Record<string, string | undefined>>

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

/** What XML 1.0 calls no character would make its reader refuse the whole document. */
function escapeText(text: string): string {
  return text
    .replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
