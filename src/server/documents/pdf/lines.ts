import type { Align, Run } from '../body/blocks.ts'
import type { Canvas, WordStyle } from './canvas.ts'
import { replaceUnknownLetters } from './fonts.ts'

interface Word {
  readonly text: string
  readonly style: WordStyle
  readonly width: number
  /** Whether a space stands before it. */
  readonly spaced: boolean
}

interface Line {
  readonly words: Word[]
  width: number
  /** Ends a paragraph, so that it is not stretched. */
  last: boolean
}

export interface TextStyle {
  /** Points. */
  readonly size: number
  /** Of a line, as a multiple of the size. */
  readonly leading: number
  readonly align?: Align
  readonly bold?: boolean
  /** Words are broken nowhere, as in a column of numbers. */
  readonly whole?: boolean
}

/** A text broken into the lines of a width. */
export interface TextBox {
  readonly height: number
  readonly lineHeight: number
  readonly lines: readonly Line[]
}

/** What is not broken further: up to a space, a line feed or behind a hyphen; a no-break space belongs to its word. */
const PIECES = /\n| +|[^ \n-]*-+|[^ \n-]+/g

function splitWords(
  canvas: Canvas,
  runs: readonly Run[],
  { size, bold }: TextStyle,
): (Word | '\n')[] {
  const words: (Word | '\n')[] = []
  let spaced = false
  for (const run of runs) {
    const face = run.bold || bold ? 'bold' : run.italic ? 'italic' : 'regular'
    for (const [piece] of run.text.matchAll(PIECES)) {
      if (piece === '\n') words.push(piece)
      else if (piece.startsWith(' ')) spaced = true
      else {
        const text = replaceUnknownLetters(piece)
        const style = { face, size } as const
        words.push({ text, style, width: canvas.widthOf(text, style), spaced })
        spaced = false
      }
    }
  }
  return words
}

/** Breaks a text at its spaces, and a word that is wider than the place within itself. */
export function breakText(
  canvas: Canvas,
  runs: readonly Run[],
  width: number,
  style: TextStyle,
): TextBox {
  const lines: Line[] = [{ words: [], width: 0, last: true }]
  const next = (last: boolean) => {
    lines.at(-1)!.last = last
    lines.push({ words: [], width: 0, last: true })
  }
  for (const word of splitWords(canvas, runs, style)) {
    if (word === '\n') {
      next(true)
      continue
    }
    for (const part of splitWord(canvas, word, width)) {
      const line = lines.at(-1)!
      const gap = part.spaced && line.words.length > 0 ? spaceOf(canvas, part.style) : 0
      if (line.words.length > 0 && line.width + gap + part.width > width + 0.01) {
        next(false)
        lines.at(-1)!.words.push(part)
        lines.at(-1)!.width = part.width
      } else {
        line.words.push(part)
        line.width += gap + part.width
      }
    }
  }
  const lineHeight = style.size * style.leading
  return { lines, lineHeight, height: lines.length * lineHeight }
}

function splitWord(canvas: Canvas, word: Word, width: number): Word[] {
  if (word.width <= width + 0.01) return [word]
  const parts: Word[] = []
  let text = ''
  for (const letter of word.text) {
    if (text !== '' && canvas.widthOf(text + letter, word.style) > width) {
      parts.push({
        ...word,
        text,
        width: canvas.widthOf(text, word.style),
        spaced: parts.length === 0 && word.spaced,
      })
      text = ''
    }
    text += letter
  }
  parts.push({
    ...word,
    text,
    width: canvas.widthOf(text, word.style),
    spaced: parts.length === 0 && word.spaced,
  })
  return parts
}

function spaceOf(canvas: Canvas, style: WordStyle): number {
  return canvas.widthOf('\u00a0', style)
}

/** The narrowest and the widest place that a text asks for. */
export function extentOf(
  canvas: Canvas,
  text: string,
  style: TextStyle,
): { least: number; most: number } {
  let least = 0
  let most = 0
  let line = 0
  for (const word of splitWords(canvas, [{ text }], style)) {
    if (word === '\n') line = 0
    else {
      line += word.width + (word.spaced && line > 0 ? spaceOf(canvas, word.style) : 0)
      least = Math.max(least, word.width)
    }
    most = Math.max(most, line)
  }
  return { least: style.whole ? most : least, most }
}

/** Draws the lines of a text into their place. */
export function drawText(
  canvas: Canvas,
  { lines, lineHeight }: TextBox,
  place: { x: number; y: number; width: number; align?: Align | undefined; struck?: boolean },
): void {
  lines.forEach((line, index) => {
    const top = place.y + index * lineHeight
    const spare = place.width - line.width
    const spaces = line.words.filter((word, i) => i > 0 && word.spaced).length
    const gap = place.align === 'justify' && !line.last && spaces > 0 ? spare / spaces : 0
    const before = place.align === 'center' ? spare / 2 : place.align === 'right' ? spare : 0
    let x = place.x + before
    for (const { text, style, wide } of segmentsOf(canvas, line, gap)) {
      canvas.write(text, x, top, style, { gap, lineHeight })
      x += wide
    }
    if (place.struck && line.words.length > 0) {
      const middle = top + lineHeight * 0.54
      canvas.rule(place.x + before, middle, place.x + before + line.width, middle)
    }
  })
}

/** Words of one style in a row are written at once, so that a reader of the file finds the phrase. */
function segmentsOf(canvas: Canvas, { words }: Line, gap: number) {
  const segments: { text: string; style: WordStyle; wide: number }[] = []
  words.forEach((word, i) => {
    const spaced = i > 0 && word.spaced
    const space = spaced ? spaceOf(canvas, word.style) + gap : 0
    const last = segments.at(-1)
    if (last?.style.face === word.style.face) {
      last.text += `${spaced ? ' ' : ''}${word.text}`
      last.wide += space + word.width
    } else {
      if (last && spaced) {
        last.text += ' '
        last.wide += space
      }
      segments.push({ text: word.text, style: word.style, wide: word.width })
    }
  })
  return segments
}
