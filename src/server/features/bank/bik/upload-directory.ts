import type { BikLoad, bikDirectory } from '#contract/bik-directory.ts'
import type { CallInput } from '#contract/call.ts'
import { refuse } from '#http/refusal.ts'
import type { Answer } from '#http/serve.ts'
import { mustMayNow } from '../../../auth/rights.ts'
import type { RawForm } from '../../../body/raw-body.ts'
import { inTransaction, type Db } from '../../../db/handle.ts'
import { loadRows } from './bik-queries.ts'
import { keepDirectory } from './keep-directory.ts'
import { readApart } from './read-apart.ts'

/** bank/superUploadBikDirectory: read and judged whole before anything is written. */
export async function uploadDirectory(
  db: Db,
  { body }: CallInput<typeof bikDirectory.upload>,
): Promise<BikLoad> {
  const { files } = body as RawForm
  if (files.length !== 1)
    refuse('common.validation', { fields: { 'files[]': 'Выберите один файл справочника' } })
  const directory = await readApart(files[0]!.bytes)
  await inTransaction(db, async (tx) => {
    await mustMayNow(tx, 'bank.manage')
    await keepDirectory(tx, directory, 'upload')
  })
  const [load] = await getLoads(db)
  return load!
}

/** bank/superGetBikLoads: the directory that stands comes first. */
export async function getLoads(db: Db): Promise<Answer<typeof bikDirectory.getLoads>> {
  return (await loadRows(db)) as BikLoad[]
}
