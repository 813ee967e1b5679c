/** A limit that the Bank of Russia put on a participant or an account: its code and the day it began. */
export interface BikRestriction {
  readonly code: string
  readonly since: string | null
}

export interface BikAccount {
  readonly account: string
  /** CRSA = correspondent account of a bank; others belong to the treasury and the Bank of Russia. */
  readonly kind: string
  readonly cbr_bik: string | null
  readonly since: string | null
  readonly until: string | null
  readonly leaving: boolean
  readonly restrictions: readonly BikRestriction[]
}

export interface BikParticipant {
  readonly bik: string
  readonly name: string
  /** 20 and 30 are banks and branches, 90 a liquidator, 52 a treasury. */
  readonly kind: string
  readonly region: string | null
  readonly place: string | null
  readonly address: string | null
  readonly since: string | null
  readonly until: string | null
  readonly leaving: boolean
  readonly restrictions: readonly BikRestriction[]
  readonly accounts: readonly BikAccount[]
}

/** The whole directory of one business day, as ED807 gives it; days are `YYYY-MM-DD`. */
export interface BikDirectory {
  readonly day: string
  /** Of several directories of one day the highest counts. */
  readonly version: number
  readonly participants: readonly BikParticipant[]
}

/** The account under which the Bank of Russia keeps a bank's money on a day; branches may have none of their own. */
export function corrAccountOf(accounts: readonly BikAccount[], day: string): string | null {
  const open = accounts.filter(
    (one) => one.kind === 'CRSA' && !one.leaving && (one.until === null || one.until > day),
  )
  return open[0]?.account ?? null
}
