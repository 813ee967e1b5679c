import type { Insertable, Updateable } from 'kysely'
import { changeColumns } from '../../db/query/change-columns.ts'
import { onConstraint } from '../../db/query/constraints.ts'
import type { Db, Tx } from '../../db/handle.ts'
import type { Bank as BankTable } from '../../db/schema.ts'

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
