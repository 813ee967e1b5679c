import { createReadStream } from 'node:fs'
import { otherFormat, TAKEN_FORMATS } from '../other-formats.ts'
import { problem } from '../statement-file.ts'

const ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1251', 'ibm866', 'koi8-r'] as const
type Encoding = (typeof ENCODINGS)[number]

const PIECE = 64 * 1024
const MOST_SIGNS = 4096
/** Words of every head; a text in another table than that of its bytes has none of them. */
const SIGNS_OF_FORMAT = /Кодировка|РасчСчет|ДатаНачала/i
const BREAK = /\r\n|\n|\r/

/** Lines of a text of one of the encodings of 1С, a piece of the file at a time. */
export async function* textLines(path: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(await encodingOf(path), { fatal: true })
  const clean = cleaner()
  let rest = ''
  for await (const piece of pieces(path)) {
    const text = rest + decode(decoder, piece)
    // The other half of a break may come with the next piece.
    const half = text.endsWith('\r') ? '\r' : ''
    const lines = text.slice(0, text.length - half.length).split(BREAK)
    rest = lines.pop()! + half
    for (const line of lines) yield clean(line)
    if (rest.length > MOST_SIGNS + 1) clean(rest)
  }
  const last = (rest + decode(decoder)).replace(/\r$/, '')
  if (last !== '') yield clean(last)
}

/** A file of DOS ends with Ctrl-Z; after it nothing else may stand. */
function cleaner() {
  let at = 0
  let isOver = false
  return (line: string): string => {
    at++
    // oxlint-disable-next-line no-control-regex
    const text = line.replace(/\u001a+$/, '')
    if (text.length > MOST_SIGNS)
      problem(`Строка ${at} длиннее 4096 знаков: это не выписка в формате 1С`)
    // oxlint-disable-next-line no-control-regex
    if (/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/.test(text) || (isOver && text.trim() !== ''))
      problem(`Строка ${at}: служебные знаки, файл повреждён. Выгрузите его из банка заново`)
    isOver ||= text !== line
    return text
  }
}

/** By the mark of the file, UTF-8 where every byte is, otherwise the table under which its head has the words of the format. */
async function encodingOf(path: string): Promise<Encoding> {
  let head: Buffer | undefined
  let isUtf8 = true
  const utf8 = new TextDecoder('utf-8', { fatal: true })
  for await (const piece of pieces(path)) {
    head ??= piece
    if (isUtf8) isUtf8 = isDecoded(utf8, piece)
  }
  if (isUtf8) isUtf8 = isDecoded(utf8)
  if (head === undefined) return problem('Файл пуст')
  const bytes = head
  const found = ENCODINGS.filter((name) => name !== 'utf-8' || isUtf8).find((name) =>
    SIGNS_OF_FORMAT.test(new TextDecoder(name).decode(bytes)),
  )
  if (found) return found
  const isOfFormat = /^[^\w]*1.{1,2}ClientBankExchange/i.test(head.toString('latin1'))
  return problem(
    isOfFormat
      ? 'Выписка 1С записана в незнакомой кодировке. Выгрузите kl_to_1c.txt из банка в windows-1251 или UTF-8'
      : `${otherFormat(head) ?? 'Это не выписка 1С'}. ${TAKEN_FORMATS}`,
  )
}

async function* pieces(path: string): AsyncGenerator<Buffer> {
  yield* createReadStream(path, { highWaterMark: PIECE }) as AsyncIterable<Buffer>
}

function isDecoded(decoder: TextDecoder, piece?: Uint8Array): boolean {
  try {
    decoder.decode(piece, { stream: piece !== undefined })
    return true
  } catch {
    return false
  }
}

function decode(decoder: TextDecoder, piece?: Uint8Array): string {
  try {
    return decoder.decode(piece, { stream: piece !== undefined })
  } catch {
    return problem('Файл не читается в своей кодировке. Выгрузите его из банка заново')
  }
}
