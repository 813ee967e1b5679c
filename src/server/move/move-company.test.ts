import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { buffer } from 'node:stream/consumers'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { company } from '#contract/company/company.ts'
import { supplier } from '#contract/supplier/supplier.ts'
import { auth } from '#contract/user/auth.ts'
import { NEW_ADDRESS, openTwoInstallations } from '#test/moves/two-installations.ts'
import { addPerson, worldPassword, type World } from '#test/support/world.ts'
import { findBrokenLink } from '../features/audit/verify-links.ts'
import { addAuditEvent } from '../db/audit.ts'
import { inTransaction, serverOf } from '../db/handle.ts'
import { NO_COMPANY } from '../db/uuid.ts'
import { payeeKey } from '../features/supplier/method/payee.ts'
import { documentHash, type IdentityDoc } from '../features/supplier/record/identity.ts'
import { sealedColumns } from '../keys/sealed-values-queries.ts'
import { openCipher } from '../storage/encryption.ts'
import { COLUMNS_OF_PLACE, PEOPLE_TABLES, SEARCH_HASHES, TABLES_THAT_STAY } from './move-plan.ts'

const two = await openTwoInstallations()
after(() => two.close())
const { here, there } = two
const { own } = here
const print = await two.pack('first')
await two.take('first', print)

type Row = Readonly<Record<string, unknown>>

/** Rows of a table as JSON, asked apart from the code that moves them. */
async function rowsOf({ services }: World, table: string): Promise<Row[]> {
  const where = PEOPLE_TABLES.includes(table)
    ? sql`t.user_id in (select id from app_user where company_id = ${own.id})`
    : table === 'company'
      ? sql`t.id = ${own.id}`
      : sql`t.company_id = ${own.id}`
  const { rows } = await sql<{ row: Row }>`
    select to_jsonb(t) as row from ${sql.table(table)} t where ${where}`.execute(services.q)
  return rows.map(({ row }) => row)
}

const sealed = new Set(sealedColumns.map(({ table, column }) => `${table}.${column}`))
/** What a row is here and not there, each told by a test of its own. */
const OTHERWISE = new Set([
  ...COLUMNS_OF_PLACE,
  ...sealed,
  ...Object.keys(SEARCH_HASHES),
  'company.version',
  'company.updated_at',
  'company.settings',
  'app_user.pcode_hmac',
  'app_user.pcode_set_at',
  'app_user.pcode_temporary',
  'app_user.person_id',
  'agent.link_process',
  'agent.status',
  'device.status',
  'card_vault.key_id',
  'action_access.action_id',
  'bank_config.bank_id',
])

async function tablesOf({ services }: World): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
    order by 1`.execute(services.q)
  return rows.map(({ name }) => name)
}

test('every row of every table of the company is there as it was here, and no table is without one', async () => {
  const tables = (await tablesOf(here)).filter((name) => !(name in TABLES_THAT_STAY))
  for (const table of tables) {
    const texts = async (world: World) =>
      (await rowsOf(world, table))
        .filter((row) => table !== 'app_user' || !String(row['login']).startsWith('moved-'))
        .filter((row) => table !== 'audit_head' && !(table === 'audit_event' && isOfMove(row)))
        .map((row) =>
          JSON.stringify(
            Object.fromEntries(
              Object.entries(row).filter(([column]) => !OTHERWISE.has(`${table}.${column}`)),
            ),
          ),
        )
        .toSorted()
    const before = await texts(here)
    assert.ok(before.length > 0 || table === 'audit_head', `${table} has no row`)
    assert.deepEqual(await texts(there), before, table)
  }
})

const isOfMove = ({ action }: Row) =>
  ['company.import', 'company.let-first'].includes(String(action))

test('closed fields open by the keys of either side alone, to the same texts', async () => {
  const open = async ({ services }: World) => {
    const cipher = openCipher(services.ring)
    const texts: string[] = []
    for (const column of sealedColumns.filter(({ table }) => !table.startsWith('push_'))) {
      const value = column.path
        ? sql`(jsonb_path_query(t.${sql.ref(column.column)}, ${sql.lit(column.path)}) #>> '{}')`
        : sql`encode(t.${sql.ref(column.column)}, 'base64')`
      const who = column.isCommon
        ? sql`t.user_id in (select id from app_user where company_id = ${own.id})`
        : sql`t.company_id = ${own.id}`
      const { rows } = await sql<{ id: string; field: string; value: string | null }>`
        select (${sql.raw(column.id)})::text as id, (${sql.raw(column.field)})::text as field, ${value} as value
        from ${sql.table(column.table)} t where ${who}`.execute(services.q)
      const companyId = column.isCommon ? NO_COMPANY : own.id
      const table = column.placeTable ?? column.table
      const found: string[] = []
      for (const { id, field, value: text } of rows) {
        if (text === null) continue
        const bytes = Buffer.from(text, 'base64')
        try {
          found.push(cipher.open({ companyId, table, id, field }, bytes))
        } catch {
          // What opens by no key moves as it lies.
          texts.push(`${column.table}.${column.column} as it lies: ${text}`)
        }
      }
      assert.ok(found.length > 0, `${column.table}.${column.column} has no value`)
      texts.push(...found.map((text) => `${column.table}.${column.column}: ${text}`))
    }
    return texts.toSorted()
  }
  assert.deepEqual(await open(there), await open(here))
})

test('equal documents and destinations are found by hashes of the new keys, in every table alike', async () => {
  const hashes = async (world: World) => {
    const methods = await rowsOf(world, 'payment_method')
    const payments = await rowsOf(world, 'payment')
    const limits = await rowsOf(world, 'payment_limit')
    return {
      methods: methods.map((row) => String(row['payee_key'])),
      pairs: payments.map((row) => [
        row['id'],
        methods.filter(({ payee_key: key }) => key === row['payee_key']).map(({ id }) => id),
      ]),
      limits: limits
        .filter(({ scope }) => String(scope).startsWith('payee'))
        .map(({ scope_key: key, period, scope }) => [
          String(scope) + String(period),
          methods.filter((one) => one['payee_key'] === `\\x${String(key)}`).map(({ id }) => id),
        ]),
    }
  }
  const [before, now] = [await hashes(here), await hashes(there)]
  const sorted = (list: unknown[][]) => list.map((one) => JSON.stringify(one)).toSorted()
  assert.deepEqual(sorted(now.pairs), sorted(before.pairs))
  assert.deepEqual(sorted(now.limits), sorted(before.limits))
  assert.ok(before.pairs.some(([, ids]) => (ids as unknown[]).length > 0))
  assert.ok(before.limits.some(([, ids]) => (ids as unknown[]).length > 0))
  assert.ok(now.methods.every((key) => !before.methods.includes(key)))
  const { services, own: theirs } = there
  const db = { ...theirs.db, companyId: own.id }
  const phones = (await rowsOf(there, 'payment_method')).filter(({ kind }) => kind === 'sbp')
  assert.ok(phones.length > 0)
  for (const { sbp_phone: phone, sbp_bank_id: bankId, payee_key: key } of phones) {
    const hash = payeeKey(db, { kind: 'sbp', phone: String(phone), bankId: String(bankId) })
    assert.equal(key, `\\x${hash.toString('hex')}`)
  }
  const suppliers = (await rowsOf(there, 'supplier')).filter(({ doc }) => doc !== null)
  assert.ok(suppliers.length > 0)
  for (const { id, doc, doc_hmac: hash } of suppliers) {
    const place = { companyId: own.id, table: 'supplier', id: String(id), field: 'doc' }
    const text = services.seal.open(place, Buffer.from(String(doc).slice(2), 'hex'))
    const { type, series, number } = JSON.parse(text) as IdentityDoc
    assert.equal(hash, `\\x${documentHash(db, type, series + number).toString('hex')}`)
  }
})

test('files are there with the bytes that they had', async () => {
  const rows = await rowsOf(there, 'file')
  const stored = rows.filter(({ deleted_at: deleted }) => deleted === null)
  assert.ok(stored.length > 0)
  for (const { storage_key: key, sha256 } of stored) {
    const bytes = await buffer((await there.services.files.open(String(key))).body)
    assert.equal(`\\x${createHash('sha256').update(bytes).digest('hex')}`, sha256)
  }
})

test('the journal holds from its first record on, and what follows joins it', async () => {
  const { q } = there.services
  assert.equal(await findBrokenLink(q, own.id), undefined)
  const manifest = JSON.parse(
    await readFile(path.join(two.dir, 'first', 'manifest.json'), 'utf8'),
  ) as { chain: { seq: number; hash: string } }
  assert.equal(await findBrokenLink(q, own.id, { savedHead: manifest.chain }), undefined)
  const { rows } = await sql<{ seq: number; action: string }>`
    select seq::int as seq, action from audit_event where company_id = ${own.id} order by audit_event.seq desc limit 1`.execute(
    q,
  )
  assert.deepEqual(rows, [{ seq: manifest.chain.seq + 1, action: 'company.import' }])
})

test('people of the former platform are names without a way in', async () => {
  const { rows } = await sql<Row>`
    select role, roles, status, password_hash, full_name from app_user
    where company_id = ${own.id} and login like 'moved-%'`.execute(there.services.q)
  assert.ok(rows.length > 0)
  for (const row of rows) {
    const { full_name: name, ...rest } = row
    assert.deepEqual(rest, { role: 'USER', roles: [], status: 'dismissed', password_hash: null })
    assert.ok(name)
  }
  const { rows: pins } = await sql`
    select from app_user where company_id = ${own.id} and pcode_hmac is not null`.execute(
    there.services.q,
  )
  assert.equal(pins.length, 0)
})

test('the former side stays closed, says where the company works and gives it to no third one', async () => {
  const body = { id: own.id, new_status: 'active' } as const
  const refusal = await here.supervisor.api.refused(company.setStatus, { body })
  assert.equal(refusal.code, 'company.moved')
  assert.match(refusal.message, /https:\/\/new\.example\.ru/)
  const query = { id: own.id }
  assert.equal((await here.supervisor.api.send(company.get, { query })).moved_to, NEW_ADDRESS)
  const signIn = await here.nobody.refused(auth.login, {
    body: { login: own.manager.login, password: worldPassword },
  })
  assert.equal(signIn.code, 'auth.company-closed')
  assert.match(signIn.message, /https:\/\/new\.example\.ru/)
  assert.equal(
    (await own.manager.api.refused(supplier.getAll, { query: {} })).code,
    'auth.required',
  )
  const { q } = here.services
  for (const change of [sql`status = 'active'`, sql`status = 'suspended'`])
    await assert.rejects(
      sql`update company set ${change} where id = ${own.id}`.execute(q),
      /company_moved_stays_closed/,
    )
  await assert.rejects(
    two.pack('third', 'https://third.example.ru'),
    /уже переехала \(https:\/\/new/,
  )
})

test('an export that is made once more has the same rows and files', async () => {
  const manifestOf = async (folder: string) => {
    const text = await readFile(path.join(two.dir, folder, 'manifest.json'), 'utf8')
    const { tables, chain, files } = JSON.parse(text) as {
      tables: { name: string; rows: number; sha256: string }[]
      chain: object
      files: { count: number }
    }
    return {
      tables: tables.map(({ name, rows, sha256 }) => [name, rows, sha256]),
      chain,
      files: files.count,
    }
  }
  await two.pack('again', NEW_ADDRESS, '7707083893')
  assert.deepEqual(await manifestOf('again'), await manifestOf('first'))
})

test('two people let the company work, and neither one alone nor one who made the other', async () => {
  const body = { id: own.id, new_status: 'active' } as const
  const { q } = there.services
  const row = async () => (await rowsOf(there, 'company'))[0]!
  assert.equal((await row())['status'], 'suspended')
  await assert.rejects(
    sql`update company set status = 'active' where id = ${own.id}`.execute(q),
    /company_arrived_is_let_by_two/,
  )
  const first = there.supervisor
  const consent = await first.api.send(company.setStatus, { body })
  assert.deepEqual([consent.status, consent.arrival], ['suspended', 'waits_for_second'])
  assert.equal((await row())['let_first_by'], first.id)
  assert.equal(
    (await first.api.refused(company.setStatus, { body })).code,
    'company.let-by-another',
  )
  assert.equal((await row())['status'], 'suspended')
  const person = (login: string) =>
    addPerson(there.app, there.services, null, login, 'SUPERVISOR', [])
  const made = await person('made')
  const caller = { ...serverOf(there.services, NO_COMPANY).caller, userId: first.id }
  await inTransaction(serverOf(there.services, NO_COMPANY, caller), async (tx) =>
    addAuditEvent(tx, { action: 'user.update', entity: 'user', id: made.id, after: {} }),
  )
  assert.equal((await made.api.refused(company.setStatus, { body })).code, 'company.let-by-another')
  const second = await person('second')
  const card = await second.api.send(company.setStatus, { body })
  assert.equal(card.status, 'active')
  assert.deepEqual([(await row())['let_by'], (await row())['let_first_by']], [second.id, first.id])
  assert.equal(await findBrokenLink(q, own.id), undefined)
  const session = await there.nobody.send(auth.login, {
    body: { login: own.manager.login, password: worldPassword },
  })
  assert.equal(session.user.login, own.manager.login)
})
