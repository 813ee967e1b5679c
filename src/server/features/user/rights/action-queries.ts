import type { Db } from '../../../db/handle.ts'

export function allFolders(db: Db) {
  return db.q
    .selectFrom('action_folder')
    .select(['id', 'parent_id', 'code', 'title', 'order', 'version'])
    .orderBy('order')
    .orderBy('code')
    .limit(200)
    .execute()
}

export function allActions(db: Db) {
  return db.q
    .selectFrom('action')
    .select(['id', 'folder_id', 'code', 'title', 'order', 'approver_action', 'version'])
    .orderBy('order')
    .orderBy('code')
    .limit(5000)
    .execute()
}

export function roles(db: Db) {
  return db.q.selectFrom('role').select(['code', 'title']).orderBy('id').limit(50).execute()
}
