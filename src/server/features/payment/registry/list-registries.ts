import type { CallInput } from '#contract/core/call.ts'
import type { PaymentRegistry, paymentRegistry } from '#contract/payment/registry.ts'
import type { Answer } from '#http/serve.ts'
import type { Db } from '../../../db/handle.ts'
import { asList, readList } from '../../../list/lists.ts'
import { registryRows, withRegistryColumns } from './registry-list-queries.ts'

/** payment/getRegistries: what was handed over to banks, the latest first. */
export function listRegistries(
  db: Db,
  { query }: CallInput<typeof paymentRegistry.getRegistries>,
): Promise<Answer<typeof paymentRegistry.getRegistries>> {
  const filter = query.filter ?? {}
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
      }),
    }),
  )
}
