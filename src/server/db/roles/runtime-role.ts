import { quote } from '#contract/words/quote.ts'
import pg from 'pg'
import { badDatabase, reachDatabase } from '../connection/reach.ts'

/** The role that an address signs in with. */
export function roleOf(databaseUrl: string): string {
  return new pg.Client({ connectionString: databaseUrl }).user ?? ''
}

/**
 * Tables whose rows are written once have a trigger that refuses every change; their rows are only added. Everything else is read
 * and written, the queue's tables too. Nothing is emptied, and triggers stay with the owner. What an extension brings is not ours.
 * A table whose grants stand is left alone: on a cluster each grant goes to all its parts.
 */
const GRANTS = `
  select format('revoke all on %1$I.%2$I from %3$I; grant %4$s on %1$I.%2$I to %3$I', n.nspname, c.relname, $1::text,
    array_to_string(w.grants, ', ')) as text
  from pg_class c join pg_namespace n on n.oid = c.relnamespace cross join lateral (select case
      when c.oid = 'public.schema_migration'::regclass then array['select']
      when exists (select 1 from pg_trigger t where t.tgrelid = c.oid and t.tgqual is null
        and t.tgfoid = 'public.refuse_change()'::regprocedure and t.tgtype & 24 = 24) then array['insert', 'select']
      else array['delete', 'insert', 'select', 'update'] end as grants) w
  where n.nspname in ('public', 'pgboss') and c.relkind in ('r', 'p', 'v')
    and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    and (exists (select from pg_attribute a where a.attrelid = c.oid and a.attacl is not null)
      or w.grants is distinct from (select array_agg(lower(a.privilege_type) || case when a.is_grantable then '!' else '' end
          order by lower(a.privilege_type)) from aclexplode(c.relacl) a join pg_roles r on r.oid = a.grantee
        where r.rolname = $1))`

/** Gives the role that serves exactly what it needs, whatever it had before. */
export async function grantRuntime(owner: pg.Client, role: string): Promise<void> {
  const { rows: roles } = await owner.query<{ is_own: boolean }>(
    'select rolname = current_user as is_own from pg_roles where rolname = $1',
    [role],
  )
  // Its own role keeps what it has: the start of the server refuses it (`assertRuntimeRole`).
  if (roles[0]?.is_own) return
  if (!roles[0])
    throw badDatabase(
      `роли ${quote(role)} нет. Создайте её: CREATE ROLE ${pg.escapeIdentifier(role)} LOGIN PASSWORD '…'`,
    )
  const name = pg.escapeIdentifier(role)
  const { rows: grants } = await owner.query<{ text: string }>(GRANTS, [role])
  await owner.query(`begin;
    revoke all on all sequences in schema public from ${name};
    grant usage on schema public, pgboss to ${name};
    grant select, usage on all sequences in schema public to ${name};
    ${grants.map(({ text }) => `${text};`).join('\n')}
    commit`)
}

interface Facts {
  readonly role: string
  readonly is_super: boolean
  readonly bypasses: boolean
  readonly makes_roles: boolean
  /** Reads the files of the cluster and all that is written to them, where no policy stands. */
  readonly replicates: boolean
  /** A role of PostgreSQL that reads or writes past every grant, or one that is refused itself: `SET ROLE` leads to it. */
  readonly everywhere: string | null
  readonly owned: string | null
  readonly emptied: string | null
  /** Whose objects it could drop, or among which it could put its own for the owner to call. */
  readonly schema: string | null
}

const FACTS = `
  select current_user as role, rolsuper as is_super, rolbypassrls as bypasses, rolcreaterole as makes_roles,
    rolreplication as replicates,
    (select min(r.rolname) from pg_roles r where (r.rolname in ('pg_read_all_data', 'pg_write_all_data',
      'pg_read_server_files', 'pg_write_server_files', 'pg_execute_server_program')
      or r.rolsuper or r.rolbypassrls or r.rolcreaterole or r.rolreplication)
      and r.rolname <> current_user and pg_has_role(r.oid, 'member')) as everywhere,
    (select min(c.relname) from pg_class c where c.relnamespace = 'public'::regnamespace
      and c.relkind in ('r', 'p', 'v') and pg_has_role(c.relowner, 'member')) as owned,
    (select min(c.relname) from pg_class c where c.relnamespace = 'public'::regnamespace
      and c.relkind in ('r', 'p') and has_table_privilege(c.oid, 'truncate, trigger')) as emptied,
    (select min(nspname) from pg_namespace where nspname in ('public', 'pgboss')
      and (pg_has_role(nspowner, 'member') or has_schema_privilege(oid, 'create'))) as schema
  from pg_roles where rolname = current_user`

/** Refuses to serve as a role for which the guards in the database are only advice. */
export async function assertRuntimeRole(databaseUrl: string): Promise<void> {
  const client = await reachDatabase(databaseUrl)
  try {
    const { rows } = await client.query<Facts>(FACTS)
    const reason = reasonOf(rows[0]!)
    if (reason) throw badDatabase(`${reason}. ${REMEDY}`)
  } finally {
    await client.end()
  }
}

const REMEDY = `Создайте для работы отдельную роль: CREATE ROLE priyomka_app LOGIN PASSWORD '…' – и назовите её в DATABASE_URL, а владельца таблиц в DATABASE_OWNER_URL: права она получит при запуске`

function reasonOf(facts: Facts): string | undefined {
  const { role, is_super, bypasses, makes_roles, replicates, everywhere, owned, emptied, schema } =
    facts
  if (is_super) return `роль ${quote(role)} – суперпользователь, ей в базе можно всё`
  if (bypasses) return `роль ${quote(role)} обходит защиту строк (BYPASSRLS)`
  if (makes_roles) return `роль ${quote(role)} может выдать себе права других (CREATEROLE)`
  if (replicates) return `роль ${quote(role)} может копировать весь кластер (REPLICATION)`
  if (everywhere) return `роль ${quote(role)} входит в ${everywhere} и может больше, чем ей дано`
  if (owned) return `роль ${quote(role)} владеет таблицей ${owned} и может отключить её защиту`
  if (emptied)
    return `роль ${quote(role)} может опустошить таблицу ${emptied} или поставить на неё триггер`
  if (schema)
    return `роль ${quote(role)} владеет схемой ${schema} или может создавать в ней своё: владеть базой должна другая роль, право снимает REVOKE CREATE ON SCHEMA ${schema} FROM PUBLIC`
  return undefined
}
