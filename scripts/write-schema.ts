import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { migrate } from '#server/db/migrate.ts'
import { ensureDatabase, startPostgres, type LocalPostgres } from './embedded-postgres.ts'

/** Writes `src/server/db/schema.ts` from a freshly migrated database: the SQL files are the truth about the types. */
const dir = await mkdtemp(path.join(os.tmpdir(), 'priyomka-schema-'))
let cluster: LocalPostgres | undefined
try {
  cluster = await startPostgres({ dir: path.join(dir, 'pg'), durable: false })
  await ensureDatabase(cluster, 'schema')
  await migrate(cluster.url('schema'))
  const args = [
    'node_modules/kysely-codegen/dist/cli/bin.js',
    '--dialect',
    'postgres',
    '--url',
    cluster.url('schema'),
    '--out-file',
    'src/server/db/schema.ts',
    '--date-parser',
    'string',
    '--type-mapping',
    '{"timestamptz":"string","int8":"number"}',
  ]
  const done = spawnSync(process.execPath, args, { stdio: 'inherit' })
  process.exitCode = done.status ?? 1
} finally {
  await cluster?.stop()
  await rm(dir, { recursive: true, force: true })
}
