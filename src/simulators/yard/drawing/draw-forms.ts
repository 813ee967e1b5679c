import type { Random } from '../random.ts'
import { drawText, textWidth } from './glyphs.ts'

interface Line {
  /** Words from left to right: text, height in millimetres and the room before it. */
  words: readonly [text: string, height: number, before: number][]
  /** The line on which the words stand. */
  y: number
}

/** How the plates of one form look. */
interface PlateDrawing {
  ground: string
  signs: string
  width: number
  height: number
  lines: readonly Line[]
  /** More SVG: a flag, a line. */
  beside: string
}

const LETTERS = [...'АВЕКМНОРСТУХ']
const LATIN = [...'ABCDEFGHIJKLMNOPRSTUVWXYZ']
const SHARED_LETTERS = [...'ABCEHIKMOPTX']
const WHITE = '#f4f4f1'
const BLACK = '#121416'
const LONG = { width: 520, height: 112, ground: WHITE, signs: BLACK }
const SQUARE = { width: 290, height: 170, ground: WHITE, signs: BLACK }

type Take = (letters: readonly string[], count: number) => string
type Count = (from: number, to: number, digits?: number) => string

/** Of each form a plate as it is stored and how it looks; the codes are those of the contract's table. */
const FORMS: Record<string, (take: Take, number: Count) => [plate: string, look: PlateDrawing]> = {
  'ru-military'(take, number) {
    const [digits, letters, region] = [number(1, 9999, 4), take(LETTERS, 2), number(10, 99)]
    return [
      digits + letters + region,
      { ...withRegion(region, [digits, 76, 0], [letters, 58, 14]), ground: BLACK, signs: WHITE },
    ]
  },
  'ru-police'(take, number) {
    const [letter, digits, region] = [take(LETTERS, 1), number(1, 9999, 4), number(10, 99)]
    return [
      letter + digits + region,
      { ...withRegion(region, [letter, 58, 0], [digits, 76, 14]), ground: '#1f4fa8', signs: WHITE },
    ]
  },
  'ru-taxi'(take, number) {
    const [letters, digits, region] = [take(LETTERS, 2), number(1, 999, 3), number(10, 99)]
    return [
      letters + digits + region,
      { ...withRegion(region, [letters, 58, 0], [digits, 76, 20]), ground: '#f2c614' },
    ]
  },
  'ru-transit'(take, number) {
    const [letters, digits, last] = [take(LETTERS, 2), number(1, 999, 3), take(LETTERS, 1)]
    const region = number(10, 99)
    return [
      letters + digits + last + region,
      withRegion(region, [letters, 58, 0], [digits, 76, 14], [last, 58, 14]),
    ]
  },
  'ru-tractor'(take, number) {
    const [digits, letters, region] = [number(1, 9999, 4), take(LETTERS, 2), number(10, 99)]
    return [
      digits + letters + region,
      square(
        [[digits, 66, 0]],
        [
          [letters, 54, 0],
          [region, 54, 26],
        ],
      ),
    ]
  },
  'ru-car'(take, number) {
    const [letter, digits] = [take(LETTERS, 1), number(1, 999, 3)]
    const [letters, region] = [take(LETTERS, 2), number(10, 99)]
    return [
      letter + digits + letters + region,
      square(
        [
          [letter, 52, 0],
          [digits, 66, 14],
        ],
        [
          [letters, 52, 0],
          [region, 52, 26],
        ],
      ),
    ]
  },
  'kz-car'(take, number) {
    const [digits, letters, region] = [number(1, 999, 3), take(LATIN, 3), number(1, 20)]
    return [digits + letters + region, kazakh(digits, letters, region)]
  },
  'kz-company'(take, number) {
    const [digits, letters, region] = [number(1, 999, 3), take(LATIN, 2), number(1, 20)]
    return [digits + letters + region, kazakh(digits, letters, region)]
  },
  'by-car'(take, number) {
    const [digits, letters, region] = [number(1, 9999, 4), take(SHARED_LETTERS, 2), number(1, 7, 1)]
    const words: Line['words'] = [
      [digits, 76, 40],
      [letters, 76, 20],
      ['-', 40, 8],
      [region, 76, 8],
    ]
    return [digits + letters + region, { ...LONG, ...line(words), beside: strip('#1b8a4b', 'BY') }]
  },
  'ua-car'(take, number) {
    const [first, digits, last] = [
      take(SHARED_LETTERS, 2),
      number(1, 9999, 4),
      take(SHARED_LETTERS, 2),
    ]
    const words: Line['words'] = [
      [first, 76, 40],
      [digits, 76, 16],
      [last, 76, 16],
    ]
    return [first + digits + last, { ...LONG, ...line(words), beside: strip('#1d4fa3', 'UA') }]
  },
  'am-car'(take, number) {
    const [first, letters, last] = [number(10, 99), take(LATIN, 2), number(1, 999, 3)]
    const words: Line['words'] = [
      [first, 76, 50],
      [letters, 76, 24],
      [last, 76, 24],
    ]
    return [first + letters + last, { ...LONG, ...line(words), beside: strip('#d9a21b', 'AM') }]
  },
  'kg-car'(take, number) {
    const [region, digits, letters] = [number(1, 9), number(1, 999, 3), take(LATIN, 3)]
    const words: Line['words'] = [
      [region, 62, 0],
      [digits, 76, 60],
      [letters, 76, 16],
    ]
    return [region + digits + letters, { ...LONG, ...line(words), beside: '' }]
  },
  'uz-car'(take, number) {
    const [region, letter] = [`${number(1, 9, 1)}0`, take(LATIN, 1)]
    const [digits, letters] = [number(1, 999, 3), take(LATIN, 2)]
    const words: Line['words'] = [
      [region, 62, 0],
      [letter, 76, 40],
      [digits, 76, 12],
      [letters, 76, 12],
    ]
    return [region + letter + digits + letters, { ...LONG, ...line(words), beside: '' }]
  },
}

/** Every form that is drawn here. */
export const DRAWN_FORMS = Object.keys(FORMS)

/** A plate of a form, drawn in its own size. */
export function drawForm(code: string, random: Random) {
  const take: Take = (letters, count) =>
    Array.from({ length: count }, () => random.pick([...letters])).join('')
  const number: Count = (from, to, digits = 2) =>
    String(random.whole(from, to)).padStart(digits, '0')
  const [plate, look] = FORMS[code]!(take, number)
  return { plate, svg: drawPlateForm(look), width: look.width, height: look.height }
}

/** A plate of Kazakhstan with signs of one's own choice. */
export function drawKazakh(digits: string, letters: string, region: string): string {
  return drawPlateForm(kazakh(digits, letters, region))
}

function drawPlateForm({ ground, signs, width, height, lines, beside }: PlateDrawing): string {
  const frame = `<rect x="5" y="5" width="${width - 10}" height="${height - 10}" rx="7" fill="none" stroke="${signs}" stroke-width="4"/>`
  return (
    `<rect width="${width}" height="${height}" rx="9" fill="${ground}"/>${frame}` +
    `<g stroke="${signs}">${lines.map((words) => drawLine(words, width)).join('')}</g>${beside}`
  )
}

function drawLine({ words, y }: Line, width: number): string {
  const total = words.reduce(
    (sum, [text, height, before]) => sum + before + textWidth(text, height, 8),
    0,
  )
  let x = (width - total) / 2
  return words
    .map(([text, height, before]) => {
      x += before
      const svg = drawText(text, x, y, height, 8)
      x += textWidth(text, height, 8)
      return svg
    })
    .join('')
}

function line(words: Line['words']): Pick<PlateDrawing, 'lines'> {
  return { lines: [{ words, y: 95 }] }
}

function square(upper: Line['words'], lower: Line['words']): PlateDrawing {
  return {
    ...SQUARE,
    lines: [
      { words: upper, y: 82 },
      { words: lower, y: 156 },
    ],
    beside: '',
  }
}

/** The body and, further right and smaller, its region. */
function withRegion(region: string, ...words: Line['words']): PlateDrawing {
  return { ...LONG, lines: [{ words: [...words, [region, 58, 44]], y: 92 }], beside: '' }
}

function kazakh(digits: string, letters: string, region: string): PlateDrawing {
  const words: Line['words'] = [
    [digits, 76, 70],
    [letters, 58, 18],
    [region, 70, 36],
  ]
  return { ...LONG, ...line(words), beside: kazakhFlag() }
}

function kazakhFlag(): string {
  return `<rect x="16" y="20" width="46" height="30" fill="#00a9c7"/><g stroke="#121416">${drawText('KZ', 18, 92, 26, 4)}</g>`
}

function strip(colour: string, mark: string): string {
  return `<rect x="8" y="8" width="44" height="96" rx="5" fill="${colour}"/><g stroke="#ffffff">${drawText(mark, 13, 96, 24, 3)}</g>`
}
