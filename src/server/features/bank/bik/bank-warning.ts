import { ownValue } from '#contract/core/own-value.ts'
import { ruDay } from '../../../documents/figures.ts'
import type { BikRestriction } from './bik-directory.ts'

/** What the directory says about a participant's life on a day. */
export interface BankState {
  readonly kind: string
  readonly until: string | null
  readonly leaving: boolean
  readonly left_on: string | null
  readonly restrictions: readonly BikRestriction[]
  /** Of its correspondent accounts. */
  readonly account_restrictions: readonly BikRestriction[]
}

// Participants of the directory: 90 = a liquidator who wears the name of a bank that lost its licence.
const LIQUIDATOR = '90'
/** Codes of ED807 that mean that money will not arrive; others limit services that a payout does not use. */
const STOPPERS: Record<string, string> = {
  LWRS: 'у банка отозвана лицензия',
  MRTR: 'у банка мораторий на выплаты',
  CLRS: 'счёт банка закрывается',
  SUSP: 'операции по счёту банка приостановлены',
}

/** Why money may not arrive at a bank, as a whole sentence; nothing when it works. `today` is the company's day. */
export function bankWarning(bank: BankState, today: string): string | undefined {
  if (bank.left_on)
    return `Банк закрыт: его нет в справочнике Банка России с ${ruDay(bank.left_on)}. Уточните реквизиты`
  if (bank.until && bank.until <= today)
    return `Банк закрыт ${ruDay(bank.until)}. Уточните реквизиты`
  if (bank.until) return `Банк закрывается ${ruDay(bank.until)}: до этого дня деньги ещё дойдут`
  if (bank.leaving) return 'Банк исключается из справочника Банка России. Уточните реквизиты'
  if (bank.kind === LIQUIDATOR) return 'Банк ликвидируется: платить в него нельзя'
  const stopper = [...bank.restrictions, ...bank.account_restrictions].find(
    ({ code }) => ownValue(STOPPERS, code) !== undefined,
  )
  if (!stopper) return undefined
  const since = stopper.since ? ` с ${ruDay(stopper.since)}` : ''
  return `Деньги могут не дойти: ${ownValue(STOPPERS, stopper.code)}${since}`
}
