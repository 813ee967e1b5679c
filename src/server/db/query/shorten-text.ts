import { sql, type RawBuilder } from 'kysely'

/** A text for a list in so many signs; what is left out shows as «…». `shorten` does the same outside of SQL. */
export function shortenText(text: RawBuilder<unknown>, max: number): RawBuilder<string> {
  const cut = sql`left(${text}, ${sql.lit(max - 1)}) || '…'`
  return sql<string>`(case when length(${text}) > ${sql.lit(max)} then ${cut} else ${text} end)`
}
