import { quote } from '#contract/words/quote.ts'
import {
  decodeXml,
  readXml,
  XmlProblem,
  type XmlBounds,
  type XmlReader,
} from '../../../../../unpack/read-xml.ts'
import { problem } from '../statement-file.ts'

const REASONS: Record<Exclude<XmlProblem['reason'], 'too-much'>, string> = {
  broken: 'Файл обрезан или повреждён. Выгрузите его из банка заново',
  doctype: 'В файле есть определения типов (DOCTYPE): такие не принимаются',
  encoding: 'Файл не читается в своей кодировке. Выгрузите его из банка заново',
}

/** The text of a bank's document; throws `StatementProblem` for an encoding that is not accepted. */
export function decodeDocument(bytes: Buffer): string {
  try {
    const decoded = decodeXml(bytes)
    if ('text' in decoded) return decoded.text
    return problem(
      `Кодировка файла ${quote(decoded.encoding.slice(0, 20))} не принимается: нужна UTF-8`,
    )
  } catch (error) {
    return refuseXml(error, REASONS.encoding)
  }
}

interface DocumentLimits {
  readonly bounds: XmlBounds
  /** What a person reads of a document beyond the bounds. */
  readonly tooMuch: string
}

/** Reads a bank's document in one pass; what is wrong with its XML is told by `StatementProblem`. */
export function parseXml(text: string, reader: XmlReader, limits: DocumentLimits): void {
  try {
    readXml(text, reader, limits.bounds)
  } catch (error) {
    refuseXml(error, limits.tooMuch)
  }
}

function refuseXml(error: unknown, tooMuch: string): never {
  if (!(error instanceof XmlProblem)) throw error
  if (error.reason === 'too-much') return problem(tooMuch)
  const where = error.line > 0 && error.reason === 'broken' ? ` (строка ${error.line})` : ''
  return problem(`${REASONS[error.reason]}${where}`)
}
