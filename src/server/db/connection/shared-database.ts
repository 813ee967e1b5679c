import { Kysely, PostgresDialect } from 'kysely'
import { openShares, sharedPool } from './connection-shares.ts'
import type { LendingPool } from './lending-pool.ts'
import type { DB } from '../schema.ts'

/**
 * The query builder of one company over a pool that others use too; for NO_COMPANY it sees the rows of all. The holder, whose share
 * of the connections it uses, is the company itself unless the server works for it.
 */
export type DatabaseOf = (companyId: string, holder?: string) => Kysely<DB>

// Twice a statement's deadline: a statement behind a full share waits for that share's slow statements and uses nothing
// meanwhile.
const WAIT_MS = 10_000
// An installation has tens of companies; beyond the bound builders are made again, their shares stay counted.
const MAX_BUILDERS = 1000

/** Query builders over one pool, each within its holder's share of the connections. */
export function openSharedDatabase(lender: LendingPool, size: number, share: number): DatabaseOf {
  const shares = openShares({ size, share, waitMs: WAIT_MS })
  const builders = new Map<string, Kysely<DB>>()
  return (companyId, holder = companyId) => {
    const key = `${companyId} ${holder}`
    const builder = builders.get(key)
    if (builder) return builder
    const bound = { ...lender, connect: () => lender.connect(companyId) }
    const dialect = new PostgresDialect({ pool: sharedPool(bound, shares, holder) })
    const made = new Kysely<DB>({ dialect })
    if (builders.size >= MAX_BUILDERS) builders.delete(builders.keys().next().value!)
    builders.set(key, made)
    return made
  }
}

/** The most that one holder may take of a pool: with 16 connections six, so that three busy companies leave room. */
export function shareOf(size: number): number {
  return Math.max(1, Math.floor((size * 3) / 8))
}
