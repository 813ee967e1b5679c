import type { Answer } from '#http/serve.ts'
import type { CallInput } from '#contract/core/call.ts'
import type { files } from '#contract/file/file.ts'
import { refuse } from '#http/refusal.ts'
import { isSupervisor } from '../../auth/session.ts'
import { forCompany, type Db } from '../../db/handle.ts'
import { asList, readList } from '../../list/lists.ts'
import {
  filterFiles,
  shownFile,
  withFileColumns,
  type FileFilter,
  type FileScope,
} from './file-list-queries.ts'

/** files/getList: newest first; a super administrator sees the files of all companies, or of the one that is named. */
export async function listFiles(
  db: Db,
  input: CallInput<typeof files.getAll>,
): Promise<Answer<typeof files.getAll>> {
  return readList(db, fileList(db, input.query.filter ?? {}))
}

/** The list for any reader: a page at a time or whole. */
export function fileList(db: Db, filter: FileFilter) {
  return asList({
    filter,
    sort: { created_at: 'f.created_at', kind: 'f.kind', size: 'f.size' },
    first: ['created_at', 'desc'],
    keyed: { created_at: 'instant', size: 'int' },
    id: 'f.id',
    from: filterFiles(ofCompany(db, filter.company_id), filter, scopeOf(db, filter)),
    select: withFileColumns,
    item: shownFile,
  })
}

function scopeOf({ caller }: Db, { company_id }: FileFilter): FileScope {
  if (!caller.session || !isSupervisor(caller.session)) return 'own'
  return company_id === undefined ? 'all' : 'named'
}

function ofCompany(db: Db, companyId: string | undefined): Db {
  if (companyId === undefined) return db
  const { session } = db.caller
  if (session && isSupervisor(session)) return forCompany(db, companyId)
  return refuse('filter.invalid', {
    fields: { 'filter.company_id': 'Компанию выбирает только суперадминистратор' },
  })
}
