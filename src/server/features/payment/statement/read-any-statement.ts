import { open } from 'node:fs/promises'
import { readCamt } from './camt/read-camt.ts'
import { readStatement } from './read-statement.ts'
import type { FileLine, StatementHead } from './statement-file.ts'

const HEAD_BYTES = 64

/** Reads a statement by what it begins with: `<` is a document of ISO 20022, anything else the exchange format of 1С. */
export async function readAnyStatement(
  path: string,
  take: (line: FileLine) => void,
): Promise<StatementHead> {
  return (await beginsAsXml(path)) ? readCamt(path, take) : readStatement(path, take)
}

async function beginsAsXml(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    // A byte order mark of UTF-8, or the two bytes a sign of UTF-16, stand before or between.
    return /^[\u00ef\u00bb\u00bf\u00fe\u00ff\0\s]*</.test(
      buffer.subarray(0, bytesRead).toString('latin1'),
    )
  } finally {
    await file.close()
  }
}
