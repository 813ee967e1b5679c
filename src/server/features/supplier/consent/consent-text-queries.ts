import { sql } from 'kysely'
import type { Processor } from '../../../documents/kinds/consent.ts'
import type { Db } from '../../../db/handle.ts'
import { isTrainingBank } from '../../../db/training-bank.ts'

/** Who processes the data, and which form the company uses. */
export function consentOperator(db: Db) {
  return db.q
    .selectFrom('company')
    .where('id', '=', db.companyId)
    .select([
      'name',
      'inn',
      'legal_address',
      sql<string>`coalesce(settings->'templates'->>'consent', '1')`.as('form_version'),
    ])
    .executeTakeFirstOrThrow()
}

/**
 * Banks that pay the company's suppliers, by legal name and address: their own data, else the БИК directory's. A training bank
 * processes nobody's data, so it stands in a demo alone.
 */
export async function payoutBanks(db: Db): Promise<Processor[]> {
  const { demo } = db.services.config
  const { rows } = await sql<Processor>`
    select distinct coalesce(b.legal_name, d.name, b.name) as name,
      coalesce(b.legal_address, nullif(concat_ws(', ', nullif(d.place, ''), nullif(d.address, '')), '')) as address
    from bank_config c join bank b on b.id = c.bank_id
    left join bik_bank d on d.bik = b.bik and not ${isTrainingBank('b')}
    where c.company_id = ${db.companyId} and c.status = 'active' and (${demo} or not ${isTrainingBank('b')})
    order by 1, 2 limit 20`.execute(db.q)
  return rows
}
