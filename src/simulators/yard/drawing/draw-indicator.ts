/** What the operator's own eyes would see on the indicator. */
export interface DisplayAppearance {
  /** Digits with sign and point, at most 7 places; dashes mean overload. */
  text: string
  stable: boolean
  zero: boolean
}

/** Segments a to g as bits 0 to 6, for each character a weight can need. */
const SEGMENTS: Record<string, number> = {
  '0': 0x3f,
  '1': 0x06,
  '2': 0x5b,
  '3': 0x4f,
  '4': 0x66,
  '5': 0x6d,
  '6': 0x7d,
  '7': 0x07,
  '8': 0x7f,
  '9': 0x6f,
  '-': 0x40,
  ' ': 0,
}

const SEGMENT_PATHS = [
  'M12 6H58L48 16H22Z',
  'M64 10V62L56 68L54 60V22Z',
  'M64 76V128L54 118V80L56 72Z',
  'M22 122H48L58 132H12Z',
  'M6 76L14 72L16 80V118L6 128Z',
  'M6 10L16 22V60L14 68L6 62Z',
  'M20 64H50L56 69L50 74H20L14 69Z',
]

/** The indicator on its wall, 1280 × 720, digits 280 high: to be read from a small picture too. */
export function drawIndicator(look: DisplayAppearance) {
  let keys = ''
  for (let i = 0; i < 5; i++) {
    keys +=
      `<rect x="${318 + i * 136}" y="540" width="100" height="56" rx="10"` +
      ` fill="#5d666d" stroke="#2c3135" stroke-width="4"/>`
  }
  return (
    `<rect x="120" y="90" width="1040" height="560" rx="34" fill="#3f474d" stroke="#22272b"` +
    ` stroke-width="8"/>` +
    `<rect x="160" y="130" width="960" height="370" rx="14" fill="#140d0c"/>` +
    `<g transform="translate(190 170) scale(1.78)">${drawDigits(look.text)}</g>` +
    lamp(200, 465, look.stable, '#ff5a3c') +
    lamp(270, 465, look.zero, '#ff5a3c') +
    keys +
    `<g fill="#8e979d"><circle cx="150" cy="120" r="8"/><circle cx="1130" cy="120" r="8"/>` +
    `<circle cx="150" cy="620" r="8"/><circle cx="1130" cy="620" r="8"/></g>`
  )
}

/**
 * Seven places, 72 wide and 138 high each, right-aligned; a point belongs to the place before it.
 */
export function drawDigits(text: string) {
  const places: { bits: number; point: boolean }[] = []
  for (const char of text) {
    if (char === '.') places.at(-1)!.point = true
    else places.push({ bits: SEGMENTS[char] ?? 0, point: false })
  }
  while (places.length < 7) places.unshift({ bits: 0, point: false })
  const svg = places.map(({ bits, point }, i) => {
    const lit = SEGMENT_PATHS.filter((_, bit) => bits & (1 << bit)).join('')
    const dark = SEGMENT_PATHS.filter((_, bit) => !(bits & (1 << bit))).join('')
    const dot = point ? `<circle cx="70" cy="128" r="6" fill="#ff3b24"/>` : ''
    return (
      `<g transform="translate(${i * 72} 0) skewX(-4)">` +
      `<path d="${dark}" fill="#2a1210"/><path d="${lit}" fill="#ff3b24"/>${dot}</g>`
    )
  })
  return svg.join('')
}

function lamp(x: number, y: number, on: boolean, colour: string) {
  return `<circle cx="${x}" cy="${y}" r="12" fill="${on ? colour : '#3a1a16'}"/>`
}
