import { inflateSync } from 'node:zlib'

interface PdfObject {
  dict: string
  stream?: Buffer
}

/** Pages and words of a PDF as Chromium writes it: plain objects, deflated streams, fonts that say which letters they draw. */
export function readPdf(file: Buffer): { pages: number; sheets: string[]; text: string } {
  const objects = objectsOf(file)
  const pages = [...objects.values()].filter(({ dict }) => /\/Type \/Page\b(?!s)/.test(dict))
  const fonts = fontsOf(objects)
  const sheets = pages.map((page) => {
    const contents = objects.get(Number(/\/Contents (\d+) 0 R/.exec(page.dict)?.[1]))
    const words = wordsOf(contents?.stream?.toString('latin1') ?? '', fonts)
    return words.replaceAll(/\s+/g, ' ')
  })
  return { pages: pages.length, sheets, text: sheets.join(' ') }
}

function objectsOf(file: Buffer): Map<number, PdfObject> {
  const whole = file.toString('latin1')
  const objects = new Map<number, PdfObject>()
  const head = /(\d+) 0 obj\s/g
  for (let found = head.exec(whole); found; found = head.exec(whole)) {
    const end = whole.indexOf('endobj', head.lastIndex)
    const begin = /stream\r?\n/.exec(whole.slice(head.lastIndex, end))
    const dictEnd = begin ? head.lastIndex + begin.index : end
    const dict = whole.slice(head.lastIndex, dictEnd)
    const from = begin ? dictEnd + begin[0].length : end
    const length = Number(/\/Length (\d+)/.exec(dict)?.[1] ?? 0)
    const bytes = file.subarray(from, from + length)
    const stream = dict.includes('/FlateDecode') ? inflateSync(bytes) : bytes
    objects.set(Number(found[1]), { dict, ...(begin && { stream }) })
    head.lastIndex = begin ? from + length : end
  }
  return objects
}

type Letters = Map<string, string>

/** By the name in content streams; Skia gives one name to one font in the whole file. */
function fontsOf(objects: Map<number, PdfObject>): Map<string, Letters> {
  const fonts = new Map<string, Letters>()
  for (const { dict } of objects.values())
    for (const [, list] of dict.matchAll(/\/Font\s*<<([^>]*)>>/g))
      for (const [, name, id] of list!.matchAll(/\/(\S+) (\d+) 0 R/g)) {
        const map = /\/ToUnicode (\d+) 0 R/.exec(objects.get(Number(id))?.dict ?? '')?.[1]
        fonts.set(name!, lettersOf(objects.get(Number(map))?.stream?.toString('latin1') ?? ''))
      }
  return fonts
}

function lettersOf(cmap: string): Letters {
  const letters: Letters = new Map()
  for (const [, block] of cmap.matchAll(/beginbfchar([\s\S]*?)endbfchar/g))
    for (const [, glyph, to] of block!.matchAll(/<(\w{4})> <(\w+)>/g))
      letters.set(glyph!.toUpperCase(), unicode(to!))
  for (const [, block] of cmap.matchAll(/beginbfrange([\s\S]*?)endbfrange/g))
    for (const [, first, last, to] of block!.matchAll(/<(\w{4})> <(\w{4})> <(\w{4})>/g))
      for (let glyph = hex(first!); glyph <= hex(last!); glyph++)
        letters.set(
          glyph.toString(16).padStart(4, '0').toUpperCase(),
          String.fromCharCode(hex(to!) + glyph - hex(first!)),
        )
  return letters
}

const hex = (text: string) => Number.parseInt(text, 16)

function unicode(text: string): string {
  return String.fromCharCode(...(text.match(/\w{4}/g) ?? []).map(hex))
}

function wordsOf(content: string, fonts: Map<string, Letters>): string {
  let letters: Letters = new Map()
  let words = ''
  for (const [token, font] of content.matchAll(/\/(\S+) [\d.]+ Tf|<\w+>|\bET\b/g)) {
    if (font) letters = fonts.get(font) ?? new Map()
    else if (token === 'ET') words += ' '
    else
      words += (token.match(/\w{4}/g) ?? [])
        .map((glyph) => letters.get(glyph.toUpperCase()) ?? '')
        .join('')
  }
  return words
}
