import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import pg from 'pg'
import { openTestDatabase } from '#test/support/database.ts'

// What Citus asks of a schema, looked up in the catalog of any PostgreSQL: a cluster takes it as it is (decision 142).
const database = await openTestDatabase()
const owner = new pg.Client({ connectionString: database.url })
await owner.connect()
// A cluster refuses most lies at once: they are told to the coordinator alone.
await owner.query('set citus.enable_ddl_propagation = off')
after(async () => {
  await owner.end()
  await database.drop()
})

/** Tables whose rows all name a company are laid over machines by it; every other one lies on each of them. */
const OF_COMPANIES = `of_companies as (
  select c.oid, c.relname, a.attnum from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attname = 'company_id' and a.attnotnull)`

async function found(text: string): Promise<string[]> {
  const { rows } = await owner.query<{ word: string }>(text)
  return rows.map(({ word }) => word).toSorted()
}

const LOOSE_KEYS = `with ${OF_COMPANIES}
  select i.indexrelid::regclass::text as word from pg_index i join of_companies t on t.oid = i.indrelid
  where i.indisunique and not t.attnum = any(i.indkey)`

const LOOSE_TIES = `with ${OF_COMPANIES}
  select k.conname as word from pg_constraint k
    left join of_companies f on f.oid = k.conrelid left join of_companies t on t.oid = k.confrelid
  where k.contype = 'f' and k.connamespace = 'public'::regnamespace and t.oid is not null and (f.oid is null
    or k.confdeltype in ('n', 'd') or k.confupdtype in ('n', 'd', 'c')
    or not exists (select from unnest(k.conkey, k.confkey) as pair (own, far) where own = f.attnum and far = t.attnum))`

const OTHER_KEYS = `with ${OF_COMPANIES}
  select k.conname as word from pg_constraint k join of_companies t on t.oid = k.conrelid where k.contype = 'x'
  union all select t.relname || '.' || a.attname from pg_attribute a join of_companies t on t.oid = a.attrelid
  where a.attidentity <> '' and a.atttypid <> 'bigint'::regtype`

test('a key of a company begins with the company, and so does what names another row of it', async () => {
  assert.deepEqual(await found(LOOSE_KEYS), [])
  assert.deepEqual(await found(LOOSE_TIES), [])
  assert.deepEqual(await found(OTHER_KEYS), [])
})

test('a key and a tie that forget the company are found', async () => {
  await owner.query(`begin;
    create unique index loose on act (id);
    create table stranger (id uuid primary key, company_id uuid, act_id uuid,
      constraint from_all foreign key (company_id, act_id) references act (company_id, id));
    alter table report add constraint empties foreign key (company_id, schedule_id)
      references report_schedule on delete set null (schedule_id)`)
  assert.deepEqual(await found(LOOSE_KEYS), ['loose'])
  assert.deepEqual(await found(LOOSE_TIES), ['empties', 'from_all'])
  await owner.query('rollback')
})

/** A machine adds the number of a part to each name, and cuts what is longer: nobody would know the name that a refusal has. */
const LONG_NAMES = `with ${OF_COMPANIES}
  select conname as word from pg_constraint k join of_companies t on t.oid = k.conrelid where length(conname) > 56
  union select i.indexrelid::regclass::text from pg_index i join of_companies t on t.oid = i.indrelid
    where i.indisunique and length(i.indexrelid::regclass::text) > 56`

test('names of keys and checks leave room for the number of a part, and end in none', async () => {
  assert.deepEqual(await found(LONG_NAMES), [])
  const { rows } = await owner.query(`select from pg_constraint where conname ~ '_\\d{6,}$'`)
  assert.equal(rows.length, 0)
  await owner.query(
    `begin; alter table act add constraint ${'long_name_'.repeat(6)} check (net_g > -1) not valid`,
  )
  assert.equal((await found(LONG_NAMES)).length, 1)
  await owner.query('rollback')
})

/** Why each trigger may run on the machine of its row: what it reads and writes lies there too, or on every machine. */
const STAYS: Readonly<Record<string, string>> = {
  refuse_change: 'reads the catalog of its machine',
  case_closes_now: 'reads its row',
  join_audit_chain: 'the head of the chain of the row’s company',
  keep_day_of_due: 'sums of the act’s company; the company itself lies everywhere',
  keep_day_of_payment: 'sums of the payment’s company; the company itself lies everywhere',
  keep_day_of_return: 'sums and payments of the return’s company',
  keep_sum_of_files: 'the sum of the file’s company',
  keep_year_of_payment:
    'sums and suppliers of the payment’s company; the company itself lies everywhere',
  keep_year_of_return: 'sums, payments and suppliers of the return’s company',
  leave_for_archive: 'events of the event’s company',
  move_years_of_merged: 'sums of the supplier’s company',
  note_last_visit: 'suppliers and visits of the visit’s company',
  note_photos_of_visit: 'photos of the weighing’s company',
  payment_accounts_stay: 'reads its row',
  payment_born: 'events of the payment’s company',
  payment_guard:
    'acts, limits, statements, cases and events of the payment’s company; banks lie everywhere',
  payment_parts_add_up: 'parts of a payment of the same company',
  payment_return_settle: 'payments, parts and acts of the return’s company',
  payment_told_ends: 'reads its row',
  refuse_closed_key: 'reads its row; the keys lie everywhere',
  refuse_unless_owner: 'reads the catalog of its machine',
  report_outlives_schedule: 'reports of the schedule’s company',
}

const TRIGGERS = `select distinct p.proname as word from pg_trigger t join pg_proc p on p.oid = t.tgfoid
  join pg_class c on c.oid = t.tgrelid
  where not t.tgisinternal and c.relnamespace = 'public'::regnamespace and p.pronamespace = 'public'::regnamespace`

/** On a table that lies everywhere it would run on each machine, which may only refuse there. */
const REPEATED = `with ${OF_COMPANIES}
  select t.tgname as word from pg_trigger t join pg_class c on c.oid = t.tgrelid
  where not t.tgisinternal and c.relnamespace = 'public'::regnamespace and t.tgfoid::regproc::text not like 'refuse\\_%'
    and not exists (select from of_companies o where o.oid = c.oid)
    and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')`

test('every trigger stays within its company, and none works on a row that lies everywhere', async () => {
  assert.deepEqual(await found(TRIGGERS), Object.keys(STAYS).toSorted())
  assert.deepEqual(await found(REPEATED), [])
})

/** What a function cannot do where its table has another name, another row type and another clock. */
const REFUSED: readonly (readonly [RegExp, string])[] = [
  [/\block\s+table\b/i, 'locks a whole table'],
  [/\bTG_TABLE_NAME\s*(?:=|<>|in\b)/i, 'asks for the name of its table'],
  [
    /\b(?!coalesce|least|greatest|row|distinct|from|in|and|or)\w+\((?:OLD|NEW)\s*[,)]/i,
    'passes on a row of its table',
  ],
  [/\bcase\s+\w+\s+when\b/i, 'compares in a CASE over a variable'],
  [/\bset_config\(/i, 'tells a setting that no machine hears'],
]

async function faults(): Promise<string[]> {
  const { rows } = await owner.query<{ name: string; body: string; reads_in_sql: boolean }>(
    `select p.proname as name, p.prosrc as body, l.lanname = 'sql' and exists (select from pg_class c
         where c.relnamespace = p.pronamespace and c.relkind = 'r' and p.prosrc ~* ('\\m(from|join) ' || c.relname || '\\M')) as reads_in_sql
     from pg_proc p join pg_language l on l.oid = p.prolang
     where p.pronamespace = 'public'::regnamespace and p.provolatile <> 'i' and l.lanname in ('sql', 'plpgsql')
       and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`,
  )
  return rows.flatMap(({ name, body, reads_in_sql: readsInSql }) => [
    ...REFUSED.flatMap(([sign, why]) => (sign.test(body) ? [`${name} ${why}`] : [])),
    ...(readsInSql ? [`${name} reads a table in SQL, where its parameters are none`] : []),
  ])
}

test('no function does what a machine of a cluster cannot', async () => {
  assert.deepEqual(await faults(), [])
  await owner.query(`begin; create function liar() returns trigger language plpgsql as $$ begin
    lock table act in share mode;
    if TG_TABLE_NAME = 'act' then perform payment_settle(OLD, 'x'); end if;
    return case new when old then old else new end;
    end $$;
    create function reader(asked uuid) returns bigint language sql stable as 'select count(*) from act where id = asked'`)
  assert.equal((await faults()).length, 5)
  await owner.query('rollback')
})
