import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { auth } from '#contract/user/auth.ts'
import { uuidv7 } from '#server/db/uuid.ts'
import { retentionPage } from '#test/builders/retention-page.ts'
import { addMethod, addSupplier } from '#test/builders/builders.ts'
import { addDirectBank } from '#test/builders/transfer/accounts.ts'
import { openWorld } from '#test/support/world.ts'
import { deleteOutdatedRows } from './retention-jobs.ts'
import { deletedTables, retentionRules } from './retention-rules.ts'

const world = await openWorld()
after(() => world.close())
const { own, services, nobody } = world
const { q } = services

test('every table of the database has a rule, and no rule is without its table', async () => {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`.execute(q)
  const tables = rows.map(({ name }) => name)
  assert.deepEqual(Object.keys(retentionRules).toSorted(), tables.toSorted())
})

test('docs/retention.md agrees with the rules', () => {
  const page = path.resolve(import.meta.dirname, '../../../docs/retention.md')
  assert.equal(readFileSync(page, 'utf8'), retentionPage())
})

/** Rows of every table that is deleted from: so many older than its rule, and one that is not. */
async function grow(old: number): Promise<void> {
  const at = (table: keyof typeof retentionRules, i: number) => {
    const { days } = retentionRules[table] as { days: number }
    return i === 0
      ? sql`now() - make_interval(days => ${days}, hours => -1)`
      : sql`now() - make_interval(days => ${days + i})`
  }
  const agentId = uuidv7()
  const key = Buffer.alloc(32)
  await sql`insert into agent (company_id, id, site_id, public_key, program_version)
    values (${own.id}, ${agentId}, ${own.siteId}, ${key}, '1')`.execute(q)
  const person = own.operator.id
  await sql`insert into service_account (user_id, permissions) values (${person}, '{acts.read}')`.execute(
    q,
  )
  const bankId = await addDirectBank(own, 'https://bank.example')
  const webhookId = uuidv7()

  await sql`insert into webhook (company_id, id, title, url, events, secret)
    values (${own.id}, ${webhookId}, 'x', 'https://x.example/', '{act.issued}', ${key})`.execute(q)
  const linkId = uuidv7()
  await sql`insert into phone_link (company_id, id, session_id, token_hash, expires_at, created_by)
    values (${own.id}, ${linkId}, ${uuidv7()}, ${key}, now(), ${person})`.execute(q)
  for (let i = 0; i <= old; i++) {
    const owner = await addSupplier(own)
    const method = await addMethod(own, owner)
    const hash = Buffer.from(uuidv7().replaceAll('-', ''), 'hex')
    const ulid = uuidv7().replaceAll('-', '').slice(0, 26).toUpperCase()
    const rows = [
      sql`insert into login_attempt (key, failures, window_start) values (${uuidv7()}, 1, ${at('login_attempt', i)})`,
      sql`insert into passkey_challenge (ticket_hash, challenge, expires_at)
        values (${hash}, ${key}, ${at('passkey_challenge', i)})`,
      sql`insert into session (jti, user_id, expires_at, address, agent)
        values (${uuidv7()}, ${own.user.id}, ${at('session', i)}, '', '')`,
      sql`insert into approval_ask (company_id, id, asked_by, session_jti, action_code, object, about, words, expires_at)
        values (${own.id}, ${uuidv7()}, ${person}, ${uuidv7()}, 'act.void', '{}', '{}', 'Аннулирование акта', ${at('approval_ask', i)})`,
      sql`insert into approval (company_id, id, token_hash, user_id, session_jti, action_code, object_hash, expires_at)
        values (${own.id}, ${uuidv7()}, ${hash}, ${person}, ${uuidv7()}, 'act.void', ${key}, ${at('approval', i)})`,
      sql`insert into temporary_link (id, user_id, purpose, token_hash, channel, expires_at)
        values (${uuidv7()}, ${person}, 'set_password', ${hash}, 'copy', ${at('temporary_link', i)})`,
      sql`insert into phone_link (company_id, id, session_id, token_hash, expires_at, created_by)
        values (${own.id}, ${uuidv7()}, ${uuidv7()}, ${hash}, ${at('phone_link', i)}, ${person})`,
      sql`insert into phone_page (company_id, link_id, page, client_id, storage_key, size, created_at)
        values (${own.id}, ${linkId}, ${i + 1}, ${uuidv7()}, 'x', 1, ${at('phone_page', i)})`,
      sql`insert into agent_code (code_hash, company_id, site_id, expires_at, by)
        values (${hash}, ${own.id}, ${own.siteId}, ${at('agent_code', i)}, ${person})`,
      sql`insert into agent_event (company_id, agent_id, event_id, type, at, received_at, body)
        values (${own.id}, ${agentId}, ${ulid}, 'device.state', now(), ${at('agent_event', i)}, '{}')`,
      sql`insert into notice (company_id, id, user_id, kind, title, at)
        values (${own.id}, ${uuidv7()}, ${person}, 'report_ready', 'x', ${at('notice', i)})`,
      sql`insert into record_reader (company_id, entity, record_id, user_id, is_editing, seen_at)
        values (${own.id}, 'act', ${uuidv7()}, ${person}, true, ${at('record_reader', i)})`,
      sql`insert into service_key (id, user_id, key_hash, hint, expires_at)
        values (${uuidv7()}, ${person}, ${hash}, 'prk_', ${at('service_key', i)})`,
      sql`insert into payee_check (company_id, payment_method_id, supplier_id, payee_key, bank_config_id, outcome, asked_at)
        values (${own.id}, ${method.id}, ${owner.id}, ${key}, ${bankId}, 'match', ${at('payee_check', i)})`,
      sql`insert into bank_comparison (company_id, bank_config_id, day, started_at)
        values (${own.id}, ${bankId}, current_date - ${i}::int, ${at('bank_comparison', i)})`,
      sql`insert into backup_run (id, started_at, ended_at, name)
        values (${uuidv7()}, now(), ${at('backup_run', i)}, 'x')`,
      sql`insert into bank_pack (company_id, bank_config_id, pack_id, taken_at)
        values (${own.id}, ${bankId}, ${ulid}, ${at('bank_pack', i)})`,
      sql`insert into bank_request (company_id, bank_config_id, id, about, sent_at)
        values (${own.id}, ${bankId}, ${ulid}, 'x', ${at('bank_request', i)})`,
      sql`insert into bank_mail_statement (company_id, bank_config_id, id, body, taken_at)
        values (${own.id}, ${bankId}, ${ulid}, ${key}, ${at('bank_mail_statement', i)})`,
      sql`insert into webhook_delivery (company_id, id, webhook_id, event_id, type, body, created_at)
        values (${own.id}, ${uuidv7()}, ${webhookId}, ${uuidv7()}, 'x', '{}', ${at('webhook_delivery', i)})`,
      sql`insert into set_aside (sweep, company_id, row_id, failures, until)
        values ('x', ${own.id}, ${uuidv7()}, 1, ${at('set_aside', i)})`,
    ]
    for (const row of rows) await row.execute(q)
  }
}

/** How many rows of each table are older than its rule. */
async function outdated(): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const table of deletedTables) {
    const { days, after: moment } = retentionRules[table]
    const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}
      where ${sql.ref(moment)} < now() - make_interval(days => ${days})`.execute(q)
    counts[table] = rows[0]!.n
  }
  return counts
}

test('rows older than their retention are removed in bounded batches, and no younger ones', async () => {
  await grow(7)
  const all = (n: number) => Object.fromEntries(deletedTables.map((table) => [table, n]))
  assert.deepEqual(await outdated(), all(7))
  await deleteOutdatedRows(services, 2, 2)
  assert.deepEqual(await outdated(), all(3), 'two batches of two')
  await deleteOutdatedRows(services, 2, 100)
  assert.deepEqual(await outdated(), all(0))
  for (const table of deletedTables) {
    const { rows } = await sql<{
      n: number
    }>`select count(*) as n from ${sql.table(table)}`.execute(q)
    assert.ok(rows[0]!.n >= 1, `${table} keeps what is younger`)
  }
})

test('attempts of a locked address write no further rows', async () => {
  await q.deleteFrom('login_attempt').execute()
  await sql`insert into login_attempt (key, failures, window_start, locked_until)
    values ('in:127.0.0.1', 100, now(), now() + interval '15 minutes')`.execute(q)
  const written = () =>
    sql<{
      row: string
      version: string
    }>`select key as row, xmin::text as version from login_attempt order by 1`.execute(q)
  const before = await written()
  for (let i = 0; i < 5; i++) {
    const body = { login: `stranger-${i}`, password: 'неверный пароль тут' }
    assert.equal((await nobody.refused(auth.login, { body })).code, 'auth.locked')
  }
  assert.deepEqual((await written()).rows, before.rows)
})
