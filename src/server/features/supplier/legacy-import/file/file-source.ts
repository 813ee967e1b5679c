import type { Db } from '../../../../db/handle.ts'
import type { LegacySource } from '../../../../legacy-settings.ts'
import { parseLegacySearch } from '../legacy-search.ts'
import type { Questions } from '../old-row.ts'
import { openFileQueue, type FileQueue } from './file-queue.ts'
import { onceOf } from '../../../../services.ts'

/** The two questions to a CSV file; each reads it anew, together with whatever else is asked of it. */
export function fileQuestions(db: Db, source: LegacySource): Questions {
  const queue = queueOf(db)
  const { companyId } = db
  return {
    search(signal, text, limit, offset) {
      const { words, digits } = parseLegacySearch(text)
      const question = { kind: 'search', words, digits, limit, offset } as const
      return queue.ask(source, { companyId, signal }, question)
    },
    async byIds(signal, ids) {
      return (await queue.ask(source, { companyId, signal }, { kind: 'ids', ids })).rows
    },
  }
}

const QUEUE = Symbol('readings of files of former bases')

function queueOf({ services }: Db): FileQueue {
  return onceOf(services, QUEUE, () => openFileQueue())
}
