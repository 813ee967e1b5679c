import type { Company } from '#contract/company/company-entities.ts'

/** The window with the programs of a company, loaded when it is first opened. */
export async function openServiceAccounts(company: Company): Promise<void> {
  const { showServiceAccounts } = await import('./service-accounts.tsx')
  await showServiceAccounts(company)
}
