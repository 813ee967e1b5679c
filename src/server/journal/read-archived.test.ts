import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { audit } from '#contract/audit/audit.ts'
import { user } from '#contract/user/user.ts'
import { addAuditEvent } from '#server/db/audit.ts'
import { inTransaction } from '#server/db/handle.ts'
import { uuidv7Of } from '#server/db/uuid.ts'
import { openKeyDatabase } from '#server/keys/seal-key-queries.ts'
import { childEnvironment } from '#test/support/child-environment.ts'
import { until } from '#test/support/until.ts'
import { openWorld } from '#test/support/world.ts'
import { programFile } from '../../../scripts/program-file.ts'

const world = await openWorld()
const to = await mkdtemp(path.join(os.tmpdir(), 'priyomka-journal-'))
after(async () => {
  await world.close()
  await rm(to, { recursive: true, force: true })
})
const { own, other, supervisor, services } = world
const { databaseUrl, ownerUrl, dataDir, secrets } = services.config
const keys = path.join(dataDir, 'keys')
const TWO_YEARS = 2 * 366 * 86_400_000
const day = (ago: number) => new Date(Date.now() - ago).toISOString().slice(0, 10)
const old = uuidv7Of(Date.now() - TWO_YEARS)

/** The programs as `npm run journal` and `npm run audit:verify` run them. */
function run(program: string, ...args: string[]) {
  return start(program, ...args).ended
}

function start(program: string, ...args: string[]) {
  const env = {
    ...childEnvironment,
    DATABASE_URL: databaseUrl,
    DATABASE_OWNER_URL: ownerUrl!,
    DATA_DIR: dataDir,
    SECRETS_DIR: keys,
    LOG_LEVEL: 'silent',
  }
  const end = Promise.withResolvers<{ code: number; said: string }>()
  const command = [programFile(program), ...args]
  const child = execFile(process.execPath, command, { env }, (error, out, err) =>
    end.resolve({ code: error ? Number(error.code) : 0, said: out + err }),
  )
  return { child, ended: end.promise }
}
const JOURNAL = 'src/server/journal/main.ts'
const archive = (...args: string[]) => run(JOURNAL, 'archive', ...args)
const verify = (...args: string[]) => run('src/server/verify-audit.ts', ...args)

before(async () => {
  await mkdir(keys, { mode: 0o700 })
  const files = {
    'session.key': secrets.session,
    'doc-hmac.key': secrets.docHmac,
    'payee-hmac.key': secrets.payeeHmac,
    'pcode-hmac.key': secrets.pcodeHmac,
    'seal-1.key': await readFile(path.join(dataDir, 'seal-1.key')),
  }
  for (const [name, bytes] of Object.entries(files))
    await writeFile(path.join(keys, name), bytes, { mode: 0o600 })
  const note = ({ db } = own) =>
    inTransaction(db, async (tx) =>
      addAuditEvent(tx, { action: 'product.create', entity: 'product', id: old, after: {} }),
    )
  // Three events of two years ago in each company: the clock of the database stands, so their moments are written with their hashes.
  await sql`create or replace function old_moment() returns trigger language plpgsql as $$
    begin new.at := new.at - interval '732 days'; return new; end $$`.execute(services.q)
  await sql`create trigger a_old_moment before insert on audit_event for each row
    execute function old_moment()`.execute(services.q)
  for (const owner of [own, own, own, other, other, other]) await note(owner)
  await sql`drop trigger a_old_moment on audit_event`.execute(services.q)
  await note()
  await note(other)
})

test('a program that is killed between the record and the removal is repeated and leaves all whole', async () => {
  const { inn } = await services.q
    .selectFrom('company')
    .where('id', '=', other.id)
    .select('inn')
    .executeTakeFirstOrThrow()
  const order = ['--before', day(400 * 86_400_000), '--to', to, '--company', inn] as const
  const owner = openKeyDatabase(ownerUrl!, 60_000)
  const seqs = async () => {
    const { rows } = await sql<{ seq: string }>`
      select seq from audit_event where company_id = ${other.id} order by audit_event.seq`.execute(
      owner.q,
    )
    return rows.map(({ seq }) => Number(seq))
  }
  // The removal waits for a row that is held here.
  const held = await owner.q.startTransaction().execute()
  await sql`select from audit_event where company_id = ${other.id} and seq = 1 for update`.execute(
    held,
  )
  const { child, ended } = start(JOURNAL, 'archive', ...order)
  const waiting = await until(async () => {
    const { rows } = await sql<{ pid: number }>`
      select pid from pg_stat_activity where wait_event_type = 'Lock' and query like '%delete from audit_event%'`.execute(
      services.q,
    )
    assert.equal(child.exitCode, null)
    return rows[0]?.pid
  })
  child.kill('SIGKILL')
  await ended
  assert.equal(child.signalCode, 'SIGKILL')
  // A killed program leaves its statement behind; it ends with the connection, before the row is let go.
  await sql`select pg_terminate_backend(${waiting})`.execute(held)
  await held.rollback().execute()
  assert.deepEqual(await seqs(), [1, 2, 3, 4, 5])
  assert.equal((await verify('--archive', to)).code, 0)
  const again = await archive(...order)
  assert.equal(again.code, 0, again.said)
  assert.deepEqual(await seqs(), [4, 5])
  const proven = await verify('--archive', to)
  assert.equal(proven.code, 0, proven.said)
  await owner.close()
})

test('the command archives what is old enough, and both programs say and prove where events are', async () => {
  const young = await archive('--before', day(86_400_000), '--to', to)
  assert.deepEqual([young.code, /не меньше года/.test(young.said)], [2, true])
  const unknown = await archive('--before', day(TWO_YEARS / 2), '--to', to, '--company', '1')
  assert.deepEqual([unknown.code, /компании 1 здесь нет/.test(unknown.said)], [2, true])
  const before = day(400 * 86_400_000)
  const done = await archive('--before', before, '--to', to)
  assert.equal(done.code, 0, done.said)
  assert.match(done.said, /Ромашка: записи № 1–3 в архиве, файл 1-3\.jsonl\.gz/)
  const without = await verify()
  assert.equal(without.code, 0, without.said)
  assert.match(without.said, /записи № 1–3, до \d{4}-\d\d-\d\d, в архиве: без --archive/)
  const proven = await verify('--archive', to)
  assert.equal(proven.code, 0, proven.said)
  assert.match(proven.said, /в архиве, доказаны по нему/)
  const missing = await verify('--archive', dataDir)
  assert.equal(missing.code, 1)
  assert.match(missing.said, /НАРУШЕН\. файл архива .*его нет/)
})

test('a reader of old events is told that they are in the archive', async () => {
  const manager = own.manager.api
  const codeOf = async (seq: number) =>
    (await manager.refused(audit.getEvent, { query: { seq } })).code
  assert.deepEqual([await codeOf(2), await codeOf(900)], ['audit.archived', 'common.not-found'])
  const [told] = (
    await manager.send(audit.getEvents, { query: { filter: { action: 'audit.archive' } } })
  ).items
  const words = told!.sentence.map(({ text }) => text).join('')
  assert.match(words, /Записи журнала № 1–3 перенесены в архив, до \d\d\.\d\d\.\d{4}, файл/)
  const entries = await manager.send(user.getHistory, {
    query: { entity: 'product', entity_id: old },
  })
  assert.equal(entries.length, 2)
  assert.match(entries[1]!.title, /^Изменения до \d\d\.\d\d\.\d{4} — в архиве журнала$/)
  for (const api of [manager, supervisor.api]) {
    const query = api === manager ? {} : { companyId: own.id }
    const proof = await api.send(audit.verifyChain, { query })
    assert.deepEqual([proof.broken, proof.done], [null, true])
  }
})
