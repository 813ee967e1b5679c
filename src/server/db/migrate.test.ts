import assert from 'node:assert/strict'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import pg from 'pg'
import { openTestDatabase } from '#test/support/database.ts'
import { BadSettings } from '../config.ts'
import { migrate } from './migrate.ts'

const database = await openTestDatabase()
const cluster = new pg.Client({ connectionString: process.env['TEST_DATABASE_URL']! })
await cluster.connect()
const name = `m_${process.pid}_${Date.now().toString(36)}`
const dir = await mkdtemp(path.join(os.tmpdir(), 'priyomka-migrate-'))
after(async () => {
  await cluster.query(`drop database if exists ${name} with (force)`)
  await cluster.query(`drop role if exists ${name}`)
  await cluster.end()
  await database.drop()
  await rm(dir, { recursive: true, force: true })
})

async function wordsOf(url: string, from?: string): Promise<string> {
  const error = await migrate(url, { dir: from }).then(
    () => assert.fail('it was migrated'),
    (error: unknown) => error,
  )
  assert.ok(error instanceof BadSettings, String(error))
  return error.message
}

test('an older release refuses the schema of a newer one and changes nothing', async () => {
  const older = path.join(dir, 'older')
  const isOlder = (file: string) => file.endsWith('migrations') || path.basename(file) < '0025'
  await cp(path.resolve(import.meta.dirname, '../../../migrations'), older, {
    recursive: true,
    filter: isOlder,
  })
  const words = await wordsOf(database.url, older)
  assert.match(words, /более новой версии программы \(0025_bik_directory_former\.sql/)
  assert.deepEqual(await migrate(database.url), [], 'its own release finds everything in place')
})

async function emptyDatabase(options: string): Promise<URL> {
  await cluster.query(`drop database if exists ${name} with (force)`)
  await cluster.query(`create database ${name} template template0 ${options}`)
  const url = new URL(database.url)
  url.pathname = `/${name}`
  return url
}

test('a database whose locale lacks Russian letters is refused with the command that creates a right one', async () => {
  const url = await emptyDatabase(`encoding 'UTF8' locale 'C'`)
  assert.match(await wordsOf(url.href), /не знает русских букв.*LOCALE 'C\.UTF-8'/)
})

test('a database of another encoding is refused', async () => {
  const url = await emptyDatabase(`encoding 'KOI8R' locale 'C'`)
  assert.match(await wordsOf(url.href), /кодировка базы KOI8R/)
})

test('a role without the right to create tables is refused with the command that grants it', async () => {
  const url = await emptyDatabase(`encoding 'UTF8'`)
  await cluster.query(`create role ${name} login password 'stranger'`)
  url.username = name
  url.password = 'stranger'
  assert.match(await wordsOf(url.href), /не может создавать таблицы.*ALTER DATABASE/)
})

test('a role that does not own the tables is refused with a message and no stack trace', async () => {
  const url = await emptyDatabase(`encoding 'UTF8'`)
  const older = path.join(dir, 'first')
  await cp(path.resolve(import.meta.dirname, '../../../migrations'), older, {
    recursive: true,
    filter: (file) => file.endsWith('migrations') || path.basename(file) < '0025',
  })
  await migrate(url.href, { dir: older })
  await cluster.query(`alter database ${name} owner to ${name}`)
  const owner = new pg.Client({ connectionString: url.href })
  await owner.connect()
  await owner.query(
    `grant all on schema public to ${name}; grant all on all tables in schema public to ${name}`,
  )
  await owner.end()
  url.username = name
  url.password = 'stranger'
  assert.match(await wordsOf(url.href), /не хватает прав для обновления 0025/)
})
