import { sql, type Kysely } from 'kysely'
import { describeProvider, providerCodes } from '#contract/bank/bank-providers.ts'
import type { Db } from '../../../../../db/handle.ts'
import type { DB } from '../../../../../db/schema.ts'
import { notSetAside, type SweptRow } from '../../../../../sweeps/set-aside-queries.ts'

export const BANK_MAIL = 'payment.bank-mail'

const mailCodes = providerCodes.filter((code) => describeProvider(code).mailbox)

/** Agreements in use whose bank can be asked now: one that waits for a person's sign-in cannot. */
export async function mailAgreements(q: Kysely<DB>): Promise<SweptRow[]> {
  const { rows } = await sql<SweptRow>`
    select c.company_id, c.id from bank_config c
    join bank b on b.id = c.bank_id
    left join bank_session s on s.company_id = c.company_id and s.bank_config_id = c.id
    where c.status = 'active' and c.circuit = 'closed' and b.status = 'active'
      and b.adapter = any(${mailCodes}::text[])
      and not (coalesce(s.by_person, false) and s.status <> 'open')
      and ${notSetAside(BANK_MAIL, 'c.company_id', 'c.id')}
    order by c.company_id, c.id limit 500`.execute(q)
  return rows
}

/** The days up to yesterday without an imported statement; undefined when there are none, or the bank was asked recently. */
export async function missingDays(
  db: Db,
  configId: string,
): Promise<{ from: string; to: string } | undefined> {
  const { rows } = await sql<{ from: string; to: string }>`
    with known as (
      select (now() at time zone k.timezone)::date - 1 as yesterday,
        (select max(t.date_to) from bank_statement t
          where t.company_id = ${db.companyId} and t.bank_config_id = ${configId}) as last
      from company k where k.id = ${db.companyId})
    select to_char(greatest(coalesce(last + 1, yesterday), yesterday - 30), 'YYYY-MM-DD') as "from",
      to_char(yesterday, 'YYYY-MM-DD') as "to"
    from known where coalesce(last < yesterday, true)
      and not exists (select from bank_request r where r.company_id = ${db.companyId}
        and r.bank_config_id = ${configId} and r.about like 'statement %'
        and r.sent_at > now() - interval '12 hours')`.execute(db.q)
  return rows[0]
}

// A bank corrects the end of an order within days; a year of packs is read by nobody.
const DAYS_OF_NOTICES = 30

/** Whether a statement was asked for and has not come, or the bank may still report on a payment, also on one that has ended. */
export async function awaitsMail(db: Db, configId: string): Promise<boolean> {
  const { rows } = await sql<{ awaits: boolean }>`
    select exists (select from bank_request where company_id = ${db.companyId}
      and bank_config_id = ${configId} and about like 'statement %'
      and sent_at > now() - interval '3 days')
      or exists (select from payment where company_id = ${db.companyId} and bank_config_id = ${configId}
        and first_sent_at > now() - make_interval(days => ${DAYS_OF_NOTICES})) as awaits`.execute(
    db.q,
  )
  return rows[0]!.awaits
}

export interface MailStatement {
  readonly id: string
  readonly body: Buffer
}

/** Statements of the mailbox that were not taken in yet, the oldest first. */
export async function waitingStatements(db: Db, configId: string): Promise<MailStatement[]> {
  const { rows } = await sql<MailStatement>`
    select id, body from bank_mail_statement where company_id = ${db.companyId}
      and bank_config_id = ${configId} and done_at is null order by taken_at, id limit 20`.execute(
    db.q,
  )
  return rows
}

export async function closeStatement(
  db: Db,
  configId: string,
  id: string,
  problem: string | null,
): Promise<void> {
  await sql`update bank_mail_statement set done_at = now(), problem = ${problem?.slice(0, 500) ?? null}
    where company_id = ${db.companyId} and bank_config_id = ${configId} and id = ${id}`.execute(
    db.q,
  )
}
