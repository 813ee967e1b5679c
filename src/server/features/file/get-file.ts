import { ownValue } from '#contract/core/own-value.ts'
import type { CallInput } from '#contract/core/call.ts'
import { personalFileKinds, type FileKind } from '#contract/file/file-entities.ts'
import type { files } from '#contract/file/file.ts'
import { disposition } from '#http/disposition.ts'
import { refuse } from '#http/refusal.ts'
import type { Answer, RawAnswer } from '#http/serve.ts'
import { may, mustMay } from '../../auth/rights/rights.ts'
import { isSupervisor } from '../../auth/session.ts'
import { openWhole } from '../../damage/open-whole.ts'
import { forCompany, inTransaction, type Db } from '../../db/handle.ts'
import { addAuditEvent } from '../../db/audit.ts'
import { drawThumbnail } from './pictures/draw-thumbnail.ts'
import {
  findListedFile,
  findPage,
  findWeighingKind,
  selectNeighbours,
} from './file-info-queries.ts'
import { findCompanyOfFile, findFile, reportReaders, type FileToServe } from './file-queries.ts'

/** files/get/:id: the bytes, for those who may read the record they belong to (domain.md I23). */
export async function getFile(db: Db, input: CallInput<typeof files.get>): Promise<RawAnswer> {
  const { owner, file } = await openForReader(db, input.params.id)
  const { size, body } = await openWhole(owner, file)
  return {
    type: file.mime,
    body,
    headers: {
      ...PRIVATE,
      'content-length': String(size),
      'content-disposition': disposition(showsInline(file) ? 'inline' : 'attachment', nameOf(file)),
      // A PDF may hold a program; opened by itself it can do nothing (security.md 2.1).
      ...(!showsInline(file) && { 'content-security-policy': "sandbox; default-src 'none'" }),
    },
  }
}

/** files/getInfo/:id: what the page of a file says of it; nothing of its bytes is read, so no view is recorded. */
export async function getFileInfo(
  db: Db,
  { params }: CallInput<typeof files.getInfo>,
): Promise<Answer<typeof files.getInfo>> {
  const { owner } = await findForReader(db, params.id)
  const scope = owner === db ? 'own' : 'named'
  const file = await findListedFile(owner, params.id, scope)
  if (!file) refuse('common.not-found')
  const [neighbours, weighing, page] = await Promise.all([
    selectNeighbours(owner, file, scope),
    findWeighingKind(owner, file),
    findPage(owner, file),
  ])
  return { ...file, weighing, page, neighbours }
}

/** files/getThumbnail/:id: the same picture in small, under the same rights and with the same record of the view. */
export async function getThumbnail(
  db: Db,
  input: CallInput<typeof files.getThumbnail>,
): Promise<RawAnswer> {
  const { owner, file } = await openForReader(db, input.params.id, (one) => {
    if (!showsInline(one)) refuse('file.bad-type')
  })
  const body = await drawThumbnail(await openWhole(owner, file), input.query.size ?? 'tile')
  return {
    type: 'image/jpeg',
    body,
    headers: { ...PRIVATE, 'content-length': String(body.length) },
  }
}

const PRIVATE = { 'cache-control': 'private, no-store', 'x-content-type-options': 'nosniff' }

/** A file that the caller may read, with the company it belongs to; what needs a record of its reading has got it. */
export async function openForReader(
  db: Db,
  id: string,
  authorize?: (file: FileToServe) => void,
): Promise<Readable> {
  const found = await findForReader(db, id)
  authorize?.(found.file)
  if (isPersonal(found.file) || found.owner !== db) await auditReading(found.owner, found.file)
  return found
}

interface Readable {
  readonly owner: Db
  readonly file: FileToServe
}

async function findForReader(db: Db, id: string): Promise<Readable> {
  const owner = await ownerOf(db, id)
  const file = await findFile(owner, id)
  if (!file) refuse('common.not-found')
  await assertReader(owner, file)
  return { owner, file }
}

/** A super administrator belongs to no company and opens the files of each; every such view is recorded there. */
async function ownerOf(db: Db, id: string): Promise<Db> {
  const { session } = db.caller
  if (!session || !isSupervisor(session)) return db
  const companyId = await findCompanyOfFile(db, id)
  return companyId === undefined || companyId === db.companyId ? db : forCompany(db, companyId)
}

async function assertReader(db: Db, file: FileToServe): Promise<void> {
  if (isPersonal(file)) mustMay(db, 'supplier.personal')
  // The permission of a program names its reports, not every file whose id it comes to know.
  if (db.caller.session?.kind === 'service' && file.kind !== 'report') refuse('common.not-found')
  if (file.kind !== 'report' || may(db, 'report.control')) return
  const readers: readonly (string | null)[] = (await reportReaders(db, file.id)) ?? [
    file.created_by,
  ]
  if (!readers.includes(db.caller.userId)) refuse('common.not-found')
}

function isPersonal(file: FileToServe): boolean {
  return personalFileKinds.includes(file.kind as FileKind)
}

async function auditReading(db: Db, file: FileToServe): Promise<void> {
  await inTransaction(db, async (tx) =>
    addAuditEvent(tx, {
      action: 'file.view',
      entity: 'file',
      id: file.id,
      after: { kind: file.kind, entity: file.entity, entity_id: file.entity_id },
      quiet: true,
    }),
  )
}

function showsInline(file: FileToServe): boolean {
  return file.mime.startsWith('image/')
}

const EXTENSIONS: Record<string, string> = {
  'image/jpeg': 'jpg',
  'application/pdf': 'pdf',
  'text/csv': 'csv',
  'application/xml': 'xml',
  'application/zip': 'zip',
  'text/plain': 'txt',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
}

/** `signed_act-20261121-0f3a.jpg`: tells files of one kind and day apart in a folder of downloads. */
function nameOf(file: FileToServe): string {
  const day = file.day.replaceAll('-', '')
  return `${file.kind}-${day}-${file.id.slice(-4)}.${ownValue(EXTENSIONS, file.mime) ?? 'bin'}`
}
