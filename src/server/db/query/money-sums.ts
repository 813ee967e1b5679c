import { sql, type RawBuilder, type SqlBool } from 'kysely'

/*
 * The one definition of each sum over acts and payments that several screens show; `sumMeanings` of the contract says the same in words.
 * `of` is the alias of their table where more than their table is read.
 */

/** An act that may be paid now, as its index has it: a draft is not owed yet and a void act is not any more. */
export function isPayable(of?: string): RawBuilder<SqlBool> {
  const at = columnsOf(of)
  return sql`(${at('status')} = any (array['issued', 'signed'])
    and (${at('reserved_kop')} + ${at('paid_kop')}) < ${at('total_kop')})`
}

/** A column of the acts that are bought: a draft is not yet, a void act is not any more. */
export const boughtSum = (column: string): RawBuilder<number> =>
  sumWhere(column, sql`status = any (array['issued', 'signed'])`)

export const sumWhere = (column: string, which: RawBuilder<unknown>): RawBuilder<number> =>
  sql`coalesce(sum(${sql.ref(column)}) filter (where ${which}), 0)::bigint`

/** «К выплате»: over payable acts, what is neither paid nor in a payment on its way. */
export function payableSum(of?: string): RawBuilder<number> {
  const at = columnsOf(of)
  return sql`coalesce(sum(${at('total_kop')} - ${at('reserved_kop')} - ${at('paid_kop')})
    filter (where ${isPayable(of)}), 0)::bigint`
}

/** «Неоплаченные акты». */
export function payableCount(of?: string): RawBuilder<number> {
  return sql`(count(*) filter (where ${isPayable(of)}))::int`
}

/** Both of a company or one site of it now, from what is kept by day (decision 82): acts that are owed may be a hundred thousand. */
export function dueNow(companyId: string, siteId: string | null): RawBuilder<DueNow> {
  return sql`(select coalesce(sum(acts), 0)::int as unpaid_acts,
      coalesce(sum(total_kop - reserved_kop - paid_kop), 0)::bigint as payable_kop
    from due_day where company_id = ${companyId} and (${siteId}::uuid is null or site_id = ${siteId}::uuid))`
}

export interface DueNow {
  readonly unpaid_acts: number
  readonly payable_kop: number
}

/**
 * «Выплачено» of the payments `of` from a moment until another: money counts on the day on which it moved, and a check of a way to
 * a bank is no payment (decisions/0082).
 */
export function isPaidBetween(
  of: string,
  from: RawBuilder<unknown>,
  until: RawBuilder<unknown>,
): RawBuilder<SqlBool> {
  const at = columnsOf(of)
  return sql`(${at('status')} = 'paid' and not ${at('is_test')}
    and ${at('finished_at')} >= ${from} and ${at('finished_at')} < ${until})`
}

const columnsOf = (of?: string) => (name: string) => sql.ref(of ? `${of}.${name}` : name)
