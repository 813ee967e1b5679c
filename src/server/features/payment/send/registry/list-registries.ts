import type { CallInput } from '#contract/core/call.ts'
import type { PaymentRegistry, paymentRegistry } from '#contract/payment/registry.ts'
import type { Answer } from '#http/serve.ts'
import { may } from '../../../../auth/rights/rights.ts'
import { whoMay } from '../../../../auth/rights/right-holders-queries.ts'
import type { Db } from '../../../../db/handle.ts'
import { asList, readList } from '../../../../list/lists.ts'
import { registryRows, withRegistryColumns } from './registry-list-queries.ts'

/** payment/getRegistries: payments handed over to banks, the latest first. A reader who may not download a file sees who may. */
export async function listRegistries(
  db: Db,
  { query }: CallInput<typeof paymentRegistry.getRegistries>,
): Promise<Answer<typeof paymentRegistry.getRegistries>> {
  const filter = query.filter ?? {}
  const holders = may(db, 'report.export') ? null : await whoMay(db, 'report.export')
  return readList(
    db,
    asList({
      filter,
      sort: { created_at: 'r.created_at', total_kop: 'r.total_kop' },
      first: ['created_at', 'desc'],
      id: 'r.id',
      from: registryRows(db, filter),
      select: withRegistryColumns,
      item: (row): PaymentRegistry => ({
        ...row,
        status: row.status as PaymentRegistry['status'],
        file_by: row.by_file && row.file_ready && row.download_count === 0 ? holders : null,
      }),
    }),
  )
}
