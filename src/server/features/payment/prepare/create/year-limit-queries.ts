import { sql } from 'kysely'
import type { Tx } from '../../../../db/handle.ts'
import { raiseFlag } from '../../../../flags.ts'
import { settingsNow } from '../../../company/settings.ts'
import { ytdPaid } from '../../../supplier/record/supplier-queries.ts'

/** Marks a supplier whose payouts of the year have passed `rules.ytd_warn_kop` (domain.md 6.5). */
export async function markYearLimit(tx: Tx, supplierId: string): Promise<void> {
  const { rules } = await settingsNow(tx)
  const row = await tx.q
    .selectFrom('supplier as s')
    .where('s.company_id', '=', tx.companyId)
    .where('s.id', '=', supplierId)
    .select(['s.flags', ytdPaid(tx).as('paid'), sql<string>`now()`.as('now')])
    .forNoKeyUpdate('s')
    .executeTakeFirstOrThrow()
  if (row.paid < rules.ytd_warn_kop) return
  const flags = raiseFlag(row.flags, 'ytd_limit', row.now)
  if (flags.length === row.flags.length) return
  await tx.q
    .updateTable('supplier')
    .set({ flags: JSON.stringify(flags) })
    .where('company_id', '=', tx.companyId)
    .where('id', '=', supplierId)
    .execute()
}
