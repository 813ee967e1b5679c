import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { addAuditEvent } from '#server/db/audit.ts'
import { inTransaction } from '#server/db/handle.ts'
import { uuidv7 } from '#server/db/uuid.ts'
import { openWorld } from '#test/support/world.ts'
import { verifyLinks } from './verify-links.ts'

const world = await openWorld()
after(() => world.close())
const { db } = world.other
const { q, companyId } = db

const prove = (more: Parameters<typeof verifyLinks>[2] = {}) => verifyLinks(q, companyId, more)
const problem = async () => (await prove()).broken
/** What only the owner of the database could do: the triggers that refuse every change are switched off. */
async function tamper(statement: (company: string) => ReturnType<typeof sql>): Promise<void> {
  await sql`alter table audit_event disable trigger all`.execute(q)
  await statement(companyId).execute(q)
  await sql`alter table audit_event enable trigger all`.execute(q)
}

beforeEach(async () => {
  await tamper((company) => sql`delete from audit_event where company_id = ${company}`)
  await sql`delete from audit_head where company_id = ${companyId}`.execute(q)
  await inTransaction(db, async (tx) => {
    for (let i = 1; i <= 10; i++)
      addAuditEvent(tx, {
        action: 'product.create',
        entity: 'product',
        id: uuidv7(),
        after: { name: `Лом ${i}`, price_kop: i },
      })
  })
})

test('an untouched chain is proven to its head, and an empty one as well', async () => {
  const proof = await prove()
  assert.deepEqual([proof.proven, proof.done, proof.broken], [10, true, null])
  assert.equal(proof.head.seq, 10)
  assert.match(proof.head.hash, /^[0-9a-f]{64}$/)
  const empty = await verifyLinks(q, uuidv7())
  assert.deepEqual([empty.proven, empty.done, empty.broken], [0, true, null])
})

test('a changed row is named', async () => {
  await tamper(
    (company) =>
      sql`update audit_event set after = '{"name": "Лом 4", "price_kop": 400}' where company_id = ${company} and seq = 4`,
  )
  assert.deepEqual([(await prove()).proven, (await problem())!.seq], [3, 4])
  assert.match((await problem())!.problem, /№ 4 изменили/)
})

test('a row whose person or moment was changed is named', async () => {
  await tamper(
    (company) =>
      sql`update audit_event set at = at + interval '1 hour' where company_id = ${company} and seq = 7`,
  )
  assert.match((await problem())!.problem, /№ 7 изменили/)
  await tamper(
    (company) =>
      sql`update audit_event set user_id = ${uuidv7()} where company_id = ${company} and seq = 2`,
  )
  assert.match((await problem())!.problem, /№ 2 изменили/)
})

test('a removed row is named', async () => {
  await tamper((company) => sql`delete from audit_event where company_id = ${company} and seq = 5`)
  assert.deepEqual((await problem())!.seq, 5)
  assert.match((await problem())!.problem, /№ 5 нет/)
})

test('rows in another order are named', async () => {
  await tamper(
    (company) =>
      sql`update audit_event set seq = case seq when 3 then 1003 else 1004 end where company_id = ${company} and seq in (3, 4)`,
  )
  await tamper(
    (company) =>
      sql`update audit_event set seq = case seq when 1003 then 4 else 3 end where company_id = ${company} and seq > 1000`,
  )
  assert.match((await problem())!.problem, /№ 3 не продолжает предыдущую/)
})

test('a removed end is found by the stored head, and without it by a head kept outside', async () => {
  const kept = (await prove()).head
  await tamper((company) => sql`delete from audit_event where company_id = ${company} and seq > 8`)
  assert.match((await problem())!.problem, /Конец журнала обрезан: записи № 9 нет/)
  // Whoever owns the database sets the head back too: the chain looks whole.
  await sql`update audit_head set seq = 8, prev_hash = e.prev_hash, hash = e.hash from audit_event e
    where audit_head.company_id = ${companyId} and e.company_id = ${companyId} and e.seq = 8`.execute(
    q,
  )
  assert.equal(await problem(), null)
  const { broken } = await prove({ savedHead: kept })
  assert.match(broken!.problem, /обрезан: сохранён отпечаток записи № 10, а записей 8/)
  assert.equal((await prove({ savedHead: (await prove()).head })).broken, null)
  const other = { seq: 8, hash: 'a'.repeat(64) }
  assert.match((await prove({ savedHead: other })).broken!.problem, /переписан: запись № 8/)
})

test('a row added behind the head and a changed head are found', async () => {
  await tamper(
    (company) => sql`insert into audit_event (company_id, seq, action, prev_hash, hash)
      values (${company}, 11, 'act.void', '\\x00', '\\x00')`,
  )
  assert.match((await problem())!.problem, /№ 11 добавлена мимо журнала/)
  await tamper((company) => sql`delete from audit_event where company_id = ${company} and seq = 11`)
  await sql`update audit_head set hash = '\\x00' where company_id = ${companyId}`.execute(q)
  assert.match((await problem())!.problem, /Отпечаток конца журнала изменили/)
})

test('a proof continues after a link that was proven before', async () => {
  const rest = await prove({ after: 6 })
  assert.deepEqual([rest.proven, rest.done, rest.broken], [10, true, null])
  assert.match((await prove({ after: 60 })).broken!.problem, /№ 60 нет/)
})
