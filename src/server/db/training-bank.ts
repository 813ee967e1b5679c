import { sql, type RawBuilder } from 'kysely'
import { describeProvider, providerCodes } from '#contract/bank/bank-providers.ts'

const simulators = providerCodes.filter((code) => describeProvider(code).training)

/**
 * Whether a row of `bank` under this name is the bank simulator: by its provider, or another provider at an address
 * without TLS, which no real bank has. What is paid through it is marked «УЧЕБНЫЙ БАНК».
 */
export function isTrainingBank(bank: string): RawBuilder<boolean> {
  const [adapter, url] = [sql.ref(`${bank}.adapter`), sql.ref(`${bank}.base_url`)]
  return sql<boolean>`(${adapter} = any(${simulators}::text[]) or coalesce(${url} like 'http:%', false))`
}
