interface Glyph {
  /** Units of a glyph 100 high. */
  width: number
  path: string
}

/** Centre lines are stroked with this width, in units of a glyph 100 high. */
const GLYPH_STROKE = 14.5

const RING = 'M7 30 A22 22 0 0 1 51 30 V70 A22 22 0 0 1 7 70 Z'

/**
 * The letters and digits of plates and what a camera prints over its picture, as strokes of
 * our own design: no installed font takes part, so a picture is the same on every machine.
 */
const GLYPHS: Record<string, Glyph> = {
  '0': { width: 58, path: RING },
  '1': { width: 46, path: 'M6 33 L31 10 M31 2 V100' },
  '2': { width: 58, path: 'M8 33 C8 -2 50 -2 50 29 C50 50 9 66 9 93 H54' },
  '3': { width: 58, path: 'M6 7 H45 L26 40 C62 40 60 93 29 93 C16 93 8 86 6 75' },
  '4': { width: 60, path: 'M34 0 L10 70 H58 M43 45 V100' },
  '5': {
    width: 58,
    path: 'M51 7 H14 L11 47 C17 40 22 38 30 38 C57 38 57 93 28 93 C16 93 8 87 6 76',
  },
  '6': { width: 58, path: 'M42 1 L12 55 M29 43 A22 25 0 0 1 29 93 A22 25 0 0 1 29 43 Z' },
  '7': { width: 54, path: 'M3 7 H47 L20 101' },
  '8': {
    width: 58,
    path: 'M29 7A18 19 0 0 1 29 46A18 19 0 0 1 29 7ZM29 46A22 23 0 0 1 29 93A22 23 0 0 1 29 46Z',
  },
  '9': { width: 58, path: 'M16 99 L46 45 M29 57 A22 25 0 0 1 29 7 A22 25 0 0 1 29 57 Z' },
  А: { width: 70, path: 'M7 100 L32 7 H38 L63 100 M17 68 H53' },
  В: { width: 66, path: 'M10 48 H35 C55 48 55 7 35 7 H10 V93 H36 C65 93 65 48 35 48' },
  Е: { width: 60, path: 'M56 7 H10 V93 H57 M10 49 H51' },
  К: { width: 66, path: 'M10 0 V100 M57 0 L13 58 M30 42 L59 100' },
  М: { width: 78, path: 'M9 100 V10 L39 66 L69 10 V100' },
  Н: { width: 66, path: 'M10 0 V100 M56 0 V100 M10 50 H56' },
  О: { width: 64, path: 'M7 31 A25 24 0 0 1 57 31 V69 A25 24 0 0 1 7 69 Z' },
  Р: { width: 62, path: 'M10 100 V7 H35 C61 7 61 56 35 56 H10' },
  С: { width: 64, path: 'M57 36 V31 A25 24 0 0 0 7 31 V69 A25 24 0 0 0 57 69 V64' },
  Т: { width: 64, path: 'M3 7 H61 M32 7 V100' },
  У: { width: 66, path: 'M8 0 L35 60 M59 0 L33 72 C27 90 21 93 8 93' },
  Х: { width: 68, path: 'M8 0 L60 100 M60 0 L8 100' },
  R: { width: 62, path: 'M10 100 V7 H35 C59 7 59 52 35 52 H10 M32 52 L56 100' },
  U: { width: 64, path: 'M9 0 V69 A23 24 0 0 0 55 69 V0' },
  S: { width: 60, path: 'M52 26 C48 0 8 0 8 28 C8 54 53 44 53 72 C53 100 10 100 7 72' },
  D: { width: 64, path: 'M10 7 V93 H30 C62 93 62 7 30 7 Z' },
  F: { width: 58, path: 'M54 7 H10 V100 M10 50 H48' },
  G: { width: 66, path: 'M58 32 A25 25 0 0 0 7 31 V69 A25 24 0 0 0 58 69 V54 H36' },
  I: { width: 28, path: 'M14 0 V100' },
  J: { width: 56, path: 'M46 0 V70 A20 23 0 0 1 7 72' },
  L: { width: 56, path: 'M10 0 V93 H54' },
  N: { width: 68, path: 'M10 100 V2 L58 98 V0' },
  Q: { width: 66, path: 'M7 31 A25 24 0 0 1 57 31 V69 A25 24 0 0 1 7 69 Z M38 72 L62 100' },
  V: { width: 68, path: 'M6 0 L34 94 L62 0' },
  W: { width: 92, path: 'M6 0 L26 94 L46 20 L66 94 L86 0' },
  Z: { width: 62, path: 'M6 7 H52 L8 93 H57' },
  '-': { width: 46, path: 'M6 52 H40' },
  ':': { width: 26, path: 'M13 26 V40 M13 72 V86' },
  '.': { width: 26, path: 'M13 84 V100' },
  ' ': { width: 40, path: '' },
}

/** Latin letters with a Cyrillic lookalike have its outline. */
export const LATIN_LOOKALIKES: Record<string, string> = {
  A: 'А',
  B: 'В',
  E: 'Е',
  K: 'К',
  M: 'М',
  H: 'Н',
  O: 'О',
  P: 'Р',
  C: 'С',
  T: 'Т',
  Y: 'У',
  X: 'Х',
}

function glyphOf(char: string): Glyph | undefined {
  return GLYPHS[LATIN_LOOKALIKES[char] ?? char]
}

/** True for what a plate can carry: anything else has no outline here. */
export function hasGlyph(char: string) {
  return glyphOf(char) !== undefined
}

/** Width of one line of glyphs in the units of `height`, with `gap` between two of them. */
export function textWidth(text: string, height: number, gap: number) {
  const widths = [...text].map((char) => ((glyphOf(char)?.width ?? 0) * height) / 100)
  return widths.reduce((sum, width) => sum + width, 0) + gap * Math.max(0, widths.length - 1)
}

/** One line of glyphs as SVG, its lower left corner at x, y; it inherits the stroke colour. */
export function drawText(text: string, x: number, y: number, height: number, gap: number) {
  let left = x
  let svg = ''
  for (const char of text) {
    const glyph = glyphOf(char)
    if (!glyph) continue
    const scale = height / 100
    if (glyph.path) {
      svg +=
        `<path transform="translate(${left.toFixed(2)} ${(y - height).toFixed(2)})` +
        ` scale(${scale})" d="${glyph.path}"/>`
    }
    left += glyph.width * scale + gap
  }
  return `<g fill="none" stroke-width="${GLYPH_STROKE}">${svg}</g>`
}
