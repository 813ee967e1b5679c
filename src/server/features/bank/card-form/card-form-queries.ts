import { sql } from 'kysely'
import type { Db } from '../../../db/handle.ts'
import { bankProviders } from '../providers/all.ts'

/** Agreements that pay cards, the company's default first; a card may be what proves one that is not active yet. */
export function cardConfigs(db: Db) {
  const codes = bankProviders
    .filter(({ methods }) => methods.includes('card'))
    .map(({ code }) => code)
  return db.q
    .selectFrom('bank_config as c')
    .innerJoin('bank as b', 'b.id', 'c.bank_id')
    .leftJoin('bank_config_default as d', (join) =>
      join
        .onRef('d.company_id', '=', 'c.company_id')
        .onRef('d.bank_config_id', '=', 'c.id')
        .on('d.method', '=', 'card'),
    )
    .where('c.company_id', '=', db.companyId)
    .where('c.status', 'in', ['active', 'testing'])
    .where('b.status', '=', 'active')
    .where('b.adapter', 'in', codes)
    .select(['c.id', 'c.credentials', 'c.account', 'c.raw_card_allowed'])
    .select(['b.adapter', 'b.base_url', 'b.name as bank_name'])
    .orderBy(sql`d.bank_config_id is null`)
    .orderBy(sql`c.status = 'testing'`)
    .orderBy('c.id')
    .limit(50)
    .execute()
}

export type CardConfig = Awaited<ReturnType<typeof cardConfigs>>[number]
