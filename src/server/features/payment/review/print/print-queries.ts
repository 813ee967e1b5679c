import { sql } from 'kysely'
import type { Db } from '../../../../db/handle.ts'
import type { MethodSnapshot, AccountPayee } from '../../../../db/json-columns.ts'

/** A registry with who pays through which bank; the day is the company's. */
export async function registryHead(db: Db, id: string) {
  return db.q
    .selectFrom('payment_registry as r')
    .innerJoin('bank_config as k', (join) =>
      join.onRef('k.company_id', '=', 'r.company_id').onRef('k.id', '=', 'r.bank_config_id'),
    )
    .innerJoin('bank as b', 'b.id', 'k.bank_id')
    .innerJoin('company as c', 'c.id', 'r.company_id')
    .leftJoin('app_user as u', 'u.id', 'r.created_by')
    .where('r.company_id', '=', db.companyId)
    .where('r.id', '=', id)
    .select(['r.id', 'r.number', 'b.name as bank_name', 'b.bik'])
    .select(['c.name', 'c.inn', 'c.kpp', 'c.director_position', 'c.director_name'])
    .select('u.full_name as prepared_by')
    .select([
      sql<string>`to_char(r.created_at at time zone c.timezone, 'YYYY-MM-DD')`.as('date'),
      // What was sent, also when the agreement has another account since.
      sql<string | null>`coalesce((select p.payer_account from payment p
        where p.company_id = r.company_id and p.registry_id = r.id and p.payer_account is not null
        order by p.id limit 1), k.account)`.as('account'),
    ])
    .executeTakeFirst()
}

export interface RegistryLine {
  readonly document_number: number | null
  readonly status: string
  readonly amount_kop: number
  readonly purpose: string
  readonly method_snapshot: MethodSnapshot
  readonly payee_account: string | null
  readonly payee_bik: string | null
  readonly is_stranger: boolean
  readonly inn: string | null
  readonly type: string
  readonly last_name: string | null
  readonly first_name: string | null
  readonly middle_name: string | null
  readonly org_name: string | null
  readonly acts: readonly { readonly number: string; readonly date: string }[]
}

/** The payments of a registry in the order of their orders; as many as were handed over at one time. */
export async function registryLines(db: Db, registryId: string): Promise<RegistryLine[]> {
  const { rows } = await sql<RegistryLine>`
    select p.document_number, p.status, p.amount_kop, p.purpose, p.method_snapshot, p.payee_account, p.payee_bik,
      m.holder_match = 'mismatch' as is_stranger, s.inn, s.type, s.last_name, s.first_name, s.middle_name, s.org_name,
      coalesce((select jsonb_agg(jsonb_build_object('number', a.number, 'date', a.date) order by a.number, a.id)
        from payment_allocation t join act a on a.company_id = t.company_id and a.id = t.act_id
        where t.company_id = p.company_id and t.payment_id = p.id), '[]') as acts
    from payment p
    join payment_method m on m.company_id = p.company_id and m.id = p.payment_method_id
    join supplier s on s.company_id = p.company_id and s.id = p.supplier_id
    where p.company_id = ${db.companyId} and p.registry_id = ${registryId}
    order by p.document_number, p.id
  `.execute(db.q)
  return rows
}

export interface PrintedPayment {
  readonly id: string
  readonly bank_config_id: string
  readonly method_kind: string
  /** What an order over calls says of the payee, frozen at save; null where a file says it. */
  readonly payee: AccountPayee | null
  readonly status: string
  readonly document_number: number | null
  readonly document_date: string | null
  readonly reason_text: string | null
  readonly debited_on: string | null
  readonly debit_number: string | null
  /** The payment whose order the bank carried out, where this one stands for the debit. */
  readonly debit_of: string | null
}

/** A payment with the line of a statement that is its proof. */
export async function printedPayment(db: Db, id: string): Promise<PrintedPayment | undefined> {
  const { rows } = await sql<PrintedPayment>`
    select p.id, p.bank_config_id, p.method_snapshot->>'kind' as method_kind, p.method_snapshot->'payee' as payee,
      p.status, p.document_number, p.document_date, p.reason_text, l.booked_on as debited_on, l.doc_number as debit_number,
      p.debit_of
    from payment p
    left join lateral (select booked_on, doc_number from bank_statement_line
      where company_id = p.company_id and payment_id = p.id and direction = 'debit' and match_status = 'matched'
      order by booked_on, id limit 1) l on true
    where p.company_id = ${db.companyId} and p.id = ${id}
  `.execute(db.q)
  return rows[0]
}

export interface BankWord {
  readonly to_status: string
  readonly source: string
  readonly bank_status: string | null
  /** On the company's clock. */
  readonly day: string
}

/** The last step of a payment that the bank brought, by an answer or by a file; undefined where it has said nothing. */
export async function lastBankWord(db: Db, id: string): Promise<BankWord | undefined> {
  const { rows } = await sql<BankWord>`
    select e.to_status, e.source, e.detail->>'bank_status' as bank_status,
      to_char(e.at at time zone c.timezone, 'YYYY-MM-DD') as day
    from payment_event e join company c on c.id = e.company_id
    where e.company_id = ${db.companyId} and e.payment_id = ${id} and e.actor = 'bank'
    order by e.n desc limit 1
  `.execute(db.q)
  return rows[0]
}
