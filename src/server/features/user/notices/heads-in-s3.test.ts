import assert from 'node:assert/strict'
import { readFileSync, rmSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { after, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { addAuditEvent } from '#server/db/audit.ts'
import { inTransaction } from '#server/db/handle.ts'
import { uuidv7 } from '#server/db/uuid.ts'
import { startS3Server } from '#test/failures/s3-server.ts'
import { openWorld } from '#test/support/world.ts'
import { headsFile } from './head-places.ts'
import { keepHeads } from './sealed-heads.ts'

const server = await startS3Server()
// Files stay on the disk: a bucket that is set is enough.
const world = await openWorld({ config: { files: { place: 'disk', s3: server.settings } } })
after(async () => {
  await world.close()
  await server.close()
})
const { services, own, other } = world
const { q } = services
const s3 = services.files.s3!
const file = headsFile(services.config)

const write = (count: number, { db } = own) =>
  inTransaction(db, async (tx) => {
    for (let i = 1; i <= count; i++)
      addAuditEvent(tx, { action: 'product.create', entity: 'product', id: uuidv7() })
  })
const names = () => Array.fromAsync(s3.namesUnder('audit-heads/'))
const read = async (name: string) => text((await s3.open(name)).body)
const problemsOf = async () => (await keepHeads(services)).problems.map(({ problem }) => problem)

async function withoutTriggers(change: () => Promise<unknown>): Promise<void> {
  await sql`alter table audit_event disable trigger all`.execute(q)
  await change()
  await sql`alter table audit_event enable trigger all`.execute(q)
}

beforeEach(async () => {
  await withoutTriggers(async () => {
    for (const table of ['audit_event', 'audit_head', 'notice'])
      await sql`delete from ${sql.table(table)}`.execute(q)
  })
  rmSync(file, { force: true })
  for (const name of await names()) await s3.remove(name)
  await write(6)
  assert.deepEqual(await problemsOf(), [])
})

test('where there is a bucket, each day with changes adds an object with the heads of all chains', async () => {
  const [first] = await names()
  const before = await read(first!)
  assert.equal(before, readFileSync(file, 'utf8'))
  assert.match(first!, /^audit-heads\/\d{4}-\d\d-\d\dT[\d.Z-]+-[0-9a-f]{8}\.jsonl$/)
  assert.deepEqual(await problemsOf(), [])
  assert.equal((await names()).length, 1)
  await write(1, other)
  assert.deepEqual(await problemsOf(), [])
  const [kept, second, ...more] = await names()
  assert.deepEqual([kept, more], [first, []])
  assert.equal(await read(first!), before, 'an older object stays as it was')
  const heads = (await read(second!))
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { seq: number }).seq)
  assert.deepEqual(heads.toSorted(), [1, 6])
  // They are no files of companies: sweeps and moves do not see them.
  assert.deepEqual(await Array.fromAsync(s3.names()), [])
})

test('the bucket alone tells of a cut, when the file of this machine was taken away with it', async () => {
  await withoutTriggers(async () => {
    await sql`delete from audit_event where company_id = ${own.id} and seq > 4`.execute(q)
    await sql`update audit_head h set seq = 4, hash = e.hash, prev_hash = e.prev_hash from audit_event e
      where e.company_id = h.company_id and e.seq = 4 and h.company_id = ${own.id}`.execute(q)
  })
  rmSync(file)
  assert.deepEqual(await problemsOf(), [
    'Журнал обрезан: сохранён отпечаток записи № 6, а записей 4',
  ])
  // It is told again at each start: what was cut is not kept as true, and one cut is one problem.
  rmSync(file)
  assert.equal((await problemsOf()).length, 1)
  await withoutTriggers(async () => {
    await sql`delete from audit_event where company_id = ${own.id}`.execute(q)
    await sql`delete from audit_head where company_id = ${own.id}`.execute(q)
  })
  rmSync(file)
  assert.deepEqual(await problemsOf(), ['Журнал пропал целиком'])
})

test('an object that this server did not sign is told, and hides nothing that it signed before', async () => {
  const [first] = await names()
  const forged = (await read(first!)).replace('"seq":6', '"seq":4')
  await s3.putNew('audit-heads/2999-01-01T00-00-00.000Z-00000000.jsonl', Buffer.from(forged))
  assert.match((await problemsOf())[0]!, /Строка 1 отпечатков audit-heads\/2999\S+ в S3 изменена/)
  await withoutTriggers(() =>
    sql`delete from audit_event where company_id = ${own.id} and seq > 4`.execute(q),
  )
  assert.ok((await problemsOf()).some((problem) => problem.includes('запись № 6 не та')))
})

test('an older head that is put before the newest does not stand for it', async () => {
  const [first] = await names()
  const old = await read(first!)
  await write(3)
  assert.deepEqual(await problemsOf(), [])
  await s3.putNew('audit-heads/2999-01-01T00-00-00.000Z-00000000.jsonl', Buffer.from(old))
  await withoutTriggers(async () => {
    await sql`delete from audit_event where company_id = ${own.id} and seq > 7`.execute(q)
    await sql`update audit_head h set seq = 7, hash = e.hash, prev_hash = e.prev_hash from audit_event e
      where e.company_id = h.company_id and e.seq = 7 and h.company_id = ${own.id}`.execute(q)
  })
  rmSync(file)
  assert.match((await problemsOf())[0]!, /сохранён отпечаток записи № 9, а записей 7/)
})

test('an object is never written over another', async () => {
  const [first] = await names()
  const before = await read(first!)
  await assert.rejects(s3.putNew(first!, Buffer.from('{}')), /has audit-heads\/\S+ already/)
  assert.equal(await read(first!), before)
})

test('while S3 is away the file is kept and compared, and what is due in S3 is made up for', async () => {
  await write(2)
  server.cut('down', 0)
  const away = await keepHeads(services)
  server.cut('down', undefined)
  assert.deepEqual(away, { problems: [], isComplete: false })
  assert.match(readFileSync(file, 'utf8'), /"seq":8/)
  assert.equal((await names()).length, 1)
  assert.deepEqual(await keepHeads(services), { problems: [], isComplete: true })
  assert.match(await read((await names())[1]!), /"seq":8/)
})
