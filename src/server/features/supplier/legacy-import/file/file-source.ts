import type { Db } from '../../../../db/handle.ts'
import type { LegacySource } from '../../../../settings/legacy-settings.ts'
import { parseLegacySearch } from '../legacy-search.ts'
import type { Questions } from '../old-row.ts'
import { openFileQueue, type FileQueue } from './file-queue.ts'

/** The two questions to a CSV file; each reads the file again, together with other waiting questions. */
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

declare module '../../../../services.ts' {
  interface ProcessState {
    legacyFiles?: FileQueue
  }
}

function queueOf({ services }: Db): FileQueue {
  return (services.state.legacyFiles ??= openFileQueue())
}
