import type { Kysely } from 'kysely'
import type { Sessions } from './auth/sessions.ts'
import type { TokenKeys } from './auth/tokens.ts'
import type { Config } from './config.ts'
import type { DB } from './db/schema.ts'
import type { DatabaseOf } from './db/connection/shared-database.ts'
import type { FileStore } from './storage/file-store.ts'
import type { Jobs } from './jobs.ts'
import type { LiveChanges } from './live/live-changes.ts'
import type { Log } from './log/log.ts'
import type { Cipher } from './storage/encryption.ts'

/** What one server process holds open; made once in `main.ts` (or by a test) and handed down, never global. */
export interface Services {
  readonly config: Config
  /** The database for the server's own work. */
  readonly q: Kysely<DB>
  /** The database within a company's share of the connections; every request reads and writes through it. */
  readonly databaseOf: DatabaseOf
  /** The same over the few connections that lists cannot use up: for captures and the payment worker. */
  readonly urgentOf: DatabaseOf
  readonly tokenKeys: TokenKeys
  readonly sessions: Sessions
  readonly jobs: Jobs
  readonly live: LiveChanges
  readonly files: FileStore
  readonly seal: Cipher
  readonly log: Log
  /** Services of single features (the device hub, bank adapters), reached by the feature that put them there. */
  readonly extra: Map<symbol, unknown>
}

/** What a feature keeps for the whole process under a key of its own; the first who asks makes it. */
export function onceOf<T>(services: Services, key: symbol, make: () => T): T {
  if (!services.extra.has(key)) services.extra.set(key, make())
  return services.extra.get(key) as T
}
