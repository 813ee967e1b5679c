import type { Tx } from './handle.ts'

/**
 * The next number of a row without gaps: the counter stays locked until the transaction ends, and a rollback gives the
 * number back (domain.md 2.1, I8). Taken last, so that others wait the shortest.
 */
export async function nextNumber(
  db: Tx,
  kind: 'act' | 'weight_act' | 'transaction',
  period: string,
): Promise<number> {
  const row = await db.q
    .insertInto('counter')
    .values({ company_id: db.companyId, kind, scope: '', period, last_value: 1 })
    .onConflict((oc) =>
      oc
        .columns(['company_id', 'kind', 'scope', 'period'])
        .doUpdateSet((eb) => ({ last_value: eb('counter.last_value', '+', 1) })),
    )
    .returning('last_value')
    .executeTakeFirstOrThrow()
  return row.last_value
}

/** A number as the company prints it: `{YYYY}` and a run of `{NNNNNN}` as wide as it is written; none is ever cut. */
export function formatNumber(format: string, year: number, seq: number): string {
  return format
    .replaceAll('{YYYY}', String(year))
    .replaceAll(/\{(N+)\}/g, (_, run: string) => String(seq).padStart(run.length, '0'))
}
