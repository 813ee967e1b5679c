import { createReadStream } from 'node:fs'
import { problem } from './statement-file.ts'

type Encoding = 'utf-8' | 'windows-1251' | 'ibm866'

const PIECE = 64 * 1024
const MOST_SIGNS = 4096
const SIGN_OF_FORMAT = 'Кодировка='

/** Lines of a text of one of the encodings of 1С, a piece of the file at a time. */
export async function* textLines(path: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(await encodingOf(path), { fatal: true })
  let rest = ''
  for await (const piece of pieces(path)) {
    const lines = (rest + decode(decoder, piece)).split('\n')
    rest = lines.pop()!
    if (rest.length > MOST_SIGNS) tooLong()
    for (const line of lines) yield clean(line)
  }
  rest += decode(decoder)
  if (rest !== '') yield clean(rest)
}

function clean(line: string): string {
  const text = line.endsWith('\r') ? line.slice(0, -1) : line
  if (text.length > MOST_SIGNS) tooLong()
  // oxlint-disable-next-line no-control-regex
  if (/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/.test(text))
    problem('В файле есть служебные знаки: он повреждён. Выгрузите его из банка заново')
  return text
}

function tooLong(): never {
  return problem('В файле есть строка длиннее 4096 знаков: это не выписка в формате 1С')
}

/** UTF-8 where every byte is, otherwise the table under which the head has its key «Кодировка». */
async function encodingOf(path: string): Promise<Encoding> {
  let head: Uint8Array | undefined
  let isUtf8 = true
  const utf8 = new TextDecoder('utf-8', { fatal: true })
  for await (const piece of pieces(path)) {
    head ??= piece
    if (isUtf8) isUtf8 = isDecoded(utf8, piece)
  }
  if (isUtf8) isUtf8 = isDecoded(utf8)
  if (head === undefined) return problem('Файл пуст')
  const holdsKey = (name: Encoding) => new TextDecoder(name).decode(head).includes(SIGN_OF_FORMAT)
  if (isUtf8 && holdsKey('utf-8')) return 'utf-8'
  for (const name of ['windows-1251', 'ibm866'] as const) if (holdsKey(name)) return name
  return problem(
    'Это не выписка в формате 1С: нет строки «Кодировка=». Выгрузите из банка файл kl_to_1c.txt в кодировке windows-1251 или UTF-8',
  )
}

async function* pieces(path: string): AsyncGenerator<Uint8Array> {
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
