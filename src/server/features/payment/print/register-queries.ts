import { sql } from 'kysely'
import type { Db } from '../../../db/handle.ts'
import type { MethodSnapshot } from '../../../db/json-columns.ts'

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
