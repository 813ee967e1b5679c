import type { BikAnswer, BikBank, bikDirectory } from '#contract/bank/bik-directory.ts'
import type { CallInput } from '#contract/core/call.ts'
import { ruDay } from '../../../documents/figures.ts'
import { zoneOf, type Db } from '../../../db/handle.ts'
import { bankWarning } from './bank-warning.ts'
import { corrAccountOf } from './bik-directory.ts'
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

function unknownBank(bik: string, day: string): string {
  return `Банка с БИК ${bik} нет в справочнике Банка России на ${ruDay(day)}. Сверьте БИК`
}

/** The calendar day of a time zone, `YYYY-MM-DD`. */
function todayIn(timeZone: string): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone }).format(new Date())
}
