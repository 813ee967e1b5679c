import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import type { CallInput } from '#contract/core/call.ts'
import type { ImportedFile, paymentStatement } from '#contract/payment/statement.ts'
import { Refusal, refuse } from '#http/refusal.ts'
import type { Answer } from '#http/serve.ts'
import type { RawForm } from '../../../../body/raw-body.ts'
import type { ReceivedFile } from '../../../../body/receive-file.ts'
import type { Db } from '../../../../db/handle.ts'
import { isZip } from '../../../../unpack/read-zip.ts'
import { unpackArchive } from './archive/unpack-archive.ts'
import { shownStatement } from './list-statements.ts'
import { readApart } from './read-apart.ts'
import { storeReport } from './report/store-report.ts'
import { companyZone } from './statement-queries.ts'
import { storeStatements } from './store-statement.ts'

type Input = CallInput<typeof paymentStatement.importBankFile>

const NAME_LENGTH = 200
/** Leaves room for the name inside. */
const ARCHIVE_NAME_LENGTH = 80

/** What became of one file: taken in, or why not. */
type Outcome = ImportedFile | { readonly name: string; readonly refusal: Refusal }

/**
 * payment/importBankFile: each file, also each of an archive, is taken in whole or not at all, and says what became of it. One file
 * is answered as a refusal; of several the others must not be lost with it.
 */
export async function importBankFile(
  db: Db,
  { body }: Input,
): Promise<Answer<typeof paymentStatement.importBankFile>> {
  const { files } = body as RawForm
  if (files.length === 0)
    refuse('common.validation', { fields: { 'files[]': 'Выберите файл выписки' } })
  const outcomes: Outcome[] = []
  for (const file of files) {
    const name = file.name.slice(0, NAME_LENGTH)
    const taken = isZip(file.head)
      ? importArchive(db, file, name)
      : await orRefusal(name, () => importOne(db, file.path, name))
    for await (const outcome of taken) outcomes.push(outcome)
  }
  const [only] = outcomes
  if (outcomes.length === 1 && 'refusal' in only!) throw only.refusal
  return outcomes.map((outcome) => ('refusal' in outcome ? presentRefusal(outcome) : outcome))
}

async function* importArchive(db: Db, file: ReceivedFile, name: string): AsyncGenerator<Outcome> {
  try {
    for await (const { name: inner, path } of unpackArchive(file.path)) {
      const fullName = `${name.slice(0, ARCHIVE_NAME_LENGTH)}/${inner}`.slice(0, NAME_LENGTH)
      yield* await orRefusal(fullName, async () => {
        if (path === null) return refuse('file.too-large')
        if (await beginsAsZip(path))
          return refuse('statement.bad-file', { message: 'Архив внутри архива не принимается' })
        return importOne(db, path, fullName)
      })
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    yield { name, refusal: error }
  }
}

async function orRefusal(name: string, take: () => Promise<ImportedFile[]>): Promise<Outcome[]> {
  try {
    return await take()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return [{ name, refusal: error }]
  }
}

function presentRefusal({ name, refusal }: { name: string; refusal: Refusal }): ImportedFile {
  const { code, message } = refusal
  return { file_name: name, statement: null, report: null, repeated: false, code, message }
}

async function beginsAsZip(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0)
    return isZip(buffer)
  } finally {
    await file.close()
  }
}

/** Imports one file, from a person or the mailbox; a file about several accounts becomes a statement of each. */
export async function importOne(db: Db, path: string, name: string): Promise<ImportedFile[]> {
  const linesPath = `${path}.lines`
  try {
    const sha256 = await hashOf(path)
    const read = await readApart({ path, linesPath, timeZone: await companyZone(db) })
    if (read.format === 'pain.002') {
      const stored = await storeReport(db, { report: read, sha256, name })
      return [{ file_name: name, statement: null, ...stored }]
    }
    const taken: ImportedFile[] = []
    for (const { id, repeated } of await storeStatements(db, { read, sha256, name, linesPath }))
      taken.push({
        file_name: name,
        statement: await shownStatement(db, id),
        report: null,
        repeated,
      })
    return taken
  } finally {
    await rm(linesPath, { force: true })
  }
}

async function hashOf(path: string): Promise<Buffer> {
  const hash = createHash('sha256')
  for await (const piece of createReadStream(path)) hash.update(piece as Buffer)
  return hash.digest()
}
