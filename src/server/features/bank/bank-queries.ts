import { sql, type Insertable, type Updateable } from 'kysely'
import { changeColumns } from '../../db/query/change-columns.ts'
import { onConstraint } from '../../db/query/constraints.ts'
import type { Db, Tx } from '../../db/handle.ts'
import type { Bank as BankTable } from '../../db/schema.ts'
import { bankProviders } from './providers/all.ts'

/** Banks stand above companies, so their client's ids are unique on the platform. */
export function bankByClientId(db: Db, clientId: string) {
  return db.q
    .selectFrom('bank')
    .where('client_id', '=', clientId)
    .select(['id', 'client_hash'])
    .executeTakeFirst()
}

export async function insertBank(tx: Tx, values: Insertable<BankTable>): Promise<void> {
  const by = tx.caller.userId
  await tx.q
    .insertInto('bank')
    .values({ ...values, created_by: by, updated_by: by })
    .execute()
    .catch((error) =>
      onConstraint(error, {
        bank_code_unique: 'bank.duplicate-code',
        bank_client_id_unique: 'common.id-reused',
      }),
    )
}

export function lockBank(tx: Tx, id: string) {
  return tx.q
    .selectFrom('bank')
    .where('id', '=', id)
    .select(['id', 'name', 'bik', 'legal_name', 'legal_address', 'adapter', 'base_url'])
    .select(['status', 'version'])
    .forUpdate()
    .executeTakeFirst()
}

export async function changeBank(tx: Tx, id: string, values: Updateable<BankTable>): Promise<void> {
  await tx.q
    .updateTable('bank')
    .set({ ...values, ...changeColumns(tx) })
    .where('id', '=', id)
    .execute()
}

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
