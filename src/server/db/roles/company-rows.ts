import pg from 'pg'
import { badDatabase, reachDatabase } from '../connection/reach.ts'
import { NO_COMPANY } from '../uuid.ts'

/** Rows of these tables without a company are common: defaults of rights, texts of documents, supervisors in what they did. */
const COMMON_ROWS = ['action_access', 'app_user', 'document_text']

/**
 * PostgreSQL's own wording, by which a policy that somebody loosened is found. The company is asked once a statement, as a
 * subquery, which a cluster allows in no policy; whether all are seen only for a row of another company, since each subquery takes
 * time to begin.
 */
const sees = (column: string, isInCluster: boolean) =>
  `((${column} = ${isInCluster ? 'app_company()' : '( SELECT app_company() AS app_company)'}) OR (current_setting('app.company_id'::text, true) = '${NO_COMPANY}'::text))`
/** What they ask is theirs as well: whoever changes it loosens all of them. In PostgreSQL's own wording, too. */
const ANSWER = `RETURN (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid`
const ANSWERS_TRULY = `select from pg_proc where oid = to_regprocedure('public.app_company()') and pg_get_function_sqlbody(oid) = $1
  and proconfig is null and not prosecdef and provolatile = 's'`
const IS_COMMON = '(company_id IS NULL)'
/** What happens in a company is told to the supervisors as well. */
const IS_PLATFORMS = `(company_id = '${NO_COMPANY}'::uuid)`

interface Policy {
  readonly table: string
  readonly name: string
  readonly command: 'ALL' | 'SELECT' | 'INSERT'
  /** For INSERT of the new row, else of the row that is met and of what becomes of it. */
  readonly condition: string
}

/** Tables of companies, the companies themselves among them. */
const TABLES = `
  select c.relname as name, c.relrowsecurity and c.relforcerowsecurity as is_forced,
    exists (select from pg_extension where extname = 'citus') as is_in_cluster,
    case c.relname when 'company' then 'id' else 'company_id' end as column,
    (select coalesce(jsonb_agg(jsonb_build_array(p.policyname, p.cmd, p.qual, p.with_check, p.permissive, p.roles) order by p.policyname), '[]')
      from pg_policies p where p.schemaname = 'public' and p.tablename = c.relname) as policies
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and (c.relname = 'company' or exists (
    select from pg_attribute a where a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped))
  order by c.relname`

interface Table {
  readonly name: string
  readonly is_forced: boolean
  readonly is_in_cluster: boolean
  readonly column: string
  readonly policies: unknown
}

function policiesOf({ name: table, column, is_in_cluster }: Table): Policy[] {
  const policies: Policy[] = [
    { table, name: 'of_company', command: 'ALL', condition: sees(column, is_in_cluster) },
  ]
  if (COMMON_ROWS.includes(table))
    policies.unshift({ table, name: 'common', command: 'SELECT', condition: IS_COMMON })
  if (table === 'notice')
    policies.push({ table, name: 'to_platform', command: 'INSERT', condition: IS_PLATFORMS })
  return policies
}

function stands(table: Table): boolean {
  const wanted = policiesOf(table).map(({ name, command, condition }) => [
    name,
    command,
    ...(command === 'INSERT' ? [null, condition] : [condition, null]),
    'PERMISSIVE',
    ['public'],
  ])
  return table.is_forced && JSON.stringify(table.policies) === JSON.stringify(wanted)
}

const REMEDY = 'Назовите владельца таблиц в DATABASE_OWNER_URL: запуск восстановит защиту'

/** Refuses to serve over a table whose rows the database does not keep apart, or does so by other words than ours. */
export async function assertSeparated(databaseUrl: string): Promise<void> {
  const client = await reachDatabase(databaseUrl)
  try {
    const { rows } = await client.query<Table>(TABLES)
    const open = rows.find((table) => !stands(table))
    if (open)
      throw badDatabase(
        `строки таблицы ${open.name} не разделены по компаниям, или их защита изменена. ${REMEDY}`,
      )
    const { rowCount } = await client.query(ANSWERS_TRULY, [ANSWER])
    if (rowCount === 0)
      throw badDatabase(`функция app_company, по которой разделены строки, изменена. ${REMEDY}`)
  } finally {
    await client.end()
  }
}

/** Makes the database answer a session with the rows of its company alone, the owner of the tables included. */
export async function separateCompanies(owner: pg.Client): Promise<void> {
  const { rowCount } = await owner.query(ANSWERS_TRULY, [ANSWER])
  if (rowCount === 0)
    await owner.query(
      `create or replace function public.app_company() returns uuid language sql stable ${ANSWER}`,
    )
  const { rows } = await owner.query<Table>(TABLES)
  for (const table of rows.filter((one) => !stands(one))) {
    const name = pg.escapeIdentifier(table.name)
    const { rows: old } = await owner.query<{ name: string }>(
      `select policyname as name from pg_policies where schemaname = 'public' and tablename = $1`,
      [table.name],
    )
    await owner.query(`begin;
      alter table ${name} enable row level security, force row level security;
      ${old.map((policy) => `drop policy ${pg.escapeIdentifier(policy.name)} on ${name};`).join('\n')}
      ${policiesOf(table).map(textOf).join(';\n')};
      commit`)
  }
  await letIndexesAnswer(owner)
}

/**
 * Conditions of our lists and searches that an index answers. Under a policy it may do so only for functions that show nothing of the
 * rows they are asked about, and PostgreSQL assumes that of few. None of these has an error that names a value.
 */
const SHOW_NOTHING = [
  'textlike(text, text)',
  'texticlike(text, text)',
  'substr(text, integer)',
  'jsonb_object_field_text(jsonb, text)',
  'date_trunc(text, timestamp)',
  'timezone(text, timestamptz)',
  'int8mi(bigint, bigint)',
]

const leakproof = (name: string) => `ALTER FUNCTION pg_catalog.${name} LEAKPROOF;`

/** For a superuser who makes the database. */
export const LEAKPROOF_TEXT = SHOW_NOTHING.map(leakproof).join('\n')

/** Only a superuser may say so; elsewhere the administrator is asked to, and searches are slow until then. */
async function letIndexesAnswer(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query<{ name: string; may: boolean }>(
    `select p.oid::regprocedure::text as name, (select rolsuper from pg_roles where rolname = current_user) as may
     from pg_proc p where p.oid = any($1::text[]::regprocedure[]) and not p.proleakproof`,
    [SHOW_NOTHING.map((name) => `pg_catalog.${name}`)],
  )
  if (rows.length === 0) return
  const text = rows.map(({ name }) => leakproof(name)).join('\n')
  if (rows[0]!.may) await owner.query(text)
  else
    console.warn(
      `Поиск по частям имени, номера и госномера пойдёт без индексов, пока суперпользователь базы не выполнит в ней:\n${text}`,
    )
}

/** The same on the machines of a cluster, which do not learn it from the coordinator. */
export async function letMachinesAnswer(owner: pg.Client): Promise<void> {
  const text = LEAKPROOF_TEXT
  const { rows } = await owner.query<{ success: boolean }>(
    'select success from run_command_on_workers($1)',
    [text],
  )
  if (!rows.every(({ success }) => success))
    console.warn(
      `Поиск по частям имени, номера и госномера пойдёт без индексов, пока суперпользователь базы не выполнит на каждой машине:\n${text}`,
    )
}

/** Without a check of its own, a new row must meet the same condition. */
const textOf = ({ table, name, command, condition }: Policy) =>
  `create policy ${name} on ${pg.escapeIdentifier(table)} for ${command} ${command === 'INSERT' ? 'with check' : 'using'} (${condition})`
