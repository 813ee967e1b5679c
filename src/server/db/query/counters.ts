import type { Tx } from '../handle.ts'

/**
 * The next number of a row without gaps: the counter stays locked until the transaction ends, and a rollback gives the
 * number back (domain.md 2.1, I8). Taken last, so that others wait the shortest.
 */
export async function nextNumber(
  db: Tx,
  kind: 'act' | 'weight_act' | 'transaction',
  period: string,
  scope = '',
): Promise<number> {
  const row = await db.q
    .insertInto('counter')
    .values({ company_id: db.companyId, kind, scope, period, last_value: 1 })
    .onConflict((oc) =>
      oc
        .columns(['company_id', 'kind', 'scope', 'period'])
        .doUpdateSet((eb) => ({ last_value: eb('counter.last_value', '+', 1) })),
    )
    .returning('last_value')
    .executeTakeFirstOrThrow()
  return row.last_value
}

/** Whether a year's numbering of the company has begun; held until the end of the transaction, so that none begins meanwhile. */
export async function lockNumbering(
  db: Tx,
  kind: 'act' | 'weight_act',
  period: string,
  scope = '',
): Promise<boolean> {
  const row = await db.q
    .insertInto('counter')
    .values({ company_id: db.companyId, kind, scope, period, last_value: 0 })
    .onConflict((oc) =>
      oc
        .columns(['company_id', 'kind', 'scope', 'period'])
        .doUpdateSet((eb) => ({ last_value: eb.ref('counter.last_value') })),
    )
    .returning('last_value')
    .executeTakeFirstOrThrow()
  return row.last_value > 0
}
