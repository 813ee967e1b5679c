import { ownValue } from '#contract/core/own-value.ts'
import pg from 'pg'
import { BadSettings } from '../../config.ts'
import { NO_COMPANY } from '../uuid.ts'
import { LIVELY_SESSION, livelyConnection } from './pool.ts'
import { companyOption } from './session-company.ts'

/** The features that the migrations and queries use came with it (docs/operations.md). */
const OLDEST_VERSION = 15

/**
 * How an owner works on a cluster (decision 142): tables that name each other change one after another, and triggers stay within a company,
 * which Citus cannot know.
 */
const OWNS_CLUSTER =
  '-c citus.multi_shard_modify_mode=sequential -c citus.enable_unsafe_triggers=on'

/** A path that drops packets answers nothing at all. */
const CONNECT_MS = 10_000

const WORDS: Record<string, string> = {
  ECONNREFUSED: 'по этому адресу PostgreSQL не отвечает',
  ETIMEDOUT: 'по этому адресу PostgreSQL не отвечает',
  ENOTFOUND: 'такого узла нет',
  EAI_AGAIN: 'такого узла нет',
  '28P01': 'неверный пользователь или пароль',
  '28000': 'этот пользователь не допущен',
  '3D000': 'такой базы нет, сначала создайте её',
  '53300': 'у PostgreSQL кончились соединения',
}

/** The setting that named the address. */
export type Setting = 'DATABASE_URL' | 'DATABASE_OWNER_URL' | 'DATABASE_STANDBY_URL'

/** A connection for the start: an address that cannot serve ends it with BadSettings instead of a stack of calls. */
export async function reachDatabase(
  databaseUrl: string,
  setting: Setting = 'DATABASE_URL',
): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: CONNECT_MS,
    options: `${LIVELY_SESSION} ${companyOption(NO_COMPANY)} ${OWNS_CLUSTER}`,
    ...livelyConnection,
  })
  // A migration has no deadline; the waiting statement reports a connection that is lost meanwhile.
  client.on('error', () => undefined)
  await client.connect().catch((error: unknown) => {
    const { code = '', message } = error as { code?: string; message: string }
    const words = ownValue(WORDS, message === 'timeout expired' ? 'ETIMEDOUT' : code)
    throw words ? badDatabase(words, setting) : error
  })
  const { rows } = await client.query<{ version: string }>(
    `select current_setting('server_version_num') as version`,
  )
  const version = Math.floor(Number(rows[0]!.version) / 10_000)
  if (version >= OLDEST_VERSION) return client
  await client.end()
  throw badDatabase(`нужен PostgreSQL ${OLDEST_VERSION} или новее, а это ${version}`, setting)
}

/** Ends the start with these words about the database. */
export const badDatabase = (words: string, setting: Setting = 'DATABASE_URL') =>
  new BadSettings(`Неверные настройки:\n  ${setting}: ${words}`)
