import assert from 'node:assert/strict'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { after, beforeEach, test } from 'node:test'
import { createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { user } from '#contract/user/user.ts'
import { addAuditEvent, canonical } from '#server/db/audit.ts'
import { inTransaction } from '#server/db/handle.ts'
import { uuidv7 } from '#server/db/uuid.ts'
import { openWorld } from '#test/support/world.ts'
import { readLinks } from '../../audit/chain-queries.ts'
import { headsFile } from './head-places.ts'
import { keepHeads } from './sealed-heads.ts'
import { verifyLinks } from '../../audit/verify-links.ts'

const world = await openWorld()
after(() => world.close())
const { services, own, other } = world
const { q, companyId } = own.db
const file = headsFile(services.config)

const write = (count: number, db = own.db) =>
  inTransaction(db, async (tx) => {
    for (let i = 1; i <= count; i++)
      addAuditEvent(tx, {
        action: 'product.create',
        entity: 'product',
        id: uuidv7(),
        after: { name: `Лом ${i}` },
      })
  })
const problemsOf = async () => (await keepHeads(services)).problems.map(({ problem }) => problem)
const looksWhole = async () => (await verifyLinks(q, companyId)).broken === null

/** What a database administrator can do without the keys: change rows, then make every hash and the head anew. */
async function rewrite(change: () => Promise<unknown>): Promise<void> {
  await sql`alter table audit_event disable trigger all`.execute(q)
  await change()
  let last: Buffer = Buffer.alloc(0)
  const links = await readLinks(q, companyId, { after: 0, to: 1e6, limit: 1000 })
  for (const [at, link] of links.entries()) {
    const { seq, micros, prev_hash: _p, hash: _h, ...record } = link
    const { company_id: _c, form, ...former } = record
    const text = `${canonical(form === 1 ? former : record)}@${micros}`
    const hash = createHash('sha256').update(last).update(text).digest()
    await sql`update audit_event set seq = ${at + 1}, prev_hash = ${last}, hash = ${hash}
      where company_id = ${companyId} and seq = ${seq}`.execute(q)
    last = hash
  }
  await sql`update audit_head set seq = ${links.length}, hash = ${last} where company_id = ${companyId}`.execute(
    q,
  )
  await sql`alter table audit_event enable trigger all`.execute(q)
}

beforeEach(async () => {
  await sql`alter table audit_event disable trigger all`.execute(q)
  for (const table of ['audit_event', 'audit_head', 'notice'])
    await sql`delete from ${sql.table(table)}`.execute(q)
  await sql`alter table audit_event enable trigger all`.execute(q)
  rmSync(file, { force: true })
  await write(6)
  assert.deepEqual(await problemsOf(), [])
})

const rewrites: Record<string, () => Promise<unknown>> = {
  'a changed value': () =>
    sql`update audit_event set after = '{"name": "Иное"}' where company_id = ${companyId} and seq = 3`.execute(
      q,
    ),
  'another person': () =>
    sql`update audit_event set user_id = ${own.manager.id} where company_id = ${companyId} and seq = 2`.execute(
      q,
    ),
  'a removed event': () =>
    sql`delete from audit_event where company_id = ${companyId} and seq = 4`.execute(q),
  'a cut end': () =>
    sql`delete from audit_event where company_id = ${companyId} and seq > 4`.execute(q),
}
for (const [name, change] of Object.entries(rewrites))
  test(`${name} is told though every hash was made anew`, async () => {
    await rewrite(change)
    assert.ok(await looksWhole(), 'nothing inside the database shows it')
    const [problem, ...more] = await problemsOf()
    assert.match(problem!, /переписан|обрезан/)
    assert.deepEqual(more, [])
    const { items } = await world.supervisor.api.send(user.getNotices, { query: { filter: {} } })
    assert.match(items[0]!.title, /^Журнал изменений нарушен/)
    // It is told again at each start: nothing that was rewritten is kept as true.
    assert.equal((await problemsOf()).length, 1)
  })

test('a chain that is gone with its head is told', async () => {
  await sql`alter table audit_event disable trigger all`.execute(q)
  await sql`delete from audit_event where company_id = ${companyId}`.execute(q)
  await sql`delete from audit_head where company_id = ${companyId}`.execute(q)
  assert.deepEqual(await problemsOf(), ['Журнал пропал целиком'])
})

test('a line of the file that another key signed, or nobody, counts for nothing and is told', async () => {
  const [line] = readFileSync(file, 'utf8').split('\n')
  const head = JSON.parse(line!) as { seq: number }
  writeFileSync(file, `${JSON.stringify({ ...head, seq: 5 })}\n`)
  assert.match((await problemsOf())[0]!, /Строка 1 файла отпечатков изменена/)
  rmSync(file)
  const another = { id: 1, bytes: randomBytes(32) }
  const { ring: own } = services
  const ring = { ...own, newest: () => another, find: () => another.bytes, ids: () => [1] }
  await keepHeads({ ...services, ring })
  assert.match((await problemsOf())[0]!, /Строка 1 .* подписана другим ключом/)
})

test('what is added is proven from the kept head on and kept; a day without changes adds no line', async () => {
  await write(5)
  await write(1, other.db)
  assert.deepEqual(await problemsOf(), [])
  assert.deepEqual(await problemsOf(), [])
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  assert.deepEqual(
    lines.map((line) => (JSON.parse(line) as { seq: number }).seq),
    [6, 1, 11],
  )
})

test('a link names its company: moved to another chain it is not sound, and links of the first form stay so', async () => {
  await sql`alter table audit_event disable trigger all`.execute(q)
  await sql`delete from audit_head where company_id = ${other.id}`.execute(q)
  await sql`update audit_event set company_id = ${other.id} where company_id = ${companyId}`.execute(
    q,
  )
  await sql`update audit_head set company_id = ${other.id} where company_id = ${companyId}`.execute(
    q,
  )
  assert.match((await verifyLinks(q, other.id)).broken!.problem, /№ 1 изменили/)
  await sql`update audit_event set form = 1 where company_id = ${other.id}`.execute(q)
  await sql`update audit_event set company_id = ${companyId} where company_id = ${other.id}`.execute(
    q,
  )
  await sql`update audit_head set company_id = ${companyId} where company_id = ${other.id}`.execute(
    q,
  )
  await rewrite(async () => undefined)
  assert.ok(await looksWhole())
})

test('a new key signs every head anew; then a head by a retired key counts for nothing and is told where it goes on', async () => {
  const byFirst = readFileSync(file, 'utf8').trim().split('\n')
  const second = { id: 2, bytes: randomBytes(32) }
  const ring = {
    ...services.ring,
    newest: () => second,
    find: (id: number) => (id === 2 ? second.bytes : services.ring.find(id)),
    ids: () => [1, 2],
  }
  const told = async () =>
    (await keepHeads({ ...services, ring })).problems.map(({ problem }) => problem)
  assert.deepEqual(await told(), [])
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  const keys = lines.map((line) => (JSON.parse(line) as { key: number }).key)
  assert.deepEqual(keys, [...byFirst.map(() => 1), ...byFirst.map(() => 2)])
  await write(1)
  // Whoever has the first key signs a head that the database does not have yet.
  await keepHeads(services)
  const forged = readFileSync(file, 'utf8').trim().split('\n').at(-1)!
  assert.deepEqual(await told(), [], 'the key is still trusted')
  await sql`insert into seal_key_event (key_id, what) values (1, 'retired')`.execute(q)
  assert.deepEqual(await told(), [], 'a later head covers it')
  const head = { ...(JSON.parse(forged) as { hash: string }), seq: 99 }
  const first = Buffer.from(hkdfSync('sha256', services.ring.find(1)!, '', 'audit-head', 32))
  const mac = createHmac('sha256', first).update(`${companyId}:99:${head.hash}`).digest('hex')
  const gone = { ...head, company_id: companyId, mac }
  writeFileSync(file, `${lines.join('\n')}\n${JSON.stringify(gone)}\n`)
  assert.match(
    (await told())[0]!,
    /подписана ключом seal-1\.key, которого здесь нет или который отозван/,
  )
})
