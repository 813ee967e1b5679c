import type { Kysely } from 'kysely'
import type { Sessions } from './auth/sessions.ts'
import type { SessionKeys } from './auth/tokens.ts'
import type { Config } from './config.ts'
import type { DB } from './db/schema.ts'
import type { DatabaseOf } from './db/connection/shared-database.ts'
import type { Files } from './storage/files.ts'
import type { Jobs } from './jobs.ts'
import type { LiveChanges } from './live/live-changes.ts'
import type { Log } from './log/log.ts'
import type { Mailer } from './mail/mailer.ts'
import type { Traces } from './outbound/send-spans.ts'
import type { Cipher } from './storage/encryption.ts'
import type { KeyRing } from './storage/key-ring.ts'

export interface PoolLoad {
  readonly busy: number
  readonly size: number
}

/** What one server process holds open; made once in `main.ts` (or by a test) and handed down, never global. */
export interface Services {
  readonly config: Config
  /** The database for the server's own work. */
  readonly q: Kysely<DB>
  /** The database within a company's share of the connections; every request reads and writes through it. */
  readonly databaseOf: DatabaseOf
  /** The same over the few connections that lists cannot use up: for captures and the payment worker. */
  readonly urgentOf: DatabaseOf
  readonly tokenKeys: SessionKeys
  readonly sessions: Sessions
  readonly jobs: Jobs
  readonly live: LiveChanges
  readonly files: Files
  readonly seal: Cipher
  /** The keys that `seal` closes and opens by, for what is signed by keys made of them. */
  readonly ring: KeyRing
  readonly log: Log
  /** Undefined where the installation has no mail server. */
  readonly mail: Mailer | undefined
  /** Undefined where no collector is named. */
  readonly traces: Traces | undefined
  /** How much of the connections is in use. */
  readonly pools: Readonly<Record<'calls' | 'urgent', () => PoolLoad>>
  /** What single rooms and features keep for the whole process. */
  readonly state: ProcessState
}

/** Each room declares its own field where it makes and uses it (`declare module`), so this file knows none of them. */
// oxlint-disable-next-line typescript/no-empty-object-type, typescript/no-empty-interface
export interface ProcessState {}
