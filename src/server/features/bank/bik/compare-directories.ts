import type { BikChange } from '#contract/bank/bik-directory.ts'
import { corrAccountOf, type BikDirectory, type BikParticipant } from './bik-directory.ts'

/** A bank before the load, with which the new one is compared. */
export interface KnownBank {
  readonly bik: string
  readonly name: string
  readonly corr_account: string | null
  readonly closed: boolean
  readonly restrictions: number
}

export interface DirectoryChange {
  readonly bik: string
  readonly name: string
  readonly change: BikChange
}

/** The changes that a new directory brings, by БИК; a bank that it no longer names is closed. */
export function compareDirectories(
  existingBanks: readonly KnownBank[],
  next: BikDirectory,
): DirectoryChange[] {
  return compareBanks(
    existingBanks,
    next.participants.map((bank) => ({
      bik: bank.bik,
      name: bank.name,
      corr_account: corrAccountOf(bank.accounts, next.day),
      closed: isClosed(bank, next.day),
      restrictions: bank.restrictions.length,
    })),
  )
}

/** The same between two stored states. */
export function compareBanks(
  existingBanks: readonly KnownBank[],
  next: readonly KnownBank[],
): DirectoryChange[] {
  const before = new Map(existingBanks.map((bank) => [bank.bik, bank]))
  const changes: DirectoryChange[] = []
  for (const now of next) {
    const change = changeOf(before.get(now.bik), now)
    if (change) changes.push({ bik: now.bik, name: now.name, change })
  }
  const named = new Set(next.map(({ bik }) => bik))
  for (const { bik, name, closed } of existingBanks)
    if (!named.has(bik) && !closed) changes.push({ bik, name, change: 'closed' })
  return changes.toSorted((a, b) => (a.bik < b.bik ? -1 : 1))
}

function changeOf(before: KnownBank | undefined, now: KnownBank): BikChange | undefined {
  if (!before) return 'added'
  if (now.closed !== before.closed) return now.closed ? 'closed' : 'reopened'
  if (now.name !== before.name) return 'renamed'
  if (now.corr_account !== before.corr_account) return 'account'
  return now.restrictions > before.restrictions ? 'restricted' : undefined
}

/** Marked for removal, or its last day has come. */
export function isClosed(bank: Pick<BikParticipant, 'leaving' | 'until'>, day: string): boolean {
  return bank.leaving || (bank.until !== null && bank.until <= day)
}
