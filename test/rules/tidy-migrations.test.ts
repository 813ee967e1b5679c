import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { readMigrations } from '#server/db/migrate.ts'
import { isOnline, splitStatements } from '#server/db/online-migration.ts'

/** The last one that was applied with the server stopped (docs/decisions/0143). */
const LAST_OFFLINE = '0310'
const root = path.resolve(import.meta.dirname, '../..')
const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  version: string
}

const NAME = String.raw`(?:if (?:not )?exists )?(?:only )?(?:public\.)?"?(\w+)"?`
const tableOf = (statement: string, words: string) =>
  new RegExp(`^${words} ${NAME}`, 'i').exec(statement)?.[1]

/** Why each statement may not meet a table that is in use; with what to write in its place. */
const RULES: readonly [RegExp, string][] = [
  [
    /\balter (?:column )?\w+ (?:set data )?type\b/i,
    'add a column of the new type, fill it in batches',
  ],
  [
    /\bset not null\b/i,
    'CHECK (… IS NOT NULL) NOT VALID, VALIDATE in an online file, then SET NOT NULL in a later one',
  ],
  [
    /\badd (?:constraint \w+ )?(?:primary key|unique|exclude)\b(?! using index)/i,
    'make the index CONCURRENTLY, then ADD … USING INDEX',
  ],
  [
    /\badd (?:constraint \w+ )?(?:check|foreign key)\b(?!.*\bnot valid\b)/is,
    'NOT VALID, and VALIDATE CONSTRAINT in an online file',
  ],
  [
    /\badd (?:column )?(?!constraint\b|check\b|foreign\b|primary\b|unique\b|exclude\b)\w+ .*\b(?:references|unique|primary key|generated)\b/is,
    'a column alone; its constraint or index afterwards',
  ],
  [
    /\badd (?:column )?\w+ .*\bdefault (?!null\b|true\b|false\b|-?\d|'|now\(\)|current_|\(?'\{)/is,
    'a constant default, or null',
  ],
]

const REMOVES =
  /^(?:drop table|truncate)\b|^alter table .*\b(?:drop (?!constraint\b|default\b|not null\b|expression\b|identity\b)\w+|rename\b)/i

interface File {
  readonly name: string
  readonly sql: string
}

/** What of a migration would stop the server or break the former release that still runs beside it. */
function breachesOf({ name, sql }: File): string[] {
  const statements = splitStatements(sql).map((text) => text.replaceAll(/\s+/g, ' '))
  const made = new Set(
    statements.map((text) => tableOf(text, '(?:create )(?:unlogged )?table')?.toLowerCase()),
  )
  const isNew = (table: string | undefined) => table !== undefined && made.has(table.toLowerCase())
  const online = isOnline(sql)
  const breaches: string[] = []
  for (const text of statements) {
    const tell = (cure: string) => breaches.push(`${name}: «${text.slice(0, 90)}»: ${cure}`)
    const index =
      /^create (?:unique )?index (concurrently )?.*?\bon (?:only )?(?:public\.)?"?(\w+)/i.exec(text)
    if (index && !index[1] && !isNew(index[2])) tell('CREATE INDEX CONCURRENTLY in an online file')
    if (/\bconcurrently\b/i.test(text) && !online) tell('begin the file with “-- online:”')
    if (online && /^create .*\bindex concurrently (?!if not exists)/i.test(text))
      tell('IF NOT EXISTS: an online file may run twice')
    if (online && /^(?:create table|alter table .* add column) (?!if not exists)/i.test(text))
      tell('in a file of its own that is not online')
    const changed = tableOf(text, '(?:update|delete from)')
    if (changed && !isNew(changed)) tell('in batches: DO with a loop and COMMIT, in an online file')
    if (/\bvalidate constraint\b/i.test(text) && !online) tell('begin the file with “-- online:”')
    const altered = tableOf(text, 'alter table')
    if (altered && !isNew(altered))
      for (const [words, cure] of RULES) if (words.test(text)) tell(cure)
    if (REMOVES.test(text) && !isNew(altered) && !isContract(sql))
      tell('in a later release: “-- contract: unused since VERSION” as the first line')
  }
  return breaches
}

/** Names a release before this one, since which no code uses what goes. */
function isContract(sql: string): boolean {
  const since = /^-- contract: unused since (\d+\.\d+\.\d+)/.exec(sql)?.[1]
  const parts = (text: string) => text.split('.').map(Number)
  if (since === undefined) return false
  const [one, other] = [parts(since), parts(version)]
  const differs = one.findIndex((part, i) => part !== other[i])
  return differs >= 0 && one[differs]! < other[differs]!
}

test('new migrations neither stop the server nor break the release beside them', () => {
  const files = readMigrations().filter(({ name }) => name.slice(0, 4) > LAST_OFFLINE)
  assert.deepEqual(files.flatMap(breachesOf), [])
})

const REFUSED = [
  'CREATE INDEX a ON act (company_id)',
  'CREATE UNIQUE INDEX CONCURRENTLY a ON act (company_id)',
  '-- online: x\nCREATE INDEX CONCURRENTLY a ON act (company_id)',
  '-- online: x\nALTER TABLE act ADD COLUMN note text',
  'ALTER TABLE act ALTER COLUMN net_g TYPE numeric',
  'ALTER TABLE act ALTER note SET NOT NULL',
  'ALTER TABLE act ADD CONSTRAINT a CHECK (net_g > 0)',
  'ALTER TABLE act ADD FOREIGN KEY (site_id) REFERENCES site',
  'ALTER TABLE act ADD CONSTRAINT a UNIQUE (number)',
  'ALTER TABLE act ADD COLUMN site_id uuid REFERENCES site',
  'ALTER TABLE act ADD COLUMN token uuid DEFAULT gen_random_uuid()',
  'ALTER TABLE act ADD COLUMN day date GENERATED ALWAYS AS (issued_at::date) STORED',
  'ALTER TABLE act VALIDATE CONSTRAINT a',
  'ALTER TABLE act DROP COLUMN note',
  'ALTER TABLE act RENAME COLUMN note TO remark',
  'DROP TABLE act',
  'UPDATE act SET note = NULL',
  'DELETE FROM act',
  `-- contract: unused since ${version}\nALTER TABLE act DROP COLUMN note`,
]
for (const sql of REFUSED)
  test(`a migration is refused: ${sql.replaceAll('\n', ' ')}`, () => {
    assert.notDeepEqual(breachesOf({ name: 'x', sql }), [])
  })

const TAKEN = [
  'CREATE TABLE note (id uuid PRIMARY KEY, at timestamptz DEFAULT now()); CREATE INDEX n ON note (at); ALTER TABLE note ALTER at SET NOT NULL; UPDATE note SET at = NULL',
  '-- online: x\nCREATE INDEX CONCURRENTLY IF NOT EXISTS a ON act (company_id); ALTER TABLE act VALIDATE CONSTRAINT a',
  '-- online: x\nDO $$ BEGIN LOOP UPDATE act SET note = NULL WHERE false; COMMIT; EXIT; END LOOP; END $$',
  `ALTER TABLE act ADD COLUMN flags jsonb NOT NULL DEFAULT '[]'; ALTER TABLE act ADD COLUMN note text`,
  'ALTER TABLE act ADD CONSTRAINT a CHECK (net_g > 0) NOT VALID',
  'ALTER TABLE act ADD CONSTRAINT a UNIQUE USING INDEX a',
  'ALTER TABLE act DROP CONSTRAINT a; ALTER TABLE act ALTER note DROP NOT NULL; DROP TRIGGER a ON act',
  '-- contract: unused since 0.0.9\nALTER TABLE act DROP COLUMN note',
]
for (const sql of TAKEN)
  test(`a migration is taken: ${sql.replaceAll('\n', ' ').slice(0, 80)}`, () => {
    assert.deepEqual(breachesOf({ name: 'x', sql }), [])
  })
