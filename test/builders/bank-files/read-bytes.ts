import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { readAnyStatement } from '#server/features/payment/reconcile/statement/read-any-statement.ts'
import {
  StatementProblem,
  type FileLine,
} from '#server/features/payment/reconcile/statement/statement-file.ts'
import { inWindows } from './bank-statement.ts'

/** Of a document UTF-8, of a text of 1С windows-1251. */
const inBytes = (text: string) => (/^\ufeff?</.test(text) ? Buffer.from(text) : inWindows(text))

/** What a reader makes of these bytes. */
export async function readBytes(bytes: Uint8Array | string, timeZone = 'Europe/Moscow') {
  const dir = await mkdtemp(path.join(os.tmpdir(), 'priyomka-statement-'))
  try {
    const file = path.join(dir, 'file')
    await writeFile(file, typeof bytes === 'string' ? inBytes(bytes) : bytes)
    const lines: FileLine[] = []
    const read = await readAnyStatement(file, (line) => lines.push(line), timeZone)
    if (read.format === 'pain.002') throw new Error('not a statement')
    return { ...read, head: read.statements[0]!, lines }
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}

/** Why these bytes are refused, or `taken`. */
export async function saidOf(bytes: Uint8Array | string): Promise<string> {
  try {
    await readBytes(bytes)
  } catch (error) {
    if (error instanceof StatementProblem) return error.said
    throw error
  }
  return 'taken'
}
