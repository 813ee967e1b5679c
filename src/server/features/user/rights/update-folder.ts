import type { CallInput } from '#contract/core/call.ts'
import type { userRights } from '#contract/user/user-rights.ts'
import { refuse } from '#http/refusal.ts'
import type { Answer } from '#http/serve.ts'
import { mustMayNow } from '../../../auth/rights/rights.ts'
import { addAuditEvent } from '../../../db/audit.ts'
import { inTransaction, type Db, type Tx } from '../../../db/handle.ts'
import { uuidv7 } from '../../../db/uuid.ts'
import { idempotencyKeyOf } from '../../../idempotency.ts'
import {
  allFolders,
  CALLS_FOLDER,
  deleteFolder,
  findFolder,
  folderByClientId,
  folderHoldsAnything,
  insertFolder,
  lockRights,
  updateFolder,
} from './action-queries.ts'

type Call = typeof userRights.updateFolder
type Body = CallInput<Call>['body']
type Folder = Answer<Call>

/** user/updateActionFolder: creates, renames, moves or removes a folder of rights; folders change no right. */
export async function saveFolder(db: Db, { body }: CallInput<Call>): Promise<Folder> {
  return inTransaction(db, async (tx) => {
    await mustMayNow(tx, 'access.manage')
    await lockRights(tx)
    if (body.id === undefined) return createFolder(tx, body)
    const before = (await findFolder(tx, body.id)) ?? refuse('common.not-found')
    if (before.version !== body.version) refuse('common.stale')
    return body.remove ? removeFolder(tx, before) : changeFolder(tx, before, body)
  })
}

async function createFolder(tx: Tx, body: Body): Promise<Folder> {
  const key = idempotencyKeyOf(body)
  const earlier = key.client_id === null ? undefined : await folderByClientId(tx, key.client_id)
  if (earlier) {
    if (!earlier.client_hash?.equals(key.client_hash!)) refuse('common.id-reused')
    return (await findFolder(tx, earlier.id))!
  }
  const folders = await allFolders(tx)
  const code = body.code!
  if (folders.some((folder) => folder.code === code))
    refuse('common.validation', { fields: { code: 'Папка с таким кодом уже есть' } })
  assertParent(folders, undefined, body.parent_id ?? null)
  const id = uuidv7()
  const values = { code, title: body.title!, parent_id: body.parent_id ?? null }
  await insertFolder(tx, { id, ...values, ...key, order: body.order ?? folders.length })
  const made = (await findFolder(tx, id))!
  addAuditEvent(tx, { action: 'action.folder', entity: 'action_folder', id, after: made })
  return made
}

async function changeFolder(tx: Tx, before: Folder, body: Body): Promise<Folder> {
  if (body.code !== undefined && body.code !== before.code)
    refuse('common.validation', {
      fields: { code: 'Код папки не меняется: по нему её находит программа' },
    })
  if (body.parent_id !== undefined) assertParent(await allFolders(tx), before.id, body.parent_id)
  const { title, order, parent_id } = body
  await updateFolder(tx, before.id, {
    ...(title !== undefined && { title }),
    ...(order !== undefined && { order }),
    ...(parent_id !== undefined && { parent_id }),
  })
  const after = (await findFolder(tx, before.id))!
  addAuditEvent(tx, {
    action: 'action.folder',
    entity: 'action_folder',
    id: before.id,
    before,
    after,
  })
  return after
}

async function removeFolder(tx: Tx, before: Folder): Promise<Folder> {
  if (await folderHoldsAnything(tx, before.id)) refuse('action.folder-not-empty')
  await deleteFolder(tx, before.id)
  addAuditEvent(tx, { action: 'action.folder', entity: 'action_folder', id: before.id, before })
  return before
}

/** A folder lies in an existing folder, never in itself or in what it holds. */
function assertParent(
  folders: readonly { id: string; code: string; parent_id: string | null }[],
  id: string | undefined,
  parentId: string | null,
): void {
  const byId = new Map(folders.map((folder) => [folder.id, folder]))
  if (parentId !== null && !byId.has(parentId))
    refuse('common.validation', { fields: { parent_id: 'Такой папки нет' } })
  if (parentId !== null && byId.get(parentId)!.code === CALLS_FOLDER)
    refuse('common.validation', { fields: { parent_id: 'Папка вызовов только для вызовов' } })
  for (let above = parentId; above !== null; above = byId.get(above)?.parent_id ?? null)
    if (above === id) refuse('action.folder-cycle')
}
