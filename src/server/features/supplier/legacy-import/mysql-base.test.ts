import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import mysql from 'mysql2/promise'
import { legacyDatabase } from '#contract/supplier/legacy-database.ts'
import { supplier } from '#contract/supplier/supplier.ts'
import { setDeadline, SOON_MS, source, useOldBase, wireToBase } from '#test/builders/old-base.ts'
import { openWorld } from '#test/support/world.ts'
import { startMariadb } from '../../../../../scripts/mariadb.ts'
import { freePort } from '../../../../../scripts/ports.ts'
import { assertWithin } from '#test/support/promised-speed.ts'

const maria = await startMariadb(await freePort())
const base = await mysql.createConnection({ uri: maria.url, multipleStatements: true })
// Two tables of other times: other character sets, other collations, numbers and dates as such.
await base.query(`
  create database kiosk character set cp1251; use kiosk;
  create table klient (kod int, fam varchar(50) character set cp1251, imya varchar(50)
      character set utf8mb4 collate utf8mb4_unicode_ci, otch varchar(50) character set koi8r,
    dr date, tel varchar(60), ser varchar(10), nom varchar(10), inn bigint, gos varchar(20));
  insert into klient values
    (31, 'Кузнецов', 'Илья', 'Юрьевич', '1981-03-04', '8-905-777-66-55', '45 12', '777888', 500100732259, 'А001АА71'),
    (32, 'Семёнов', 'Пётр', '', null, null, null, null, null, null),
    (33, 'O''Нил; drop table klient', 'x', null, '0000-00-00', '', '', '', null, null);
  create function spoil() returns int deterministic begin delete from kiosk.klient; return 1; end;
`)

const QUERY = `select kod as legacy_id, fam as last_name, imya as first_name, otch as middle_name,
  dr as birth_date, tel as phone, ser as doc_series, nom as doc_number, inn, gos as plates from kiosk.klient`
const mariadb = (name: string, query: string, url = maria.url) =>
  source(name, { kind: 'mysql', url, query })
const wire = await wireToBase(Number(new URL(maria.url).port))
const throughWire = new URL(maria.url)
throughWire.port = String(wire.port)
const world = await openWorld({
  config: {
    legacy: new Map([
      mariadb('kiosk', QUERY),
      mariadb('wired', QUERY, throughWire.href),
      mariadb('mapped', 'select * from kiosk.klient'),
      mariadb('writing', 'select kiosk.spoil() as legacy_id'),
      mariadb('slow', 'select sleep(20) as legacy_id'),
      mariadb('stranger', QUERY, maria.url.replace('root@', 'nobody:x@')),
    ]),
  },
})
after(async () => {
  await world.close()
  await wire.close()
  await base.end()
  await maria.stop()
})
const { own } = world
const { api } = own.manager

const find = async (search: string) => {
  const { items } = await api.send(legacyDatabase.find, { query: { filter: { search } } })
  return items.map((row) => row.legacy_id)
}
const refused = () =>
  api.refused(legacyDatabase.find, { query: { filter: { search: 'Кузнецов' } } })

test('a MariaDB base is searched by words, phone, document and plate whatever its character sets', async () => {
  await useOldBase(world, own, 'kiosk')
  for (const search of [
    'КУЗНЕЦОВ илья',
    'Kузнецов',
    '9057776655',
    '4512 777888',
    '500100732259',
    'а001аа71',
  ])
    assert.deepEqual(await find(search), ['31'], search)
  assert.deepEqual(await find('семенов'), ['32'])
  assert.deepEqual(await find("o'нил; drop"), ['33'])
  for (const search of ["' or 1=1 -- ", '%%%', '\\\\\\', '"""', '``;'])
    assert.deepEqual(await find(search), [], search)
})

test('its records are copied once, dates and numbers as texts', async () => {
  const body = { legacy_ids: ['31', '32', '33', "31' or '1'='1"] }
  const outcomes = await api.send(legacyDatabase.copy, { body })
  assert.deepEqual(
    outcomes.map(({ outcome }) => outcome),
    ['created', 'created', 'created', 'refused'],
  )
  const card = await api.send(supplier.get, {
    query: { id: outcomes[0]!.supplier_id!, personal: '1' },
  })
  assert.deepEqual(
    [card.name, card.birth_date, card.inn, card.phone],
    ['Кузнецов Илья Юрьевич', '1981-03-04', '500100732259', '+79057776655'],
  )
  const again = await api.send(legacyDatabase.copy, { body: { legacy_ids: ['31'] } })
  assert.equal(again[0]!.outcome, 'existing')
})

test('the names of columns can be set', async () => {
  const columns = { legacy_id: 'KOD', last_name: 'fam', first_name: 'imya', phone: 'tel' }
  const legacy = world.services.config.legacy as Map<string, unknown>
  legacy.set(
    ...source('mapped', {
      kind: 'mysql',
      url: maria.url,
      query: 'select * from kiosk.klient',
      columns,
    }),
  )
  await useOldBase(world, own, 'mapped')
  assert.deepEqual(await find('кузнецов'), ['31'])
})

test('the source is read only, and a slow or closed one is reported within its deadline', async () => {
  await useOldBase(world, own, 'writing')
  assert.match((await refused()).message, /запрос отвергнут/)
  const [rows] = await base.query<mysql.RowDataPacket[]>('select count(*) as n from kiosk.klient')
  assert.equal(rows[0]!['n'], 3)
  setDeadline(world, 'slow', SOON_MS)
  for (const name of ['slow', 'stranger']) {
    await useOldBase(world, own, name)
    const started = performance.now()
    assert.equal((await refused()).code, 'import.unavailable', name)
    assertWithin(performance.now() - started, SOON_MS + 1500, name)
  }
})

test('a base that stalls in the middle of an answer is asked again as soon as it answers', async () => {
  const ask = { refused, find: () => find('кузнецов'), kuznetsov: '31' }
  await wire.assertAskedAgain(world, own, 'wired', ask)
})
