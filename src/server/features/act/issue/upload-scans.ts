import type { act } from '#contract/act/act.ts'
import type { CallInput } from '#contract/core/call.ts'
import { scanKinds } from '#contract/file/file-entities.ts'
import { refuse } from '#http/refusal.ts'
import type { Answer } from '#http/serve.ts'
import type { RawForm } from '../../../body/raw-body.ts'
import type { ReceivedFile } from '../../../body/receive-file.ts'
import { inTransaction, type Db } from '../../../db/handle.ts'
import { checkSheets } from '../../file/codes/check-sheets.ts'
import { assertUploadSize, roomFor } from '../../file/storage/storage-room.ts'
import { removeStored, storing, type Storable } from '../../file/storage/store-file.ts'
import type { StoredFile } from '../../file/storage/stored-file.ts'
import { isPdf } from '../../file/pdf/pdf.ts'
import { cleanUpload, pictureKind, type CleanUpload } from '../../file/pictures/picture.ts'
import { refuseBadPdfs } from '../../file/pdf/read-pdfs.ts'
import { lockedAct } from '../locked-act.ts'
import { scansOf } from '../../file/scan-queries.ts'
import { findAct } from '../act-queries.ts'
import { storeActPage, type ActPage } from './store-act-page.ts'

type Kind = (typeof scanKinds)[number]

/** act/scans: pages of paper of an act, in the order in which they were sent (domain.md 3.14). */
export async function uploadScans(
  db: Db,
  input: CallInput<typeof act.uploadScans>,
): Promise<Answer<typeof act.uploadScans>> {
  const { files, fields } = input.body as RawForm
  const { actId } = input.query
  const kind = kindOf(input.query.kind ?? fields['kind'])
  if (!(await findAct(db, actId))) refuse('common.not-found')
  if (files.length === 0)
    refuse('common.validation', { fields: { 'files[]': 'Приложите хотя бы один файл' } })
  const cleaning = cleanPages(db, files)
  // PDFs are read before by a process of the same kind.
  const sheets = files.some(({ head }) => isPdf(head)) ? await cleaning : cleaning
  const own =
    kind === 'signed_act' ? await checkSheets(db, { form: 'act', id: actId }, sheets) : undefined
  const clean = await cleaning
  return storePages(
    db,
    actId,
    kind,
    clean.map((file, i) => ({ file, ownCode: own?.[i] })),
  )
}

/** Pages of paper as the store will have them; refuses `file.too-large`, `file.bad-type`. */
export async function cleanPages(db: Db, files: readonly ReceivedFile[]): Promise<CleanUpload[]> {
  for (const { size } of files) await assertUploadSize(db, size)
  const pdfs = files.filter(({ head }) => isPdf(head))
  await refuseBadPdfs(pdfs.map((file) => file.path))
  const clean: CleanUpload[] = []
  for (const file of files)
    clean.push(isPdf(file.head) ? keptAsItCame(file) : await cleanPage(file))
  return clean
}

/** A validated page, and whether it carries the code of its act. */
interface CheckedPage {
  readonly file: Storable
  readonly ownCode: boolean | undefined
}

/** Stores validated pages after the pages that an act has already; one that it has is answered as that page, not as new. */
export async function storePages(
  db: Db,
  actId: string,
  kind: Kind,
  pages: readonly CheckedPage[],
): Promise<Answer<typeof act.uploadScans>> {
  const files = pages.map(({ file }) => file)
  const store = async (stored: readonly StoredFile[]) => {
    const made = await inTransaction(db, async (tx) => {
      const row = await lockedAct(tx, actId)
      if (row.status === 'void') refuse('act.is-void')
      const added: ActPage[] = []
      for (const [i, file] of stored.entries())
        added.push(await storeActPage(tx, file, { actId, kind, ownCode: pages[i]!.ownCode }))
      return added
    })
    const unused = stored.filter((_, i) => !made[i]!.isNew)
    await removeStored(db, unused)
    return made
  }
  const made = await storing(db, files, store, roomFor(kind, 'act'))
  const scans = await scansOf(db, 'act', actId)
  return made.flatMap(({ scanId, isNew }) =>
    scans.filter(({ id }) => id === scanId).map((scan) => ({ ...scan, is_new: isNew })),
  ) as Answer<typeof act.uploadScans>
}

function kindOf(value: string | undefined): Kind {
  const kind = value ?? 'signed_act'
  if ((scanKinds as readonly string[]).includes(kind)) return kind as Kind
  return refuse('common.validation', { fields: { kind: 'Нет такого вида листа' } })
}

function keptAsItCame({ path, size }: ReceivedFile): CleanUpload {
  return { path, size, mime: 'application/pdf', width: null, height: null }
}

function cleanPage(file: ReceivedFile): Promise<CleanUpload> {
  if (!pictureKind(file.head))
    refuse('file.bad-type', { message: 'Файл такого вида не принимается. Нужен JPEG, PNG или PDF' })
  return cleanUpload(file, ['jpeg', 'png'])
}
