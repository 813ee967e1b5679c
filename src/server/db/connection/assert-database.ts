import type pg from 'pg'
import { quote } from '#contract/words/quote.ts'
import { badDatabase, type Setting } from './reach.ts'

interface Facts {
  encoding: string
  knows_russian: boolean
  may_create: boolean
  role: string
  database: string
}

/**
 * Refuses a database in which the product would work wrongly or not at all, before anything is written: another encoding, a
 * locale without Russian letters, in which no search finds a name, and a role that may not create tables.
 */
export async function assertDatabase(client: pg.Client, setting: Setting): Promise<void> {
  const { rows } = await client.query<Facts>(`
    select pg_encoding_to_char(encoding) as encoding, lower('Ё') = 'ё' as knows_russian,
      has_schema_privilege(coalesce(current_schema(), 'public'), 'create')
        and (to_regnamespace('pgboss') is not null
          or has_database_privilege(current_database(), 'create')) as may_create,
      current_user as role, current_database() as database
    from pg_database where datname = current_database()`)
  const { encoding, knows_russian, may_create, role, database } = rows[0]!
  const remade = `CREATE DATABASE "${database}" OWNER "${role}" TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C.UTF-8'`
  if (encoding !== 'UTF8')
    throw badDatabase(
      `кодировка базы ${encoding}, а нужна UTF8. Создайте базу так: ${remade}`,
      setting,
    )
  if (!knows_russian)
    throw badDatabase(
      `локаль базы не знает русских букв, поиск по именам не найдёт ничего. Создайте базу так: ${remade}`,
      setting,
    )
  if (!may_create)
    throw badDatabase(
      `пользователь ${quote(role)} не может создавать таблицы. Сделайте его владельцем: ALTER DATABASE "${database}" OWNER TO "${role}"`,
      setting,
    )
}
