import type { CallInput } from '#contract/core/call.ts'
import type { moneyFlow, PlatformMoneyGroup } from '#contract/payment/money-flow.ts'
import { paths } from '#contract/screen-paths.ts'
import type { Attention } from '#contract/report/dashboard.ts'
import { refuse } from '#http/refusal.ts'
import type { Answer } from '#http/serve.ts'
import { forCompany, type Db } from '../../../db/handle.ts'
import { shorten } from '../../../text/shorten.ts'
import { superPlaces } from '../../user/notices/super-places.ts'
import { readPaymentMatters, type Matter } from '../dashboard/dashboard-queries.ts'
import { presentMatter } from '../dashboard/operator-matters.ts'
import { limitsNow, mattersNow, shownDays } from './get-money-flow.ts'
import {
  companiesWithMoney,
  daysOf,
  sumMoneyFlow,
  type MoneyCompany,
  type StageOfGroup,
} from './money-flow-queries.ts'
import { flowOf } from './money-rows.ts'

/**
 * payment/superGetMoneyFlow: the same money over all companies, or of one of them as its own people see it. Each company's days are
 * those of its own zone; the sums are those of its own screen, added up. Each is read on a connection of its company, and none is held
 * meanwhile.
 */
export async function getPlatformMoney(
  db: Db,
  { query: { filter } }: CallInput<typeof moneyFlow.getPlatformMoney>,
): Promise<Answer<typeof moneyFlow.getPlatformMoney>> {
  const { by, company_id: chosen } = filter
  const { now, ...days } = await shownDays(db, filter)
  const companies = await companiesWithMoney(db, chosen)
  const [only] = chosen ? companies : []
  if (chosen && !only) refuse('common.not-found')
  const parts: StageOfGroup[] = []
  const matters: CompanyMatter[] = []
  for (const company of companies) {
    const own = ofCompany(db, company)
    const { rows } = await sumMoneyFlow(own, {
      by: by === 'company' ? 'bank' : by,
      ...days,
    }).execute(own.q)
    parts.push(...rows.map((part) => ({ ...part, ...rowOf(by, company, part, chosen) })))
    if (!only) matters.push(...(await readPaymentMatters(own)).map((one) => ({ ...one, company })))
  }
  return {
    by,
    ...days,
    company: only ? { id: only.id, name: only.name } : null,
    ...flowOf(by, parts, by === 'day' ? await daysOf(db, days) : []),
    limits: only ? await limitsNow(ofCompany(db, only)) : [],
    attention: only ? await mattersOf(ofCompany(db, only)) : joinMatters(matters),
    as_of: now,
  }
}

/** The handle as a person of the company has it: bound to it, with its days. */
function ofCompany(db: Db, { id, timezone }: MoneyCompany): Db {
  const { session } = db.caller
  const own = forCompany(db, id)
  return session ? { ...own, caller: { ...own.caller, session: { ...session, timezone } } } : own
}

/** Of all companies the agreements carry the company's name, since two of them may have the same title. */
function rowOf(
  by: PlatformMoneyGroup,
  { id, name }: MoneyCompany,
  { key, title }: StageOfGroup,
  chosen: string | undefined,
): Pick<StageOfGroup, 'key' | 'title'> {
  if (by === 'company') return { key: key === null ? null : id, title: name }
  if (by !== 'bank' || title === null || chosen) return { key, title }
  return { key, title: shorten(`${name} · ${title}`, 200) }
}

/** Super administrators have no screens of a company's day: they are led to its agreements or to its card. */
async function mattersOf(db: Db): Promise<Attention[]> {
  const { banks, company } = superPlaces
  return (await mattersNow(db)).map((matter) => ({
    ...matter,
    href: (['stopped', 'limit'].includes(matter.kind) ? banks : company)(db.companyId),
  }))
}

type CompanyMatter = Matter & { readonly company: MoneyCompany }

/** One matter a kind over all companies, which names them, the most first. */
function joinMatters(all: readonly CompanyMatter[]): Attention[] {
  return [...Map.groupBy(all, ({ kind }) => kind).values()].map((own) => {
    const most = own.toSorted((a, b) => b.count - a.count)
    const [first] = most as [CompanyMatter, ...CompanyMatter[]]
    const count = own.reduce((sum, one) => sum + one.count, 0)
    const names = most.map((one) => `${one.company.name}: ${one.count}`).join(', ')
    return {
      ...presentMatter({ ...first, count, detail: null }, NO_PATIENCE),
      text: shorten(names, 500),
      href:
        most.length === 1
          ? `${paths.superMoney}?company=${first.company.id}`
          : `${paths.superMoney}?by=company`,
    }
  })
}

/** No matter of payments waits for a time of the company's settings. */
const NO_PATIENCE = { staleHours: 0, scanDays: 0, receiptDays: 0 }
