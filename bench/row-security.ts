import pg from 'pg'
import type { Side } from './measure.ts'

/**
 * One server twice: over tables that keep companies apart, and over the same tables with row security off, switched before each
 * round. Needs the owner's address.
 */
export async function withAndWithoutRowSecurity(
  { url, program }: Side,
  ownerUrl: string,
): Promise<{ readonly ours: Side; readonly bare: Side; stop(): Promise<void> }> {
  const owner = new pg.Client({ connectionString: ownerUrl })
  owner.on('error', () => undefined)
  await owner.connect()
  const { rows } = await owner.query<{ name: string }>(
    `select distinct quote_ident(tablename) as name from pg_policies where schemaname = 'public'`,
  )
  const turn = (state: 'enable' | 'disable') => async () => {
    await owner.query(
      rows.map(({ name }) => `alter table ${name} ${state} row level security`).join(';'),
    )
  }
  return {
    ours: { url, program, ready: turn('enable') },
    bare: { url, program, ready: turn('disable') },
    stop: () => owner.end(),
  }
}
