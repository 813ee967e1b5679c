import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import pg from 'pg'
import { openTestDatabase } from '#test/support/database.ts'
import {
  csv,
  fewSellers,
  oldBaseHands,
  setDeadline,
  SOON_MS,
  source,
  useOldBase,
  wireToBase,
} from '#test/builders/old-base.ts'
import { openWorld } from '#test/support/world.ts'
import { assertWithin } from '#test/support/promised-speed.ts'

const dir = await mkdtemp(path.join(os.tmpdir(), 'priyomka-old-'))
const database = await openTestDatabase()
// What it is sent is read, or its lines would never end and the server never close.
const silent = net.createServer((socket) => socket.resume())
await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
const silentPort = (silent.address() as net.AddressInfo).port

const clusterPort = Number(new URL(database.url).port || 5432)
const wire = await wireToBase(clusterPort)
const throughWire = new URL(database.url)
throughWire.hostname = '127.0.0.1'
throughWire.port = String(wire.port)

const QUERY = 'select * from old_seller'
const sql = (name: string, url: string, query = QUERY) =>
  source(name, { kind: 'postgres', url, query })

const world = await openWorld({
  config: {
    legacy: new Map([
      csv('gone', path.join(dir, 'no-such.csv')),
      csv('bare', fewSellers(dir).file),
      sql('postgres', database.url),
      sql('wired', throughWire.href),
      sql('writing', database.url, 'select * from spoil_old_base()'),
      sql('slow', database.url, 'select pg_sleep(20)::text as legacy_id'),
      sql('broken', database.url, 'select * from no_such_table'),
      sql('silent', `postgres://a:b@127.0.0.1:${silentPort}/x`),
      sql('closed', 'postgres://a:b@127.0.0.1:9/x'),
      source('maria-silent', {
        kind: 'mysql',
        url: `mysql://a:b@127.0.0.1:${silentPort}/x`,
        query: QUERY,
      }),
    ]),
  },
})
after(async () => {
  await world.close()
  await wire.close()
  await database.drop()
  await new Promise((resolve) => silent.close(resolve))
  await rm(dir, { recursive: true, force: true })
})
const { own } = world
const { find, copy, refusedFind, card } = oldBaseHands(own)

test('a PostgreSQL base is searched and copied like a file, by bound values and read only', async () => {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query(`create table old_seller (legacy_id int, last_name text, first_name text, middle_name text,
    birth_date date, phone text, doc_series text, doc_number text, inn text, plates text)`)
  await client.query(`insert into old_seller values
    (21, 'Кузнeцов', 'Илья', 'Юрьевич', '1981-03-04', '8-905-777-66-55', '45 12', '777888', null, 'А001АА71'),
    (22, 'Семёнов''; drop table old_seller; --', 'О''Нил', null, null, null, null, null, null, null)`)
  await client.query(`create function spoil_old_base() returns setof old_seller volatile language plpgsql as
    $$ begin delete from old_seller; return query select * from old_seller; end $$`)
  await useOldBase(world, own, 'postgres')
  for (const search of ['кузнецов илья', '9057776655', '4512777888', 'а001аа71'])
    assert.deepEqual(
      (await find(search)).items.map((row) => row.legacy_id),
      ['21'],
      search,
    )
  for (const search of ["'; drop table", "о'нил", '-- x', '!!%', '"x"']) await find(search)
  assert.equal((await find("семенов'; drop")).items[0]?.legacy_id, '22')
  assert.equal((await find('%%%')).total, 0)
  const [made] = await copy('21', "22' or '1'='1")
  assert.equal(made?.outcome, 'created')
  assert.equal((await card(made!.supplier_id!)).last_name, 'Кузнецов')
  await useOldBase(world, own, 'writing')
  assert.match((await refusedFind()).message, /25006/)
  const { rows } = await client.query('select count(*)::int as n from old_seller')
  assert.equal(rows[0].n, 2)
  await client.end()
})

test('a silent, slow, missing or wrong base is reported within its deadline', async () => {
  for (const name of ['silent', 'slow', 'maria-silent']) setDeadline(world, name, SOON_MS)
  for (const name of ['silent', 'slow', 'maria-silent', 'closed', 'broken', 'gone', 'bare']) {
    await useOldBase(world, own, name)
    const started = performance.now()
    const { status, code, message } = await refusedFind()
    assert.deepEqual([status, code], [503, 'import.unavailable'], name)
    assert.match(message, /Старая база не отвечает/)
    assertWithin(performance.now() - started, SOON_MS + 1500, name)
    assert.doesNotMatch(message, /127\.0\.0\.1|a:b/)
  }
})

test('a base that stalls in the middle of an answer is asked again as soon as it answers', async () => {
  const ids = async () => (await find('кузнецов')).items.map((row) => row.legacy_id)
  const ask = { refused: refusedFind, find: ids, kuznetsov: '21' }
  await wire.assertAskedAgain(world, own, 'wired', ask)
})

test('only the beginning of a too long value is read, and it is named as too long', async () => {
  await withClient(database.url, (client) =>
    client.query(
      `insert into old_seller (legacy_id, last_name, first_name) values (40, 'Долгов' || repeat('я', 200000), 'Пётр')`,
    ),
  )
  await useOldBase(world, own, 'postgres')
  const [seller] = (await find('долгов')).items
  assert.match(seller!.problems.join(), /Фамилия длиннее 100/)
  const [outcome] = await copy('40')
  assert.equal(outcome?.outcome, 'refused')
})

test('a column that the settings name and the base lacks is reported', async () => {
  const columns = { phone: 'telefon' }
  const named = source('named', { kind: 'postgres', url: database.url, query: QUERY, columns })
  ;(world.services.config.legacy as Map<string, unknown>).set(...named)
  await useOldBase(world, own, 'named')
  assert.match((await refusedFind()).message, /нет столбца «telefon»/)
})

async function withClient(url: string, work: (client: pg.Client) => Promise<unknown>) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await work(client).finally(() => client.end())
}
