import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { after, test } from 'node:test'
import { openTwoInstallations } from '#test/moves/two-installations.ts'
import { until } from '#test/support/until.ts'
import { reachDatabase } from '../db/connection/reach.ts'
import { findBrokenLink } from '../features/audit/verify-links.ts'
import { outlastOthers } from './read-rows-queries.ts'

const two = await openTwoInstallations()
after(() => two.close())
const { here, there } = two

interface Packed {
  readonly name: string
  readonly rows: number
  readonly sha256: string
}

async function packedIn(folder: string): Promise<Packed[]> {
  const text = await readFile(path.join(two.dir, folder, 'manifest.json'), 'utf8')
  return (JSON.parse(text) as { tables: Packed[] }).tables
}

/** What the arrival itself writes: its record, closed accounts of former people, and the version of the company's row. */
const GROWS = ['app_user', 'audit_event', 'audit_head', 'company']

test('a company that has arrived goes on as whole as it came, from a cluster too', async () => {
  await two.take('first', await two.pack('first'))
  const before = await packedIn('first')
  const third = await two.openThird()
  after(() => third.close())
  const print = await two.packFrom(there, 'second', 'https://third.example.ru')
  const packed = await packedIn('second')
  assert.ok(packed.every(({ name, rows }) => rows > 0 || name === 'audit_head'))
  const own = (tables: readonly Packed[]) =>
    tables
      .filter(({ name }) => !GROWS.includes(name) && !HASHED.includes(name))
      .map(({ name, rows, sha256 }) => [name, rows, sha256])
  assert.deepEqual(own(packed), own(before))
  assert.deepEqual(
    packed.map(({ name, rows }) => [name, GROWS.includes(name) || rows]),
    before.map(({ name, rows }) => [name, GROWS.includes(name) || rows]),
  )
  await two.takeInto(third, 'second', print)
  assert.equal(await findBrokenLink(third.services.q, here.own.id), undefined)
})

/** Their hashes of documents and destinations are made by the keys of each side. */
const HASHED = [
  'supplier',
  'payment_method',
  'payment',
  'payee_check',
  'card_vault',
  'payment_limit',
  'payment_limit_use',
]

test('an export waits for who was at work before it, wherever the rows lie', async () => {
  const [waiting, writer] = await Promise.all([
    reachDatabase(two.owners.get(there)!),
    reachDatabase(there.services.config.databaseUrl),
  ])
  try {
    await writer.query(`set citus.propagate_set_commands = 'local'`)
    await writer.query('begin')
    await writer.query(`set local app.company_id = '${there.other.id}'`)
    await writer.query(`update site set name = name where company_id = $1`, [there.other.id])
    assert.equal(await outlastOthers(waiting, 300), false)
    let isPast: boolean | undefined
    const past = outlastOthers(waiting, 60_000).then((is) => (isPast = is))
    await writer.query('commit')
    await until(async () => isPast !== undefined)
    assert.equal(await past, true)
  } finally {
    await Promise.all([waiting.end(), writer.end()])
  }
})
