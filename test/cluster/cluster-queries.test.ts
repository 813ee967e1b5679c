import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { jobSpecs } from '#server/routes.ts'
import { openServices } from '#server/open-services.ts'
import { openStrangers } from '../bad-input/strangers/foreign-ids.ts'
import { brokenRules, forgetsCompany } from './query-rules.ts'
import type { Places } from './scope-rules.ts'
import { writtenStatements } from './written-statements.ts'

const { ground, sendConfirmed } = await openStrangers()
after(() => ground.close())
const { services } = ground.world

const sent = new Set<string>()
/** What a cluster itself did not take. */
const refused: string[] = []
const UNSUPPORTED = '0A000'
type Asked = { query(this: pg.Client, ...args: unknown[]): unknown }
const client: Asked = pg.Client.prototype
const send = client.query
client.query = function (asked: unknown, ...rest: unknown[]) {
  const answer = send.call(this, asked, ...rest)
  if (this.user !== SERVES) return answer
  const text = typeof asked === 'string' ? asked : (asked as pg.QueryConfig).text
  sent.add(text)
  if (answer instanceof Promise)
    answer.catch((error: { code?: string; message: string }) => {
      if (error.code === UNSUPPORTED) refused.push(`${error.message}: ${text}`)
    })
  return answer
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

const { rows: places } = await sql<{ name: string; place: keyof Places }>`
  select c.relname as name, case when a.attnotnull then 'ofCompanies' when exists (select from pg_trigger t
      where t.tgrelid = c.oid and t.tgfoid = 'refuse_change'::regproc and t.tgqual is null and t.tgtype & 24 = 24) then 'grows'
    else 'everywhere' end as place
  from pg_class c left join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id'
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`.execute(services.q)
const at = (...where: (keyof Places)[]) =>
  new Set(places.filter(({ place }) => where.includes(place)).map(({ name }) => name))
const tables: Places = {
  ofCompanies: at('ofCompanies'),
  everywhere: at('everywhere', 'grows'),
  grows: at('grows'),
}
const sentStatements = () => [...sent].filter((text) => !/\bpgboss\b/.test(text))
const faultsOf = (text: string) => brokenRules(text, tables).map((rule) => `${rule}: ${text}`)

test('no statement of any call breaks a rule of a cluster', async () => {
  for (const sample of ground.samples)
    if (sample.call.result !== 'stream') await sendConfirmed(sample, sample.input)
  const statements = sentStatements()
  assert.ok(statements.length > 500, `only ${statements.length} statements were sent`)
  const found = statements.flatMap((text) => [
    ...faultsOf(text),
    ...(forgetsCompany(text, tables.ofCompanies) && !OVER_ALL.some((known) => known.test(text))
      ? [`names no company: ${text}`]
      : []),
  ])
  assert.deepEqual([...found, ...refused], [])
})

test('no statement of a job breaks one, which works for all companies', async () => {
  sent.clear()
  const served = await openServices(services.config)
  after(() => served.close())
  // A job of one record finds none by these words; what it asks before is what is looked at.
  for (const { handler } of jobSpecs(served)) await handler({}, undefined).catch(() => undefined)
  const statements = sentStatements()
  assert.ok(statements.length > 50, `only ${statements.length} statements were sent`)
  assert.deepEqual([...statements.flatMap(faultsOf), ...refused], [])
})

test('no statement that the server has written out breaks one, whoever sends it', () => {
  const statements = writtenStatements().filter((text) => !/\bpgboss\b/.test(text))
  assert.ok(statements.length > 300, `only ${statements.length} statements were read`)
  assert.deepEqual(statements.flatMap(faultsOf), [])
})

/** A lie for each rule. */
const LIES = [
  'insert into preference (company_id) values ($1) on conflict (company_id) do update set updated_at = now()',
  'update phone_link set ended_at = now() where company_id = $1 returning opened_at >= now()',
  'insert into consent (company_id, given_at) values ($1, (select now() from company where id = $1))',
  'insert into price_cell (company_id, product_id) select $1, a.id from unnest($2::uuid[]) as a (id)',
  `insert into audit_event (company_id) select h.company_id from audit_head h cross join pg_notify('x', $1) where h.company_id = $2`,
  `begin; select set_config('app.company_id', $1, true)`,
  'insert into evening (company_id, day) select $1, $2::date where not exists (select from evening where company_id = $1)',
  'select c.id, (select count(*) from site s where s.company_id = c.id) from company as c',
  'select c.id from company c where exists (select from payment p where p.company_id = c.id)',
  `select a.n from company as c cross join lateral (select c.timezone as zone) z
    cross join lateral (select count(*) as n from act where company_id = c.id) a`,
  `select e.at from unnest($1::text[]) with ordinality s (status, n) left join payment p on p.status = s.status
    left join lateral (select max(at) as at from payment_event e where e.company_id = p.company_id) e on true`,
  `select d.day from generate_series($1::date, $2::date, interval '1 day') as d(day) left join daily_rollup r on r.day = d.day::date and ($3::uuid is null or r.company_id = $3)`,
  `select a.id, o.is_online from agent a cross join lateral (select a.status = 'online' as is_online) o where a.company_id is not null`,
  'update payment_attempt set ended_at = clock_timestamp() where company_id = $1',
  'update payment set first_sent_at = coalesce(first_sent_at, now()) where company_id = $1',
  `update act set flags = act.flags || jsonb_build_object('kop', hit.kop) from hit where act.company_id = $1`,
  'insert into seal_key_event (key_id, what) values ($1, $2) on conflict do nothing',
  'select pg_cancel_backend($1)',
  `select c.id from bank_config c join bank b on b.id = c.bank_id where exists (select from installation i where i.held_since is not null
    and i.released_at > (select max(w.started_at) from bank_comparison w where w.company_id = c.company_id))`,
  `update npd_check set sent_at = sent_at - interval '2 minutes' where company_id = $1`,
  'delete from bank_notice where company_id = $1 and about in (select $2 union all select id from bank_request where company_id = $1)',
]

/** What comes near a lie and a cluster takes. */
const TRUTHS = [
  'select c.id, (select period from payment_limit_use u where u.company_id = $1) from company c where c.id = $1',
  'select s.id from site s join company c on c.id = s.company_id where exists (select from act a where a.company_id = s.company_id and a.date < c.created_at)',
  'update payment_attempt set ended_at = coalesce(ended_at, (select clock_timestamp())) where company_id = $1',
  `update bank_pack set visited_until = now() + $1 * interval '1 minute' where company_id = $2 and taken_at < now() - interval '1 hour'`,
  `update act set flags = flags || jsonb_build_object('by', $1::text, 'at', now()) where company_id = $2`,
  'insert into evening (company_id, day) select $1, $2::date where not exists (select from evening where company_id = $1) returning day',
]

test('each rule finds the statement that breaks it', () => {
  for (const lie of LIES) assert.equal(brokenRules(lie, tables).length, 1, lie)
  for (const truth of TRUTHS) assert.deepEqual(brokenRules(truth, tables), [], truth)
  const acts = new Set(['act'])
  assert.ok(forgetsCompany('select id from "act" where id = $1', acts))
  assert.ok(!forgetsCompany('select id from "act" where company_id = $1 and id = $2', acts))
})
