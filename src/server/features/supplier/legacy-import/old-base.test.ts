import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import pg from 'pg'
import { legacyDatabase } from '#contract/supplier/legacy-database.ts'
import { supplier } from '#contract/supplier/supplier.ts'
import {
  csv,
  DIRTY_CSV,
  dirtyIds,
  fewSellers,
  oldBaseHands,
  useOldBase,
} from '#test/builders/old-base.ts'
import { until } from '#test/support/until.ts'
import { openWorld } from '#test/support/world.ts'
import { storeShippedDirectory } from '../../bank/bik/shipped-directory.ts'

const dir = await mkdtemp(path.join(os.tmpdir(), 'priyomka-old-'))
const few = fewSellers(dir)
const world = await openWorld({
  config: { legacy: new Map([csv('dirty', DIRTY_CSV), csv('few', few.file, few.columns)]) },
})
await storeShippedDirectory(world.services)
after(async () => {
  await world.close()
  await rm(dir, { recursive: true, force: true })
})
const { own, other } = world
const { api, find, copy, refusedFind, card } = oldBaseHands(own)
const count = async () => (await ask('select count(*)::int as n from supplier'))[0]!['n']

/** A plain query to the product's own database. */
async function ask(text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: world.services.config.ownerUrl })
  await client.connect()
  const { rows } = await client.query<Record<string, unknown>>(text)
  await client.end()
  return rows
}

test('without a base in the settings both calls are refused as not connected', async () => {
  await useOldBase(world, own, null)
  assert.equal((await refusedFind()).code, 'import.not-configured')
  const body = { legacy_ids: ['1'] }
  assert.equal((await api.refused(legacyDatabase.copy, { body })).code, 'import.not-configured')
  await useOldBase(world, own, 'unknown')
  assert.equal((await refusedFind()).code, 'import.not-configured')
})

test('a search finds by name, document, phone and ИНН, and shows the values that cannot be copied', async () => {
  await useOldBase(world, own, 'few')
  for (const search of [
    'агапов петр',
    'АГАПOB',
    '4509 123456',
    '89261234567',
    '123-45-67',
    '500100732259',
  ])
    assert.ok(
      (await find(search)).items.some(({ legacy_id }) => legacy_id === '1'),
      search,
    )
  const { items, total } = await find('123456')
  assert.deepEqual([total, items.map(({ legacy_id }) => legacy_id)], [2, ['1', '5']])
  assert.deepEqual(items[0], {
    legacy_id: '1',
    name: 'Агапов Пётр Ильич',
    inn: '500100732259',
    doc_masked: '45** ***456',
    phone: '+79261234567',
    plates: null,
    supplier_id: null,
    problems: [],
  })
  const [zotov] = (await find('зотов')).items
  assert.equal(zotov?.phone, '+79261112233')
  const said = zotov!.problems.join('\n')
  for (const word of [/Телефонов несколько.*444-55-66/, /контрольная цифра/, /номер карты/])
    assert.match(said.replaceAll('\u00a0', ' '), word)
  assert.ok(!JSON.stringify(zotov).includes('4111111111111111'))
  assert.deepEqual(
    (await find('123456', { limit: 1, offset: 1 })).items.map((row) => row.legacy_id),
    ['5'],
  )
  assert.equal((await find('100%')).total, 0)
})

test('a copied record becomes a draft with its passport and account; a repeat changes nothing', async () => {
  const [made] = await copy('1')
  assert.deepEqual([made?.outcome, made?.problems], ['created', []])
  const seller = await card(made!.supplier_id!)
  assert.deepEqual(
    [seller.status, seller.name, seller.inn, seller.phone, seller.legacy_source, seller.legacy_id],
    ['draft', 'Агапов Пётр Ильич', '500100732259', '+79261234567', 'few', '1'],
  )
  assert.deepEqual(
    [seller.doc?.series, seller.doc?.number, seller.doc?.issued_at, seller.birth_date],
    ['4509', '123456', '2015-06-01', '1970-05-17'],
  )
  const [method] = seller.methods
  assert.deepEqual(
    [method?.kind, method?.status, method?.corr_account, method?.holder_match],
    ['account', 'new', '30101810145250000974', 'match'],
  )
  const before = await count()
  const [again] = await copy('1')
  assert.deepEqual([again?.outcome, again?.supplier_id], ['existing', made!.supplier_id])
  const after_ = await card(made!.supplier_id!)
  assert.deepEqual([after_.version, await count()], [seller.version, before])
  assert.equal((await find('агапов петр')).items[0]?.supplier_id, made!.supplier_id)
})

test('records without a name, unknown ones and one of an already copied supplier are refused with the reason', async () => {
  const outcomes = await copy('3', '99', '5', '99')
  assert.deepEqual(
    outcomes.map(({ legacy_id, outcome, supplier_id }) => [legacy_id, outcome, supplier_id]),
    ['3', '99', '5', '99'].map((id) => [id, 'refused', null]),
  )
  const said = outcomes.map(({ problems }) => problems.join(' '))
  assert.match(said[0]!, /Нет фамилии/)
  assert.match(said[1]!, /такой записи нет/)
  assert.match(said[2]!, /из записи 1/)
})

test('an existing supplier with the same ИНН is linked: his values are kept, missing ones filled in', async () => {
  await useOldBase(world, other, 'few')
  const made = await other.operator.api.send(supplier.create, {
    body: {
      type: 'person',
      last_name: 'Агапов',
      first_name: 'Пётр',
      inn: '500100732259',
      phone: '+79990000000',
    },
  })
  const { id } = made as { id: string }
  const theirs = other.manager.api
  const [outcome] = await theirs.send(legacyDatabase.copy, { body: { legacy_ids: ['1'] } })
  assert.deepEqual([outcome?.outcome, outcome?.supplier_id], ['linked', id])
  const seller = await theirs.send(supplier.get, { query: { id, personal: '1' } })
  assert.deepEqual(
    [seller.phone, seller.middle_name, seller.birth_date, seller.doc?.number, seller.legacy_id],
    ['+79990000000', 'Ильич', '1970-05-17', '123456', '1'],
  )
  // Each company copies for itself, and neither sees whom the other one made.
  const ours = (await find('агапов петр')).items[0]
  assert.notEqual(ours?.supplier_id, id)
})

test('one unparsed name is copied as a draft that cannot become active without a first name', async () => {
  const file = path.join(dir, 'names.csv')
  writeFileSync(
    file,
    'legacy_id;full_name;reg_address;birth_date;inn\n7;Петров;г. Тула;01.02.1980;773305009373\n',
  )
  ;(world.services.config.legacy as Map<string, unknown>).set(...csv('names', file))
  await useOldBase(world, own, 'names')
  const [made] = await copy('7')
  assert.equal(made?.outcome, 'created')
  assert.match(made!.problems.join(), /целиком записано в фамилию/)
  const seller = await card(made!.supplier_id!)
  assert.ok(seller.missing?.some(({ field }) => field === 'first_name'))
  const results = await own.operator.api.send(supplier.setStatus, {
    body: { ids: [seller.id], new_status: 'active' },
  })
  assert.equal(results[0]?.code, 'supplier.incomplete')
})

test('the dirty file copied twice gives the same result', async () => {
  await useOldBase(world, own, 'dirty')
  assert.equal(dirtyIds.length, 500)
  const run = async () => {
    const all = []
    for (let at = 0; at < 500; at += 200) all.push(...(await copy(...dirtyIds.slice(at, at + 200))))
    return all
  }
  const first = await run()
  const made = first.filter(({ outcome }) => outcome === 'created')
  assert.ok(made.length > 400, `${made.length} created`)
  const failed = first.filter(({ outcome }) => outcome === 'refused')
  assert.ok(failed.length > 5 && failed.every(({ problems }) => problems.length > 0))
  const before = await count()
  const second = await run()
  assert.equal(await count(), before)
  for (const [n, { outcome, supplier_id }] of first.entries())
    assert.deepEqual(
      [second[n]!.outcome, second[n]!.supplier_id],
      [outcome === 'refused' ? 'refused' : 'existing', supplier_id],
      dirtyIds[n]!,
    )
})

test('two people who copy the same records at once make one supplier of each', async () => {
  await useOldBase(world, other, 'dirty')
  const ids = dirtyIds.slice(0, 60)
  const send = (api: typeof other.manager.api, legacy_ids: string[]) =>
    api.send(legacyDatabase.copy, { body: { legacy_ids } })
  const [a, b] = await Promise.all([
    send(other.manager.api, ids),
    send(other.manager.api, ids.toReversed()),
  ])
  const theirs = new Map(b.map((row) => [row.legacy_id, row]))
  for (const row of a) assert.equal(theirs.get(row.legacy_id)!.supplier_id, row.supplier_id)
  const created = [...a, ...b].filter(({ outcome }) => outcome === 'created')
  assert.equal(new Set(created.map(({ supplier_id }) => supplier_id)).size, created.length)
  const rows = await ask(
    `select legacy_id from supplier where company_id = '${other.id}' and legacy_source = 'dirty'
      group by legacy_id having count(*) > 1`,
  )
  assert.deepEqual(rows, [])
})

test('a record that another person has just copied is existing, not refused because of itself', async () => {
  await useOldBase(world, other, 'few')
  const send = () => other.manager.api.send(legacyDatabase.copy, { body: { legacy_ids: ['1'] } })
  const [first] = await send()
  const id = first!.supplier_id!
  await ask(`update supplier set legacy_source = null, legacy_id = null where id = '${id}'`)
  const holder = new pg.Client({ connectionString: world.services.config.ownerUrl })
  await holder.connect()
  try {
    await holder.query('begin')
    await holder.query(
      `update supplier set legacy_source = 'few', legacy_id = '1' where id = '${id}'`,
    )
    const copying = send()
    const waiting = `select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%for update%'`
    // It has looked for the record and found none, and waits for the supplier with the same document.
    await until(async () => (await ask(waiting)).length > 0)
    await holder.query('commit')
    const [row] = await copying
    assert.deepEqual([row!.outcome, row!.supplier_id], ['existing', id])
  } finally {
    await holder.end()
  }
})

test('records copied before a locked record are kept', async () => {
  await useOldBase(world, other, 'dirty')
  const [first, ...ids] = dirtyIds.slice(60, 91).toSorted()
  const send = (legacy_ids: string[]) =>
    other.manager.api.send(legacyDatabase.copy, { body: { legacy_ids } })
  await send([first!])
  const holder = new pg.Client({ connectionString: world.services.config.ownerUrl })
  await holder.connect()
  try {
    await holder.query('begin')
    const held = ` where company_id = '${other.id}' and legacy_id = '${first}'`
    await holder.query(`update supplier set legacy_id = '${ids.at(-1)}'${held}`)
    const copying = send(ids)
    const kept = `select 1 from supplier where company_id = '${other.id}' and legacy_id = any('{${ids.join()}}')`
    // A copy in one piece would show nothing until the lock's own three seconds have ended it.
    await until(async () => (await ask(kept)).length > 0)
    await holder.query('rollback')
    const outcomes = await copying
    assert.deepEqual(
      outcomes.map(({ legacy_id }) => legacy_id),
      ids,
    )
  } finally {
    await holder.end()
  }
})

test('only a manager with the right may search, and another company sees nothing of ours', async () => {
  const query = { filter: { search: 'Агапов' } }
  await useOldBase(world, own, 'few')
  assert.equal(
    (await own.operator.api.refused(legacyDatabase.find, { query })).code,
    'access.denied',
  )
  const body = { legacy_ids: ['1'] }
  assert.equal(
    (await own.operator.api.refused(legacyDatabase.copy, { body })).code,
    'access.denied',
  )
  assert.equal((await world.nobody.refused(legacyDatabase.find, { query })).code, 'auth.required')
  assert.equal(
    (await world.supervisor.api.refused(legacyDatabase.copy, { body })).code,
    'access.denied',
  )
  const short = { filter: { search: 'аб' } }
  assert.equal((await api.refused(legacyDatabase.find, { query: short })).code, 'filter.invalid')
})
