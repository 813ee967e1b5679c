import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { reachDatabase } from '#server/db/connection/reach.ts'
import { cardHash, payeeKey } from '#server/features/supplier/method/payee.ts'
import { sealedColumns, type SealedColumn } from '#server/keys/sealed-values-queries.ts'
import { orderByTies, readMovedTables, type MovedTable } from '#server/move/move-plan-queries.ts'
import { NO_COMPANY } from '#server/db/uuid.ts'
import type { EncryptedPlace } from '#server/storage/encryption.ts'
import type { World } from '#test/support/world.ts'

const TWICE_PAID = (what: string) =>
  `select ${what} from payment_allocation group by act_id having count(*) > 1 limit 1`
/** A payment that was made once more for the same act. */
const PAY_TWICE = `
  insert into payment_allocation select (jsonb_populate_record(a, jsonb_build_object('payment_id', p.id))).*
  from payment_allocation a join payment p on p.company_id = a.company_id and p.id <> a.payment_id limit 1`

/** Values that a column takes beside the plain one of its type, as SQL. */
const VALUES: Readonly<Record<string, string>> = {
  'action_access.action_id': '(select id from action limit 1)',
  // A super administrator, whom the records of the company name.
  'account_opening.opened_by': '(select id from app_user where company_id is null limit 1)',
  'npd_payment.check_id': '(select id from npd_check limit 1)',
  'npd_check.inn': `'500100732259'`,
  'bank_session.sid': `'ab'`,
  'agent_event.event_id': `repeat('A', 26)`,
  'weight_episode.id': `repeat('A', 26)`,
  'camera_look.look': `decode(repeat('ab', 144), 'hex')`,
  'control_alarm.instrument_id': '(select id from instrument limit 1)',
  'control_alarm.usv_h_milli': '1',
  'control_alarm.background_usv_h_milli': '1',
  'stored_tare.weighing_id': '(select id from weighing limit 1)',
  'phone_page.storage_key': `(select company_id || '/00/' || gen_random_uuid() from supplier limit 1)`,
  'stored_tare.plate': `'А123ВС77'`,
  'weighing_cancel.reason': `'ошибка весовщика'`,
  'payment_retry.act_id': `(${TWICE_PAID('act_id')})`,
  'payment_retry.payment_id': `(${TWICE_PAID('max(payment_id::text)::uuid')})`,
  'payment_retry.retry_of': `(${TWICE_PAID('min(payment_id::text)::uuid')})`,
}

const PLAIN: Readonly<Record<string, string>> = {
  uuid: 'gen_random_uuid()',
  text: `'x'`,
  character: `'x'`,
  integer: '1',
  smallint: '1',
  bigint: '1',
  boolean: 'false',
  date: 'current_date',
  jsonb: `'{}'`,
  bytea: `decode(repeat('ab', 32), 'hex')`,
  'text[]': `'{}'`,
  'timestamp with time zone': 'now()',
}

interface Column {
  readonly name: string
  readonly type: string
  /** `table.column` of the same company that it names. */
  readonly of: string | null
  /** The first of the words that it takes. */
  readonly first: string | null
}

const COLUMNS = `
  select a.attname as name, format_type(a.atttypid, null) as type,
    (select f.relname || '.' || fa.attname from pg_constraint k join pg_class f on f.oid = k.confrelid
      cross join lateral unnest(k.conkey, k.confkey) as u (own, theirs)
      join pg_attribute fa on fa.attrelid = f.oid and fa.attnum = u.theirs
      where k.conrelid = a.attrelid and k.contype = 'f' and u.own = a.attnum and a.attname <> 'company_id' limit 1) as of,
    (select substring(pg_get_constraintdef(k.oid) from 'ARRAY.(''[^'']*'')') from pg_constraint k
      where k.conrelid = a.attrelid and k.contype = 'c' and k.conkey = array[a.attnum] limit 1) as first
  from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped and a.attidentity = ''
    and a.attgenerated = '' and a.attnotnull and d.oid is null`

/** A row in every table of a company that has none yet, and a closed value in every column that has such. */
export async function fillEveryTable({ services, own }: World): Promise<void> {
  const client = await reachDatabase(services.config.ownerUrl!)
  try {
    // References are right; what triggers would make of these rows is none of their business.
    await client.query('set session_replication_role = replica')
    await client.query(PAY_TWICE)
    const { order } = await orderByTies(client, await readMovedTables(client))
    for (const table of order) if (table.whose !== 'itself') await fillTable(client, table, own.id)
    for (const column of sealedColumns) await closeValue(client, column, { services, own })
    await hashWhatIsFound(client, { services, own })
  } finally {
    await client.end()
  }
}

async function fillTable(client: pg.Client, table: MovedTable, companyId: string): Promise<void> {
  const where =
    table.whose === 'company'
      ? 'company_id = $1'
      : 'user_id in (select id from app_user where company_id = $1)'
  const { rows: found } = await client.query(`select from ${table.name} where ${where} limit 1`, [
    companyId,
  ])
  if (found.length > 0) return
  const { rows } = await client.query<Column>(COLUMNS, [table.name])
  const extra = Object.keys(VALUES).filter((key) => key.startsWith(`${table.name}.`))
  const names = new Set([
    ...rows.map(({ name }) => name),
    ...extra.map((key) => key.split('.')[1]!),
  ])
  if (table.whose === 'company') names.add('company_id')
  const valueOf = (name: string) => {
    if (name === 'company_id') return `'${companyId}'`
    const given = VALUES[`${table.name}.${name}`]
    if (given) return given
    const column = rows.find((one) => one.name === name)!
    if (name === 'user_id')
      return `(select id from app_user where company_id = '${companyId}' limit 1)`
    if (column.of) {
      const [to, key] = column.of.split('.') as [string, string]
      return `(select ${key} from ${to} where company_id = '${companyId}' limit 1)`
    }
    return column.first ?? PLAIN[column.type] ?? 'null'
  }
  const list = [...names]
  await client
    .query(
      `insert into ${table.name} (${list.map((name) => `"${name}"`).join(', ')}) values (${list.map(valueOf).join(', ')})`,
    )
    .catch(async (error: Error & { constraint?: string }) => {
      const { rows: checks } = await client.query<{ text: string }>(
        'select pg_get_constraintdef(oid) as text from pg_constraint where conname = $1',
        [error.constraint],
      )
      throw new Error(`${table.name}: add VALUES for ${error.message}: ${checks[0]?.text}`)
    })
}

const PLAINS: Readonly<Record<string, string>> = {
  'payment_method.card_token': JSON.stringify('token-1'),
  'card_vault.pan': '2200700000009001',
}
const plainOf = ({ table, column }: SealedColumn) =>
  PLAINS[`${table}.${column}`] ?? JSON.stringify(`Тайна ${table}.${column}`)

type Own = Pick<World, 'services' | 'own'>

interface Found {
  readonly at: string
  readonly id: string
  readonly field: string
  readonly bytes: Buffer | null
}

/** What the product itself has closed is left as it is. */
function isClosed({ seal }: World['services'], place: EncryptedPlace, found: Buffer): boolean {
  try {
    return seal.open(place, found) !== ''
  } catch {
    return false
  }
}

/** A closed value in one row of the company. */
async function closeValue(
  client: pg.Client,
  column: SealedColumn,
  { services, own }: Own,
): Promise<void> {
  const where = column.isCommon
    ? `t.user_id in (select id from app_user where company_id = '${own.id}')`
    : `t.company_id = '${own.id}'`
  if (column.table.startsWith('push_')) return
  const stored = `t.${column.column}`
  const hasOne = column.path
    ? `jsonb_path_exists(${stored}, '${column.path}')`
    : `${stored} is not null`
  const bytes = column.path
    ? `decode(jsonb_path_query_first(${stored}, '${column.path}') #>> '{}', 'base64')`
    : stored
  const { rows } = await client.query<Found>(
    `select t.ctid::text as at, (${column.id})::text as id, (${column.field})::text as field, ${bytes} as bytes
     from ${column.table} t where ${where} order by ${hasOne} desc nulls last limit 1`,
  )
  const { at, id, field, bytes: found } = rows[0]!
  const place = {
    companyId: column.isCommon ? NO_COMPANY : own.id,
    table: column.placeTable ?? column.table,
    id,
    field,
  }
  if (found && isClosed(services, place, found)) return
  const sealed = services.seal.close(place, plainOf(column))
  const value = column.path
    ? `'${JSON.stringify(column.path.startsWith('$[') ? [{ doc: sealed.toString('base64'), n: 1 }] : { [column.path.slice(2)]: sealed.toString('base64'), n: 1 })}'::jsonb`
    : `'\\x${sealed.toString('hex')}'::bytea`
  const beside = column.column === 'previous_secret' ? ', previous_until = now()' : ''
  await client.query(
    `update ${column.table} set ${column.column} = ${value}${beside} where ctid = '${at}'`,
  )
}

/** Hashes as the product makes them, of what is closed beside them. */
async function hashWhatIsFound(client: pg.Client, { services, own }: Own): Promise<void> {
  const db = { ...own.db, services }
  const hex = (hash: Buffer) => `\\x${hash.toString('hex')}`
  const pan = PLAINS['card_vault.pan']!
  await client.query('update card_vault set pan_hmac = $1 where company_id = $2', [
    hex(cardHash(db, pan)),
    own.id,
  ])
  await client.query(
    `update payment_method set payee_key = $1, kind = 'card', card_last4 = '9001' where company_id = $2
       and id in (select payment_method_id from card_vault where company_id = $2)`,
    [hex(payeeKey(db, { kind: 'card', pan })), own.id],
  )
  await client.query(
    `update payment p set payee_key = m.payee_key from payment_method m
     where m.company_id = $1 and p.company_id = m.company_id and p.payment_method_id = m.id`,
    [own.id],
  )
  await client.query(
    `insert into payment_limit (company_id, scope, scope_key, period, cap_kop, used_kop, cap_count, used_count)
     select company_id, 'payee_day', encode(payee_key, 'hex'), current_date - 9, 1, 0, 1, 0 from payment_method
     where company_id = $1 on conflict do nothing`,
    [own.id],
  )
  await client.query(`update payee_check set payee_key = $1 where company_id = $2`, [
    hex(randomBytes(32)),
    own.id,
  ])
}
