import type { BikAnswer, BikBank, bikDirectory } from '#contract/bank/bik-directory.ts'
import type { CallInput } from '#contract/core/call.ts'
import { ownValue } from '#contract/core/own-value.ts'
import { russianDay } from '#contract/words/russian-day.ts'
import { zoneOf, type Db } from '../../../db/handle.ts'
import { corrAccountOf, type BikRestriction } from './bik-directory.ts'
import { oldDirectoryWarning } from './directory-day.ts'
import { findBank, presentDirectory } from './bik-queries.ts'

/** bank/findBik: what the field «БИК» shows beside itself. */
export function findBik(
  db: Db,
  { query }: CallInput<typeof bikDirectory.find>,
): Promise<BikAnswer> {
  return bankByBik(db, query.bik)
}

/** The bank of a БИК for other features: its name, its correspondent account, and why money may not arrive. */
export async function bankByBik(db: Db, bik: string): Promise<BikAnswer> {
  const present = await presentDirectory(db)
  if (!present) return { bank: null, warning: null, directory_day: null, directory_warning: null }
  const today = todayIn(zoneOf(db))
  const told = {
    directory_day: present.day,
    directory_warning: oldDirectoryWarning(present.day, today) ?? null,
  }
  const row = await findBank(db, bik)
  if (!row) return { bank: null, warning: unknownBank(bik, present.day), ...told }
  const corr_account = corrAccountOf(row.accounts, today)
  const bank: BikBank = { bik, name: row.name, place: row.place, corr_account }
  const warning = bankWarning(
    {
      ...row,
      account_restrictions: row.accounts
        .filter(({ account }) => account === corr_account)
        .flatMap(({ restrictions }) => restrictions),
    },
    today,
  )
  return { bank, warning: warning ?? null, ...told }
}

/** What the directory says about a participant's life on a day. */
interface BankState {
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
function bankWarning(bank: BankState, today: string): string | undefined {
  if (bank.left_on)
    return `Банк закрыт: его нет в справочнике Банка России с ${russianDay(bank.left_on)}. Уточните реквизиты`
  if (bank.until && bank.until <= today)
    return `Банк закрыт ${russianDay(bank.until)}. Уточните реквизиты`
  if (bank.until)
    return `Банк закрывается ${russianDay(bank.until)}: до этого дня деньги ещё дойдут`
  if (bank.leaving) return 'Банк исключается из справочника Банка России. Уточните реквизиты'
  if (bank.kind === LIQUIDATOR) return 'Банк ликвидируется: платить в него нельзя'
  const stopper = [...bank.restrictions, ...bank.account_restrictions].find(
    ({ code }) => ownValue(STOPPERS, code) !== undefined,
  )
  if (!stopper) return undefined
  const since = stopper.since ? ` с ${russianDay(stopper.since)}` : ''
  return `Деньги могут не дойти: ${ownValue(STOPPERS, stopper.code)}${since}`
}

function unknownBank(bik: string, day: string): string {
  return `Банка с БИК ${bik} нет в справочнике Банка России на ${russianDay(day)}. Сверьте БИК`
}

/** The calendar day of a time zone, `YYYY-MM-DD`. */
function todayIn(timeZone: string): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone }).format(new Date())
}
