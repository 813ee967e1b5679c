import { closeSync, openSync, writeSync } from 'node:fs'
import { serveReader } from '../../../../unpack/serve-reader.ts'
import { readAnyStatement } from './read-any-statement.ts'
import { StatementProblem, type FileLine } from './statement-file.ts'
import type { ReadOutcome, ReadQuestion } from './read-apart.ts'

const LINES_AT_ONCE = 500

/** The process of `readApart`: one file in, its lines into another, one a row of JSON. */
serveReader(async ({ path, linesPath, timeZone }: ReadQuestion): Promise<ReadOutcome> => {
  const file = openSync(linesPath, 'wx', 0o600)
  let pendingLines: string[] = []
  const write = () => {
    if (pendingLines.length > 0) writeSync(file, `${pendingLines.join('\n')}\n`)
    pendingLines = []
  }
  const take = (line: FileLine) => {
    if (pendingLines.push(rowOf(line)) === LINES_AT_ONCE) write()
  }
  try {
    const read = await readAnyStatement(path, take, timeZone)
    write()
    return { read }
  } catch (error) {
    if (!(error instanceof StatementProblem)) throw error
    return { said: error.said }
  } finally {
    closeSync(file)
  }
})

/** The two breaks of Unicode, which JSON leaves as they are, would end a row for its reader. */
const rowOf = (line: FileLine) =>
  JSON.stringify(line).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')
