import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { after, beforeEach, test } from 'node:test'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { addAuditEvent, type AuditEvent } from '#server/db/audit.ts'
import { inTransaction } from '#server/db/handle.ts'
import { uuidv7 } from '#server/db/uuid.ts'
import { openKeyDatabase } from '#server/keys/seal-key-queries.ts'
import { openWorld } from '#test/support/world.ts'
import { readArchivedParts, signPart } from '../features/audit/archived-parts.ts'
import { findBrokenLink, verifyLinks } from '../features/audit/verify-links.ts'
import { archiveCompany, type ArchiveWork } from './archive-company.ts'
import { isOldEnough, keepOthersOut, removeEvents } from './archive-queries.ts'
import { findBrokenArchive } from './prove-archive.ts'

const world = await openWorld()
const { own, other, services } = world
const owner = openKeyDatabase(services.config.ownerUrl!, 60_000)
const to = await mkdtemp(path.join(os.tmpdir(), 'priyomka-journal-'))
after(async () => {
  await owner.close()
  await world.close()
  await rm(to, { recursive: true, force: true })
})
const { q } = owner
const findKey = (key: number) => services.ring.find(key)
const company = { id: own.id, short_name: 'Ромашка' }
const tomorrow = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)
const order = { before: tomorrow, to }

const archive = (more: Partial<ArchiveWork> = {}) =>
  archiveCompany({ services, owner: q, say: () => undefined, partSize: 4, ...more }, company, order)
const problem = () => findBrokenLink(q, own.id, { findKey })
const partsOf = (id = own.id) => readArchivedParts(q, id, findKey)
async function fileProblem(savedHead?: { seq: number; hash: string }) {
  return findBrokenArchive({ q }, own.id, { parts: await partsOf(), folder: to, savedHead })
}
async function seqs(): Promise<number[]> {
  const rows = await q
    .selectFrom('audit_event')
    .where('company_id', '=', own.id)
    .orderBy('seq')
    .select('seq')
    .execute()
  return rows.map(({ seq }) => seq)
}

/** What only the owner of the database could do: the triggers that refuse every change are switched off. */
async function tamper(statement: ReturnType<typeof sql>): Promise<void> {
  await sql`alter table audit_event disable trigger all`.execute(q)
  await statement.execute(q)
  await sql`alter table audit_event enable trigger all`.execute(q)
}

async function note(events: readonly Partial<AuditEvent>[]): Promise<void> {
  for (const event of events)
    await inTransaction(own.db, async (tx) =>
      addAuditEvent(tx, {
        action: 'product.create',
        entity: 'product',
        id: uuidv7(),
        after: { name: 'Лом' },
        ...event,
      }),
    )
}

beforeEach(async () => {
  await tamper(sql`delete from audit_event where company_id = ${own.id}`)
  await sql`delete from audit_head where company_id = ${own.id}`.execute(q)
  await rm(path.join(to, own.id), { recursive: true, force: true })
  await note([{}, {}, { action: 'supplier.update', entity: 'supplier' }, {}, {}])
  await note([{ approverId: own.manager.id }, {}, {}, {}, {}])
})

test('events leave for files; the chain stays proven, with the files and without them', async () => {
  await archive()
  // Three files of ten events; the third event, the confirmed sixth and those that record archives stay.
  assert.deepEqual(await seqs(), [3, 6, 11, 12, 13])
  assert.equal(await problem(), undefined)
  assert.equal(await fileProblem(), undefined)
  assert.deepEqual(
    (await partsOf()).map(({ first_seq, last_seq }) => [first_seq, last_seq]),
    [
      [1, 4],
      [5, 8],
      [9, 10],
    ],
  )
  await note([{}])
  assert.equal((await verifyLinks(q, own.id, { findKey })).proven, 14)
  // The next archive goes on where this one ended.
  await archive()
  assert.deepEqual(await seqs(), [3, 6, 11, 12, 13, 15])
  assert.deepEqual([await problem(), await fileProblem()], [undefined, undefined])
})

for (const step of ['written', 'recorded', 'batch'] as const)
  test(`a command that was killed after a step (${step}) is repeated and loses nothing`, async () => {
    const killed = archive({
      afterStep: (now) => {
        if (now === step) throw new Error('killed')
      },
    })
    await assert.rejects(killed, /killed/)
    assert.equal(await problem(), undefined)
    await archive()
    assert.equal(await problem(), undefined)
    assert.equal(await fileProblem(), undefined)
    assert.equal((await partsOf()).at(-1)!.last_seq >= 10, true)
    assert.ok(!(await seqs()).includes(10))
  })

test('an interrupted removal leaves a provable end of its part, and a changed event of it is found', async () => {
  const killed = archive({
    partSize: 10,
    afterStep: (now) => {
      if (now === 'recorded') throw new Error('killed')
    },
  })
  await assert.rejects(killed, /killed/)
  await tamper(sql`delete from audit_event where company_id = ${own.id} and seq in (1, 2)`)
  assert.equal(await problem(), undefined)
  await tamper(sql`delete from audit_event where company_id = ${own.id} and seq = 8`)
  assert.match((await problem())!.problem, /№ 9 изменили после того/)
})

test('events that nobody archived, or whose record is not signed here, are missing', async () => {
  await tamper(sql`delete from audit_event where company_id = ${own.id} and seq <= 4`)
  assert.match((await problem())!.problem, /№ 1 нет/)
  // The owner of the database writes the record that the command would have written, without its key.
  const hash = await sql<{ hash: string }>`select encode(prev_hash, 'hex') as hash from audit_event
    where company_id = ${own.id} and seq = 5`.execute(q)
  const part = {
    first_seq: 1,
    last_seq: 4,
    before: tomorrow,
    hash_before: '',
    file: '1-4.jsonl.gz',
    hash_after: hash.rows[0]!.hash,
    sha256: 'a'.repeat(64),
    kept_actions: [],
    kept_hash: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  }
  const record = (mac: string) =>
    note([
      { action: 'audit.archive', entity: 'company', id: own.id, after: { ...part, key: 1, mac } },
    ])
  await record(signPart(Buffer.alloc(32), own.id, part))
  assert.match((await problem())!.problem, /№ 1 нет/)
  // A record of another company, signed here.
  await record(signPart(services.ring.find(1)!, other.id, part))
  assert.match((await problem())!.problem, /№ 1 нет/)
  // Only the key itself makes it one, and then the file is asked for.
  await record(signPart(services.ring.find(1)!, own.id, part))
  assert.equal(await problem(), undefined)
  assert.match((await fileProblem())!, /1-4\.jsonl\.gz: его нет/)
})

test('an event that stayed is found when it was changed, removed or slipped in', async () => {
  await archive()
  const changes = [
    sql`update audit_event set user_id = ${other.manager.id} where company_id = ${own.id} and seq = 3`,
    sql`delete from audit_event where company_id = ${own.id} and seq = 6`,
  ]
  await tamper(changes[0]!)
  assert.match((await problem())!.problem, /№ 3 изменили/)
  await tamper(
    sql`update audit_event set user_id = ${own.db.caller.userId} where company_id = ${own.id} and seq = 3`,
  )
  assert.equal(await problem(), undefined)
  await tamper(
    sql`insert into audit_event select (jsonb_populate_record(e, '{"seq": 2}')).* from audit_event e
      where company_id = ${own.id} and seq = 3`,
  )
  assert.match((await problem())!.problem, /не те, что были/)
  await tamper(sql`delete from audit_event where company_id = ${own.id} and seq = 2`)
  await tamper(changes[1]!)
  assert.match((await problem())!.problem, /№ 5–8, оставленных/)
})

test('a changed file, a file of another company and a cut one are found', async () => {
  await archive()
  const file = path.join(to, own.id, '1-4.jsonl.gz')
  const bytes = await readFile(file)
  await writeFile(file, gzipSync(gunzipSync(bytes).toString().replace('Лом', 'Лон')))
  assert.match((await fileProblem())!, /байты не те/)
  await writeFile(file, await readFile(path.join(to, own.id, '5-8.jsonl.gz')))
  assert.match((await fileProblem())!, /байты не те/)
  await writeFile(file, bytes.subarray(0, bytes.length - 20))
  assert.match((await fileProblem())!, /байты не те/)
  await writeFile(file, bytes)
  assert.equal(await fileProblem(), undefined)
  assert.match((await fileProblem({ seq: 2, hash: 'a'.repeat(64) }))!, /№ 2 в базе не та/)
})

test('nothing is removed before its file was read back', async () => {
  const file = path.join(to, own.id, '1-4.jsonl.gz')
  const spoil = async (step: string) => {
    if (step !== 'written') return
    const text = gunzipSync(await readFile(file)).toString()
    await writeFile(file, gzipSync(text.replace('Лом', 'Лон')))
  }
  await assert.rejects(archive({ afterStep: spoil }), /запись № \d в нём изменена/)
  assert.deepEqual([await partsOf(), (await seqs()).length], [[], 10])
  const lose = async (step: string) => {
    if (step === 'recorded') await rm(file)
  }
  await assert.rejects(archive({ afterStep: lose }), /его нет/)
  assert.equal((await seqs()).length, 11)
})

test('a broken chain is not archived', async () => {
  await tamper(sql`update audit_event set ip = '::1' where company_id = ${own.id} and seq = 4`)
  await assert.rejects(archive(), /журнал компании Ромашка нарушен.*№ 4 изменили/)
})

test('the database lets go only what a recorded archive holds, and only at the hand of the owner', async () => {
  const all = { first_seq: 1, last_seq: 4, kept_actions: [] }
  await assert.rejects(removeEvents(q, own.id, all), /no recorded archive holds event 1/)
  await archive()
  await assert.rejects(removeEvents(q, own.id, { ...all, last_seq: 14 }), /holds event 11/)
  await assert.rejects(
    sql`delete from audit_event where company_id = ${own.id} and seq = 6`.execute(q),
    /holds event 6/,
  )
  await assert.rejects(
    sql`update audit_event set ip = '' where company_id = ${own.id}`.execute(q),
    /only grows: UPDATE/,
  )
  const served = openKeyDatabase(services.config.databaseUrl, 60_000)
  try {
    await assert.rejects(removeEvents(served.q, own.id, all), /permission denied/)
  } finally {
    await served.close()
  }
  await assert.rejects(sql`truncate audit_event`.execute(q), /only grows: TRUNCATE/)
})

test('a journal stays in the database for a year, and one command archives at a time', async () => {
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
  assert.deepEqual([await isOldEnough(q, day(360)), await isOldEnough(q, day(370))], [false, true])
  const second = openKeyDatabase(services.config.ownerUrl!, 60_000)
  try {
    assert.deepEqual([await keepOthersOut(q), await keepOthersOut(second.q)], [true, false])
  } finally {
    await second.close()
  }
})

test('no other table that only grows lets its owner remove a row', async () => {
  const { rows } = await sql<{ table: string }>`select distinct tgrelid::regclass::text as table
    from pg_trigger where tgfoid = 'refuse_change'::regproc and tgtype & 1 = 0 and tgtype & 8 = 8`.execute(
    q,
  )
  const closed = rows.map(({ table }) => table).filter((table) => table !== 'audit_event')
  assert.ok(closed.includes('issued_form') && closed.length > 10, closed.join(' '))
  for (const table of closed)
    await assert.rejects(sql`delete from ${sql.table(table)}`.execute(q), /only grows: DELETE/)
})
