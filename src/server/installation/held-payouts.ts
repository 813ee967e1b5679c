import { setTimeout as sleep } from 'node:timers/promises'
import type { CallSpec } from '#contract/core/call.ts'
import { refuse } from '#http/refusal.ts'
import type { Services } from '../services.ts'
import { isCompanyHeld, readHold, type Hold } from './installation-queries.ts'

declare module '../services.ts' {
  interface ProcessState {
    /** In force since the start of this process, until two people let payouts go. */
    hold?: Hold | undefined
  }
}

const ASK_MS = 2000

/** Whether this process lets no money go, because its database was restored and banks were not asked yet. */
export const arePayoutsHeld = ({ state }: Services): boolean => state.hold !== undefined

/** Refuses what moves money: of every company while banks are asked, then of one that has not decided what its banks told. */
export async function refuseHeldPayouts(
  services: Services,
  companyId: string,
  { movesMoney }: CallSpec,
): Promise<void> {
  if (!movesMoney) return
  if (arePayoutsHeld(services)) refuse('payment.restored')
  if (movesMoney === 'decides') return
  if (await isCompanyHeld(services.databaseOf(companyId), companyId))
    refuse('payment.restored', { message: COMPANY_HELD })
}

const COMPANY_HELD =
  'Система восстановлена из копии, и о части выплат знает только банк. Решите их на вкладке «Расхождения»: до этого компания никому не платит'

/** Holds what moves money in this process, and resolves when payouts were let go, by whichever process. */
export async function holdUntilReleased(
  services: Services,
  hold: Hold,
  signal: AbortSignal,
): Promise<void> {
  services.state.hold = hold
  while (services.state.hold && !signal.aborted) {
    await sleep(ASK_MS, undefined, { signal }).catch(() => undefined)
    // A database that is away says nothing about the hold.
    services.state.hold = await readHold(services.q).catch(() => hold)
  }
}
