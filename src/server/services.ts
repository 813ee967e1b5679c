import type { Kysely } from 'kysely'
import type { Sessions } from './auth/sessions.ts'
import type { TokenKeys } from './auth/tokens.ts'
import type { Config } from './config.ts'
import type { DB } from './db/schema.ts'
import type { FileStore } from './file-store.ts'
import type { Jobs } from './jobs.ts'
import type { LiveChanges } from './live/live-changes.ts'
import type { Seal } from './seal.ts'

/** What one server process holds open; made once in `main.ts` (or by a test) and handed down, never global. */
export interface Services {
  readonly config: Config
  readonly q: Kysely<DB>
  readonly tokenKeys: TokenKeys
  readonly sessions: Sessions
  readonly jobs: Jobs
  readonly live: LiveChanges
  readonly files: FileStore
  readonly seal: Seal
  /** Services of single features (the device hub, bank adapters), reached by the feature that put them there. */
  readonly extra: Map<symbol, unknown>
}
