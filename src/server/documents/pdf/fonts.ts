import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { create, type Font } from 'fontkit'
import { isPrinted } from '#contract/document/printed-signs.ts'

declare global {
  namespace PDFKit.Mixins {
    // The library takes a font that was read before, which its published types leave out.
    interface PDFFont {
      registerFont(name: string, font: Font): this
    }
  }
}

/** Tinos has the widths of Times, in which the forms are set, with Cyrillic and «₽»; its subset goes into each file. */
const FACES = {
  regular: '400Regular/Tinos_400Regular.ttf',
  bold: '700Bold/Tinos_700Bold.ttf',
  italic: '400Regular_Italic/Tinos_400Regular_Italic.ttf',
} as const

export type Face = keyof typeof FACES

const fonts = new Map<Face, Font>()

/**
 * A typeface for one document. Its tables are read once, since that takes longer than drawing; its glyphs belong to the
 * document: the library records in them which letters they represent, and shared glyphs would lose that record.
 */
export function fontOf(face: Face): Font {
  const font: Font = Object.create(readFont(face))
  return Object.assign(font, { _glyphs: {} })
}

function readFont(face: Face): Font {
  const stored = fonts.get(face)
  if (stored) return stored
  const require = createRequire(import.meta.url)
  const bytes = readFileSync(require.resolve(`@expo-google-fonts/tinos/${FACES[face]}`))
  const font = create(bytes)
  if (!('layout' in font)) throw new Error('The file holds a collection of fonts')
  fonts.set(face, font)
  return font
}

export const faces = Object.keys(FACES) as Face[]

/** A text with «?» for each letter that the faces lack: the archive form allows no letter without a shape. */
export function replaceUnknownLetters(text: string): string {
  return Array.from(text, (letter) => (isPrinted(letter) ? letter : '?')).join('')
}

/** Words recur from document to document. */
const MAX_WORDS = 20_000
const widths = new Map<string, number>()

/** The width of a text at one point, as `measure` says it. */
export function widthAtPoint(face: Face, text: string, measure: () => number): number {
  const key = `${face} ${text}`
  const stored = widths.get(key)
  if (stored !== undefined) return stored
  if (widths.size >= MAX_WORDS) widths.clear()
  const width = measure()
  widths.set(key, width)
  return width
}
