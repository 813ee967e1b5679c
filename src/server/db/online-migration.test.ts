import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import pg from 'pg'
import { openTestDatabase } from '#test/support/database.ts'
import { until } from '#test/support/until.ts'
import { migrate } from './migrate.ts'
import { splitStatements } from './online-migration.ts'

const database = await openTestDatabase()
const other = new pg.Client({ connectionString: database.url })
await other.connect()
const dir = await mkdtemp(path.join(os.tmpdir(), 'priyomka-online-'))
after(async () => {
  await other.end()
  await database.drop()
  await rm(dir, { recursive: true, force: true })
})

/** Applies one more file after those of this tree, as the next release would. */
async function apply(name: string, sql: string): Promise<string[]> {
  await other.query('delete from schema_migration')
  await rm(dir, { recursive: true })
  await mkdir(dir)
  await writeFile(path.join(dir, name), sql)
  return migrate(database.url, { dir })
}

test('statements end at semicolons outside of texts, bodies and comments', () => {
  const sql = `-- online: a; b\nSELECT ';', "a;b"; /* ; */ DO $x$ BEGIN COMMIT; END $x$;\n SELECT 1 - 2 / 3`
  assert.deepEqual(splitStatements(sql), [
    `SELECT ';', "a;b"`,
    'DO $x$ BEGIN COMMIT; END $x$',
    'SELECT 1 - 2 / 3',
  ])
})

test('an online file makes an index beside readers and writers, and changes rows in batches', async () => {
  await other.query('create table thing (id integer primary key, note text)')
  await other.query('insert into thing select n, null from generate_series(1, 1000) n')
  const done = await apply(
    '9001_things.sql',
    `-- online: things get a note
CREATE INDEX CONCURRENTLY IF NOT EXISTS thing_by_note ON thing (note);
DO $$ DECLARE done integer; BEGIN LOOP
  UPDATE thing SET note = 'x' WHERE id IN (SELECT id FROM thing WHERE note IS NULL LIMIT 300);
  GET DIAGNOSTICS done = ROW_COUNT; COMMIT; EXIT WHEN done = 0; END LOOP; END $$;`,
  )
  assert.deepEqual(done, ['9001_things.sql'])
  const { rows } = await other.query(
    'select count(*)::int as n, count(distinct xmin::text)::int as parts from thing where note is not null',
  )
  assert.deepEqual(rows, [{ n: 1000, parts: 4 }])
})

test('an index that an interruption left invalid is made again', async () => {
  await other.query(
    `update pg_index set indisvalid = false where indexrelid = 'thing_by_note'::regclass`,
  )
  await apply(
    '9001_things.sql',
    '-- online: again\nCREATE INDEX CONCURRENTLY IF NOT EXISTS thing_by_note ON thing (note)',
  )
  const { rows } = await other.query(
    `select indisvalid as valid from pg_index where indexrelid = 'thing_by_note'::regclass`,
  )
  assert.deepEqual(rows, [{ valid: true }])
})

test('a migration that waits for a lock lets others pass, and is done once the lock is free', async () => {
  const reader = new pg.Client({ connectionString: database.url })
  await reader.connect()
  try {
    await other.query('begin; select from thing')
    let isDone = false
    const sql = 'ALTER TABLE thing ADD COLUMN weight integer'
    await writeFile(path.join(dir, '9002_weights.sql'), sql)
    const applied = migrate(database.url, { dir }).then(() => (isDone = true))
    await until(async () => {
      const { rows } = await reader.query(
        `select from pg_stat_activity where query like '%ADD COLUMN weight%' and wait_event_type = 'Lock'`,
      )
      return rows.length > 0
    })
    // A migration that does not give up would hold this one for as long as the other holds its own.
    await reader.query(`set statement_timeout = '20s'`)
    await reader.query('select from thing limit 1')
    assert.equal(isDone, false)
    await other.query('commit')
    await applied
    await reader.query('select weight from thing limit 1')
  } finally {
    await other.query('rollback')
    await reader.end()
  }
})

test('two that start at once over an online file both end, and one has done it', async () => {
  await writeFile(
    path.join(dir, '9003_two.sql'),
    '-- online: two\nCREATE INDEX CONCURRENTLY IF NOT EXISTS thing_two ON thing (weight)',
  )
  const both = await Promise.all([migrate(database.url, { dir }), migrate(database.url, { dir })])
  assert.deepEqual(both.flat(), ['9003_two.sql'])
})
