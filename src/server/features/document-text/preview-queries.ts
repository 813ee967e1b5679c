import { sql } from 'kysely'
import type { ActKind } from '#contract/act/act-entities.ts'
import type { Db } from '../../db/handle.ts'

/** An act that has been issued, with the time that it was printed with. */
export function findIssuedAct(db: Db, number: string, kind?: ActKind) {
  return db.q
    .selectFrom('act as a')
    .innerJoin('company as c', 'c.id', 'a.company_id')
    .where('a.company_id', '=', db.companyId)
    .where('a.number', '=', number)
    .where('a.issued_at', 'is not', null)
    .$if(kind !== undefined, (query) => query.where('a.kind', '=', kind!))
    .select(['a.id', 'a.date', 'a.supplier_id'])
    .select(sql<string>`to_char(a.issued_at at time zone c.timezone, 'HH24:MI')`.as('time'))
    .executeTakeFirst()
}

export function findIssuedWeightAct(db: Db, number: string) {
  return db.q
    .selectFrom('weight_act')
    .where('company_id', '=', db.companyId)
    .where('number', '=', number)
    .where('status', '!=', 'draft')
    .select('id')
    .executeTakeFirst()
}
