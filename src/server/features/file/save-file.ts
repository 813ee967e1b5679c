import type * as z from 'zod/mini'
import type { CallInput } from '#contract/core/call.ts'
import { scanKinds, type File } from '#contract/file/file-entities.ts'
import { files, type fileParams } from '#contract/file/file.ts'
import { refuse } from '#http/refusal.ts'
import type { ReceivedFile } from '../../body/receive-file.ts'
import { inTransaction, type Db, type Tx } from '../../db/handle.ts'
import { findEarlierCopy, idempotencyKeyOf, type IdempotencyKey } from '../../idempotency.ts'
import { checkSheets, type SheetOwner } from './codes/check-sheets.ts'
import { selectFile } from './file-list-queries.ts'
import { ownerExists } from './file-queries.ts'
import { hashOf, storeFile, storing } from './storage/store-file.ts'
import type { StoredFile } from './storage/stored-file.ts'
import { storeScan } from './store-scan.ts'
import { cleanUpload, PAPER, PHOTO } from './pictures/picture.ts'
import { assertUploadSize, roomFor } from './storage/storage-room.ts'

type Params = z.output<typeof fileParams>
type ScanKind = (typeof scanKinds)[number]

/** files/save: one JPEG of a weighing, a document or a page of paper (domain.md 12). */
export async function saveFile(db: Db, input: CallInput<typeof files.save>): Promise<File> {
  const { params } = input.query
  assertParams(params)
  if (params.entity && !(await ownerExists(db, params.entity, params.entity_id!)))
    refuse('common.not-found')
  const sent = input.body as ReceivedFile
  await assertUploadSize(db, sent.size)
  const sha256 = (await hashOf(sent.path)).toString('hex')
  const cleaning = cleanUpload(sent, ['jpeg'], isPhoto(params.kind) ? PHOTO : PAPER)
  const owner = sheetOwner(params)
  const own = owner && (await checkSheets(db, owner, toList(cleaning)))
  const picture = await cleaning
  const content = { ...params, sha256 }
  const stamp = idempotencyKeyOf(content)
  const id = await storing(
    db,
    [picture],
    async ([stored]) => {
      const { id, isNew } = await recordFile(
        db,
        params,
        { stored: stored!, ownCode: own?.[0] },
        stamp,
      )
      if (!isNew) await db.services.files.remove(stored!.key)
      return id
    },
    roomFor(params.kind, params.entity),
  )
  return selectFile(db, id)
}

const toList = async <T>(one: Promise<T>): Promise<T[]> => [await one]

function isPhoto(kind: Params['kind']): boolean {
  return kind === 'photo' || kind === 'indicator'
}

/** What a schema of single fields cannot say: what belongs together. */
function assertParams(params: Params): void {
  const problem = problemOf(params)
  if (problem)
    refuse('file.bad-params', { message: problem[1], fields: { [problem[0]]: problem[1] } })
}

function problemOf(params: Params): [field: string, message: string] | undefined {
  const { entity, entity_id, kind, text_version } = params
  if ((entity === undefined) !== (entity_id === undefined))
    return ['params.entity_id', 'Укажите и вид записи, и её номер']
  if (kind === 'report' || kind === 'receipt')
    return ['params.kind', 'Файлы этого вида создаёт сама программа']
  if (kind === 'signed_act' && entity !== 'act')
    return ['params.entity', 'Подписанный лист относится к акту']
  if (entity === 'payment' && kind !== 'other')
    return ['params.kind', 'К выплате прикладывают письмо банка']
  if ((kind === 'passport' || kind === 'consent' || kind === 'npd') && entity !== 'supplier')
    return ['params.entity', 'Такой документ относится к поставщику']
  if (kind === 'consent' && text_version === undefined)
    return ['params.text_version', 'Укажите версию текста согласия']
  return undefined
}

/** Which print a signed page must be; nothing for other pictures. */
function sheetOwner({ kind, entity_id: id }: Params): SheetOwner | undefined {
  if (kind === 'signed_act') return { form: 'act', id: id! }
  return kind === 'consent' ? { form: 'consent', id: id! } : undefined
}

function recordFile(
  db: Db,
  params: Params,
  { stored, ownCode }: { stored: StoredFile; ownCode: boolean | undefined },
  stamp: IdempotencyKey,
): Promise<{ id: string; isNew: boolean }> {
  return inTransaction(db, async (tx) => {
    const earlierId = await findEarlierCopy(tx, 'file', stamp)
    if (earlierId) return { id: earlierId, isNew: false }
    const { entity, entity_id: entityId, kind, post, camera, taken_at, text_version } = params
    const fileFields = { post, camera, taken_at, text_version, given: true }
    const id = await storeFile(tx, stored, { kind, entity, entityId, params: fileFields, stamp })
    await storePage(tx, params, id, ownCode)
    return { id, isNew: true }
  })
}

/** Paper waits for a check as a scan; a photo of a vehicle does not. */
async function storePage(
  tx: Tx,
  params: Params,
  fileId: string,
  ownCode: boolean | undefined,
): Promise<void> {
  const { entity, entity_id: entityId, kind } = params
  if (!entity || entity === 'transaction' || entity === 'payment' || !isScanKind(kind)) return
  await storeScan(tx, { entity, entityId: entityId!, fileId, kind, ownCode })
}

function isScanKind(kind: string): kind is ScanKind {
  return (scanKinds as readonly string[]).includes(kind)
}
