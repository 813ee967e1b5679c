import * as z from 'zod/mini'
import { act } from '#contract/act/act.ts'
import * as s from '#contract/core/shapes.ts'
import { refuse } from '#http/refusal.ts'
import { incomingDir } from '../../../body/receive-file.ts'
import type { Db, Tx } from '../../../db/handle.ts'
import { countUpTo } from '../../../db/query/list-page.ts'
import { walkList } from '../../../list/lists.ts'
import { actList } from '../../act/read/list-acts.ts'
import { exportedActs } from '../lists/acts.ts'
import { readListFilter } from '../requested-report.ts'
import { composedFile, type ProgressListener, type WrittenFile } from '../write/composed-file.ts'
import { ActFiles, type ListedAct } from './act-files.ts'
import { ArchiveFull, ZipWriter } from './zip-writer.ts'

/** More acts than this are refused: the filter must be narrowed. */
const MAX_ACTS = 1000
/** What a browser still takes in one piece. */
const MAX_BYTES = 1024 ** 3

const params = z.strictObject({
  /** The filter of the list of acts, as its own call takes it. */
  filter: z.optional(s.jsonValue(8192)),
  /** Whether accepted pages of paper are added. */
  scans: z.boolean(),
})

/** The documents of many acts as they were issued, in one ZIP with a list of contents. */
export const actArchive = composedFile({
  type: 'act_archive',
  title: 'Документы архивом',
  format: 'zip',
  params,
  source: act.getAll,
  // Each form shows an identity document whole, and a thousand of them leave the product at once.
  permissions: ['report.create', 'supplier.personal'],
  ofList: true,
  async check(db, { filter }) {
    const count = await countUpTo(db.q, actList(db, filterOf(filter)).from, MAX_ACTS + 1)
    if (count === 0) refuse('report.bad-params', { message: 'В отборе нет ни одного акта' })
    if (count > MAX_ACTS)
      refuse('report.bad-params', {
        message: `В отборе больше ${MAX_ACTS.toLocaleString('ru')} актов. Сузьте отбор, например по дате`,
      })
  },
  compose: (db, { filter, scans }, onProgress) =>
    writeArchive(db, filterOf(filter), scans, onProgress),
})

type ActFilter = Parameters<typeof actList>[1]

function filterOf(given: unknown): ActFilter {
  return readListFilter(exportedActs, given ?? {}) as ActFilter
}

async function writeArchive(
  db: Tx,
  filter: ActFilter,
  scans: boolean,
  onProgress: ProgressListener,
): Promise<WrittenFile> {
  const acts = await listedActs(db, filter)
  const zip = await ZipWriter.create(incomingDir(db.services.config.dataDir), MAX_BYTES)
  try {
    const files = new ActFiles(db, zip)
    for (const [at, one] of acts.entries()) {
      await files.addAct(one)
      if (scans) await files.addScans(one)
      await onProgress(Math.floor(((at + 1) / acts.length) * 95))
    }
    if (files.isEmpty)
      refuse('report.bad-params', { message: 'В отборе нет ни одного выписанного акта' })
    await files.addContents()
    const size = await zip.finish()
    const mime = 'application/zip'
    return { path: zip.path, size, mime, rows: acts.length, events: files.events }
  } catch (error) {
    await zip.discard()
    if (!(error instanceof ArchiveFull)) throw error
    return refuse('report.bad-params', {
      message: scans
        ? 'Архив больше 1 ГБ. Сузьте отбор или возьмите документы без сканов'
        : 'Архив больше 1 ГБ. Сузьте отбор',
    })
  }
}

async function listedActs(db: Db & Tx, filter: ActFilter): Promise<ListedAct[]> {
  const acts: ListedAct[] = []
  for await (const page of walkList(db, actList(db, filter), MAX_ACTS)) acts.push(...page)
  return acts
}
