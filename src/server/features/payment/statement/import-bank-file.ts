import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { CallInput } from '#contract/core/call.ts'
import type { ImportedFile, paymentStatement } from '#contract/payment/statement.ts'
import { Refusal, refuse } from '#http/refusal.ts'
import type { Answer } from '#http/serve.ts'
import type { RawForm } from '../../../body/raw-body.ts'
import type { ReceivedFile } from '../../../body/receive-file.ts'
import type { Db } from '../../../db/handle.ts'
import { shownStatement } from './list-statements.ts'
import { readApart } from './read-apart.ts'
import { storeReport } from './report/store-report.ts'
import { storeStatement } from './store-statement.ts'

type Input = CallInput<typeof paymentStatement.importBankFile>

/** payment/importBankFile: each file is taken in whole or not at all, and says what became of it. */
export async function importBankFile(
  db: Db,
  { body }: Input,
): Promise<Answer<typeof paymentStatement.importBankFile>> {
  const { files } = body as RawForm
  if (files.length === 0)
    refuse('common.validation', { fields: { 'files[]': 'Выберите файл выписки' } })
  const outcomes: ImportedFile[] = []
  for (const file of files) {
    const name = file.name.slice(0, 200)
    try {
      outcomes.push(await importOne(db, file, name))
    } catch (error) {
      // One file is answered as a refusal; of several the others must not be lost with it.
      if (!(error instanceof Refusal) || files.length === 1) throw error
      const { code, message } = error
      outcomes.push({
        file_name: name,
        statement: null,
        report: null,
        repeated: false,
        code,
        message,
      })
    }
  }
  return outcomes
}

async function importOne(db: Db, file: ReceivedFile, name: string): Promise<ImportedFile> {
  const linesPath = `${file.path}.lines`
  try {
    const sha256 = await hashOf(file.path)
    const head = await readApart({ path: file.path, linesPath })
    if (head.format === 'pain.002') {
      const stored = await storeReport(db, { report: head, sha256, name })
      return { file_name: name, statement: null, ...stored }
    }
    const { id, repeated } = await storeStatement(db, { head, sha256, name, linesPath })
    return { file_name: name, statement: await shownStatement(db, id), report: null, repeated }
  } finally {
    await rm(linesPath, { force: true })
  }
}

async function hashOf(path: string): Promise<Buffer> {
  const hash = createHash('sha256')
  for await (const piece of createReadStream(path)) hash.update(piece as Buffer)
  return hash.digest()
}
