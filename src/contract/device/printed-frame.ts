/** Names of the bytes that have no sign, as manuals of indicators write them (ASCII). */
const NAMES: Readonly<Record<number, string>> = {
  0x02: 'STX',
  0x03: 'ETX',
  0x05: 'ENQ',
  0x06: 'ACK',
  0x0a: 'LF',
  0x0d: 'CR',
  0x11: 'DC1',
}

/** A frame in hex as text: `020d` is `<STX><CR>`, other bytes without a sign are `·`; undefined where most of it is no text. */
export function printedFrame(hex: string): string | undefined {
  const text = [...hex.matchAll(/../g)]
    .map(([pair]) => {
      const byte = Number.parseInt(pair, 16)
      if (NAMES[byte]) return `<${NAMES[byte]}>`
      return byte >= 0x20 && byte < 0x7f ? String.fromCodePoint(byte) : '·'
    })
    .join('')
  return text.replaceAll('·', '').length * 2 > text.length ? text : undefined
}
