import { setTimeout as sleep } from 'node:timers/promises'
import type { CallSpec } from '#contract/core/call.ts'
import { quote } from '#contract/words/quote.ts'
import { refuse } from '#http/refusal.ts'
import type { Services } from '../services.ts'
import { readCompanyHold, readHold, type CompanyHold, type Hold } from './installation-queries.ts'

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
  const held = await readCompanyHold(services.databaseOf(companyId), companyId)
  if (held) refuse('payment.restored', { message: explainHold(held) })
}

const MOST_NAMED = 3

/** What waits, for which bank, and what people do. */
function explainHold({ silent, is_told: isTold }: CompanyHold): string {
  if (isTold)
    return 'Система восстановлена из копии, и о части выплат знает только банк. Решите их на вкладке «Расхождения»: до этого компания никому не платит'
  const more = silent.length - MOST_NAMED
  const named = silent.slice(0, MOST_NAMED).map(quote).join(', ')
  return `Система восстановлена из копии, и банк ещё не сказал, что исполнил по счёту ${named}${more > 0 ? ` и ещё ${more}` : ''}. Дождитесь его ответа либо сверьте выплаты в кабинете банка и закройте это вдвоём на вкладке «Расхождения»: до этого компания никому не платит`
}

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
