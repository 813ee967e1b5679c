import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import iconv from 'iconv-lite'
import { csv, oldBaseHands, setDeadline, SOON_MS, useOldBase } from '#test/builders/old-base.ts'
import { openWorld } from '#test/support/world.ts'

const dir = await mkdtemp(path.join(os.tmpdir(), 'priyomka-files-'))
const held = path.join(dir, 'held.csv')
execFileSync('mkfifo', [held])
const base = path.join(dir, 'base.csv')
const world = await openWorld({
  config: { legacy: new Map([csv('held', held), csv('base', base)]) },
})
after(async () => {
  await world.close()
  await rm(dir, { recursive: true, force: true })
})
const { own } = world
const { find, copy, refusedFind, card } = oldBaseHands(own)

const HEADER = 'legacy_id;last_name;first_name;phone\n'

test('the server answers while a file blocks its reader, the deadline is reported, and the file is read when it works again', async () => {
  await useOldBase(world, own, 'held')
  setDeadline(world, 'held', SOON_MS)
  const search = refusedFind()
  const first = await Promise.race([search, world.nobody.raw({ method: 'GET', url: '/readyz' })])
  assert.ok('statusCode' in first && first.statusCode === 200)
  const { status, code, message } = await search
  assert.deepEqual([status, code], [503, 'import.unavailable'])
  assert.match(message, /Старая база не отвечает: нет ответа за 1 с. Повторите позже/)
  setDeadline(world, 'held')
  await rm(held)
  await writeFile(held, `${HEADER}1;Иванов;Пётр;\n`)
  assert.equal((await find('иванов')).total, 1)
})

test('a base in the DOS encoding gives suppliers with correct names', async () => {
  await useOldBase(world, own, 'base')
  await writeFile(
    base,
    iconv.encode(`${HEADER}1;Щукин;Фёдор;89261234567\n2;Ёлкин;Юрий;\n`, 'cp866'),
  )
  assert.equal((await find('щукин')).items[0]?.name, 'Щукин Фёдор')
  const [made] = await copy('1')
  assert.equal(made?.outcome, 'created')
  assert.equal((await card(made!.supplier_id!)).last_name, 'Щукин')
})

test('in a UTF-8 base with one damaged byte all other rows are read and the damaged one is named', async () => {
  await useOldBase(world, own, 'base')
  const bytes = Buffer.from(`${HEADER}11;Щукин;Фёдор;89261234567\n12;Ёлкин;Юрий;\n13;Ёлкин;Олег;\n`)
  bytes[bytes.indexOf('Юрий') + 2] = 0xff
  await writeFile(base, bytes)
  const { items, unread } = await find('ёлкин')
  assert.deepEqual(
    items.map(({ legacy_id, name }) => [legacy_id, name]),
    [['13', 'Ёлкин Олег']],
  )
  assert.deepEqual(
    unread?.rows.map(({ line }) => line),
    [3],
  )
  const outcomes = await copy('12', '13')
  assert.deepEqual(
    outcomes.map(({ outcome }) => outcome),
    ['refused', 'created'],
  )
})

test('a record with a too long name is refused with advice, and the name is not cut', async () => {
  await useOldBase(world, own, 'base')
  await writeFile(base, `${HEADER}21;${'Ы'.repeat(101)};Пётр;\n`)
  const [seller] = (await find('ыыы')).items
  assert.match(seller!.problems.join(), /Фамилия длиннее 100 знаков/)
  const [outcome] = await copy('21')
  assert.deepEqual([outcome?.outcome, outcome?.supplier_id], ['refused', null])
  assert.match(outcome!.problems.join(), /создайте поставщика вручную/)
})
