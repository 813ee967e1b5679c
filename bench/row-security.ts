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
    // One by one: the workers of the server hold several of the tables at a time.
    for (const { name } of rows)
      await owner.query(`alter table ${name} ${state} row level security`)
  }
  return {
    ours: { url, program, ready: turn('enable') },
    bare: { url, program, ready: turn('disable') },
    stop: () => owner.end(),
  }
}
