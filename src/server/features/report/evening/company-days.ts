import type { CompanyDay, companyDays } from '#contract/report/company-days.ts'
import { flagReview } from '#contract/report/exceptions.ts'
import { report } from '#contract/report/report.ts'
import type { Answer } from '#http/serve.ts'
import { passesRights } from '../../../auth/rights/authorize.ts'
import { readPerson } from '../../../auth/sessions.ts'
import { acrossCompanies, inTransaction, type Db } from '../../../db/handle.ts'
import type { OwnAccount } from '../../auth/linked/linked-queries.ts'
import { findOwnAccounts } from '../../auth/linked/own-accounts.ts'
import { asPerson } from '../../auth/open-session.ts'
import { readCalendar } from '../dashboard/day-queries.ts'
import { readDaySoFar } from './read-evening.ts'

type Days = Answer<typeof companyDays.getCompanyDays>
type Figures = NonNullable<Days['together']>

/**
 * report/getCompanyDays: the running day of each company of an owner, none of a single one. Each is read inside its company by the rights of
 * the person's account there, and only where this session could go.
 */
export async function getCompanyDays(db: Db): Promise<Days> {
  const accounts = await findOwnAccounts(db)
  if (accounts.length < 2) return { companies: [], together: null }
  const companies: CompanyDay[] = []
  for (const { closed, ...account } of accounts)
    companies.push(await readCompanyDay(db, account, closed !== undefined))
  return { companies, together: addUp(companies.flatMap(({ figures }) => figures ?? [])) }
}

async function readCompanyDay(db: Db, account: OwnAccount, isClosed: boolean): Promise<CompanyDay> {
  const person = isClosed ? undefined : await readPerson(acrossCompanies(db).q, account.id)
  const head = {
    id: account.id,
    company_name: account.company_name!,
    current: account.id === db.caller.userId,
  }
  if (!person || !passesRights(person, report.getDashboard))
    return { ...head, day: null, figures: null }
  const zone = person.timezone
  return inTransaction(asPerson(db, account), async (tx) => {
    const { today } = await readCalendar(tx, zone, { from: null, to: null }, 1)
    const { loads_g: _loads, list_kop: _list, ...figures } = await readDaySoFar(tx, today, zone)
    const unseen = passesRights(person, flagReview.getExceptions)
      ? {}
      : { exceptions: null, exceptions_kop: null, loads: null }
    return { ...head, day: today, figures: { ...figures, paid_kop: figures.paid_kop!, ...unseen } }
  })
}

/** An average over companies needs their weights by product, so there is none. */
function addUp(figures: readonly Figures[]): Figures | null {
  if (figures.length === 0) return null
  const sum = (key: Exclude<keyof Figures, 'price_kop' | 'deviation_bp'>) =>
    figures.reduce((total, one) => total + (one[key] ?? 0), 0)
  return {
    acts: sum('acts'),
    net_g: sum('net_g'),
    total_kop: sum('total_kop'),
    paid_kop: sum('paid_kop'),
    unpaid_acts: sum('unpaid_acts'),
    payable_kop: sum('payable_kop'),
    price_kop: null,
    deviation_bp: null,
    exceptions: sum('exceptions'),
    exceptions_kop: sum('exceptions_kop'),
    loads: sum('loads'),
  }
}
