import { useSearchParams } from 'react-router'
import type { Company } from '#contract/company/company-entities.ts'
import { company } from '#contract/company/company.ts'
import { REFERENCE_MS, useCall } from '#web/api/use-call.ts'

export const MAX_COMPANIES = 200

/** The company that the address names, else the first that works; undefined while companies load. */
export function useChosenCompany(): { companies: Company[]; chosen: Company | undefined } {
  const [params] = useSearchParams()
  const all = useCall(
    company.getAll,
    { query: { filter: { sort: [['name', 'asc']], limit: MAX_COMPANIES, with: ['rows'] } } },
    { fresh: REFERENCE_MS },
  )
  const companies = all.data?.items ?? []
  const chosen =
    companies.find(({ id }) => id === params.get('company')) ??
    companies.find(({ status }) => status === 'active') ??
    companies[0]
  return { companies, chosen }
}
