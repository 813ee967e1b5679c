import { sql, type Insertable, type RawBuilder, type SqlBool } from 'kysely'
import type { PaymentStatus } from '#contract/payment/payment-entities.ts'
import type { Db, Tx } from '../../../../db/handle.ts'
import type { BankStatement, BankStatementLine } from '../../../../db/schema.ts'
import { fileProviderOf } from '../../../bank/providers/all.ts'
import { settledLinks, type SettledLink } from './choose/weak-link-queries.ts'
import type { Candidate, LineFacts, Verdict } from './classify-line.ts'
import { DAYS_TO_RETURN, ordersNamed } from './choose/returned-money.ts'

/** The agreement that pays from an account, else one that has paid from it before its account was changed; drafts have paid nothing. */
export function configOfAccount(db: Db, account: string) {
  return db.q
    .selectFrom('bank_config as c')
    .where('c.company_id', '=', db.companyId)
    .where(
      sql<SqlBool>`((c.account = ${account} and c.status <> 'draft') or exists (select from payment p
        where p.company_id = c.company_id and p.bank_config_id = c.id and p.payer_account = ${account}))`,
    )
    .select(['c.id', 'c.title'])
    .orderBy(sql`c.account is not distinct from ${account}`, 'desc')
    .orderBy(sql`c.status = 'active'`, 'desc')
    .orderBy('c.created_at')
    .limit(1)
    .executeTakeFirst()
}

/** The company's day, against which a period that has not been yet is told. */
export async function companyToday(db: Db): Promise<string> {
  const { rows } = await sql<{ today: string }>`
    select to_char(now() at time zone timezone, 'YYYY-MM-DD') as today from company where id = ${db.companyId}
  `.execute(db.q)
  return rows[0]!.today
}

/** The company's time zone, in which a moment of a bank's file belongs to a day. */
export async function companyZone(db: Db): Promise<string> {
  const { timezone } = await db.q
    .selectFrom('company')
    .where('id', '=', db.companyId)
    .select('timezone')
    .executeTakeFirstOrThrow()
  return timezone
}

/** The statement that was imported from the same bytes; of this account, where a file may be about several. */
export async function findStatementOf(
  db: Db,
  sha256: Buffer,
  account?: string,
): Promise<string | undefined> {
  const row = await db.q
    .selectFrom('bank_statement')
    .where('company_id', '=', db.companyId)
    .where('file_sha256', '=', sha256)
    .$if(account !== undefined, (query) => query.where('account', '=', account!))
    .select('id')
    .executeTakeFirst()
  return row?.id
}

/** Returns false when the same file was imported meanwhile. */
export async function insertStatement(
  tx: Tx,
  values: Omit<Insertable<BankStatement>, 'company_id' | 'created_by'>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx.q
    .insertInto('bank_statement')
    .values({ ...values, company_id: tx.companyId, created_by: tx.caller.userId })
    .onConflict((on) => on.constraint('bank_statement_file_unique').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Keys of the lines that are new: the others stand in an earlier statement. */
export async function insertLines(
  tx: Tx,
  rows: readonly Omit<Insertable<BankStatementLine>, 'company_id' | 'created_by'>[],
): Promise<Set<string>> {
  if (rows.length === 0) return new Set()
  const added = await tx.q
    .insertInto('bank_statement_line')
    .values(rows.map((row) => ({ ...row, company_id: tx.companyId, created_by: tx.caller.userId })))
    .onConflict((on) => on.constraint('bank_statement_line_once').doNothing())
    .returning('id')
    .execute()
  return new Set(added.map(({ id }) => id!))
}

export async function setLineCounts(
  tx: Tx,
  id: string,
  counts: { line_count: number; known_count: number },
): Promise<void> {
  await tx.q
    .updateTable('bank_statement')
    .set(counts)
    .where('company_id', '=', tx.companyId)
    .where('id', '=', id)
    .execute()
}

export async function storeVerdict(
  tx: Tx,
  lineId: string,
  { status, rule, paymentId }: Verdict,
  matchedBy: string | null,
): Promise<void> {
  await tx.q
    .updateTable('bank_statement_line')
    .set({
      match_status: status,
      match_rule: rule,
      payment_id: paymentId,
      matched_by: matchedBy,
      updated_at: sql<string>`now()`,
      updated_by: tx.caller.userId,
      version: sql<number>`version + 1`,
    })
    .where('company_id', '=', tx.companyId)
    .where('id', '=', lineId)
    .execute()
}

interface Wanted {
  /** The account of the statement: whatever agreement pays from it. */
  readonly account: string
  readonly markers: readonly string[]
  /** Lines of the statement, which a sum or a number may lead to a payment. */
  readonly lines?: readonly Pick<
    LineFacts,
    | 'direction'
    | 'amountKop'
    | 'number'
    | 'docDate'
    | 'bookedOn'
    | 'purpose'
    | 'payerAccount'
    | 'payerInn'
  >[]
  /** Payments that a person named. */
  readonly ids?: readonly string[]
}

interface CandidateRow {
  id: string
  payer_account: string | null
  adapter: string
  marker: string
  amount_kop: number
  account: string | null
  bik: string | null
  inn: string | null
  number: number | null
  date: string | null
  status: PaymentStatus
  is_returned: boolean
  is_disowned: boolean
}

/** Days between an order and its entry, with room for those that `classifyLine` compares. */
const DAYS_AROUND = 10

/**
 * Payments that lines may be about: those that a marker names, whatever their state, and orders from the account, of the days of the
 * lines, with one of their sums or numbers. Locked in the order of their ids, so that a line and the worker take turns.
 */
export async function lockCandidates(tx: Tx, wanted: Wanted): Promise<Candidate[]> {
  const standing = await standingFor(tx, wanted.markers)
  const ids = [...(wanted.ids ?? []), ...standing.keys()]
  const { rows } = await sql<CandidateRow>`
    select p.id, coalesce(p.payer_account, c.account) as payer_account, b.adapter, p.marker, p.amount_kop,
      p.payee_account as account, p.payee_bik as bik, p.document_number as number, p.document_date as date, p.status,
      p.returned_kop > 0 as is_returned, exists (select from payment_discrepancy d
        where d.company_id = ${tx.companyId} and d.payment_id = p.id and p.status = 'paid' and p.returned_kop > 0
          and (d.outcome = 'not_executed' or (d.outcome = 'bank_paid' and d.paid_kop < p.amount_kop))) as is_disowned,
      (select s.inn from supplier s where s.company_id = ${tx.companyId} and s.id = p.supplier_id) as inn
    from payment p
    join bank_config c on c.company_id = p.company_id and c.id = p.bank_config_id
    join bank b on b.id = c.bank_id
    where p.company_id = ${tx.companyId} and (p.marker = any(${wanted.markers}::text[])
      or p.id = any(${ids}::uuid[]) or ${ordersLike(tx.companyId, wanted)})
    order by p.id limit 5000 for update of p
  `.execute(tx.q)
  const paymentIds = rows.map(({ id }) => id)
  // Asked after the lock: what another line settled while this one waited is seen.
  const links = new Map((await settledLinks(tx, paymentIds)).map((one) => [one.payment_id, one]))
  return rows.map((row) => ({
    id: row.id,
    payerAccount: row.payer_account,
    byFile: fileProviderOf(row.adapter) !== undefined,
    marker: row.marker,
    standsFor: standing.get(row.id) ?? null,
    amountKop: row.amount_kop,
    account: row.account,
    bik: row.bik,
    inn: row.inn,
    number: row.number,
    date: row.date,
    status: row.status,
    isReturned: row.is_returned,
    isDisowned: row.is_disowned,
    isLinked: links.has(row.id),
    linkedBySum: bySum(links.get(row.id)),
  }))
}

const bySum = (link: SettledLink | undefined) => (link?.by_sum ? link.line_id : null)

/** Orders from the account that debits may be by their sum or number, and that may have come back by a credit. */
function ordersLike(companyId: string, { account, lines = [] }: Wanted): RawBuilder<boolean> {
  const debits = lines.filter(({ direction }) => direction === 'debit')
  const numbers = debits.flatMap(({ number }) => {
    const digits = number?.replace(/^0+/, '') ?? ''
    return /^\d{1,6}$/.test(digits) ? [Number(digits)] : []
  })
  const sums = debits.map(({ amountKop }) => amountKop)
  const days = debits.map(({ docDate, bookedOn }) => docDate ?? bookedOn).toSorted()
  const credits = lines.filter(({ direction }) => direction === 'credit')
  const returned = credits.flatMap(({ purpose }) => ordersNamed(purpose ?? ''))
  const back = credits.map(({ bookedOn }) => bookedOn).toSorted()
  return sql<boolean>`(p.payer_account = ${account} and p.document_number is not null and (
    (p.document_date between ${days[0] ?? null}::date - ${DAYS_AROUND}::int and ${days.at(-1) ?? null}::date + ${DAYS_AROUND}::int
      and (p.amount_kop = any(${sums}::bigint[]) or p.document_number = any(${numbers}::int[])))
    or (p.document_date between ${back[0] ?? null}::date - ${DAYS_TO_RETURN}::int and ${back.at(-1) ?? null}::date
      and (p.document_number = any(${returned.map(({ number }) => number)}::int[])
        or p.amount_kop = any(${credits.map(({ amountKop }) => amountKop)}::bigint[])
        or p.payee_account = any(${credits.map(({ payerAccount }) => payerAccount)}::text[])
        or p.supplier_id in (select s.id from supplier s where s.company_id = ${companyId}
          and s.inn = any(${credits.map(({ payerInn }) => payerInn)}::text[]))))))`
}

/** Which of these payments are offered for a debit that a person has yet to confirm. */
export async function suggestedPayments(
  tx: Tx,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await tx.q
    .selectFrom('bank_statement_line')
    .where('company_id', '=', tx.companyId)
    .where(sql<SqlBool>`payment_id = any(${ids}::uuid[])`)
    .where('direction', '=', 'debit')
    .where('match_status', 'in', ['suggested', 'waiting'])
    .select('payment_id')
    .execute()
  return new Set(rows.flatMap(({ payment_id: id }) => id ?? []))
}

/**
 * Payments that stand for a debit of a marked one, at last for a debit of one that stands for it, each with that mark: what the bank says
 * of that money is said of them.
 */
async function standingFor(
  tx: Tx,
  markers: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (markers.length === 0) return new Map()
  const { rows } = await sql<{ id: string; marker: string }>`
    with recursive standing as (
      select n.id, o.marker from payment n join payment o on o.company_id = n.company_id and o.id = n.debit_of
      where n.company_id = ${tx.companyId} and n.debit_of is not null and o.marker = any(${markers}::text[])
      union select n.id, s.marker from standing s
      join payment n on n.company_id = ${tx.companyId} and n.debit_of = s.id)
    select id, marker from standing
  `.execute(tx.q)
  return new Map(rows.map(({ id, marker }) => [id, marker]))
}

export interface LineRow {
  id: string
  statement_id: string
  match_status: string
  match_rule: string | null
  payment_id: string | null
  marker: string | null
  payer_account: string
  payee_account: string | null
  direction: string
  purpose: string | null
  amount_kop: number
}

/** Lines that a person confirms, locked; unknown ids are missing from the answer. */
export async function lockLines(tx: Tx, ids: readonly string[]): Promise<LineRow[]> {
  const { rows } = await sql<LineRow>`
    select l.id, l.statement_id, l.match_status, l.match_rule, l.payment_id, p.marker,
      s.account as payer_account, l.payee_account, l.direction, l.purpose, l.amount_kop
    from bank_statement_line l
    join bank_statement s on s.company_id = l.company_id and s.id = l.statement_id
    left join payment p on p.company_id = l.company_id and p.id = l.payment_id
    where l.company_id = ${tx.companyId} and l.id = any(${ids}::uuid[])
    order by l.id for update of l
  `.execute(tx.q)
  return rows
}
