import { open, readFile } from 'node:fs/promises'
import { readCamt } from './camt/read-camt.ts'
import { decodeDocument } from './camt/xml-document.ts'
import { readDirect } from './direct/read-direct.ts'
import { readStatement } from './exchange/read-statement.ts'
import { otherFormat, TAKEN_FORMATS } from './other-formats.ts'
import { readReport } from './report/read-report.ts'
import type { StatusReport } from './report/status-report.ts'
import { problem, type StatementFile, type TakeLine } from './statement-file.ts'

const HEAD_BYTES = 4096
/** In which a document names its schema. */
const HEAD_SIGNS = 4096

/**
 * Reads a file of a bank by what it begins with: `<` is a document of ISO 20022, either a statement or an answer to our orders
 * (`pain.002`), or a statement of DirectBank; anything else the exchange format of 1С. Moments are days of `timeZone`.
 */
export async function readAnyStatement(
  path: string,
  take: TakeLine,
  timeZone: string,
): Promise<StatementFile | StatusReport> {
  const head = await headOf(path)
  // A byte order mark of UTF-8, or the two bytes a sign of UTF-16, stand before or between.
  if (!/^[\u00ef\u00bb\u00bf\u00fe\u00ff\0\s]*</.test(head.toString('latin1')))
    return readStatement(path, take)
  const other = otherFormat(head)
  if (other !== undefined) problem(`${other}. ${TAKEN_FORMATS}`)
  const text = decodeDocument(await readFile(path))
  if (isDirect(text)) return readDirect(text, take, timeZone)
  return isReport(text) ? readReport(text, timeZone) : readCamt(text, take, timeZone)
}

/** By the namespace of the standard, of whatever version. */
function isDirect(text: string): boolean {
  const root = /<(?:[\w.-]+:)?Statement\b[^>]*>/.exec(text.slice(0, HEAD_SIGNS))
  return root !== null && root[0].includes('http://directbank.1c.ru/XMLSchema')
}

/** Only which reader is asked: each holds the root against its own schema. */
function isReport(text: string): boolean {
  const root = /<(?:[\w.-]+:)?Document\b[^>]*>/.exec(text.slice(0, HEAD_SIGNS))
  return root !== null && root[0].includes('pain.002')
}

async function headOf(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
