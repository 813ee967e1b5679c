import type { CallInput } from '#contract/core/call.ts'
import type { userRights } from '#contract/user/user-rights.ts'
import { refuse } from '#http/refusal.ts'
import type { Answer } from '#http/serve.ts'
import { mustMayNow } from '../../../auth/rights/rights.ts'
import { addAuditEvent } from '../../../db/audit.ts'
import { inTransaction, type Db, type Tx } from '../../../db/handle.ts'
import { CALLS_FOLDER, findAction, findFolder, lockRights, updateAction } from './action-queries.ts'
import { presentAction } from './get-actions.ts'

type Call = typeof userRights.updateAction

/** user/updateAction: renames a right or puts it into another folder; who holds it stays as it is. */
export async function saveAction(db: Db, { body }: CallInput<Call>): Promise<Answer<Call>> {
  return inTransaction(db, async (tx) => {
    await mustMayNow(tx, 'access.manage')
    await lockRights(tx)
    const before = (await findAction(tx, body.id)) ?? refuse('common.not-found')
    if (before.version !== body.version) refuse('common.stale')
    const { folder_id, title, order } = body
    if (folder_id !== undefined && folder_id !== before.folder_id)
      await assertFolder(tx, before.code, folder_id)
    await updateAction(tx, body.id, {
      ...(folder_id !== undefined && { folder_id }),
      ...(title !== undefined && { title }),
      ...(order !== undefined && { order }),
    })
    const after = (await findAction(tx, body.id))!
    addAuditEvent(tx, { action: 'action.update', entity: 'action', id: body.id, before, after })
    return presentAction(tx, after)
  })
}

/** Calls stay in the folder of calls, which screens show on request only, and nothing else is put there. */
async function assertFolder(tx: Tx, code: string, folderId: string): Promise<void> {
  const folder = await findFolder(tx, folderId)
  if (!folder) refuse('common.validation', { fields: { folder_id: 'Такой папки нет' } })
  if (code.includes('/') !== (folder!.code === CALLS_FOLDER))
    refuse('common.validation', { fields: { folder_id: 'Папка вызовов только для вызовов' } })
}
