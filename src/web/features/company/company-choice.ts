import { useSearchParams } from '#web/router/hooks.ts'
import type { Company } from '#contract/company/company-entities.ts'
import { company } from '#contract/company/company.ts'
import { callOnce, REFERENCE_MS, useCall } from '#web/api/use-call.ts'
import { wasTold } from '#web/state/call-error.ts'

export const MAX_COMPANIES = 200

const ALL = {
  query: { filter: { sort: [['name', 'asc']], limit: MAX_COMPANIES, with: ['rows'] } },
} satisfies Parameters<typeof callOnce<typeof company.getAll>>[1]

interface CompanyChoice {
  companies: Company[]
  chosen: Company | undefined
  loading: boolean
  /** The chosen company, also of one who presses a key before the companies have loaded. */
  chosenNow: () => Promise<Company | undefined>
}

/** The company that the address names, else the first that works; undefined while companies load. */
export function useChosenCompany(): CompanyChoice {
  const [params] = useSearchParams()
  const all = useCall(company.getAll, ALL, { fresh: REFERENCE_MS })
  const named = params.get('company')
  const companies = all.data?.items ?? []
  const chosenNow = async () => {
    const read = all.data ?? (await callOnce(company.getAll, ALL).catch(wasTold))
    return chooseFrom(read?.items ?? [], named)
  }
  return { companies, chosen: chooseFrom(companies, named), loading: all.loading, chosenNow }
}

const chooseFrom = (companies: Company[], named: string | null) =>
  companies.find(({ id }) => id === named) ??
  companies.find(({ status }) => status === 'active') ??
  companies[0]

/** For the title of a window over one company; the screen behind it has mostly read the company. */
export async function readCompanyName(id: string): Promise<string> {
  const card = await callOnce(company.get, { query: { id } }, REFERENCE_MS)
  return card.short_name
}
