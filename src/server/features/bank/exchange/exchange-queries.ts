import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/handle.ts'
import type { HeardNotice, TakenPack } from '../providers/bank-exchange.ts'

export interface SessionRow {
  readonly status: 'code' | 'open' | 'ended'
  readonly sid: Buffer | null
  readonly by_person: boolean
  readonly phone_mask: string | null
  readonly short_code: string | null
  readonly since: string
  readonly packs_until: string | null
}

export async function sessionRow(db: Db, configId: string): Promise<SessionRow | undefined> {
  const { rows } = await sql<SessionRow>`
    select status, sid, by_person, phone_mask, short_code, since, packs_until from bank_session
    where company_id = ${db.companyId} and bank_config_id = ${configId}`.execute(db.q)
  return rows[0]
}

export async function saveSession(
  db: Db,
  configId: string,
  row: Omit<SessionRow, 'since' | 'packs_until'>,
): Promise<void> {
  const { status, sid, by_person, phone_mask, short_code } = row
  await sql`insert into bank_session (company_id, bank_config_id, status, sid, by_person, phone_mask, short_code)
    values (${db.companyId}, ${configId}, ${status}, ${sid}, ${by_person}, ${phone_mask}, ${short_code})
    on conflict (company_id, bank_config_id) do update set status = excluded.status, sid = excluded.sid,
      by_person = excluded.by_person, phone_mask = excluded.phone_mask, short_code = excluded.short_code,
      since = excluded.since`.execute(db.q)
}

/** A session of replaced keys is forgotten; how far the mailbox was read belongs to the account and stays. */
export async function forgetSession(db: Db, configId: string): Promise<void> {
  await sql`update bank_session set status = 'ended', sid = null, by_person = false, since = now()
    where company_id = ${db.companyId} and bank_config_id = ${configId}`.execute(db.q)
}

/** The session's row, locked: of several that find it ended, one says so. */
export async function lockSession(tx: Tx, configId: string): Promise<SessionRow | undefined> {
  const { rows } = await sql<SessionRow>`
    select status, sid, by_person, phone_mask, short_code, since, packs_until from bank_session
    where company_id = ${tx.companyId} and bank_config_id = ${configId} for update`.execute(tx.q)
  return rows[0]
}

export async function savePacksUntil(db: Db, configId: string, moment: string): Promise<void> {
  await sql`update bank_session set packs_until = ${moment}
    where company_id = ${db.companyId} and bank_config_id = ${configId}`.execute(db.q)
}

// An answer that was no pack may be a proxy's: asked for again after 2, 4, 8 … 512 minutes, and then by nobody.
const MOST_TRIES = 10

/** Which of these packs are unread, then which are due for another try. */
export async function unreadPacks(
  db: Db,
  configId: string,
  ids: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with known as (select * from bank_pack where company_id = ${db.companyId} and bank_config_id = ${configId})
    select id from (
      select k.id, k.n from unnest(${ids}::text[]) with ordinality as k(id, n)
      where not exists (select from known where pack_id = k.id)
      union all
      select pack_id, null from known where problem is not null and tries < ${MOST_TRIES}
        and taken_at + make_interval(mins => power(2, tries)::int) <= now()) as unread
    order by n nulls last limit 1000`.execute(db.q)
  return rows.map(({ id }) => id)
}

/** Returns true when this call was the first to read the pack; `isLost`: it could not be read, and is not fetched again. */
export async function insertPack(
  tx: Tx,
  configId: string,
  pack: TakenPack,
): Promise<{ isNew: boolean; isLost: boolean }> {
  const { rows } = await sql<{ tries: number }>`
    insert into bank_pack (company_id, bank_config_id, pack_id, problem)
    values (${tx.companyId}, ${configId}, ${pack.id}, ${pack.problem})
    on conflict (company_id, bank_config_id, pack_id) do update
      set problem = excluded.problem, tries = bank_pack.tries + 1 where bank_pack.problem is not null
    returning tries`.execute(tx.q)
  return { isNew: rows.length > 0, isLost: pack.problem !== null && rows[0]?.tries === MOST_TRIES }
}

export async function insertNotice(
  tx: Tx,
  configId: string,
  notice: TakenPack['notices'][number],
): Promise<void> {
  await sql`insert into bank_notice (company_id, bank_config_id, about, answers, notice_id, is_error, code, words, unheard_end)
    values (${tx.companyId}, ${configId}, ${notice.about}, ${notice.answers}, ${notice.id}, ${notice.isError}, ${notice.code},
      ${notice.words}, ${notice.end})
    on conflict do nothing`.execute(tx.q)
}

export async function insertMailStatement(
  tx: Tx,
  configId: string,
  statement: TakenPack['statements'][number],
): Promise<void> {
  await sql`insert into bank_mail_statement (company_id, bank_config_id, id, body)
    values (${tx.companyId}, ${configId}, ${statement.id}, ${statement.body}) on conflict do nothing`.execute(
    tx.q,
  )
  await sql`delete from bank_request where company_id = ${tx.companyId} and bank_config_id = ${configId}
    and id = ${statement.answers}`.execute(tx.q)
}

// The table of states has six codes, that of errors some sixty.
const MOST_CODES = 100

/**
 * Notices about a document under these names and about our questions of it, each code once, the latest first: a repeated code
 * hides no end.
 */
export async function noticesAbout(
  db: Db,
  configId: string,
  about: readonly string[],
): Promise<HeardNotice[]> {
  const { rows } = await sql<HeardNotice>`
    with asked as (
      select id, sent_at from bank_request where company_id = ${db.companyId}
        and bank_config_id = ${configId} and about = any(${about}::text[])),
    told as (
      select n.*, case when n.about = any(${about}::text[]) then 'document'
          when n.about in (select id from asked) then 'question' else 'other' end as of,
        (select extract(epoch from now() - max(a.sent_at))::float8 from asked a
          where a.id in (n.answers, n.about)) as ago
      from bank_notice n
      where n.company_id = ${db.companyId} and n.bank_config_id = ${configId}
        and (n.about = any(${about}::text[]) or n.about in (select id from asked)
          or n.answers in (select id from asked)))
    select about, of, is_error as "isError", code, (array_agg(words order by seq desc))[1] as words,
      min(ago) as "askedSecondsAgo"
    from told group by about, of, is_error, code order by max(seq) desc limit ${MOST_CODES}`.execute(
    db.q,
  )
  return rows
}

export async function hasRequest(
  db: Db,
  configId: string,
  about: string,
  minutes: number,
): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from bank_request where company_id = ${db.companyId}
      and bank_config_id = ${configId} and about = ${about}
      and sent_at > now() - make_interval(mins => ${minutes})) as found`.execute(db.q)
  return rows[0]!.found
}

export async function insertRequest(
  db: Db,
  configId: string,
  id: string,
  about: string,
): Promise<void> {
  await sql`insert into bank_request (company_id, bank_config_id, id, about)
    values (${db.companyId}, ${configId}, ${id}, ${about}) on conflict do nothing`.execute(db.q)
}

/** Removes the bank's "unknown document" replies and our questions about a document: a later send makes them obsolete. */
export async function deleteMissing(
  tx: Tx,
  configId: string,
  documentId: string,
  missing: string,
): Promise<void> {
  await sql`delete from bank_notice n where n.company_id = ${tx.companyId}
    and n.bank_config_id = ${configId} and n.is_error and n.code = ${missing}
    and (n.about = ${documentId} or n.about in (select r.id from bank_request r
      where r.company_id = n.company_id and r.bank_config_id = n.bank_config_id and r.about = ${documentId}))`.execute(
    tx.q,
  )
  await sql`delete from bank_request where company_id = ${tx.companyId}
    and bank_config_id = ${configId} and about = ${documentId}`.execute(tx.q)
}
