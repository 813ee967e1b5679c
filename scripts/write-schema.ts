import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { migrate } from '#server/db/migrate.ts'
import { ensureDatabase, startPostgres, type LocalPostgres } from './embedded-postgres.ts'

const FILE = 'src/server/db/schema.ts'

/** What our code stores in jsonb columns; the database itself only knows that they are JSON. */
const JSON_COLUMNS: Record<string, Record<string, string>> = {
  Act: { flags: 'Flag[]', representative: 'StoredRepresentative' },
  DocumentText: { texts: 'StoredTexts' },
  Payment: { flags: 'Flag[]', method_snapshot: 'MethodSnapshot', told_ends: 'ToldEnd[]' },
  Supplier: { flags: 'Flag[]', representatives: 'StoredRepresentative[]' },
  Visit: { drops: 'StoredDrop[]', flags: 'Flag[]' },
  Weighing: { reading: 'StoredReading' },
  WeightAct: { flags: 'Flag[]' },
  ZeroDeparture: { flags: 'Flag[]' },
}
const IMPORTS = `import type { Flag } from "#contract/core/flags.ts";
import type { StoredReading } from "#contract/device/reading.ts";
import type { ColumnType } from "kysely";
import type { JsonColumn, MethodSnapshot, StoredDrop, StoredRepresentative, StoredTexts, ToldEnd } from "./json-columns.ts";`

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
    // The queue's tables belong to its library.
    '--exclude-pattern',
    'pgboss.*',
    '--out-file',
    FILE,
    '--date-parser',
    'string',
    '--type-mapping',
    '{"timestamptz":"string","int8":"number"}',
  ]
  const done = spawnSync(process.execPath, args, { stdio: 'inherit' })
  process.exitCode = done.status ?? 1
  if (done.status === 0) await writeFile(FILE, withJsonTypes(await readFile(FILE, 'utf8')))
} finally {
  await cluster?.stop()
  await rm(dir, { recursive: true, force: true })
}

/** The generator parses types of its own settings with a compiler that it does not bring: they are put in here. */
function withJsonTypes(schema: string): string {
  let typed = schema.replace('import type { ColumnType } from "kysely";', IMPORTS)
  for (const [table, columns] of Object.entries(JSON_COLUMNS))
    for (const [column, type] of Object.entries(columns)) {
      const line = new RegExp(
        `(export interface ${table} \\{[^}]*?\\n  ${column}: .*?)\\bJson\\b( \\| null)?`,
      )
      if (!line.test(typed)) throw new Error(`no jsonb column ${table}.${column}`)
      typed = typed.replace(line, `$1JsonColumn<${type}$2>`)
    }
  return typed
}
