import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { openStrangers } from '../bad-input/strangers/foreign-ids.ts'
import { brokenRules, forgetsCompany } from './query-rules.ts'

const { ground, sendConfirmed } = await openStrangers()
after(() => ground.close())
const { services } = ground.world

const sent = new Set<string>()
type Asked = { query(this: pg.Client, ...args: unknown[]): unknown }
const client: Asked = pg.Client.prototype
const send = client.query
client.query = function (asked: unknown, ...rest: unknown[]) {
  if (this.user === SERVES)
    sent.add(typeof asked === 'string' ? asked : (asked as pg.QueryConfig).text)
  return send.call(this, asked, ...rest)
}
after(() => void (client.query = send))
const SERVES = new URL(services.config.databaseUrl).username

/** What names a company by no word of its own: a secret that only one row has, and work for all companies at once. */
const OVER_ALL: readonly RegExp[] = [
  /"phone_link" where "(?:token|device)_hash" =/,
  /"agent_code" set .* where "code_hash" =/,
  /(?:from|in) "?report"? where "?created_by"? = /,
  /left join \(select "bank_id"/,
  /from set_aside\s+where failed_at > /,
]

test('no statement of any call breaks a rule of a cluster', async () => {
  for (const sample of ground.samples)
    if (sample.call.result !== 'stream') await sendConfirmed(sample, sample.input)
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attname = 'company_id'
      and a.attnotnull`.execute(services.q)
  const tables = new Set(rows.map(({ name }) => name))
  const statements = [...sent].filter((text) => !/\bpgboss\b/.test(text))
  assert.ok(statements.length > 500, `only ${statements.length} statements were sent`)
  const found = statements.flatMap((text) => [
    ...brokenRules(text).map((rule) => `${rule}: ${text}`),
    ...(forgetsCompany(text, tables) && !OVER_ALL.some((known) => known.test(text))
      ? [`names no company: ${text}`]
      : []),
  ])
  assert.deepEqual(found, [])
})

/** A lie for each rule. */
const LIES = [
  'insert into preference (company_id) values ($1) on conflict (company_id) do update set updated_at = now()',
  'update phone_link set ended_at = now() where company_id = $1 returning opened_at >= now()',
  'insert into consent (company_id, given_at) values ($1, (select now() from company where id = $1))',
  'insert into price_cell (company_id, product_id) select $1, a.id from unnest($2::uuid[]) as a (id)',
  `insert into audit_event (company_id) select h.company_id from audit_head h cross join pg_notify('x', $1) where h.company_id = $2`,
  `begin; select set_config('app.company_id', $1, true)`,
]

test('each rule finds the statement that breaks it', () => {
  for (const lie of LIES) assert.equal(brokenRules(lie).length, 1, lie)
  const tables = new Set(['act'])
  assert.ok(forgetsCompany('select id from "act" where id = $1', tables))
  assert.ok(!forgetsCompany('select id from "act" where company_id = $1 and id = $2', tables))
})
