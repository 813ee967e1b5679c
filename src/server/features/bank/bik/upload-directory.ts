import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { BikLoad, BikUpload, bikDirectory } from '#contract/bank/bik-directory.ts'
import type { CallInput } from '#contract/core/call.ts'
import { refuse } from '#http/refusal.ts'
import type { Answer } from '#http/serve.ts'
import { mustMayNow } from '../../../auth/rights/rights.ts'
import type { RawForm } from '../../../body/raw-body.ts'
import { inTransaction, type Db } from '../../../db/handle.ts'
import { selectToday } from './bik-queries.ts'
import { directoryDayProblem, oldDirectoryWarning } from './directory-day.ts'
import { storeDirectory } from './store-directory.ts'
import { selectLoads } from './load-queries.ts'
import { readApart } from './read-apart.ts'

/** bank/superUploadBikDirectory: read and validated completely before anything is written. */
export async function uploadDirectory(
  db: Db,
  { body, query }: CallInput<typeof bikDirectory.upload>,
): Promise<BikUpload> {
  const { files } = body as RawForm
  if (files.length !== 1)
    refuse('common.validation', { fields: { 'files[]': 'Выберите один файл справочника' } })
  const bytes = await readFile(files[0]!.path)
  const fileHash = createHash('sha256').update(bytes).digest('hex')
  const directory = await readApart(bytes)
  const question = await inTransaction(db, async (tx) => {
    await mustMayNow(tx, 'bank.manage')
    const confirmed = { plan: query.plan, fileHash }
    return storeDirectory(tx, { directory, source: 'upload', confirmed })
  })
  if (question) return { load: null, question }
  const [load] = await getLoads(db)
  return { load: load!, question: null }
}

/** bank/superGetBikLoads: the current directory comes first. */
export async function getLoads(db: Db): Promise<Answer<typeof bikDirectory.getLoads>> {
  const today = await selectToday(db)
  const rows = await selectLoads(db)
  return rows.map((row, i): BikLoad => {
    const isPresent = i === 0
    return {
      ...(row as Omit<BikLoad, 'warning'>),
      former_day: isPresent ? row.former_day : null,
      warning: isPresent ? (warningOf(row.business_day, today) ?? null) : null,
    }
  })
}

const warningOf = (day: string, today: string) =>
  directoryDayProblem(day, today) ?? oldDirectoryWarning(day, today)
