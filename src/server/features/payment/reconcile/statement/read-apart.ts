import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { refuse } from '#http/refusal.ts'
import { readInProcess } from '../../../../unpack/in-process.ts'
import type { StatusReport } from './report/status-report.ts'
import type { FileLine, StatementFile } from './statement-file.ts'

export interface ReadQuestion {
  readonly path: string
  /** Where the lines go: as one answer, fifty thousand of them would hold the event loop. */
  readonly linesPath: string
  /** Of the company: moments in a file are days of it. */
  readonly timeZone: string
}

export type ReadOutcome =
  | { readonly read: StatementFile | StatusReport }
  | { readonly said: string }

const LIMITS = { heapMb: 128, deadlineMs: 30_000 }
const PROGRAM = new URL('read-statement-process.ts', import.meta.url)
const LINES_AT_ONCE = 500

/**
 * Reads a file of a bank in a process of its own with a bounded heap: a statement, whose lines lie in `linesPath` when it is whole,
 * or an answer to our orders.
 */
export async function readApart(question: ReadQuestion): Promise<StatementFile | StatusReport> {
  const outcome = await readInProcess<ReadOutcome>(PROGRAM, question, LIMITS)
  if (!outcome)
    return refuse('statement.bad-file', { message: 'Файл слишком сложен для файла банка' })
  if ('said' in outcome) return refuse('statement.bad-file', { message: outcome.said })
  return outcome.read
}

/** The lines of an account that were read, some at a time. */
export async function* readLines(linesPath: string, account: string): AsyncGenerator<FileLine[]> {
  let batch: FileLine[] = []
  for await (const row of createInterface({ input: createReadStream(linesPath) })) {
    const line = JSON.parse(row) as FileLine
    if (line.account === account) batch.push(line)
    if (batch.length < LINES_AT_ONCE) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
